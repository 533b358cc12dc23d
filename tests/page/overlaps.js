// Overlaps on a felt and its panel, measured: run in the page, give a list of what covers what.
() => {
  const wrong = [];
  const box = (element) => element.getBoundingClientRect();
  const name = (element) => `${element.getAttribute("class") ?? element.tagName.toLowerCase()} "${(element.dataset.card ?? element.textContent).trim().slice(0, 20)}"`;
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  // a seat's cards may lie in a fan, but nothing else may touch anything
  const seen = (element) => element.checkVisibility({ visibilityProperty: true }) && box(element).width > 0 && !element.getAnimations({ subtree: true }).some((run) => run.playState === "running" && run.effect.target.matches(".card, .bet"));
  const parts = [...document.querySelectorAll(".felt .card, .felt .plate, .felt .bet, .felt .ring, .felt .equity, .felt .pots li, .felt .total, .felt .verdict, .panel, .panel button, .panel input")]
    .filter((element) => seen(element) && (element.matches(".card, .ring, input, .panel") || element.textContent.trim()));
  const boxes = parts.map(box);
  parts.forEach((one, place) => parts.slice(place + 1).forEach((two, after) => {
    if (!meet(boxes[place], boxes[place + 1 + after])) return;
    const fan = one.matches(".card") && two.matches(".card") && one.closest(".hand, .board, .mine, .pick") === two.closest(".hand, .board, .mine, .pick");
    if (!fan && !one.contains(two) && !two.contains(one)) wrong.push(`${name(one)} and ${name(two)} overlap`);
  }));
  const felt = document.querySelector(".felt");
  for (const part of parts) {
    if (!felt.contains(part)) continue;
    const [inner, outer] = [box(part), box(felt)];
    if (inner.left < outer.left - 2 || inner.right > outer.right + 2 || inner.top < outer.top - 2 || inner.bottom > outer.bottom + 2) wrong.push(`${name(part)} leaves the felt`);
  }
  for (const part of document.querySelectorAll(".plate .stack, .bet, .total, .pots li")) {
    if (seen(part) && part.scrollWidth > part.clientWidth + 1) wrong.push(`${name(part)} is cut off`);
  }
  const indices = [...document.querySelectorAll(".pod[data-mine] .card")];
  indices.slice(1).forEach((two, place) => {
    if (box(two).left - box(indices[place]).left < 15) wrong.push("one's own cards hide each other's ranks");
  });
  return wrong;
}
