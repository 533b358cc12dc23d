// The lobby: what croupier is, four doors, and every table by kind.
import { h, keyed, mark, say } from "./dom.js";
import { isEvolved } from "./evolved.js";
import { address } from "./router.js";
import { socketUrl } from "./socket.js";
import { isSting } from "./state.js";
import { chips, t } from "./texts.js";

const EVERY_MS = 2000;
/** Games from the lab that are listed one by one; of more only the first is shown, with a link to the gallery. */
const LISTED_MAX = 6;
const KINDS = ["practice", "match", "cash", "evolved", "sting"];

/** Open the lobby. */
export function open(main) {
  const lists = new Map(KINDS.map((kind) => [kind, h("ul", { class: "tables" })]));
  const sections = KINDS.map((kind) => h("section", { class: "kind", hidden: true, "aria-labelledby": `kind-${kind}` },
    h("h2", { id: `kind-${kind}`, text: t.kindsOfTable[kind][0] }), h("p", { class: "sub", text: t.kindsOfTable[kind][1] }), lists.get(kind)));
  const full = h("input", { type: "checkbox", id: "full", checked: true, on: { change: () => mark(main, "data-open-only", !full.checked) } });
  const count = h("p", { class: "sub" });
  const more = h("a", { class: "more", href: "#/games", hidden: true });
  const play = h("div", { class: "door-act" });
  const invent = h("div", { class: "door-act" });
  sections[KINDS.indexOf("evolved")].querySelector(".sub").append(" ", more);
  main.append(h("header", { class: "pitch" }, h("h1", { text: t.pitchTitle }), h("p", { text: t.pitch })),
    h("ul", { class: "doors" }, door(t.doors.play, play), door(t.doors.bot, copied(t.botsHow(socketUrl()))), door(t.doors.tournament, copied(t.tournamentHow)), door(t.doors.invent, invent)),
    h("div", { class: "headline" }, h("div", {}, h("h2", { class: "big", text: t.tables }), count), h("label", {}, full, " ", t.showFull)), h("div", { class: "kinds" }, ...sections),
    h("p", { class: "how" }, t.verifyHow, h("a", { href: "#/operator", text: t.operatorLink })));
  const task = { gone: false, timer: null };
  look(task, (tables) => draw({ lists, sections, count, play, invent, more }, tables));
  return { leave: () => {
    task.gone = true;
    clearTimeout(task.timer);
    mark(main, "data-open-only", null);
  } };
}

async function look(task, show) {
  try {
    const answer = await fetch("api/tables");
    if (!answer.ok) throw new Error(answer.status);
    const tables = await answer.json();
    if (!task.gone) show(tables);
    if (!task.gone) say(document.getElementById("link"), "");
  } catch {
    if (!task.gone) say(document.getElementById("link"), t.failed(t.noServer));
  }
  if (!task.gone) task.timer = setTimeout(() => look(task, show), EVERY_MS);
}

function door([title, words], act) {
  return h("li", { class: "door" }, h("h2", { text: title }), h("p", { text: words }), act);
}

/** A command to be copied. */
function copied(command) {
  const button = h("button", { type: "button", text: t.copy, "aria-label": `${t.copy}: ${command}`, on: { click: async () => {
    try {
      await navigator.clipboard.writeText(command);
      say(button, t.copied);
    } catch {
      getSelection().selectAllChildren(code);
    }
  } } });
  const code = h("code", {}, ...command.split(/( )/).map((word) => word === " " ? word : h("span", { text: word })));  // broken between words only
  return h("div", { class: "door-act" }, code, button);
}

/** Which section a table belongs to. */
function kindOf({ config, practice }) {
  return isSting(config) ? "sting" : isEvolved(config) ? "evolved" : practice ? "practice" : config.format === "cash" ? "cash" : "match";
}

const isFree = (table) => table.players.length < table.config.seats && table.status !== "finished";

function draw(parts, tables) {
  say(parts.count, t.tablesNow(tables.length));
  KINDS.forEach((kind, place) => {
    const all = tables.filter((table) => kindOf(table) === kind);
    const found = kind === "evolved" && all.length > LISTED_MAX ? all.slice(0, 1) : all;  // the others are in the gallery
    if (kind === "evolved") mark(parts.more, "hidden", all.length < 2);
    if (kind === "evolved") say(parts.more, t.allGamesLink(all.length));
    keyed(parts.lists.get(kind), found, (table) => table.table_id, make, update);
    mark(parts.sections[place], "hidden", !found.length);
  });
  const first = (kinds) => tables.find((table) => kinds.includes(kindOf(table)) && isFree(table));
  act(parts.play, first(["practice"]) ?? first(["cash", "match"]) ? "#/play" : null, t.playNow);
  const evolved = first(["evolved"]) ?? tables.find((table) => kindOf(table) === "evolved");
  if (evolved) act(parts.invent, address("table", evolved.table_id) + (isFree(evolved) ? "/2" : ""), t.playOne);
  else if (!parts.invent.firstChild) parts.invent.replaceWith(parts.invent = copied(t.inventHow));
}

/** The button of a door: kept while it leads to the same place. */
function act(element, href, text) {
  const key = href ?? "";
  if (element.key === key) return;
  element.key = key;
  element.replaceChildren(href ? h("a", { class: "button primary", href, text }) : h("p", { class: "sub", text: t.allFull }));
}

function make(table) {
  const id = table.table_id;
  const parts = { game: h("span", { class: "game" }), stakes: h("span", { class: "stakes" }), status: h("span", { class: "status" }),
    seats: h("span", { class: "dots", role: "img" }), hands: h("span", { class: "hands" }), leader: h("p", { class: "leader" }), speed: h("span", { class: "speed" }), crowd: h("span", { class: "hands" }),
    sit: h("a", { class: "button primary", href: address("table", id) + "/1", text: t.sit }),
    back: h("a", { class: "button quiet", href: address("table", id) + "/1", text: t.reclaim, "aria-label": `${t.reclaim}: ${id}` }) };
  const item = h("li", { class: "tablecard", "data-table": id },
    h("div", { class: "heading" }, h("h3", {}, h("a", { href: address("table", id), text: id })), parts.status),
    h("p", { class: "facts" }, parts.game, parts.stakes), h("p", { class: "facts" }, parts.speed, parts.crowd), h("p", { class: "facts" }, parts.seats, parts.hands), parts.leader,
    h("div", { class: "moves" }, h("a", { class: "button", href: address("table", id), text: t.watch, "aria-label": `${t.watch} ${id}` }), parts.sit, parts.back));
  mark(parts.sit, "aria-label", `${t.sit}: ${id}`);
  return Object.assign(item, { parts });
}

function update(item, table) {
  const { parts } = item;
  const { config, players } = table;
  say(parts.game, t.game(config.variant));
  say(parts.stakes, t.stakes(config));
  say(parts.speed, t.speed(config.move_time_ms));
  say(parts.status, t.status[table.status] ?? table.status);
  mark(parts.status, "data-status", table.status);
  const key = `${players.length}/${config.seats}`;
  if (parts.seats.key !== key) {
    parts.seats.key = key;
    mark(parts.seats, "aria-label", t.seatsTaken(players.length, config.seats));
    parts.seats.replaceChildren(...Array.from({ length: config.seats }, (_, seat) => h("i", { "data-taken": seat < players.length })));
  }
  say(parts.crowd, t.spectators(table.spectators));
  say(parts.hands, table.hand_no ? t.handsPlayed(table.hand_no) : t.seatsTaken(players.length, config.seats));
  leader(parts.leader, table);
  mark(parts.sit, "hidden", !isFree(table));
  mark(parts.back, "hidden", isFree(table) || table.status === "finished");
  mark(item, "data-full", !isFree(table));
}

function leader(element, { players, config, hand_no }) {
  const best = players.reduce((top, each) => !top || each.stack > top.stack ? each : top, null);
  const clear = best && best.stack > config.starting_stack && hand_no;
  const key = clear ? `${best.team}/${best.stack}` : hand_no ? "begun" : "";
  if (element.key === key) return;
  element.key = key;
  if (clear) element.replaceChildren(h("bdi", { class: "name", text: best.team, title: best.team }), ` ${t.leads} `, h("b", { text: chips(best.stack) }));
  else element.textContent = hand_no ? t.nobodyLeads : t.notBegun;
}
