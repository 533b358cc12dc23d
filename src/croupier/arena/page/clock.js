// A countdown: a ring that empties and the seconds in it. The ring moves by transform alone.
import { h, mark, say } from "./dom.js";

const LATE_S = 5;

/** The clock: `root`, and `update(until, span)` with the time it runs out (by `performance.now()`) or null. */
export function clockView() {
  const halves = ["right", "left"].map((side) => h("span", { class: "clock" }, h("i", { class: side })));
  const seconds = h("b", {});
  const root = h("span", { class: "ring", "aria-hidden": "true" }, ...halves.map((half, at) => h("span", { class: `half ${at ? "left" : "right"}` }, half)), seconds);
  const clock = { root, key: "", runs: [], timer: null };
  clock.update = (until, span) => start(clock, halves, seconds, until, span);
  return clock;
}

function start(clock, halves, seconds, until, span) {
  const key = until === null ? "" : String(Math.round(until / 50));
  if (clock.key === key) return;
  clock.key = key;
  clock.runs.forEach((run) => run.cancel());
  clearTimeout(clock.timer);
  mark(clock.root, "data-on", until !== null);
  if (until === null) return;
  const left = Math.max(0, until - performance.now());
  const gone = span > 0 ? 1 - Math.min(1, left / span) : 0;
  clock.runs = halves.map((half, at) => turned(half, at, gone, left));
  tick(clock, seconds, until);
}

/** One half of the ring turns away during its half of the time. */
function turned(half, at, gone, left) {
  const angle = (part) => `rotate(${180 * Math.max(0, Math.min(1, 2 * part - at))}deg)`;
  const middle = gone < 0.5 ? (0.5 - gone) / (1 - gone) : 0;
  const frames = [{ transform: angle(gone), offset: 0 }, ...(middle > 0 && middle < 1 ? [{ transform: angle(0.5), offset: middle }] : []), { transform: angle(1), offset: 1 }];
  return half.animate(frames, { duration: Math.max(1, left), fill: "forwards" });
}

function tick(clock, seconds, until) {
  const left = Math.max(0, until - performance.now());
  say(seconds, String(Math.ceil(left / 1000)));
  mark(clock.root, "data-late", left <= LATE_S * 1000);
  if (left > 0) clock.timer = setTimeout(() => tick(clock, seconds, until), left % 1000 || 1000);
}
