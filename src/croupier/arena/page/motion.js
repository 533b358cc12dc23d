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

/** Chips go from one element to another: a picture of them, which is gone when it arrives. */
export function flown(felt, from, to, text) {
  if (still.matches || !felt.isConnected) return;
  const [base, start, end] = [felt, from, to].map((element) => element.getBoundingClientRect());
  if (!start.width || !end.width) return;
  const chip = document.createElement("span");
  chip.className = "fly";
  chip.setAttribute("aria-hidden", "true");
  chip.textContent = text;
  felt.append(chip);
  const at = (box) => `translate(${box.left - base.left + box.width / 2}px, ${box.top - base.top + box.height / 2}px) translate(-50%, -50%)`;
  const run = chip.animate([{ transform: at(start), opacity: 1 }, { transform: at(end), opacity: 0.6 }], { duration: 480, easing: "cubic-bezier(.3,.6,.3,1)", fill: "both" });
  run.onfinish = run.oncancel = () => chip.remove();
}
