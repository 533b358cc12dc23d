// The lobby: every table at a glance, one click to watch or to sit down.
import { h, keyed, mark, say } from "./dom.js";
import { socketUrl } from "./socket.js";
import { address } from "./router.js";
import { chips, t } from "./texts.js";

const EVERY_MS = 2000;

/** Open the lobby. */
export function open(main) {
  const list = h("ul", { class: "tables" });
  const count = h("p", { class: "sub" });
  main.append(h("div", { class: "headline" }, h("div", {}, h("h1", { text: t.tables }), count)), list,
    h("section", { class: "how", "aria-labelledby": "bots" }, h("h2", { id: "bots", text: t.bots }), h("code", { text: t.botsHow(socketUrl()) }),
      h("p", { text: t.verifyHow })));
  let timer = null;
  let gone = false;
  async function look() {
    try {
      const answer = await fetch("api/tables");
      if (!answer.ok) throw new Error(answer.status);
      draw(list, count, await answer.json());
      say(document.getElementById("link"), "");
    } catch {
      if (!gone) say(document.getElementById("link"), t.failed(t.noServer));
    }
    if (!gone) timer = setTimeout(look, EVERY_MS);
  }
  look();
  return { leave: () => {
    gone = true;
    clearTimeout(timer);
  } };
}

function draw(list, count, tables) {
  say(count, t.tablesNow(tables.length));
  keyed(list, tables, (table) => table.table_id, make, update);
}

function make(table) {
  const id = table.table_id;
  const parts = { game: h("span", { class: "game" }), stakes: h("span", { class: "stakes" }), status: h("span", { class: "status" }),
    seats: h("span", { class: "dots", role: "img" }), hands: h("span", { class: "hands" }), leader: h("p", { class: "leader" }),
    sit: h("a", { class: "button primary", href: address("table", id) + "/1", text: t.sit }) };
  const item = h("li", { class: "tablecard", "data-table": id },
    h("div", { class: "heading" }, h("h2", {}, h("a", { href: address("table", id), text: id })), parts.status),
    h("p", { class: "facts" }, parts.game, parts.stakes), h("p", { class: "facts" }, parts.seats, parts.hands), parts.leader,
    h("div", { class: "moves" }, h("a", { class: "button", href: address("table", id), text: t.watch, "aria-label": `${t.watch} ${id}` }), parts.sit));
  mark(parts.sit, "aria-label", `${t.sit}: ${id}`);
  return Object.assign(item, { parts });
}

function update(item, table) {
  const { parts } = item;
  const { config, players } = table;
  say(parts.game, t.game(config.variant));
  say(parts.stakes, t.stakes(config));
  say(parts.status, [table.practice ? t.practice : "", t.status[table.status] ?? table.status].filter(Boolean).join(", "));
  mark(parts.status, "data-status", table.status);
  const key = `${players.length}/${config.seats}`;
  if (parts.seats.key !== key) {
    parts.seats.key = key;
    mark(parts.seats, "aria-label", t.seatsTaken(players.length, config.seats));
    parts.seats.replaceChildren(...Array.from({ length: config.seats }, (_, seat) => h("i", { "data-taken": seat < players.length })));
  }
  say(parts.hands, [table.hand_no ? t.handsPlayed(table.hand_no) : t.notBegun, t.spectators(table.spectators)].join(" · "));
  leader(parts.leader, players, config);
  const free = players.length < config.seats && table.status !== "finished";
  mark(parts.sit, "hidden", !free);
}

function leader(element, players, config) {
  const best = players.reduce((top, each) => !top || each.stack > top.stack ? each : top, null);
  const clear = best && best.stack > config.starting_stack;
  const key = clear ? `${best.team}/${best.stack}` : "";
  if (element.key === key) return;
  element.key = key;
  if (clear) element.replaceChildren(h("bdi", { class: "name", text: best.team, title: best.team }), ` ${t.leads} `, h("b", { text: chips(best.stack) }));
  else element.textContent = t.nobodyLeads;
}
