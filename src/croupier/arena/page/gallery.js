// Games from the lab: a line about each, its rules, what people thought of it, and a seat against the search.
import { h, mark, say } from "./dom.js";
import { rulesOf } from "./help.js";
import { address } from "./router.js";
import { t } from "./texts.js";

const EVERY_MS = 3000;

/** Open the gallery. */
export function open(main) {
  const list = h("ul", { class: "gallery" });
  const status = h("p", { class: "sub", role: "status" });
  main.append(h("div", { class: "headline" }, h("div", {}, h("h1", { text: t.labGamesTitle }), h("p", { class: "sub", text: t.labGamesHow }))), status, list);
  const task = { gone: false, timer: null, items: new Map() };
  load(list, status, task);
  return { leave: () => {
    task.gone = true;
    clearTimeout(task.timer);
  } };
}

async function load(list, status, task) {
  try {
    const { games } = await (await fetch("api/games")).json();
    if (task.gone) return;
    say(status, games.length ? "" : t.noGames);
    task.items = new Map(games.map((game) => [game.table_id, item(game)]));
    list.append(...task.items.values());
    look(task);
  } catch {
    if (!task.gone) say(status, t.failed(t.noServer));
  }
}

/** Who can sit down changes while one reads. */
async function look(task) {
  try {
    for (const table of await (await fetch("api/tables")).json()) {
      const found = task.items.get(table.table_id);
      if (!found) continue;
      const free = table.players.length < table.config.seats;
      mark(found.play, "hidden", !free);
      mark(found.taken, "hidden", free);
    }
  } catch {
    // The list stays as it is; the next look may succeed.
  }
  if (!task.gone) task.timer = setTimeout(() => look(task), EVERY_MS);
}

function item(game) {
  const title = t.game(game.variant);
  const play = h("a", { class: "button primary", href: address("table", game.table_id) + "/2", text: t.playGame, "aria-label": `${t.playGame}: ${title}` });
  const taken = h("p", { class: "sub", text: t.taken, hidden: true });
  const rules = h("details", { class: "book", on: { toggle: () => rules.open && fill(rules, game) } }, h("summary", { text: t.seeRules, "aria-label": `${t.seeRules}: ${title}` }));
  return Object.assign(h("li", { class: "sheeted game", "data-game": game.table_id }, h("h2", { text: title }), h("p", { text: game.pitch }), h("p", { class: "sub", text: t.gameFacts(game.seats, game) }),
    h("p", { class: "sub", text: game.opinion ? t.opinion(game.opinion) : t.noOpinion }), h("div", { class: "moves" }, play, h("a", { class: "button", href: address("table", game.table_id), text: t.watchGame, "aria-label": `${t.watchGame}: ${title}` })), taken, rules), { play, taken });
}

async function fill(rules, game) {
  if (rules.filled) return;
  rules.filled = true;
  rules.append(h("div", { class: "helptext", tabindex: "0" }, ...await rulesOf(game.table_id, { variant: game.variant })));
}
