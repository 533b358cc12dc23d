// The sting, drawn and played: three roles, cards that flip together, evidence against cover, what a fold keeps.
import { clockView } from "./clock.js";
import { h, keyed, mark, say } from "./dom.js";
import { flipped, dealt } from "./motion.js";
import { figures, runOf, scale } from "./stingstate.js";
import { chips, t } from "./texts.js";

const PLAYER = 2;

/** The view: `root`, `update(state)`, `key(event)`; `send(action)` says an answer. */
export function stingView(send) {
  const view = new Sting(send);
  return { root: view.root, update: (state) => view.update(state), key: (event) => view.key(event), leave: () => view.dialog.close() };
}

class Sting {
  constructor(send) {
    this.send = send;
    const part = (name, text = "") => h("span", { class: name, text });
    this.facts = { hand: part("hand"), round: part("round"), phase: part("phase"), raises: part("raises"), cash: part("cash"), heat: part("heat") };
    this.roles = h("ol", { class: "roles" });
    this.lanes = h("div", { class: "lanes" });
    this.bars = { evidence: bar("evidence"), cover: bar("cover") };
    this.profit = h("p", { class: "profit" });
    this.verdict = h("p", { class: "verdict", role: "status" });
    this.hand = h("ul", { class: "own", "aria-label": t.yourCards });
    this.stay = h("button", { type: "button", class: "move call", on: { click: () => this.doStay() } });
    this.fold = h("button", { type: "button", class: "move fold", text: t.fold, on: { click: () => this.doFold() } });
    this.keeps = h("p", { class: "keeps" });
    this.ask = h("p", { class: "ask" });
    this.said = h("p", {});
    this.dialog = h("dialog", { class: "explain", "aria-labelledby": "explained" }, h("h2", { id: "explained" }), this.said,
      h("button", { type: "button", text: t.close, on: { click: () => this.dialog.close() } }));
    this.root = h("section", { class: "sting", "aria-label": t.games.sting }, h("p", { class: "facts" }, ...Object.values(this.facts)), this.roles, this.lanes,
      h("div", { class: "bars" }, this.bars.evidence.root, this.bars.cover.root, this.profit), this.verdict,
      h("section", { class: "panel", "aria-label": t.yourTurn }, this.ask, this.hand, h("div", { class: "moves" }, this.stay, this.fold), this.keeps), this.dialog);
  }

  update(state) {
    const seats = [...state.seats.keys()].sort((a, b) => a - b);
    this.place = (seat) => seats.indexOf(seat);
    const run = (this.run = runOf(state, this.place));
    this.prompt = state.prompt;
    this.me = state.me === null ? null : this.place(state.me);
    this.drawFacts(run);
    this.drawRoles(state, run, seats);
    this.drawTable(run);
    this.drawBars(run.totals);
    say(this.verdict, verdict(run, state));
    this.drawHand(state, run);
  }

  drawFacts(run) {
    say(this.facts.hand, run.hands ? t.handOfRun(run.hand, run.hands) : "");
    say(this.facts.round, run.round ? t.round(run.round) : "");
    say(this.facts.phase, t.phases[run.phase] ?? "");
    say(this.facts.raises, run.phase === "betting" ? t.raisesLeft(run.raisesLeft) : "");
    say(this.facts.cash, `${t.cash} ${chips(run.cash)}`);
    say(this.facts.heat, `${t.heat} ${chips(run.heat)}`);
  }

  drawRoles(state, run, seats) {
    const rows = t.roles.map((role, place) => ({ role, place, team: state.lobby.find((each) => each.seat === seats[place])?.team ?? "", turn: state.actor !== null && this.place(state.actor) === place,
      until: state.until, span: state.span, held: run.held[place], deck: run.decks?.[place], holder: run.holder === place, out: !run.live.includes(place), mine: this.me === place }));
    keyed(this.roles, rows, (row) => row.place, makeRole, updateRole);
  }

  drawTable(run) {
    const lanes = t.roles.map((role, place) => ({ role, place, cards: run.table.map((each, at) => ({ ...each, at })).filter((each) => each.role === place) }));
    keyed(this.lanes, lanes, (lane) => lane.place, (lane) => h("ul", { class: "lane", "aria-label": lane.role }), (element, lane) =>
      keyed(element, lane.cards, (each) => `${run.hand}/${each.at}`, (each) => this.makePlayed(each), (item, each) => this.updatePlayed(item, each)));
  }

  makePlayed(each) {
    const item = h("li", { class: "played", vars: { "--round": each.round } });
    queueMicrotask(() => dealt(item));
    return Object.assign(item, { shown: null, each });
  }

  /** A card on the table: its back until all are flipped, together. */
  updatePlayed(item, each) {
    const key = each.flipped ? "open" : each.card ? "own" : "down";
    if (item.shown === key) return;
    const turned = item.shown !== null && key === "open";
    item.shown = key;
    mark(item, "data-kind", key === "down" ? null : each.card.kind);
    mark(item, "data-down", !each.flipped);
    item.replaceChildren(key === "down" ? h("span", { class: "unseen", text: t.faceDown }) : this.face(each.card, !each.flipped));
    if (turned) flipped(item);
  }

  face(card, down) {
    return h("button", { type: "button", class: "face", "aria-label": `${card.name}, ${plain(card)}${down ? ", " + t.faceDown : ""}. ${t.explain}`, on: { click: () => this.explain(card) } }, ...inside(card));
  }

  drawBars(totals) {
    const size = scale(totals);
    for (const name of ["evidence", "cover"]) {
      const { fill, value, root } = this.bars[name];
      say(value, chips(totals[name]));
      fill.style.transform = `scaleX(${size[name]})`;
      mark(root.lastChild, "aria-valuenow", totals[name]);
    }
    mark(this.bars.evidence.root, "data-over", totals.evidence > totals.cover);
    say(this.profit, `${t.profit} ${chips(totals.profit)}`);
  }

  drawHand(state, run) {
    const raises = new Map((this.prompt?.legal ?? []).filter((each) => each.action === "RAISE").map((each) => [each.card, each]));
    const cards = run.own.map((card, at) => ({ card, at, raise: raises.get(card.name) }));
    keyed(this.hand, cards, (each) => `${run.hand}/${each.at}/${each.card.name}/${each.card.kind}`, (each) => this.makeOwn(each), (item, each) => {
      item.each = each;
      item.play.disabled = !each.raise;
    });
    const may = (word) => (this.prompt?.legal ?? []).some((each) => each.action === word);
    say(this.stay, may("CONTINUE") ? t.goOn : t.check);
    this.stay.disabled = !may("CHECK") && !may("CONTINUE");
    this.fold.disabled = !may("FOLD");
    mark(this.root, "data-open", Boolean(this.prompt));
    mark(this.root, "data-decision", this.prompt ? `${this.prompt.hand_id}/${this.prompt.decision}` : null);
    say(this.ask, state.error && this.prompt ? state.error.msg : this.prompt ? t.yourTurnAs(t.roles[this.me]) : this.me === null ? "" : idle(state));
    const deck = run.decks?.[PLAYER];
    say(this.keeps, this.me === PLAYER && this.prompt ? t.foldKeeps(run.own.length + (deck ?? 0), run.heat + run.totals.heat) : "");
    mark(this.root.querySelector(".panel"), "hidden", this.me === null);
  }

  makeOwn(each) {
    const item = h("li", { class: "owncard", "data-kind": each.card.kind });
    item.play = h("button", { type: "button", class: "face", "aria-label": `${t.playCard(each.card.name)}. ${plain(each.card)}`, on: { click: () => this.doRaise(item.each) } },
      h("kbd", { text: String(each.at + 1) }), ...inside(each.card));
    item.append(item.play, h("button", { type: "button", class: "why", text: "?", "aria-label": `${each.card.name}: ${t.explain}`, on: { click: () => this.explain(each.card) } }));
    return item;
  }

  explain(card) {
    say(this.dialog.querySelector("h2"), `${card.name} (${t.kinds[card.kind] ?? card.kind})`);
    say(this.said, `${plain(card)}. ${t.explained[card.kind] ?? ""}`);
    if (!this.dialog.open) this.dialog.showModal();
  }

  // -- answers

  answer(action) {
    if (this.prompt) this.send({ ...action, hand_id: this.prompt.hand_id, decision: this.prompt.decision });
  }

  doStay() {
    const legal = (this.prompt?.legal ?? []).find((each) => each.action === "CHECK" || each.action === "CONTINUE");
    if (legal) this.answer({ action: legal.action });
  }

  doFold() {
    if ((this.prompt?.legal ?? []).some((each) => each.action === "FOLD")) this.answer({ action: "FOLD" });
  }

  doRaise(each) {
    if (each?.raise) this.answer({ action: "RAISE", amount: each.raise.amount });
  }

  key(event) {
    if (this.dialog.open || event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.key === "?") {
      const item = event.target.closest?.(".owncard") ?? this.hand.firstElementChild;
      if (item) this.explain(item.each.card);
      return Boolean(item);
    }
    const known = { c: () => this.doStay(), f: () => this.doFold(), 1: () => this.nth(0), 2: () => this.nth(1), 3: () => this.nth(2) };
    const act = known[event.key.toLowerCase()];
    if (!act || !this.prompt) return false;
    act();
    return true;
  }

  nth(place) {
    this.doRaise(this.hand.children[place]?.each);
  }
}

const plain = (card) => figures(card).map(([field, value]) => t.figures[field](value)).join(", ") || t.nothing;

function inside(card) {
  return [h("span", { class: "kind", text: t.kinds[card.kind] ?? card.kind }), h("b", { text: card.name }), h("span", { class: "figures", text: plain(card) })];
}

function bar(name) {
  const fill = h("i", { class: "fill" });
  const value = h("b", {});
  const root = h("div", { class: `bar ${name}` }, h("span", { text: t[name] }), value, h("div", { class: "track", role: "meter", "aria-label": t[name], "aria-valuemin": 0, "aria-valuenow": 0 }, fill));
  return { root, fill, value };
}

function makeRole(row) {
  const parts = { team: h("bdi", { class: "name" }), held: h("span", { class: "held", role: "img" }), deck: h("span", { class: "deck" }), badge: h("span", { class: "initiative" }), clock: clockView() };
  return Object.assign(h("li", { class: "role" }, h("h2", { text: row.role }), parts.team, parts.held, parts.deck, parts.badge, parts.clock.root), { parts });
}

function updateRole(item, row) {
  const { parts } = item;
  mark(item, "data-turn", row.turn);
  mark(item, "data-out", row.out);
  mark(item, "data-mine", row.mine);
  mark(item, "aria-current", row.turn ? "true" : null);
  say(parts.team, row.mine ? t.you : row.team);
  mark(parts.team, "title", row.team);
  if (parts.held.key !== row.held) {
    parts.held.key = row.held;
    mark(parts.held, "aria-label", t.cardsHeld(row.held));
    parts.held.replaceChildren(...Array.from({ length: Math.max(0, row.held) }, () => h("i", { class: "mini" })));
  }
  say(parts.deck, row.deck === undefined ? "" : t.deckLeft(row.deck));
  say(parts.badge, row.holder ? t.initiative : "");
  parts.clock.update(row.turn ? row.until : null, row.span);
}

function verdict(run, state) {
  if (state.match || run.over) return `${run.outcome ? outcome(run.outcome) + " " : ""}${t.runOver(run.cash)}`;
  return run.outcome ? outcome(run.outcome) : run.outcomes.length && run.phase === "draw" ? outcome(run.outcomes.at(-1)) : "";
}

function outcome(data) {
  const words = t.verdict[data.reason] ?? t.bust(data.reason);
  return data.profit ? `${words} ${t.profit} ${chips(data.profit)}.` : words;
}

const idle = (state) => state.match ? t.newRun : t.waiting;
