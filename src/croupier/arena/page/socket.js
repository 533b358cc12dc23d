// A connection that comes back by itself and says how it is.

const FINAL = new Set([4000, 4001, 4002, 4003, 4004, 4400, 4401, 4403]);
const FIRST_MS = 250;
const MOST_MS = 4000;

/** Where a table's socket is. */
export function socketUrl(table = null) {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return `${scheme}//${location.host}/ws${table ? "?table=" + encodeURIComponent(table) : ""}`;
}

/**
 * Connect and say `first`; every frame goes to `heard`, every change of the connection to `changed`:
 * "connecting", "live", "lost" or "closed" with the close code. Refusals are final, everything else is tried again.
 */
export function connect(table, first, heard, changed) {
  let [socket, wait, ended, timer, was] = [null, FIRST_MS, false, null, false];

  function open() {
    changed(was ? "lost" : "connecting");
    socket = new WebSocket(socketUrl(table));
    socket.onopen = () => say(first);
    socket.onmessage = (message) => {
      wait = FIRST_MS;
      if (!was || socket.fresh !== false) {
        socket.fresh = false;
        changed(was ? "back" : "live");
        was = true;
      }
      heard(JSON.parse(message.data));
    };
    socket.onclose = (event) => {
      if (ended) return;
      if (FINAL.has(event.code)) {
        ended = true;
        changed("closed", event.code);
        return;
      }
      changed("lost");
      timer = setTimeout(open, wait * (0.75 + Math.random() / 2));
      wait = Math.min(wait * 2, MOST_MS);
    };
  }

  function say(frame) {
    if (socket?.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify({ v: 1, ...frame }));
    return true;
  }

  function close() {
    ended = true;
    clearTimeout(timer);
    socket?.close();
  }

  open();
  return { say, close };
}
