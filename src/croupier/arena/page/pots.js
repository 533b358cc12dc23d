// Main pot and side pots, derived from what each seat has put in (B11). Nothing derived is kept.

/**
 * The pots of `seats`: rows of {seat, paid, dead, folded, allIn}. Folded money stays in; dead money is the main pot's;
 * a layer that only one seat paid into is uncalled and no pot.
 */
export function layers(seats) {
  const live = seats.filter((row) => !row.folded);
  const top = Math.max(0, ...seats.map((row) => row.paid));
  const caps = [...new Set([...live.filter((row) => row.allIn && row.paid > 0).map((row) => row.paid), top])].sort((a, b) => a - b);
  const pots = [];
  let below = 0;
  for (const cap of caps) {
    const amount = seats.reduce((sum, row) => sum + Math.min(row.paid, cap) - Math.min(row.paid, below), 0);
    const payers = seats.filter((row) => row.paid > below).length;
    const winners = live.filter((row) => row.paid >= cap).map((row) => row.seat);
    if (amount && (payers > 1 || !pots.length)) {
      if (winners.length || !pots.length) pots.push({ amount, seats: winners });
      else pots.at(-1).amount += amount;
    }
    below = cap;
  }
  const dead = seats.reduce((sum, row) => sum + row.dead, 0);
  if (dead && pots.length) pots[0].amount += dead;
  else if (dead) pots.push({ amount: dead, seats: live.map((row) => row.seat) });
  return merged(pots);
}

/** Layers that the same seats can win are one pot. */
function merged(pots) {
  const made = [];
  for (const pot of pots) {
    const last = made.at(-1);
    if (last && String(last.seats) === String(pot.seats)) last.amount += pot.amount;
    else made.push({ ...pot });
  }
  return made;
}
