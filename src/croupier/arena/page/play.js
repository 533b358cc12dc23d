// The shortest way to a first decision: a practice table with a free seat, and sit down there.
import { isEvolved } from "./evolved.js";
import { h } from "./dom.js";
import { address } from "./router.js";
import { isSting } from "./state.js";
import { t } from "./texts.js";

const LOOK_AGAIN_MS = 1000;
const isPractice = (table) => table.practice && !isEvolved(table.config) && !isSting(table.config);

/** The table that suits a visitor best, or null: practice first, then any poker table with a free seat. */
export function suits(tables) {
  const free = tables.filter((table) => table.players.length < table.config.seats && table.status !== "finished" && !isEvolved(table.config) && !isSting(table.config));
  // where visitors practise, one waits for a seat: a match under way would deal nobody in
  if (tables.some(isPractice) && !free.some(isPractice)) return null;
  const rank = (table) => (table.practice ? 0 : 2) + (table.config.format === "cash" ? 0 : 1);
  return free.sort((a, b) => rank(a) - rank(b))[0] ?? null;
}

/** Open the way to a seat. */
export function open(main) {
  let gone = false;
  const status = h("p", { class: "sub", role: "status", text: t.lookingForSeat });
  main.append(status);
  const look = () => fetch("api/tables").then((answer) => answer.json()).then((tables) => {
    const found = suits(tables);
    if (gone) return;
    if (found || !tables.some(isPractice)) location.replace(found ? address("table", found.table_id) + "/2" : "#/");
    else {
      status.replaceChildren(t.practiceFull);
      setTimeout(look, LOOK_AGAIN_MS);
    }
  }).catch(() => status.replaceChildren(t.failed(t.noServer)));
  look();
  return { leave: () => {
    gone = true;
  } };
}
