// Short motions, by transform and opacity alone, and none for those who asked for none.

const still = matchMedia("(prefers-reduced-motion: reduce)");

function animate(element, frames, duration, delay = 0, easing = "cubic-bezier(.2,.7,.3,1)") {
  if (!still.matches && element.isConnected) element.animate(frames, { duration, delay, easing, fill: "backwards" });
}

/** A card comes from the dealer. */
export function dealt(element, order = 0) {
  animate(element, [{ transform: "translateY(-60%) rotate(-6deg)", opacity: 0 }, { transform: "none", opacity: 1 }], 320, order * 90);
}

/** Chips are put down. */
export function placed(element) {
  animate(element, [{ opacity: 0.2 }, { opacity: 1 }], 200);
}

/** A card turns over. */
export function flipped(element, order = 0) {
  animate(element, [{ transform: "rotateY(90deg)", opacity: 0.4 }, { transform: "none", opacity: 1 }], 380, order * 30);
}

/** A clock runs down from what is left to nothing. */
export function running(element, left, span) {
  const from = span > 0 ? Math.min(1, left / span) : 1;
  return element.animate([{ transform: `scaleX(${from})` }, { transform: "scaleX(0)" }], { duration: Math.max(1, left), fill: "forwards" });
}
