// An evolved game at the table: its events in words, its public view on the same oval as poker.
//
// What stands (chips, bets, cards, points) comes with the view after each action; events only say what happened.
import { evolvedDeed, evolvedTold, t } from "./texts.js";

const PILE = 4;

/** Whether a table plays neither poker nor the sting. */
export const isEvolved = (config) => Boolean(config?.variant?.startsWith("genome:"));

/** An event: what it changes that no view says, and its words. */
export function happen(state, event, team) {
  const seat = state.seats.get(event.seat);
  if (event.ev === "HAND") begin(state, team);
  else if (event.ev === "WIN" && seat) {
    seat.won += event.data.amount;
    if (!state.winners.includes(event.seat)) state.winners.push(event.seat);
  } else if (event.ev === "SHOW" && seat && event.data.cards.length) seat.shown = { hand: event.data.cards, rank: "", five: [] };
  if (seat && event.ev !== "HAND") Object.assign(seat, { deed: evolvedDeed(event) ?? seat.deed, deedKind: event.ev });
  return evolvedTold(event, team);
}

/** A new hand of the game: the last one stays in a line. */
function begin(state, team) {
  state.lastHand = state.winners.map((seat) => t.lastWon(team(seat), state.seats.get(seat).won)).join(" · ");
  for (const seat of state.seats.values()) Object.assign(seat, { bet: 0, total: 0, won: 0, folded: false, allIn: false, cards: [], shown: null, deed: "", deedKind: "" });
  Object.assign(state, { winners: [], lit: null, board: [] });
}

/** What stands, by a view: everybody's, or one's own. */
export function look(state, view) {
  if (!view) return;
  const chips = view.pot + view.stacks.reduce((sum, each) => sum + each, 0) > 0;
  const counts = view.scores.some((each) => each !== 0) || !chips;
  const tricks = view.tricks_of.some((each) => each !== 0);
  [...state.seats.keys()].sort((a, b) => a - b).forEach((key, place) => {
    const seat = state.seats.get(key);
    if (!seat.shown) seat.cards = view.cards_of[place] ?? [];
    seat.figures = { chips, points: counts ? view.scores[place] : null, tricks: tricks ? view.tricks_of[place] : null };
  });
  state.at = chips && view.phase ? { hand: view.hand_no, round: view.round_no, step: view.step_no } : null;  // without chips the rules skip betting steps
  state.board = [...view.board, ...view.pile.slice(-PILE)];
}
