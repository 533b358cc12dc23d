// The sting as the page knows it: folded from its events, put right by every view that a prompt or a snapshot carries.

/** A run before anything has happened. */
export function freshRun() {
  return { hand: 0, hands: 0, cash: 0, heat: 0, round: 0, phase: "", holder: null, raisesLeft: 0, live: [0, 1, 2], held: [0, 0, 0], decks: null, table: [],
    own: [], totals: { evidence: 0, cover: 0, profit: 0, heat: 0 }, outcome: null, outcomes: [], over: false };
}

const RAISES = 3;

/**
 * The run after all events of a hand. The newest view counts: the player's own, which comes with a prompt, or the public one,
 * which comes after every action of anybody. `place` turns a seat into a role.
 */
export function runOf(state, place) {
  const run = freshRun();
  const views = [[state.view, state.viewAt ?? 0], [state.shown, state.shownAt ?? 0]].filter(([view]) => view).sort((a, b) => a[1] - b[1]);
  let at = -1;
  for (const [view, upTo] of views) {
    for (const event of state.game.filter((each) => each.event_no > at && each.event_no <= upTo)) events[event.ev]?.(run, event.data ?? {}, place(event.seat));
    look(run, view);
    at = upTo;
  }
  for (const event of state.game.filter((each) => each.event_no > at)) events[event.ev]?.(run, event.data ?? {}, place(event.seat));
  run.own = held(state, run);
  return run;
}

/** One's own cards: their names come with every frame of one's own, what they do with a prompt. */
function held(state, run) {
  for (const card of state.view?.hand ?? []) state.known?.set(card.name, card);
  if (!state.hole?.length) return run.own;
  return state.hole.map((name) => state.known?.get(name) ?? { name, kind: "" });
}

/** A view is the truth of its moment. */
function look(run, view) {
  Object.assign(run, { hand: view.hand_no, hands: view.hands, cash: view.cash, heat: view.heat, round: view.round_no, phase: view.state, holder: view.holder,
    raisesLeft: view.raises_left, live: view.live, totals: view.totals, own: view.hand ?? run.own, held: [...(view.held_by ?? run.held)], decks: view.deck_of ?? run.decks, over: view.is_over });
  run.table = view.table.map(([role, card, flipped], at) => ({ role, card: card ?? run.table[at]?.card ?? null, flipped, round: run.table[at]?.round ?? view.round_no }));
}

const events = {
  HANDBEGAN(run, data) {
    Object.assign(run, { hand: data.hand, cash: data.cash, heat: data.heat, table: [], live: [0, 1, 2], totals: { evidence: 0, cover: 0, profit: 0, heat: 0 }, outcome: null });
  },
  ENTERED(run, data) {
    Object.assign(run, { phase: data.phase, round: data.round });
    if (data.phase === "betting") Object.assign(run, { holder: null, raisesLeft: RAISES });
  },
  DREW(run, data, role) {
    run.held[role] += 1;
    if (run.decks) run.decks = run.decks.map((left, each) => each === role ? left - 1 : left);
  },
  RAISED(run, data, role) {
    run.held[role] -= 1;
    run.raisesLeft = Math.max(0, run.raisesLeft - 1);
    run.holder ??= role;
    run.table.push({ role, card: data.card ?? null, flipped: false, round: run.round });
  },
  FOLDED(run, data, role) {
    run.live = run.live.filter((each) => each !== role);
    if (run.holder === role) run.holder = null;
  },
  FLIPPED(run, data, role) {
    const down = run.table.find((each) => !each.flipped && each.role === role);
    if (down) Object.assign(down, { card: data.card, flipped: true });
  },
  OUTCOME(run, data) {
    Object.assign(run, { outcome: data, cash: data.cash, heat: data.heat, totals: { ...run.totals, evidence: data.evidence, cover: data.cover, profit: data.profit } });
    run.outcomes.push(data);
  },
};

/** The scale of the two bars: both on one, so that lengths can be compared. */
export function scale(totals) {
  const most = Math.max(20, totals.evidence, totals.cover);
  return { evidence: totals.evidence / most, cover: totals.cover / most };
}

const FIELDS = { product: ["price", "heat"], location: ["evidence", "cover", "heat"], evidence: ["evidence", "heat"], cover: ["cover", "heat"],
  modifier: ["multiplier", "evidence", "cover", "heat"], insurance: ["cover", "cost", "penalty"], conviction: ["threshold"] };

/** What a card says: its figures by name, those that say nothing left out. */
export function figures(card) {
  return (FIELDS[card.kind] ?? []).filter((field) => field === "multiplier" ? card[field] !== 100 : card[field] !== 0 || field === "price" || field === "cost")
    .map((field) => [field, card[field]]);
}
