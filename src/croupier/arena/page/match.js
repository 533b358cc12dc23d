// A match: who won, its hands, and its decks dealt again by this page.
import { h, say } from "./dom.js";
import { checked, commitment } from "./fair.js";
import { address } from "./router.js";
import { chips, t } from "./texts.js";

const SLICE_MS = 12;

/** Open a match. */
export function open(main, route) {
  const task = { gone: false };
  load(main, route.id, task);
  return { leave: () => {
    task.gone = true;
  }, move: () => false };
}

async function load(main, id, task) {
  main.append(h("p", { class: "sub", role: "status", text: t.loading }));
  let archive = null;
  try {
    const answer = await fetch(`api/matches/${encodeURIComponent(id)}`);
    if (answer.ok) archive = await answer.json();
  } catch {
    archive = null;
  }
  if (task.gone) return;
  if (!archive) main.replaceChildren(h("h1", { text: t.match(id) }), h("p", { class: "sub", text: t.noMatch }), h("p", { class: "below" }, h("a", { class: "button primary", href: "#/standings", text: t.standings })));
  else draw(main, archive, task);
}

function draw(main, archive, task) {
  const result = h("div", { class: "findings", role: "status" });
  const button = h("button", { type: "button", class: "primary", text: t.verify, on: { click: () => verify(archive, result, button, task) } });
  main.replaceChildren(
    h("div", { class: "headline" }, h("div", {}, h("h1", { text: t.match(archive.match_id) }),
      h("p", { class: "sub", text: [archive.table_id, t.game(archive.config.variant ?? "HUNL"), t.handsCount(archive.hands.length)].join(" · ") }))),
    h("div", { class: "columns" },
      h("section", { class: "sheeted", "aria-label": t.verify }, h("h2", { text: t.verify }), h("p", { text: t.verifyWhat }),
        h("p", {}, `${t.commitment}: `, h("code", { text: archive.commit })), archive.secret ? h("p", {}, `${t.secret}: `, h("code", { text: archive.secret })) : null,
        h("div", { class: "moves" }, button, h("a", { class: "button", href: `api/matches/${encodeURIComponent(archive.match_id)}`, download: `${archive.match_id}.json`, text: t.archive })), result),
      places(archive),
      h("section", { class: "sheeted", "aria-label": t.hands }, h("h2", { text: t.hands }), hands(archive))));
}

function places(archive) {
  const rows = archive.ended?.standings ?? [];
  return h("section", { class: "sheeted", "aria-label": t.results }, h("h2", { text: t.results }),
    rows.length ? null : h("p", { class: "sub", text: t.stillPlayed }),
    h("ol", { class: "places" }, ...rows.map((row) => h("li", {}, h("b", { text: `${row.place}. ` }), h("bdi", { class: "name", text: row.team }), ` ${chips(row.stack)}`))));
}

function hands(archive) {
  return h("ul", { class: "hands tall", tabindex: "0" }, ...archive.hands.slice(0, 2000).map((hand) => h("li", {},
    h("a", replayed(hand)), hand.void ? ` ${t.void}` : "")));
}

/** The way to a hand: the replayer, or the record itself where the game is no poker. */
function replayed(hand) {
  const no = t.handNo(hand.hand_no);
  return hand.record.startingStacks ? { href: address("replay", hand.hand_id, 0), text: no } : { href: `api/hands/${encodeURIComponent(hand.hand_id)}`, text: `${no} (JSON)` };
}

/** Check everything, a little at a time so that the page stays alive. */
async function verify(archive, result, button, task) {
  result.replaceChildren();
  const add = (good, text) => result.append(h("p", { class: good ? "good" : "bad", text: `${good ? "✓" : "✗"} ${text}` }));
  if (!archive.secret) {
    result.append(h("p", { text: t.notRevealed }));
    return;
  }
  const fits = commitment(archive.match_id, archive.secret) === archive.commit;
  add(fits, fits ? t.commitFits : t.commitBroken);
  button.disabled = true;
  const progress = result.appendChild(h("p", {}));
  const found = await decks(archive, (done) => say(progress, t.verifying(done, archive.hands.length)), task);
  progress.remove();
  if (found.unknown) result.append(h("p", { text: t.notHere }));
  else if (found.wrong.length) for (const no of found.wrong.slice(0, 5)) add(false, t.deckBroken(no));
  else add(true, t.decksFit(archive.hands.length, chips(found.cards)));
  button.disabled = false;
}

async function decks(archive, told, task) {
  const found = { cards: 0, wrong: [], unknown: false };
  let since = performance.now();
  for (const [done, hand] of archive.hands.entries()) {
    const { cards, wrong } = checked(archive, hand);
    found.cards += cards ?? 0;
    found.unknown ||= cards === null;
    if (wrong) found.wrong.push(hand.hand_no);
    if (performance.now() - since < SLICE_MS) continue;
    told(done);
    await new Promise((go) => setTimeout(go));
    if (task.gone) break;
    since = performance.now();
  }
  return found;
}
