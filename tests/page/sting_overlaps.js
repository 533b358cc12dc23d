// Overlaps and cut-off texts at a table of the sting, measured: run in the page, give a list of what is wrong.
() => {
  const wrong = [];
  // of a text, where its letters are
  const box = (element) => {
    if (element.matches(".role, .lane, .played, .owncard, .ring, .track, .held, kbd, .initiative, .why, .move, .name")) return element.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect();
  };
  const name = (element) => `${element.getAttribute("class") ?? element.tagName.toLowerCase()} "${element.textContent.trim().slice(0, 24)}"`;
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const seen = (element) => element.checkVisibility({ visibilityProperty: true }) && box(element).width > 0 && (element.textContent.trim() || element.matches(".held, .ring, .track, .played, .role, .lane"));
  const apart = (parts) => parts.forEach((one, place) => parts.slice(place + 1).forEach((two) => {
    if (!one.contains(two) && !two.contains(one) && meet(box(one), box(two))) wrong.push(`${name(one)} and ${name(two)} overlap`);
  }));
  const all = (selector, of = document) => [...of.querySelectorAll(selector)].filter(seen);
  apart(all(".sting .facts span, .role, .role > *, .lane, .bar > *, .sting .profit, .sting .verdict, .sting .ask, .owncard, .sting .moves button, .sting .keeps"));
  for (const card of all(".owncard")) apart(all(".kind, b, .figures, kbd, .why", card));
  // played cards lie in a fan: of each, its kind and its name stay in sight
  for (const lane of all(".lane")) {
    const cards = all(".played", lane);
    const lanes = box(lane);
    for (const card of cards) {
      const inner = box(card);
      if (inner.left < lanes.left - 1 || inner.right > lanes.right + 1) wrong.push(`${name(card)} leaves its lane`);
      for (const part of all(".kind, b", card)) {
        const { left, top, width, height } = box(part);
        if (lane.scrollHeight > lane.clientHeight + 1 && (top < lanes.top || top + height > lanes.bottom)) continue;  // it can be scrolled to
        const there = document.elementFromPoint(left + Math.min(width, 8), top + height - 3);
        if (top + height <= innerHeight && top >= 0 && !card.contains(there)) wrong.push(`${name(part)} of ${name(card)} is covered by ${there && name(there)}`);
      }
    }
  }
  for (const part of all(".owncard .face > *, .played .face > *, .role > *, .sting .facts span, .sting .profit, .sting button")) {
    if (part.matches(".name")) continue;  // a long name ends in dots
    if (part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).display !== "inline") wrong.push(`${name(part)} is cut off`);
  }
  for (const part of all(".owncard .face > *, .role > :not(.name)")) {
    const [inner, outer] = [box(part), box(part.closest(".owncard, .role"))];
    if (part.matches(".initiative")) continue;  // a badge on the border
    if (inner.left < outer.left - 1 || inner.right > outer.right + 1 || inner.bottom > outer.bottom + 1 || inner.top < outer.top - 1) wrong.push(`${name(part)} leaves ${name(part.closest(".owncard, .role"))}`);
  }
  return wrong;
}
