// Card faces: text and shapes of our own.
import { h, svg } from "./dom.js";
import { cardName } from "./texts.js";

const SHAPES = {
  h: "M12 21C5 15.500 2 12 2 8.200 2 5.200 4.300 3 7 3c2 0 3.800 1.100 5 3 1.200-1.900 3-3 5-3 2.700 0 5 2.200 5 5.200 0 3.800-3 7.300-10 12.800z",
  d: "M12 1.500 20.500 12 12 22.500 3.500 12z",
  s: "M12 1.500c5 5.500 9 8.200 9 12.300 0 2.600-1.900 4.400-4.200 4.400-1.500 0-2.700-.6-3.500-1.800.2 2.200.9 4 2.200 5.600h-7c1.300-1.600 2-3.400 2.200-5.600-.8 1.200-2 1.800-3.500 1.800C4.900 18.200 3 16.400 3 13.800 3 9.700 7 7 12 1.500z",
  c: "M12 2a4.500 4.500 0 0 1 3.600 7.200A4.600 4.600 0 1 1 13.300 16c.2 2.300.9 4.300 2.200 6h-7c1.300-1.700 2-3.700 2.200-6a4.600 4.600 0 1 1-2.300-6.800A4.500 4.500 0 0 1 12 2z",
};

/** A suit's shape. */
export function suit(letter) {
  return svg("svg", { class: "suit", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: SHAPES[letter] }));
}

/** A card: its face, or its back where it is hidden. */
export function card(text, props = {}) {
  if (!(text[1] in SHAPES)) return h("span", { class: "card back", role: "img", "aria-label": cardName("??"), ...props });
  return h("span", { class: `card ${text[1]}`, role: "img", "aria-label": cardName(text), "data-card": text, ...props },
    h("b", { text: text[0] === "T" ? "10" : text[0] }), suit(text[1]));
}
