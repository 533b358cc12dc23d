// The buttons and keys of a player: only what is legal now, and nothing that was meant for another prompt.
import { choices, clamp, fault, odds, planned, presets, stepped, typed } from "./amounts.js";
import { card } from "./cards.js";
import { h, mark, say } from "./dom.js";
import { choice } from "./options.js";
import { apart, chips, short, t } from "./texts.js";

/** The panel: `root`, `update(state)`, `key(event)`; `send(action)` is called with what to say. */
export function controls(send) {
  const panel = new Panel(send);
  return { root: panel.root, update: (state) => panel.update(state), key: (event) => panel.key(event) };
}

class Panel {
  constructor(send) {
    Object.assign(this, { send, decision: null, range: null, amount: 0, presets: [], thrown: new Set(), sure: null, plan: null });
    this.build();
  }

  build() {
    const button = (kind, text, act) => h("button", { type: "button", class: `move ${kind}`, text, hidden: true, on: { click: act } });
    this.fold = button("fold", t.fold, () => this.doFold());
    this.call = button("call", t.check, () => this.doCall());
    this.pat = button("pat", t.standPat, () => this.say({ action: "STAND_PAT" }));
    this.throw = button("throw", t.discard(0), () => this.say({ action: "DISCARD", cards: [...this.thrown] }));
    this.raise = button("raise", t.raiseTo("").trim(), () => this.doRaise());
    this.slider = h("input", { type: "range", class: "slider", "aria-label": t.slider, on: { input: () => this.set(Number(this.slider.value)) } });
    this.field = h("input", { type: "text", inputmode: "numeric", class: "typed", "aria-label": t.amount, autocomplete: "off", maxlength: 18,
      on: { input: () => this.typing(), keydown: (event) => this.typedKey(event) } });
    this.sizes = h("div", { class: "sizes", role: "group", "aria-label": t.betSizes });
    this.told = h("p", { class: "ask" });
    this.where = h("p", { class: "where" });
    this.complaint = h("p", { class: "complaint", role: "alert" });
    this.hand = h("div", { class: "choose", role: "group", "aria-label": t.chooseCards });
    this.others = h("div", { class: "others" });
    this.sizing = h("div", { class: "sizing" }, this.sizes, this.slider, this.field);
    this.sizing.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.ahead = h("div", { class: "ahead", role: "group", "aria-label": t.ahead, hidden: true });
    this.moves = h("div", { class: "moves" }, this.fold, this.call, this.pat, this.throw, this.raise, this.others, this.ahead);
    this.mine = h("div", { class: "mine", "aria-hidden": "true", on: { click: (event) => this.playCard(event.target.closest(".card")?.dataset.card) } });
    this.root = h("section", { class: "panel", "aria-label": t.yourTurn }, h("div", { class: "say" }, this.mine, h("div", {}, this.told, this.where, this.complaint)), this.hand, this.sizing, this.moves);
  }

  update(state) {
    const prompt = state.prompt;
    mark(this.root, "data-open", Boolean(prompt));
    const key = prompt ? `${prompt.hand_id}/${prompt.decision}` : null;
    if (key !== this.decision) this.ask(prompt, key, state);
    mark(this.root, "data-decision", key);
    if (state.error && prompt) say(this.complaint, state.error.msg);
    if (!prompt) say(this.told, idle(state));
    say(this.where, prompt ? state.where : "");
    this.drawAhead(state);
    this.showOwn(state.hole);
    for (const each of this.mine.children) mark(each, "data-playable", Boolean(this.oneCard(each.dataset.card)));
  }

  /** The only action that plays just this card, or undefined: a click on the card then means it. */
  oneCard(text) {
    const found = (this.may?.others ?? []).filter((each) => each.cards?.length === 1 && each.cards[0] === text);
    return this.prompt && found.length === 1 ? found[0] : undefined;
  }

  playCard(text) {
    const action = text && this.oneCard(text);
    if (action) this.say(action);
  }

  /** One's own cards once more, where the table may be out of sight (phones). */
  showOwn(cards) {
    const key = cards.join(" ");
    if (this.mine.key === key) return;
    this.mine.key = key;
    this.mine.replaceChildren(...cards.map((text) => card(text)));
  }

  /** A new prompt, or none. */
  ask(prompt, key, state) {
    Object.assign(this, { decision: key, prompt, sure: null, thrown: new Set(), range: null });
    say(this.complaint, "");
    const may = prompt ? choices(prompt) : choices({});
    Object.assign(this, { may, unit: state.config?.bb || 1, bet: prompt?.current_bet ?? 0, stack: prompt?.you?.stack ?? 0 });
    this.show(this.fold, may.fold);
    this.show(this.call, may.check || may.call !== null || may.bringIn);
    say(this.call, may.check ? t.check : may.call !== null ? (this.callsAll() ? t.allInCall : t.call)(chips(may.call)) : t.bringIn);
    const more = may.others.find((each) => t.noMore[each.action]);
    say(this.pat, more ? t.noMore[more.action] : t.standPat);
    this.show(this.pat, may.standPat);
    this.show(this.throw, may.discard !== null);
    this.show(this.raise, may.raise !== null);
    mark(this.sizing, "data-on", Boolean(may.raise && may.raise.least < may.raise.most));  // one amount needs no choice: the button has it
    this.others.replaceChildren(...may.others.map((each) => h("button", { type: "button", class: "move", text: plain(each), on: { click: () => this.say(each) } })));
    if (may.raise) this.setRange(may.raise);
    this.drawThrow();
    if (!prompt) return;
    say(this.told, question(prompt, may));
    if (this.root.getBoundingClientRect().bottom > innerHeight) this.root.scrollIntoView({ block: "end" });
    this.doPlanned(state);
  }

  show(element, on) {
    element.hidden = !on;
    element.disabled = !on;
  }

  // -- what to do before one's turn

  /** The three choices of one who waits: on where the seat is in the hand and somebody else acts. */
  drawAhead(state) {
    const row = state.seats.get(state.me);
    const on = Boolean(!state.prompt && state.actor !== null && state.actor !== state.me && row && !row.folded && !row.allIn && !state.ended && state.hole.length && state.config?.bb);
    const price = Math.max(0, ...[...state.seats.values()].map((each) => each.bet));
    const owed = row ? Math.min(Math.max(0, price - row.bet), row.stack) : 0;
    if (this.plan && (this.plan.hand !== state.hand?.hand_id || (this.plan.kind === "callthis" && this.plan.amount !== owed && !state.prompt))) this.plan = null;
    mark(this.ahead, "hidden", !on);
    const key = on ? `${owed}/${this.plan?.kind ?? ""}` : "";
    if (this.ahead.key === key) return;
    this.ahead.key = key;
    if (!on) return;
    const kinds = [["checkfold", t.aheadFold], ["callthis", owed ? t.call(chips(owed)) : t.check], ["callany", t.aheadAny]];
    const focused = this.ahead.contains(document.activeElement) ? document.activeElement.dataset.ahead : null;
    this.ahead.replaceChildren(...kinds.map(([kind, text]) => h("button", { type: "button", class: "plan", "data-ahead": kind, "aria-pressed": String(this.plan?.kind === kind), text, on: { click: () => {
      this.plan = this.plan?.kind === kind ? null : { kind, amount: owed, hand: state.hand.hand_id };
      this.drawAhead(state);
    } } })));
    if (focused) this.ahead.querySelector(`[data-ahead="${focused}"]`)?.focus();
  }

  doPlanned(state) {
    const plan = this.plan;
    this.plan = null;
    const word = plan && plan.hand === state.hand?.hand_id ? planned(plan, this.may) : null;
    if (word) this.say({ action: word });
  }

  // -- amounts

  setRange(range) {
    this.range = range;
    this.presets = presets({ ...this.prompt, call_amount: this.may.call ?? 0 }, range, choice("sizes"));
    Object.assign(this.slider, { min: range.least, max: range.most, step: 1 });
    this.slider.disabled = range.least === range.most;
    const all = range.most >= this.stack + (this.prompt.you?.committed ?? 0);
    this.sizes.replaceChildren(...this.presets.map((each) => h("button", { type: "button", class: "size", "data-size": each.name, title: chips(each.amount),
      text: each.name === "max" ? (all ? t.presets.max : t.most) : t.presets[each.name] ?? t.percent(each.percent), on: { click: () => this.set(each.amount) } })));
    this.set(range.least);
  }

  set(amount) {
    if (!this.range) return;
    this.amount = clamp(amount, this.range);
    this.slider.value = this.amount;
    this.field.value = chips(this.amount);
    mark(this.field, "aria-invalid", null);
    say(this.complaint, "");
    this.raise.disabled = false;
    this.label();
  }

  label() {
    this.sure = null;
    say(this.raise, (this.raisesAll() ? t.allInTo : this.bet > 0 ? t.raiseTo : t.betTo)(chips(this.amount)));
    this.presets.forEach((each, at) => mark(this.sizes.children[at], "aria-pressed", String(each.amount === this.amount)));
    mark(this.slider, "aria-valuetext", chips(this.amount));
  }

  raisesAll() {
    return this.amount === this.range.most && this.amount >= this.stack + (this.prompt.you?.committed ?? 0);
  }

  callsAll() {
    return this.may.call !== null && this.stack > 0 && this.may.call >= this.stack;
  }

  typing() {
    const wrong = this.wrong(typed(this.field.value));
    mark(this.field, "aria-invalid", wrong ? "true" : null);
    say(this.complaint, wrong ?? "");
    this.raise.disabled = Boolean(wrong);
    if (wrong) return;
    this.amount = typed(this.field.value);
    this.slider.value = this.amount;
    this.label();
  }

  wrong(amount) {
    const kind = fault(amount, this.range);
    return kind === null ? null : kind === "bad" ? t.badAmount : kind === "little" ? t.tooLittle(chips(this.range.least)) : t.tooMuch(chips(this.range.most));
  }

  typedKey(event) {
    if (event.key === "Enter" && !this.raise.disabled) this.doRaise();
    else if (event.key === "ArrowUp" || event.key === "ArrowDown") this.nudge(event.key === "ArrowUp" ? 1 : -1);
    else if (event.key === "Escape") this.field.blur();
    else return;
    event.preventDefault();
  }

  wheel(event) {
    if (!this.range || !event.deltaY) return;
    event.preventDefault();
    this.nudge(event.deltaY < 0 ? 1 : -1);
  }

  nudge(direction) {
    if (this.range) this.set(stepped(this.amount, direction, this.unit, this.range));
  }

  // -- answers

  /** Whether a press counts: what cannot be taken back asks for a second one. */
  confirmed(what, words) {
    if (this.sure === what) return true;
    this.sure = what;
    say(this.complaint, words);
    return false;
  }

  doFold() {
    if (!this.may?.fold) return;
    if (this.may.check && !this.confirmed("fold", t.foldFree)) return;
    this.say({ action: "FOLD" });
  }

  doCall() {
    const word = this.may?.check ? "CHECK" : this.may?.call !== null ? "CALL" : this.may?.bringIn ? "BRING_IN" : null;
    if (!word) return;
    if (word === "CALL" && this.callsAll() && choice("confirm") && !this.confirmed("call", t.allInSure(chips(this.may.call)))) return;
    this.say({ action: word });
  }

  doRaise() {
    if (!this.range || this.wrong(typed(this.field.value))) return;
    if (this.raisesAll() && choice("confirm") && !this.confirmed("raise", t.allInSure(chips(this.amount)))) return;
    this.say({ action: "RAISE_TO", amount: this.amount });
  }

  drawThrow() {
    const cards = this.may.discard ?? [];
    this.hand.replaceChildren(...cards.map((text) => h("button", { type: "button", class: "pick", "aria-pressed": "false", "data-pick": text,
      on: { click: (event) => this.pick(event.currentTarget, text) } }, card(text))));
    this.throw.disabled = true;
    say(this.throw, t.discard(0));
  }

  pick(button, text) {
    if (!this.thrown.delete(text)) this.thrown.add(text);
    mark(button, "aria-pressed", String(this.thrown.has(text)));
    this.throw.disabled = this.thrown.size === 0;
    say(this.throw, t.discard(this.thrown.size));
  }

  say(action) {
    if (!this.prompt || !this.send({ ...action, hand_id: this.prompt.hand_id, decision: this.prompt.decision })) return;
    say(this.complaint, "");
    say(this.told, t.sent);
  }

  /** A key anywhere on the page; true if it meant something here. */
  key(event) {
    if (!this.prompt || event.ctrlKey || event.metaKey || event.altKey) return false;
    const known = { f: () => this.doFold(), c: () => this.doCall(), r: () => this.doRaise(), ArrowUp: () => this.nudge(1), ArrowDown: () => this.nudge(-1) };
    const size = this.range && this.presets[Number(event.key) - 1];
    const other = !this.range && this.others.children[Number(event.key) - 1];
    if (size) known[event.key] = () => this.set(size.amount);
    if (other) known[event.key] = () => other.click();
    const act = known[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act) return false;
    act();
    return true;
  }
}

/** A button's words for an action of another game. */
function plain(action) {
  const word = action.action.toLowerCase().replaceAll("_", " ");
  const words = action.cards ? `${word} ${short(action.cards)}` : action.words ?? [word, action.amount].filter((part) => part !== undefined).join(" ");
  return words[0].toUpperCase() + words.slice(1);
}

function question(prompt, may) {
  if (may.discard) return t.chooseCards;
  const bank = prompt.you?.time_bank_ms ? ` ${t.timeBank(Math.ceil(prompt.you.time_bank_ms / 1000))}` : "";
  if (!may.call) return t.yourTurn + bank;
  return `${t.yourTurn} ${t.toCall(chips(may.call), chips(prompt.pot))}: ${t.odds(odds(may.call, prompt.pot))}.${bank}`;
}

function idle(state) {
  if (state.match) return t.matchOver(apart(state.match.winner.team), state.match.why);
  if (state.waitsFor === "match") return t.waitsMatch;
  if (state.late) return t.wasLate;
  const actor = state.lobby.find((each) => each.seat === state.actor);
  if (actor && state.actor !== state.me) return t.turnOf(apart(actor.team));
  return state.hand && !state.ended && state.seats.has(state.me) ? "" : t.waitingHand;
}
