// Lines over hands, in SVG: pure numbers in, a picture out.
import { h, svg } from "./dom.js";
import { chips, rough, t } from "./texts.js";

const LEFT = 54, RIGHT = 10, TOP = 10, BOTTOM = 26;

/** Round values between two bounds, some four of them. */
export function ticks(low, high, about = 4) {
  const rough = Math.max(1, (high - low) / about);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough));
  const found = [];
  for (let value = Math.ceil(low / step) * step; value <= high; value += step) found.push(value);
  return found;
}

/** The chart of `courses`: [{team, points: [[hand, chips], ...]}], to be shown about `WIDTH` wide so that its texts are read. */
export function chart(courses, WIDTH = 620) {
  const HEIGHT = WIDTH > 500 ? 300 : 240;
  const points = courses.flatMap((each) => each.points);
  const most = Math.max(1, ...points.map((point) => point[0]));
  const low = Math.min(0, ...points.map((point) => point[1]));
  const high = Math.max(1, ...points.map((point) => point[1]));
  const x = (hand) => LEFT + ((WIDTH - LEFT - RIGHT) * hand) / most;
  const y = (amount) => TOP + ((HEIGHT - TOP - BOTTOM) * (high - amount)) / (high - low);
  const rows = ticks(low, high).map((value) => svg("g", {}, svg("line", { class: value ? "grid" : "zero", x1: LEFT, x2: WIDTH - RIGHT, y1: y(value), y2: y(value) }),
    svg("text", { x: LEFT - 8, y: y(value) + 4, "text-anchor": "end", text: rough(value) })));
  const columns = ticks(0, most).filter(Boolean).map((hand) => svg("text", { x: x(hand), y: HEIGHT - 8, "text-anchor": "middle", text: chips(hand) }));
  const lines = courses.map((each, place) => svg("polyline", { class: `course c${place % 10}`, points: each.points.map((point) => `${x(point[0]).toFixed(1)},${y(point[1]).toFixed(1)}`).join(" ") },
    svg("title", { text: each.team })));
  const names = courses.map((each) => each.team).join(", ");
  return h("figure", { class: "chart" }, svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": t.chartAria(names) }, ...rows, ...columns, ...lines),
    h("figcaption", {}, ...courses.map((each, place) => h("span", { class: "key" }, h("i", { class: `c${place % 10}` }), h("bdi", { class: "name", text: each.team, title: each.team })))));
}
