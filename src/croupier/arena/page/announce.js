// The live region: what happens, for those who listen.

const KEPT = 30;

/** Say something to a screen reader. */
export function announce(text) {
  const told = document.getElementById("told");
  const line = document.createElement("p");
  line.textContent = text;
  told.append(line);
  while (told.childElementCount > KEPT) told.firstElementChild.remove();
}
