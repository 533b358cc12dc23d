// Coming and going: the form that takes a seat, and the buttons of a seat (seed 004: play, wait, pause, leave).
import { h, mark, say } from "./dom.js";
import { seats } from "./options.js";
import { chips, t } from "./texts.js";

const PLAY = 0, WAIT = 1, PAUSE = 2, LEAVE = 3;

/** A code nobody guesses: 80 bits in letters and digits that cannot be confused. */
export function madeUp() {
  const letters = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => letters[byte % 32]).join("");
}

/** A name for somebody who did not give one. */
export const guest = () => t.guest(100 + (crypto.getRandomValues(new Uint16Array(1))[0] % 900));

/** The form; `why` says what was wrong with the last try. */
export function joinForm(team, why, config, take, cancel) {
  const known = seats.last();
  const cash = config?.format === "cash";
  const buyIn = h("input", { id: "buy-in", name: "buy-in", type: "number", required: true, min: config?.buy_in_min, max: config?.buy_in_max, step: 1, value: config?.starting_stack });
  const name = h("input", { id: "team", name: "team", required: true, maxlength: 32, autocomplete: "nickname", value: team || known.team || guest() });
  const code = h("input", { id: "code", name: "code", required: true, maxlength: 64, autocomplete: "off", spellcheck: "false", value: known.code || madeUp(),
    "aria-describedby": "code-help" });
  return h("form", { class: "join", "aria-label": t.join, on: { submit: (event) => {
    event.preventDefault();
    if (name.value.trim() && code.value) take(name.value.trim(), code.value, cash ? Number(buyIn.value) : null);
  } } },
  config?.variant.startsWith("sting") ? h("p", { class: "wide", text: t.stingJoin }) : null,
  h("label", { for: "team", text: t.team }), name, h("label", { for: "code", text: t.code }), code,
  ...(cash ? [h("label", { for: "buy-in", text: t.buyIn }), buyIn] : []),
  h("p", { id: "code-help", class: "help wide", text: t.codeHelp }),
  config?.move_time_ms ? h("p", { id: "timeout-help", class: "help wide", text: t.timeout }) : null,
  why ? h("p", { class: "complaint wide", role: "alert", text: why }) : null,
  h("div", { class: "moves wide" }, h("button", { type: "submit", class: "primary", text: t.takeSeat }),
    h("button", { type: "button", text: t.cancel, on: { click: cancel } })));
}

/** Sit out, wait, come back, leave, add chips: at a match only leave. */
export function seatMenu(intend, buy) {
  let sure = false;
  const button = (text, intent) => h("button", { type: "button", text, "data-intent": intent, on: { click: () => intend(intent) } });
  const parts = { out: button(t.sitOut, PAUSE), wait: button(t.waitBlind, WAIT), back: button(t.comeBack, PLAY),
    leave: h("button", { type: "button", class: "quiet", text: t.leave, "data-intent": LEAVE, on: { click: () => leave() } }) };
  const chipsUp = h("button", { type: "button", text: t.addChips, "data-buy": true, on: { click: () => buy(wanted) } });
  let wanted = 0;
  const debt = h("p", { class: "debt", role: "status" });
  const root = h("div", { class: "seatmenu" }, debt, chipsUp, parts.out, parts.wait, parts.back, parts.leave);
  function leave() {
    if (sure) intend(LEAVE);
    sure = true;
    say(parts.leave, t.leaveSure);
  }
  function update(state) {
    const own = state.lobby.find((each) => each.seat === state.me);
    const cash = state.config?.format === "cash";
    const intent = own?.intent ?? PLAY;
    mark(parts.out, "hidden", !cash || intent === PAUSE);
    mark(parts.wait, "hidden", !cash || intent === WAIT || (intent === PLAY && !own?.inactive));
    mark(parts.back, "hidden", !cash || intent === PLAY);
    const stack = (state.seats.get(state.me)?.stack ?? own?.stack ?? 0) + (own?.top_up ?? 0);
    wanted = Math.max(0, Math.min((state.config?.starting_stack ?? 0), (state.config?.buy_in_max ?? 0)) - stack);
    mark(chipsUp, "hidden", !cash || wanted * 2 <= (state.config?.starting_stack ?? 0));  // a stack that is half gone
    say(chipsUp, `${t.addChips}: ${chips(wanted)}`);
    say(debt, own?.top_up ? t.topUp(chips(own.top_up)) : own?.debt ? t.debt(chips(own.debt)) : cash && own && stack === 0 && state.ended ? t.broke : "");
  }
  return { root, update };
}
