// The table, drawn: an oval, seats around it, cards, chips, pots. Elements are made once and changed where they differ.
import { card } from "./cards.js";
import { h, keyed, mark, say } from "./dom.js";
import { dealt, flipped, placed, running } from "./motion.js";
import { places } from "./positions.js";
import { pots } from "./state.js";
import { apart, chips, t } from "./texts.js";

const narrow = matchMedia("(max-width: 700px)");
const DISCS = [1, 5, 25, 100, 500, 1000, 5000, 25000, 100000];

/** A table's view: `root` to put somewhere, `update(state)` to draw. */
export function tableView() {
  const parts = {
    pots: h("ul", { class: "pots", "aria-label": t.pot }), total: h("p", { class: "total" }), verdict: h("p", { class: "verdict" }),
    board: h("ul", { class: "board", "aria-label": t.board }), seats: h("ol", { class: "seats" }), bets: h("div", { class: "bets" }) };
  const root = h("section", { class: "felt", "aria-label": t.table }, h("div", { class: "oval", "aria-hidden": "true" }),
    h("div", { class: "middle" }, parts.pots, parts.board, parts.total, parts.verdict), parts.seats, parts.bets);
  let last = null;
  const update = (state) => {
    last = state;
    draw(root, parts, state);
  };
  const turned = () => last && update(last);
  narrow.addEventListener("change", turned);
  return { root, update, leave: () => narrow.removeEventListener("change", turned) };
}

function draw(root, parts, state) {
  const count = Math.max(2, state.config?.seats ?? state.seats.size, ...[...state.seats.keys()].map((seat) => seat + 1));
  mark(root, "data-seats", count);
  const spots = places(count, narrow.matches);
  const shift = state.me ?? state.bottom ?? 0;
  const rows = spots.map((spot, place) => ({ place, ...facts(state, (place + shift) % count, spot) }));
  keyed(parts.seats, rows, (row) => row.place, makePod, updatePod);
  keyed(parts.bets, rows.filter((row) => row.bet), (row) => row.place, makeBet, updateBet);
  drawMiddle(parts, state);
}

/** All that is shown of a seat. */
function facts(state, seat, spot) {
  const row = state.seats.get(seat);
  const sitting = state.lobby.find((each) => each.seat === seat);
  const mine = seat === state.me;
  const money = (amount) => chips(amount, state.places);
  const inHand = Boolean(row && state.hand && !row.folded);
  return { seat, spot, row, sitting, mine, money, name: sitting?.team ?? (row ? t.seat(seat) : t.freeSeat), free: !sitting && !row,
    stack: row?.stack ?? sitting?.stack, bet: row?.bet ?? 0, deed: deed(state, row, sitting), deedKind: row?.deedKind ?? "",
    turn: state.actor === seat, until: state.actor === seat ? state.until : null, span: state.span, folded: Boolean(row?.folded),
    won: state.winners.includes(seat), lit: state.lit, cards: cardsOf(state, row, mine, inHand), badge: badge(state, seat),
    equity: state.equities?.get(seat), basis: state.basis, odd: Boolean(row?.shown) };
}

function deed(state, row, sitting) {
  if (row?.deed) return row.deed;
  if (sitting?.intent === 3) return t.leaving;
  if (sitting?.intent === 2) return t.sitsOut;
  if (sitting?.intent === 1) return t.waitsForBlind;
  if (sitting && !sitting.connected) return t.away;
  return sitting && state.hand && !row ? t.out : "";
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
    badge: h("span", { class: "badge" }), clock: h("span", { class: "clock", "aria-hidden": "true" }), equity: h("span", { class: "equity" }) };
  const pod = h("li", { class: "pod" }, parts.hand, h("div", { class: "plate" }, parts.name, parts.stack, parts.deed, parts.clock), parts.badge, parts.equity);
  return Object.assign(pod, { parts });
}

function updatePod(pod, row) {
  const { parts } = pod;
  move(pod, "--x", row.spot.x);
  move(pod, "--y", row.spot.y);
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
  drawHand(parts.hand, row);
  drawClock(parts.clock, row);
}

function drawHand(element, row) {
  const before = element.drawn ?? "";
  const now = row.cards.join(" ");
  if (before !== now) {
    const opened = before.startsWith("?") && !now.startsWith("?") && now;
    const old = before ? before.split(" ") : [];
    element.replaceChildren(...row.cards.map((text) => card(text)));
    mark(element, "data-count", row.cards.length);
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

function drawClock(clock, row) {
  const key = row.until === null ? "" : String(Math.round(row.until / 50));
  if (clock.key === key) return;
  clock.key = key;
  clock.run?.cancel();
  clock.run = null;
  mark(clock, "data-on", row.until !== null);
  if (row.until !== null) clock.run = running(clock, Math.max(0, row.until - performance.now()), row.span);
}

function makeBet() {
  const parts = { pile: h("span", { class: "pile", "aria-hidden": "true" }), amount: h("span", { class: "amount" }) };
  return Object.assign(h("span", { class: "bet" }, parts.pile, parts.amount), { parts });
}

function updateBet(element, row) {
  move(element, "--x", row.spot.bx);
  move(element, "--y", row.spot.by);
  const text = row.money(row.bet);
  if (element.parts.amount.textContent === text) return;
  say(element.parts.amount, text);
  pile(element.parts.pile, row.bet);
  placed(element);
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

function move(element, name, value) {
  const text = `${value}%`;
  if (element.style.getPropertyValue(name) !== text) element.style.setProperty(name, text);
}

function drawMiddle(parts, state) {
  const money = (amount) => chips(amount, state.places);
  const bets = [...state.seats.values()].reduce((sum, row) => sum + row.bet, 0);
  const found = state.winners.length ? (state.pot > 0 ? [{ amount: state.pot, seats: [] }] : []) : state.pots ?? pots(state);
  keyed(parts.pots, found.map((pot, place) => ({ ...pot, place, many: found.length > 1 })), (pot) => pot.place, makePot, (element, pot) => {
    const name = !pot.many ? t.pot : pot.place ? t.sidePot(pot.place) : t.mainPot;
    say(element.parts.name, name);
    if (element.parts.amount.textContent !== money(pot.amount)) {
      say(element.parts.amount, money(pot.amount));
      pile(element.parts.pile, pot.amount);
    }
  });
  say(parts.total, bets && state.pot > bets ? t.total(money(state.pot)) : "");
  drawBoard(parts.board, state);
  say(parts.verdict, verdict(state));
}

function makePot() {
  const parts = { pile: h("span", { class: "pile", "aria-hidden": "true" }), name: h("span", { class: "label" }), amount: h("span", { class: "amount" }) };
  return Object.assign(h("li", {}, parts.pile, parts.name, " ", parts.amount), { parts });
}

function drawBoard(element, state) {
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

/** Who won what with what, in words. */
function verdict(state) {
  if (!state.winners.length) return state.lastHand ?? "";
  return state.winners.map((seat) => {
    const row = state.seats.get(seat);
    const team = state.lobby.find((each) => each.seat === seat)?.team ?? t.seat(seat);
    return `${apart(team)} +${chips(row.won, state.places)}${row.shown?.rank ? t.wonWith(row.shown.rank) : ""}`;
  }).join(" · ");
}
