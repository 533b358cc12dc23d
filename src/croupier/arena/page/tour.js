// A tour of four steps for a first visit: it can be skipped, and it never comes back.
import { h, say } from "./dom.js";
import { seen } from "./options.js";
import { t } from "./texts.js";

/** The tour as an element; null for those who have seen or skipped it. */
export function tour() {
  if (seen.has("tour")) return null;
  let step = 0;
  const words = h("p", { role: "status" });
  const place = h("span", { class: "sub" });
  const next = h("button", { type: "button", class: "primary", on: { click: () => go(step + 1) } });
  const root = h("section", { class: "tour", "aria-label": t.tour }, place, words,
    h("div", { class: "moves" }, next, h("button", { type: "button", class: "quiet", text: t.skipTour, on: { click: end } })));
  function go(to) {
    if (to >= t.tourSteps.length) {
      end();
      return;
    }
    step = to;
    say(words, t.tourSteps[step]);
    say(place, t.stepOf(step + 1, t.tourSteps.length));
    say(next, step + 1 === t.tourSteps.length ? t.tourDone : t.tourNext);
  }
  function end() {
    seen.add("tour");
    root.remove();
  }
  go(0);
  return root;
}
