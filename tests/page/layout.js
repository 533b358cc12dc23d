// Overflow and overlap, measured: run in the page, give a list of what is wrong.
() => {
  const wrong = [];
  const box = (element) => element.getBoundingClientRect();
  const name = (element) => `${element.tagName.toLowerCase()}.${element.getAttribute("class") ?? ""} ${element.textContent.trim().slice(0, 24)}`;
  if (document.documentElement.scrollWidth > innerWidth) wrong.push(`the page is ${document.documentElement.scrollWidth} wide, the window ${innerWidth}`);
  for (const each of document.querySelectorAll("main *")) {
    if (!each.checkVisibility() || each.closest(".scroll, .unseen, .log, dialog, .tall, svg, .card, .fly")) continue;
    const { left, right, width } = box(each);
    if (width && (left < -1 || right > innerWidth + 1)) wrong.push(`${name(each)} is outside: ${Math.round(left)} to ${Math.round(right)}`);
  }
  const meet = (a, b, slack = 1) => a.left < b.right - slack && b.left < a.right - slack && a.top < b.bottom - slack && b.top < a.bottom - slack;
  const plates = [...document.querySelectorAll(".plate")];
  plates.forEach((one, place) => plates.slice(place + 1).forEach((two) => {
    if (meet(box(one), box(two))) wrong.push(`${name(one)} and ${name(two)} overlap`);
  }));
  for (const middle of document.querySelectorAll(".board, .pots li, .verdict")) {
    if (!middle.textContent.trim() && !middle.childElementCount) continue;
    for (const plate of plates) if (meet(box(middle), box(plate))) wrong.push(`${name(middle)} and ${name(plate)} overlap`);
  }
  // a card that is being dealt comes from above, past the bets: what counts is where it comes to rest
  const resting = [...document.querySelectorAll(".board .card")].filter((card) => !card.getAnimations({ subtree: true }).length);
  for (const bet of document.querySelectorAll(".bet")) {
    for (const card of resting) if (meet(box(bet), box(card), 3)) wrong.push(`${name(bet)} covers the board`);
    for (const plate of plates) if (meet(box(bet), box(plate), 3)) wrong.push(`${name(bet)} covers ${name(plate)}`);
  }
  for (const part of document.querySelectorAll(".plate .name, .plate .stack, .plate .deed")) {
    const [inner, outer] = [box(part), box(part.closest(".plate"))];
    if (inner.width && (inner.left < outer.left - 1 || inner.right > outer.right + 1 || inner.bottom > outer.bottom + 1)) wrong.push(`${name(part)} leaves its plate`);
  }
  for (const button of document.querySelectorAll("button, .button")) {
    if (button.checkVisibility() && button.scrollWidth > button.clientWidth + 1 && !button.matches(".face, .line")) wrong.push(`${name(button)} is too narrow for its text`);
  }
  return wrong;
}
