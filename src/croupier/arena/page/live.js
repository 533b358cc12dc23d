// The plain live view: a spectator's socket, drawn. Everything that comes from outside goes in as text, never as HTML.
const params = new URLSearchParams(location.search);
const byId = (id) => document.getElementById(id);
const suits = { c: "♣", d: "♦", h: "♥", s: "♠" };
const table = { lobby: [], players: new Map(), board: [], pot: 0, button: null, actor: null, left: null, shown: new Map(),
                said: new Map(), facts: "" };
let wait = 500;

function element(name, className, text) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

function card(text) {
  const made = element("span", "card " + text[1], text[0].replace("T", "10") + (suits[text[1]] ?? ""));
  made.setAttribute("aria-label", text);
  return made;
}

const chips = (amount) => amount.toLocaleString("en");
const team = (seat) => table.lobby.find((row) => row.seat === seat)?.team ?? `seat ${seat}`;

const words = {
  POST_BLINDS: (f) => `${team(f.sb_seat)} posts ${chips(f.sb)}, ${team(f.bb_seat)} posts ${chips(f.bb)}`,
  POST: (f) => `${team(f.seat)} posts ${chips(f.amount)} (${f.kind})`,
  BET: (f) => `${team(f.seat)} bets ${chips(f.to)}${f.all_in ? ", all-in" : ""}`,
  CALL: (f) => `${team(f.seat)} calls ${chips(f.amount)}${f.all_in ? ", all-in" : ""}`,
  BRING_IN: (f) => `${team(f.seat)} brings in ${chips(f.amount)}`,
  CHECK: (f) => `${team(f.seat)} checks`,
  FOLD: (f) => `${team(f.seat)} folds`,
  FLOP: (f) => `Flop ${f.cards.join(" ")}`,
  TURN: (f) => `Turn ${f.card}`,
  RIVER: (f) => `River ${f.card}`,
  DRAW: (f) => `${team(f.seat)} draws ${f.count}`,
  SHOWDOWN: (f) => `${team(f.seat)} shows ${f.hand.join(" ")}: ${f.rank}`,
  POT_AWARD: (f) => `${team(f.seat)} ${f.uncalled ? "gets back" : "wins"} ${chips(f.amount)}`,
  ELIMINATED: (f) => `${team(f.seat)} is out`,
};

function tell(text) {
  const log = byId("log");
  log.append(element("li", "", text));
  while (log.children.length > 200) log.firstChild.remove();
  log.scrollTop = log.scrollHeight;
}

function take(frame) {
  table.board = frame.community;
  table.pot = frame.pot;
  table.players = new Map(frame.players.map((row) => [row.seat, row]));
  table.button = frame.button ?? table.button;
  table.actor = frame.next_actor;
  table.left = frame.time_ms_remaining;
}

const heard = {
  spectate(frame) {
    const c = frame.config;
    table.facts = `${frame.table_id}: ${c.variant} ${chips(c.sb)}/${chips(c.bb)}, ${c.seats} seats, ` +
      `${c.move_time_ms ? c.move_time_ms / 1000 + " s a move" : "no clock"}, match ${frame.deal.match_id}`;
  },
  lobby(frame) { table.lobby = frame.players; },
  snapshot(frame) {
    take(frame);
    byId("log").replaceChildren();
    for (const event of frame.events ?? []) heard.event(event);
  },
  state: take,
  start_hand(frame) {
    Object.assign(table, { board: [], pot: 0, players: new Map(), button: frame.button, shown: new Map(), said: new Map() });
    for (const row of frame.stacks) {
      table.players.set(row.seat, { ...row, committed: 0, has_folded: false, all_in: false });
    }
    byId("log").replaceChildren();
    tell(`Hand ${frame.deal.hand_no} (${frame.hand_id}), ${team(frame.button)} deals`);
  },
  event(frame) {
    const text = words[frame.ev]?.(frame);
    if (text) tell(text + (frame.auto ? ` (${frame.auto})` : ""));
    if (frame.ev === "SHOWDOWN") table.shown.set(frame.seat, frame);
    if (frame.seat !== undefined && text) table.said.set(frame.seat, text.slice(team(frame.seat).length + 1));
  },
  end_hand(frame) {
    table.actor = null;
    if (frame.void) tell("The hand is void.");
    standings();
  },
  match_end(frame) { tell(`${frame.winner.team} wins the match.`); standings(); },
  notice(frame) { tell(frame.msg); },
};

function seat(row) {
  const now = table.players.get(row.seat);
  const made = element("li");
  if (!now) made.classList.add("out");
  if (now?.has_folded) made.classList.add("folded");
  if (row.seat === table.actor) made.classList.add("turn");
  const name = element("span", "team", row.team);
  made.append(name, element("span", "chips", chips(now ? now.stack : row.stack)));
  if (row.seat === table.button) made.append(element("span", "tag", "D"));
  if (!row.connected) made.append(element("span", "tag", "away"));
  if (now?.all_in) made.append(element("span", "tag", "all-in"));
  if (now?.committed) made.append(element("span", "tag", "in " + chips(now.committed)));
  const shown = table.shown.get(row.seat);
  const note = element("span", "note");
  if (shown) note.append(...shown.hand.map(card), " " + shown.rank);
  else note.textContent = table.said.get(row.seat) ?? "";
  made.append(note);
  if (row.seat === table.actor && table.left) {
    const clock = element("span", "clock");
    made.append(clock);
    clock.animate([{ transform: "scaleX(1)" }, { transform: "scaleX(0)" }], { duration: table.left, fill: "forwards" });
  }
  return made;
}

function draw() {
  byId("facts").textContent = table.facts;
  byId("board").replaceChildren(...table.board.map((text) => {
    const made = element("li");
    made.append(card(text));
    return made;
  }));
  byId("pot").textContent = table.pot ? `Pot ${chips(table.pot)}` : "";
  byId("seats").replaceChildren(...table.lobby.map(seat));
}

async function standings() {
  const rows = await (await fetch("/api/standings")).json();
  byId("standings").tBodies[0].replaceChildren(...rows.map((row) => {
    const made = element("tr");
    const rate = row.bb_per_100;
    const margin = rate && rate.margin !== null ? ` ± ${rate.margin.toFixed(0)}` : "";
    const cells = [row.team, row.matches, row.won, chips(row.hands), rate ? rate.mean.toFixed(0) + margin : ""];
    made.append(...cells.map((cell) => element("td", "", String(cell))));
    return made;
  }));
}

async function tables() {
  const all = await (await fetch("/api/tables")).json();
  const here = params.get("table") ?? all[0].table_id;
  byId("tables").replaceChildren(...all.slice(0, 50).map((each) => {
    const link = element("a", "", each.table_id);
    link.href = "?table=" + encodeURIComponent(each.table_id);
    if (each.table_id === here) link.setAttribute("aria-current", "page");
    return link;
  }));
}

function connect() {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const query = params.has("table") ? "?table=" + encodeURIComponent(params.get("table")) : "";
  const address = `${scheme}//${location.host}/ws`;
  byId("how").textContent = `Bots connect to ${address}: croupier bot mybot.py --url ${address} --team Me --code secret`;
  const socket = new WebSocket(address + query);
  socket.onopen = () => {
    wait = 500;
    byId("link").textContent = "live";
    socket.send(JSON.stringify({ type: "spectate", v: 1 }));
    tables();
    standings();
  };
  socket.onmessage = (message) => {
    const frame = JSON.parse(message.data);
    heard[frame.type]?.(frame);
    draw();
  };
  socket.onclose = () => {
    byId("link").textContent = "connection lost, coming back";
    setTimeout(connect, wait * (0.5 + Math.random()));
    wait = Math.min(wait * 2, 10000);
  };
}

connect();
