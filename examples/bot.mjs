// A whole arena client in plain JavaScript (Node 22 or a browser): node bot.mjs ws://localhost:8765/ws Me secret
const [url, team, code] = process.argv.slice(2);
const rank = (card) => "..23456789TJQKA".indexOf(card[0]);

function decide(act) {
  const [first, second] = act.you.hole.map(rank);
  if (act.legal.includes("RAISE_TO") && (first === second || Math.min(first, second) >= 11)) {
    return { action: "RAISE_TO", amount: act.min_raise_to };
  }
  if (act.legal.includes("CHECK")) return { action: "CHECK" };
  return { action: act.call_amount <= act.you.stack / 50 ? "CALL" : "FOLD" };
}

function connect(wait) {
  const socket = new WebSocket(url);
  socket.onopen = () => socket.send(JSON.stringify({ type: "hello", v: 1, team, join_code: code }));
  socket.onmessage = (message) => {
    const frame = JSON.parse(message.data);
    if (frame.type === "act" || (frame.type === "snapshot" && frame.legal)) {
      socket.send(JSON.stringify({ type: "action", v: 1, hand_id: frame.hand_id ?? frame.at_hand_id,
                                   decision: frame.decision, ...decide(frame) }));
    } else if (frame.type === "error" || frame.type === "match_end") {
      console.log(frame);
    }
  };
  socket.onclose = (end) => {
    if (end.code >= 4000) return console.log(end.code, end.reason); // the arena does not want us: stay away
    setTimeout(() => connect(Math.min(2 * wait, 10000)), wait);
  };
}

connect(250);
