// Small signs for buttons, drawn here: fonts do not agree on them.
import { svg } from "./dom.js";

const PATHS = {
  first: "M5 5h2.500v14H5zM20 5v14L9 12z", back: "M18 5v14L7 12z", play: "M7 4.500v15L19.500 12z", pause: "M6.500 5h4v14h-4zM13.500 5h4v14h-4z",
  next: "M6 5v14l11-7z", last: "M16.500 5H19v14h-2.500zM4 5v14l11-7z",
};

/** A sign by name. */
export function icon(name) {
  return svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: PATHS[name] }));
}
