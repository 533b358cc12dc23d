// Where seats are drawn: around an oval on wide screens, in two columns with the ends free on narrow ones.

/** Places in percent of the felt, clockwise from the bottom: seat (x, y) and its chips (bx, by). */
export function places(count, narrow) {
  return Array.from({ length: count }, (_, index) => {
    const [x, y] = narrow ? column(index, count) : oval(index, count);
    const reach = narrow ? [0.46, 0.44] : [0.4, 0.5];
    const pull = narrow && x !== 50 ? [0.64, 0] : reach;
    return { x, y, bx: x + (50 - x) * pull[0], by: y + (50 - y) * pull[1] };
  });
}

function oval(index, count) {
  const angle = Math.PI * (0.5 + (2 * index) / count);
  return [round(50 + 42 * Math.cos(angle)), round(50 + 37 * Math.sin(angle))];
}

/** Heights of one side's seats, by how many sit there: the middle is the board's. With and without a seat at the far end. */
const SIDES = { true: [[], [34], [69, 31], [79, 63.5, 30], [79.5, 63.5, 36.5, 20.5]],
                false: [[], [28], [68, 23], [79, 63.5, 22], [79.5, 63.5, 36.5, 16]] };

function column(index, count) {
  if (index === 0) return [50, 90];
  const end = count % 2 === 0;
  if (end && index === count / 2) return [50, 9];
  const each = Math.floor((count - 1) / 2);
  const left = index <= each;
  return [left ? 14.5 : 85.5, SIDES[end][each][left ? index - 1 : count - 1 - index]];
}

const round = (number) => Math.round(number * 100) / 100;
