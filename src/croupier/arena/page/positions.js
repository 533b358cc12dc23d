// Where everything on the felt is drawn, in pixels, so that nothing can cover anything else.
//
// Every seat is a box: its cards, its plate, and a strip with the clock and the chips bet. Boxes stand in columns at the
// sides and in rows above and below the middle; the middle (pots, board, result) has a box of its own.

const NARROW = 560;
const GAP = 6;
const clamp = (least, value, most) => Math.max(least, Math.min(most, value));

/** How many seats stand at the left, at the top and at the right of a wide felt; the first one is at the bottom. */
const WIDE = { 2: [0, 1, 0], 3: [1, 0, 1], 4: [1, 1, 1], 5: [1, 2, 1], 6: [2, 1, 2], 7: [2, 2, 2], 8: [2, 3, 2], 9: [3, 2, 3], 10: [3, 3, 3] };

/** Seats of a narrow felt: beside the bottom one, in a row below the middle, in a row above it, in the top row. */
const SIDES = { 2: [0, 0, 0, 1], 3: [0, 0, 0, 2], 4: [0, 0, 0, 3], 5: [1, 0, 0, 2], 6: [1, 0, 0, 3], 7: [1, 0, 1, 2], 8: [1, 0, 1, 3], 9: [1, 1, 1, 2], 10: [1, 1, 1, 3] };

/**
 * The layout of `count` seats on a felt `width` pixels wide. `fit` is the height that the window has for it, `many` says that
 * players hold more than four cards, `own` that the seat at the bottom is the visitor's.
 */
export function layout(count, width, { fit = Infinity, many = false, own = true } = {}) {
  return (width < NARROW ? narrow : wide)(clamp(2, count, 10), width, fit, many, own);
}

/** The sizes of a seat's parts. */
function box(width, card, plate, strip) {
  return { width, card, plate, strip, height: Math.ceil(card * 1.4) + plate + strip + 8 };
}

function middleHeight(board, verdict) {
  return 32 + 26 + Math.ceil(board * 1.4) + verdict + 3 * GAP;
}

function wide(count, width, fit, many, own) {
  const [left, top, right] = WIDE[count];
  const size = Math.min(width, Math.max(600, fit * 1.6));  // in a low window cards shrink, so that the buttons stay in sight
  const pod = box(Math.round(clamp(98, width * 0.15, 164)), Math.round(clamp(24, size * 0.042, 42)), width < 780 ? 60 : 52, 26);
  const inner = { left: pod.width + 2 * GAP, width: width - 2 * pod.width - 4 * GAP };
  const mine = own ? { ...box(inner.width, Math.round(clamp(46, size * 0.082, 80)), pod.plate, 26), plateWidth: Math.min(inner.width, pod.width * 1.25) } : pod;
  const board = Math.floor(Math.min(clamp(36, size * 0.068, 72), (inner.width - 4 * GAP) / 5));
  const head = top ? pod.height + GAP : GAP;
  const needed = Math.max(head + middleHeight(board, 26) + mine.height + GAP, Math.max(left, right) * (pod.height + GAP) + GAP);
  const height = Math.round(Math.max(needed, Math.min(width * 0.56, fit)));
  const column = (place, of, x) => ({ x, y: of === 1 ? 0.45 * (height - pod.height) : GAP + (of === 2 ? [0.16, 0.74][place] : place / 2) * (height - pod.height - 2 * GAP), side: x < width / 2 ? "left" : "right" });
  const up = (much, x) => Array.from({ length: much }, (_, place) => ({ ...column(much - 1 - place, much, x) }));
  const spots = [{ x: (width - mine.width) / 2, y: height - mine.height, side: "bottom", mine: own }, ...up(left, GAP),
    ...Array.from({ length: top }, (_, place) => ({ x: inner.left + ((place + 1) * (inner.width - top * pod.width)) / (top + 1) + place * pod.width, y: 0, side: "top" })),
    ...up(right, width - pod.width - GAP).reverse()];
  return { kind: "wide", width, height, pod, mine, board, spots: spots.map(rounded), middle: { x: inner.left, y: head, width: inner.width, height: height - head - mine.height - GAP } };
}

function narrow(count, width, fit, many, own) {
  let [beside, below, above, top] = SIDES[count];
  if (many && beside && !below) [beside, below] = [0, 1];
  const crowd = count > 6;
  const pod = box(Math.floor((width - 2 * GAP) / 3) - 2, crowd ? 23 : Math.round(clamp(24, width * 0.082, 34)), crowd ? 54 : 58, 24);
  const space = beside ? width - 2 * (pod.width + GAP) : width - 2 * GAP;
  const mine = own ? { ...box(space, Math.round(clamp(44, width * (crowd ? 0.115 : 0.135), 64)), pod.plate, 26), plateWidth: Math.min(space, pod.width * 1.35) } : { ...pod };
  const board = Math.floor(Math.min(clamp(38, width * (crowd ? 0.115 : 0.135), 66), (width - 6 * GAP) / 5));
  const middle = { x: GAP, width: width - 2 * GAP, height: middleHeight(board, 38) };
  const [far, edge] = [width - pod.width, 0];
  let y = 0;
  const row = (on, height) => {
    const at = y;
    if (on) y += height + GAP;
    return at;
  };
  const topY = row(top, pod.height);
  const aboveY = row(above, pod.height);
  middle.y = row(true, middle.height);
  const belowY = row(below, pod.height);
  const bottom = row(true, Math.max(mine.height, pod.height)) + Math.max(mine.height, pod.height);
  const height = y - GAP;
  const besideY = bottom - pod.height;
  const side = (x, rising) => {
    const seats = [[beside, besideY], [below, belowY], [above, aboveY]].filter(([on]) => on).map(([, at]) => ({ x, y: at, side: x < width / 2 ? "left" : "right" }));
    return rising ? seats : seats.reverse();
  };
  const across = Array.from({ length: top }, (_, place) => ({ x: top === 1 ? (width - pod.width) / 2 : (place * (width - pod.width)) / (top - 1), y: topY, side: "top" }));
  const spots = [{ x: (width - mine.width) / 2, y: bottom - mine.height, side: "bottom", mine: own }, ...side(edge, true), ...across, ...side(far, false)];
  return { kind: "narrow", width, height, pod, mine, board, spots: spots.map(rounded), middle };
}

const rounded = (spot) => ({ ...spot, x: Math.round(spot.x), y: Math.round(spot.y) });
