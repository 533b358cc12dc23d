// The table, drawn: an oval, seats around it, cards, chips, pots. Elements are made once and changed where they differ.
import { madeHand } from "./best.js";
import { card } from "./cards.js";
import { clockView } from "./clock.js";
import { h, keyed, mark, say } from "./dom.js";
import { games } from "./games.js";
import { dealt, flipped, flown, placed } from "./motion.js";
import { layout } from "./positions.js";
import { pots, won } from "./state.js";
import { chips, t } from "./texts.js";

const DISCS = [1, 5, 25, 100, 500, 1000, 5000, 25000, 100000];
const GAME_CARDS = 4;
/** Pixels that a player's buttons need below the felt, and those of a replay. */
const BUTTONS = 184;
export const TRANSPORT = 222;
/** Pixels that the buttons may need less; on a narrow screen their words take more lines. */
const SLACK = { wide: 12, narrow: -24 };

/** A table's view: `root` to put somewhere, `update(state)` to draw. */
export function tableView(below = BUTTONS) {
  const parts = {
    pots: h("ul", { class: "pots", "aria-label": t.pots }), total: h("p", { class: "total" }), verdict: h("p", { class: "verdict" }),
    board: h("ul", { class: "board", "aria-label": t.board }), seats: h("ol", { class: "seats" }), oval: h("div", { class: "oval", "aria-hidden": "true" }) };
  parts.middle = h("div", { class: "middle" }, parts.total, parts.pots, parts.board, parts.verdict);
  const root = h("section", { class: "felt", "aria-label": t.table }, parts.oval, parts.middle, parts.seats);
  let last = null;
  const update = (state) => {
    last = state;
    if (parts.width) draw(root, parts, state);
  };
  const watch = new ResizeObserver(() => {
    const fit = Math.round(innerHeight - root.getBoundingClientRect().top - scrollY - below);
    if (!root.clientWidth || (parts.width === root.clientWidth && parts.fit === fit)) return;
    Object.assign(parts, { width: root.clientWidth, fit });
    if (last) update(last);
  });
  watch.observe(root);
  watch.observe(document.documentElement);
  return { root, update, leave: () => watch.disconnect() };
}

/** How many cards a player of a game may come to hold: what is drawn must not jump when they come. */
function holds(state) {
  const most = Math.max(state.hole.length, ...[...state.seats.values()].map((row) => row.cards.length));
  return Math.max(most, games[state.config?.variant]?.cards ?? 0);
}

function draw(root, parts, state) {
  const count = Math.max(2, state.config?.seats ?? state.seats.size, ...[...state.seats.keys()].map((seat) => seat + 1));
  const plan = layout(count, parts.width, { fit: parts.fit, many: holds(state) > GAME_CARDS, own: state.me !== null });
  place(root, parts, plan, count);
  mark(root, "data-fits", plan.height <= parts.fit + SLACK[plan.kind]);
  const shift = state.me ?? state.bottom ?? 0;
  const rows = plan.spots.map((spot, at) => ({ place: at, plan, ...facts(state, (at + shift) % count, spot) }));
  fly(root, parts, state, rows);
  keyed(parts.seats, rows, (row) => row.place, makePod, updatePod);
  drawMiddle(parts, state, plan);
}

/** Put the felt, its oval and its middle where the plan has them. */
function place(root, parts, plan, count) {
  const key = JSON.stringify([plan.kind, plan.width, plan.height, plan.pod, plan.mine, count]);
  if (parts.plan === key) return;
  parts.plan = key;
  mark(root, "data-seats", count);
  mark(root, "data-width", plan.width);
  mark(root, "data-kind", plan.kind);
  mark(root, "data-plate", plan.pod.plate > 53 ? "three" : "two");
  const { pod, mine, middle } = plan;
  sized(root, { "--felt-height": plan.height, "--pod-width": pod.width, "--pod-card": pod.card, "--plate": pod.plate, "--strip": pod.strip, "--own-card": mine.card, "--own-plate": mine.plateWidth ?? pod.width });
  sized(parts.middle, { left: middle.x, top: middle.y, width: middle.width, height: middle.height, "--w": plan.board });
  const above = plan.spots.some((spot) => spot.side === "top") ? pod.height * 0.36 : 4;
  const [x, top, bottom] = plan.kind === "wide" ? [pod.width * 0.2, above, mine.height * 0.3] : [pod.width * 0.2, pod.height * 0.4, mine.height * 0.3];
  sized(parts.oval, { left: x, right: x, top, bottom });
}

function sized(element, values) {
  for (const [name, value] of Object.entries(values)) element.style.setProperty(name, `${Math.round(value * 10) / 10}px`);
}

/** All that is shown of a seat. */
function facts(state, seat, spot) {
  const row = state.seats.get(seat);
  const sitting = state.lobby.find((each) => each.seat === seat);
  const mine = seat === state.me;
  const money = (amount) => chips(amount, state.places);
  const inHand = Boolean(row && state.hand && !row.folded);
  const turn = state.actor === seat;
  return { seat, spot, row, sitting, mine, money, name: sitting?.team ?? (row ? t.seat(seat) : t.freeSeat), free: !sitting && !row,
    stack: row?.stack ?? sitting?.stack, bet: row?.bet ?? 0, deed: deed(state, row, sitting), deedKind: row?.deedKind ?? "",
    turn, until: turn ? state.until : null, span: state.span, folded: Boolean(row?.folded),
    won: state.winners.includes(seat), lit: state.lit, cards: cardsOf(state, row, mine, inHand), badge: badge(state, seat),
    equity: state.equities?.get(seat), basis: state.basis, odd: Boolean(row?.shown) };
}

function deed(state, row, sitting) {
  if (row?.deed) return row.deed;
  if (sitting?.intent === 3) return t.leaving;
  if (sitting?.intent === 2) return t.sitsOut;
  if (sitting?.intent === 1) return t.waitsForBlind;
  if (sitting && !sitting.connected) return t.away;
  if (sitting && state.waitsFor === "match" && sitting.seat === state.me) return t.waitsNextMatch;
  if (!sitting || !state.hand || row) return "";
  return sitting.stack ? t.waitsNext : t.out;
}

function cardsOf(state, row, mine, inHand) {
  if (!row) return [];
  if (row.shown) return row.shown.hand;
  if (mine && state.hole.length) return state.hole;
  if (row.cards.length) return inHand || row.cards.some((text) => text[0] !== "?") ? row.cards : [];
  return inHand && state.log.length > 0 ? ["??", "??"] : [];
}

function badge(state, seat) {
  if (state.button === seat && state.hand) return "D";
  return state.hand && state.small === seat ? "S" : state.hand && state.big === seat ? "B" : "";
}

const BADGES = { D: [t.dealer, t.dealerLong], S: [t.small, t.small], B: [t.big, t.big], "": ["", ""] };

function makePod() {
  const parts = { hand: h("div", { class: "hand" }), name: h("bdi", { class: "name" }), stack: h("span", { class: "stack" }), deed: h("span", { class: "deed" }),
    badge: h("span", { class: "badge" }), clock: clockView(), equity: h("span", { class: "equity" }), bet: makeBet() };
  const plate = h("div", { class: "plate" }, h("div", { class: "who" }, parts.badge, parts.name), parts.stack, parts.deed);
  const strip = h("div", { class: "strip" }, parts.clock.root, parts.equity, parts.bet);
  return Object.assign(h("li", { class: "pod" }, parts.hand, plate, strip), { parts });
}

function updatePod(pod, row) {
  const { parts } = pod;
  const size = row.spot.mine ? row.plan.mine : row.plan.pod;
  const key = `${row.spot.x}/${row.spot.y}/${size.width}/${size.height}`;
  if (pod.key !== key) {
    pod.key = key;
    sized(pod, { left: row.spot.x, top: row.spot.y, width: size.width, height: size.height });
    mark(pod, "data-side", row.spot.side);
  }
  const kind = row.free ? "free" : !row.row ? "out" : row.folded ? "folded" : row.turn ? "turn" : row.won ? "won" : "in";
  mark(pod, "data-kind", kind);
  mark(pod, "data-mine", row.mine);
  mark(pod, "data-seat", row.seat);
  mark(pod, "aria-current", row.turn ? "true" : null);
  say(parts.name, row.name);
  mark(parts.name, "title", row.free ? null : row.name);
  say(parts.stack, row.stack === undefined ? "" : t.holds(row.money(row.stack), row.row?.figures));
  say(parts.deed, row.deed);
  mark(parts.deed, "title", row.deed || null);
  mark(parts.deed, "data-ev", row.deedKind);
  say(parts.badge, BADGES[row.badge][0]);
  mark(parts.badge, "data-badge", row.badge);
  mark(parts.badge, "title", BADGES[row.badge][1]);
  say(parts.equity, row.equity === undefined ? "" : t.equity(row.equity, row.basis));
  mark(parts.equity, "title", row.equity === undefined ? null : t.equityLong(row.equity, row.basis));
  drawHand(parts.hand, row, size);
  updateBet(parts.bet, row);
  parts.clock.update(row.until, row.span);
}

function drawHand(element, row, size) {
  const count = row.cards.length;
  const step = count > 1 ? Math.min(size.card + 3, (size.width - size.card) / (count - 1)) : 0;
  if (element.step !== step) sized(element, { "--step": element.step = step });
  const before = element.drawn ?? "";
  const now = row.cards.join(" ");
  if (before !== now) {
    const opened = before.startsWith("?") && !now.startsWith("?") && now;
    const old = before ? before.split(" ") : [];
    element.replaceChildren(...row.cards.map((text) => card(text)));
    mark(element, "data-count", count);
    [...element.children].forEach((each, place) => {
      if (opened) flipped(each, place);
      else if (old[place] !== row.cards[place]) dealt(each, place);
    });
    element.drawn = now;
  }
  light(element, row.odd ? row.lit : null, row.won);
}

/** Light the cards that play for a winner, dim the others. */
function light(element, lit, all = true) {
  for (const each of element.children) mark(each, "data-lit", lit ? (all && lit.has(each.dataset.card) ? "yes" : "no") : null);
}

function makeBet() {
  const parts = { pile: h("span", { class: "pile", "aria-hidden": "true" }), amount: h("span", { class: "amount" }) };
  return Object.assign(h("span", { class: "bet", hidden: true }, parts.pile, parts.amount), { parts });
}

function updateBet(element, row) {
  mark(element, "hidden", !row.bet);
  const text = row.bet ? row.money(row.bet) : "";
  if (element.parts.amount.textContent === text) return;
  say(element.parts.amount, text);
  pile(element.parts.pile, row.bet);
  if (row.bet) placed(element);
}

/** Chips that move: bets into the middle when a street ends, a pot to the one who wins it. Only pictures of what is drawn anyway. */
function fly(root, parts, state, rows) {
  const now = { hand: state.hand?.hand_id, bets: new Map(rows.map((row) => [row.seat, row.bet])), won: new Map([...state.seats.values()].map((row) => [row.seat, row.won])) };
  const was = parts.was;
  parts.was = now;
  if (!was || was.hand !== now.hand || !parts.seats.kept) return;
  for (const row of rows) {
    const pod = parts.seats.kept.get(row.place);
    if (!pod || pod.dataset.seat !== String(row.seat)) continue;
    if (was.bets.get(row.seat) > 0 && row.bet === 0) flown(root, pod.parts.bet, parts.total, row.money(was.bets.get(row.seat)));
    const won = (now.won.get(row.seat) ?? 0) - (was.won.get(row.seat) ?? 0);
    if (won > 0) flown(root, parts.total, pod, row.money(won));
  }
}

/** A few discs for an amount, large ones first. */
function pile(element, amount) {
  const discs = [];
  let left = amount;
  for (let place = DISCS.length - 1; place >= 0 && discs.length < 4; place -= 1) {
    while (left >= DISCS[place] && discs.length < 4) {
      discs.push(place);
      left -= DISCS[place];
    }
  }
  element.replaceChildren(...discs.map((place) => h("i", { class: `disc d${place}` })));
}

function drawMiddle(parts, state, plan) {
  const money = (amount) => chips(amount, state.places);
  const found = state.winners.length ? [] : state.pots ?? pots(state);
  const several = found.length > 1 ? found : [];
  keyed(parts.pots, several.map((pot, at) => ({ ...pot, at })), (pot) => pot.at, makePot, (element, pot) => {
    say(element.parts.name, pot.at ? t.sidePot(pot.at) : t.mainPot);
    say(element.parts.amount, money(pot.amount));
  });
  const total = state.pot > 0 ? t.total(money(state.pot)) : "";
  say(parts.total, total);
  mark(parts.total, "data-on", Boolean(total));
  drawBoard(parts.board, state, plan);
  say(parts.verdict, verdict(state));
}

function makePot() {
  const parts = { name: h("span", { class: "label" }), amount: h("span", { class: "amount" }) };
  return Object.assign(h("li", {}, parts.name, " ", parts.amount), { parts });
}

function drawBoard(element, state, plan) {
  const count = state.board.length;
  const step = count > 1 ? Math.min(plan.board + 5, (plan.middle.width - plan.board) / (count - 1)) : 0;
  if (element.step !== step) sized(element, { "--step": element.step = step });
  const now = state.board.join(" ");
  if (element.drawn !== now) {
    const had = element.drawn && now.startsWith(element.drawn) ? element.childElementCount : 0;
    const fresh = state.board.slice(had).map((text) => h("li", {}, card(text)));
    if (had) element.append(...fresh);
    else element.replaceChildren(...fresh);
    fresh.forEach((each, place) => dealt(each.firstChild, place));
    element.drawn = now;
  }
  for (const item of element.children) light(item, state.lit);
}

/** The result of the hand, or what one's own cards make on the board. */
function verdict(state) {
  if (state.winners.length) return winners(state);
  return state.lastHand || made(state);
}

/** Who won how much with what; hands that split a pot are named once. */
function winners(state) {
  const ranks = new Set(state.winners.map((seat) => state.seats.get(seat)?.shown?.rank));
  const last = state.winners.length - 1;
  return state.winners.map((seat, at) => won(state, seat, ranks.size > 1 || at === last)).join(" · ");
}

function made(state) {
  const high = games[state.config?.variant]?.high;
  if (state.me === null || !state.hole.length || state.ended || !["high", "omaha", "short_deck"].includes(high)) return "";
  const words = madeHand(state.config.variant, state.hole, state.board);
  return words ? t.youHave(words) : "";
}
