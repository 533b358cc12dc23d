// Run in the page: press one of the buttons that can be pressed, as a person might; `dice` are numbers from 0 to 1.
(dice) => {
  const pick = (list, at) => list[Math.floor(dice[at] * list.length)];
  const can = (selector) => [...document.querySelectorAll(selector)].filter((each) => !each.hidden && !each.disabled && !each.closest("[hidden]"));
  const sizes = can(".sizing[data-on] .size");
  if (sizes.length) pick(sizes, 0).click();
  const picks = can(".pick");
  picks.filter((_, at) => dice[1 + (at % 4)] < 0.4).forEach((each) => each.click());
  const moves = can(".panel .move, .owncard .face");
  const others = moves.filter((each) => !each.classList.contains("fold"));
  const move = dice[5] < 0.15 || !others.length ? pick(moves, 6) : pick(others, 6);
  const decision = () => (document.querySelector(".sting") ?? document.querySelector(".panel"))?.dataset.decision;
  const before = decision();
  move.click();
  if (/again/.test(document.querySelector(".panel .complaint")?.textContent ?? "") && decision() === before) move.click();
  return move.textContent;
}
