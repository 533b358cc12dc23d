// What a visitor chooses for himself, kept in the browser: deck colours, light or dark, seats he holds.
import { h } from "./dom.js";
import { t } from "./texts.js";

const KEY = "croupier.options";
const DEFAULTS = { four: false, theme: "auto" };

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

/** Put the choices into effect. */
export function apply() {
  const root = document.documentElement;
  root.dataset.deck = chosen.four ? "four" : "two";
  if (chosen.theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = chosen.theme;
}

/** The menu. */
export function menu() {
  const four = h("input", { type: "checkbox", id: "four", checked: chosen.four,
    on: { change: (event) => set("four", event.target.checked) } });
  const themes = ["auto", "light", "dark"].map((theme) => h("label", {},
    h("input", { type: "radio", name: "theme", value: theme, checked: chosen.theme === theme,
      on: { change: () => set("theme", theme) } }), " ", t.themes[theme]));
  const root = h("details", { class: "options" }, h("summary", { text: t.options }),
    h("div", { class: "sheet" }, h("label", {}, four, " ", t.fourColours),
      h("fieldset", {}, h("legend", { text: t.theme }), ...themes)));
  addEventListener("click", (event) => {
    if (!root.contains(event.target)) root.open = false;
  });
  root.addEventListener("keydown", (event) => {
    if (event.key === "Escape") root.open = false;
  });
  return root;
}

function set(name, value) {
  chosen[name] = value;
  write(localStorage, KEY, chosen);
  apply();
}

/** The seat this window holds at a table: kept for a reload, not for another window. */
export const seats = {
  get: (table) => read(sessionStorage, `croupier.seat.${table}`),
  set: (table, seat) => write(sessionStorage, `croupier.seat.${table}`, seat),
  drop: (table) => sessionStorage.removeItem(`croupier.seat.${table}`),
  last: () => read(localStorage, "croupier.team"),
  remember: (team, code) => write(localStorage, "croupier.team", { team, code }),
};
