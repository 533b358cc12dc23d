// Which five cards play: the page lights them. The server says what a hand is worth; this only finds the cards.

import { games } from "./games.js";
import { t } from "./texts.js";

const ORDER = "23456789TJQKA";
const rank = (card) => ORDER.indexOf(card[0]);

/** The cards that play, of a seat's hand and the board, in a game by its PHH code. Hidden cards give nothing. */
export function playing(variant, hand, board) {
  if ([...hand, ...board].some((card) => card[0] === "?")) return [];
  const ranking = games[variant]?.high ?? "high";
  if (ranking === "badugi" || ranking === "deuce_to_seven") return [...hand];
  if (ranking === "low") return best(choose(hand, 5), low);
  const value = ranking === "short_deck" ? shortDeck : high;
  if (ranking === "omaha") {
    return best(choose(hand, 2).flatMap((two) => choose(board, 3).map((three) => [...two, ...three])), value);
  }
  return best(choose([...hand, ...board], 5), value);
}

/** What a player's cards make on the board, in words; empty before there are five cards to make it of. */
export function madeHand(variant, hand, board) {
  if (hand.length < 5 && hand.length + board.length < 5) return "";
  const five = playing(variant, hand, board);
  if (five.length !== 5) return "";
  const groups = grouped(five.map(rank)).map(([each]) => ORDER[each]);
  const value = games[variant]?.high === "short_deck" ? shortDeck(five) : high(five);
  const kind = games[variant]?.high === "short_deck" ? { 6: 5, 5: 6 }[value[0]] ?? value[0] : value[0];
  return t.madeHands[kind](groups, ORDER[value[1]]);
}

function best(plays, value) {
  let [found, worth] = [[], null];
  for (const play of plays) {
    const now = value(play);
    if (worth === null || above(now, worth)) [found, worth] = [play, now];
  }
  return found;
}

function above(a, b) {
  const place = a.findIndex((part, index) => part !== b[index]);
  return place >= 0 && a[place] > b[place];
}

function choose(cards, count) {
  if (count === 0) return [[]];
  return cards.flatMap((card, index) => choose(cards.slice(index + 1), count - 1).map((rest) => [card, ...rest]));
}

/** Ranks by how many there are of each, most first, then highest first. */
function grouped(ranks) {
  const counts = new Map();
  for (const each of ranks) counts.set(each, (counts.get(each) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0]);
}

function high(cards, wheel = "12,3,2,1,0", order = [0, 1, 2, 3, 4, 5, 6, 7, 8]) {
  const groups = grouped(cards.map(rank));
  const counts = groups.map((group) => group[1]).join("");
  const ranks = groups.map((group) => group[0]);
  const flush = cards.every((card) => card[1] === cards[0][1]);
  let top = null;
  if (counts === "11111") top = ranks[0] - ranks[4] === 4 ? ranks[0] : String(ranks) === wheel ? ranks[1] : null;
  const kind = flush && top !== null ? 8 : counts === "41" ? 7 : counts === "32" ? 6 : flush ? 5 : top !== null ? 4 :
    counts === "311" ? 3 : counts === "221" ? 2 : counts === "2111" ? 1 : 0;
  return [order[kind], ...(top !== null ? [top] : ranks)];
}

/** A flush beats a full house, and the ace is also below the six. */
const shortDeck = (cards) => high(cards, "12,7,6,5,4", [0, 1, 2, 3, 4, 6, 5, 7, 8]);

/** Ace to five: no straights, no flushes, aces low, the lowest wins. */
function low(cards) {
  const groups = grouped(cards.map((card) => (rank(card) + 1) % 13));
  return [...groups.map((group) => -group[1]), ...groups.map((group) => -group[0])];
}
