// What a visitor chooses, kept in the browser: deck colours, light or dark, sound, bet sizes, the seats held.
import { h } from "./dom.js";
import { t } from "./texts.js";

const KEY = "croupier.options";
const DEFAULTS = { four: false, theme: "auto", sound: "off", confirm: true, sizes: [50, 100] };
const SIZES_MAX = 5;

function read(store, key) {
  try {
    return JSON.parse(store.getItem(key)) ?? {};
  } catch {
    return {};
  }
}

function write(store, key, value) {
  try {
    store.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing: the choice holds until the page is closed.
  }
}

const chosen = { ...DEFAULTS, ...read(localStorage, KEY) };

/** What is chosen now. */
export const choice = (name) => chosen[name];

/** Put the choices into effect. */
export function apply() {
  const root = document.documentElement;
  root.dataset.deck = chosen.four ? "four" : "two";
  if (chosen.theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = chosen.theme;
}

/** The menu. */
export function menu() {
  const check = (id, name, text) => h("label", {}, h("input", { type: "checkbox", id, checked: chosen[name], on: { change: (event) => set(name, event.target.checked) } }), " ", text);
  const radios = (name, words, legend) => h("fieldset", {}, h("legend", { text: legend }), ...Object.entries(words).map(([value, text]) => h("label", {},
    h("input", { type: "radio", name, value, checked: chosen[name] === value, on: { change: () => set(name, value) } }), " ", text)));
  const sizes = h("input", { id: "sizes", inputmode: "numeric", value: chosen.sizes.join(", "), "aria-describedby": "sizes-help", on: { change: () => {
    set("sizes", percents(sizes.value));
    sizes.value = chosen.sizes.join(", ");
  } } });
  const root = h("details", { class: "options" }, h("summary", { text: t.options }),
    h("div", { class: "sheet" }, radios("sound", t.sounds, t.sound), check("confirm", "confirm", t.confirmAllIn), h("label", { for: "sizes", text: t.betSizes }), sizes,
      h("p", { id: "sizes-help", class: "help", text: t.betSizesHelp }), check("four", "four", t.fourColours), radios("theme", t.themes, t.theme)));
  addEventListener("click", (event) => {
    if (!root.contains(event.target)) root.open = false;
  });
  root.addEventListener("keydown", (event) => {
    if (event.key === "Escape") root.open = false;
  });
  return root;
}

/** Percentages from a typed list; the usual ones where there is none. */
export function percents(text) {
  const found = [...new Set((text.match(/\d{1,4}/g) ?? []).map(Number).filter((each) => each >= 1 && each <= 1000))].slice(0, SIZES_MAX);
  return found.length ? found.sort((a, b) => a - b) : DEFAULTS.sizes;
}

/** Something shown once and never again, such as the tour. */
export const seen = {
  has: (name) => Boolean(read(localStorage, "croupier.seen")[name]),
  add: (name) => write(localStorage, "croupier.seen", { ...read(localStorage, "croupier.seen"), [name]: true }),
};

function set(name, value) {
  chosen[name] = value;
  write(localStorage, KEY, chosen);
  apply();
  dispatchEvent(new CustomEvent("chosen", { detail: name }));
}

/** The seat this window holds at a table: kept for a reload, not for another window. */
export const seats = {
  get: (table) => read(sessionStorage, `croupier.seat.${table}`),
  set: (table, seat) => write(sessionStorage, `croupier.seat.${table}`, seat),
  drop: (table) => sessionStorage.removeItem(`croupier.seat.${table}`),
  last: () => read(localStorage, "croupier.team"),
  remember: (team, code) => write(localStorage, "croupier.team", { team, code }),
};
