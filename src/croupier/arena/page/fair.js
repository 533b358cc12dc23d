// Fair dealing (T6), checked by the page itself: from the published secret to every deck, from the deck to every card.
import { games } from "./games.js";
import { hex, hmac, joined, sha256, unhex } from "./sha256.js";

const ALG = "croupier-fair-1";
const PLAYER = 2; // the role in the sting
const utf8 = (text) => new TextEncoder().encode(text);

/** A number as bytes, the highest first. */
function big(number, size) {
  const bytes = new Uint8Array(size);
  for (let place = size - 1, left = number; place >= 0; place -= 1, left = Math.floor(left / 256)) bytes[place] = left % 256;
  return bytes;
}

/** Fields, each behind its length. */
const prefixed = (...fields) => joined(...fields.flatMap((field) => [big(field.length, 4), field]));

/** What the server must have told before the first card. */
export function commitment(matchId, secret) {
  return hex(sha256(prefixed(utf8(ALG), utf8(matchId), unhex(secret))));
}

/** The cards in order: 2c 2d 2h 2s 3c ...; a short deck begins with the sixes. */
function ordered(size) {
  const all = [..."23456789TJQKA"].flatMap((rank) => [..."cdhs"].map((suit) => rank + suit));
  return all.slice(52 - size);
}

/** The bytes that all chance of a hand comes from; `purpose` keeps decks, discards and other games apart. */
function key(purpose, archive, handNo, nonces) {
  return hmac(unhex(archive.secret), prefixed(utf8(purpose), utf8(archive.match_id), big(handNo, 8), ...nonces.map(unhex)));
}

/** A hand's deck; `nonces` of the seats dealt in, in seat order, "" where a seat sent none. */
export function deck(matchId, secret, handNo, nonces, size = 52) {
  return shuffled(ordered(size), numbers(key(ALG, { match_id: matchId, secret }, handNo, nonces)));
}

/** The numbers below 2^64 that decide in which order the discards of a draw game come back. */
export function muckNumbers(archive, handNo, nonces) {
  const next = numbers(key(`${ALG}/muck`, archive, handNo, nonces));
  return () => (BigInt(next()) << 32n) | BigInt(next());
}

/** The 32-bit numbers of hand `gameHand` of a game that is not poker. */
export function gameNumbers(archive, handNo, nonces, gameHand) {
  return numbers(key(`${ALG}/game/${gameHand}`, archive, handNo, nonces));
}

/** Cards in the order that these numbers give them: each place is swapped with itself or a later one. */
export function shuffled(cards, next) {
  for (let place = 0; place < cards.length - 1; place += 1) {
    const other = place + below(cards.length - place, next);
    [cards[place], cards[other]] = [cards[other], cards[place]];
  }
  return cards;
}

function numbers(bytes) {
  let [block, used, view] = [0, 8, null];
  return () => {
    if (used === 8) {
      view = new DataView(hmac(bytes, big(block, 8)).buffer);
      block += 1;
      used = 0;
    }
    used += 1;
    return view.getUint32((used - 1) * 4);
  };
}

/** A number below `most`, none likelier than another. */
export function below(most, next) {
  const limit = 0x100000000 - (0x100000000 % most);
  for (;;) {
    const number = next();
    if (number < limit) return number % most;
  }
}

/**
 * Deal a hand of an archive again: how many cards were compared, and the first that is not the one that the secret gives. `cards` is null for
 * a game whose decks the archive does not list.
 */
export function checked(archive, hand) {
  const seats = Object.keys(hand.stacks).map(Number).sort((a, b) => a - b);
  const nonces = seats.map((seat) => hand.nonces[seat] ?? "");
  const result = { cards: 0, wrong: null };
  const compare = (text, due) => {
    if (text === "??") return;
    result.cards += 1;
    if (text !== due) result.wrong ??= text;
  };
  if (hand.record.startingStacks) dealPoker(archive, hand, nonces, compare);
  else if (hand.record.decks) dealGame(archive, hand, nonces, compare);
  else result.cards = null;
  return result;
}

/** The first cards go round the table one at a time; all later ones come off the deck in the order of play. */
function dealPoker(archive, hand, nonces, compare) {
  const table = new DrawTable(archive, hand, nonces);
  const actions = hand.record.actions.map((action) => action.split(" "));
  const opened = actions.findIndex((word) => word[1] !== "dh");
  const first = actions.slice(0, opened < 0 ? actions.length : opened);
  for (const word of first) {
    cardsIn(word).forEach((text, round) => compare(text, table.give(word[2], table.deck[round * first.length + Number(word[2].slice(1)) - 1])));
  }
  table.place = first.reduce((sum, word) => sum + cardsIn(word).length, 0);
  for (const word of actions.slice(first.length)) {
    if (word[1] === "f") table.hands.delete(word[0]);
    else if (word[1] === "sd") table.discard(word[0], word.length > 2 ? cardsIn(word) : []);
    else if (word[0] === "d") for (const text of cardsIn(word)) compare(text, word[1] === "dh" ? table.give(word[2], table.next(word[2])) : table.next());
  }
}

/** The deck of a hand and who holds what, because a draw game shuffles the discards back in when its deck has run out. */
class DrawTable {
  constructor(archive, hand, nonces) {
    this.deck = deck(archive.match_id, archive.secret, hand.hand_no, nonces, games[hand.record.variant]?.deck ?? 52);
    this.cards = [...this.deck];
    this.number = muckNumbers(archive, hand.hand_no, nonces);
    this.place = 0;
    this.hands = new Map(); // the cards of each player who has not folded
    this.thrown = new Map(); // what a player discarded, until the new cards have come
  }

  give(player, card) {
    if (!this.hands.has(player)) this.hands.set(player, []);
    this.hands.get(player).push(card);
    return card;
  }

  next(player = "") {
    if (this.place >= this.cards.length) this.returnMuck(player);
    this.place += 1;
    return this.cards[this.place - 1];
  }

  discard(player, cards) {
    this.layDown(player);
    this.thrown.set(player, cards);
  }

  /** Whatever no player holds comes back, except what the player who draws has just discarded. */
  returnMuck(player) {
    for (const other of [...this.thrown.keys()]) {
      if (other === player) break; // later players have not drawn: their discards are still in their hands
      this.layDown(other);
    }
    const held = new Set([...this.hands.values(), ...this.thrown.values()].flat());
    const muck = this.deck.filter((card) => !held.has(card));
    for (let at = 0; at < muck.length; at += 1) {
      const other = at + Number(this.number() % BigInt(muck.length - at));
      [muck[at], muck[other]] = [muck[other], muck[at]];
    }
    this.cards.push(...muck);
  }

  /** Take a player's discards out of the hand. */
  layDown(player) {
    const thrown = this.thrown.get(player) ?? [];
    this.thrown.delete(player);
    if (this.hands.has(player)) this.hands.set(player, this.hands.get(player).filter((card) => !thrown.includes(card)));
  }
}

/** Games that are not poker shuffle at the beginning of each of their hands. */
function dealGame(archive, hand, nonces, compare) {
  const { decks, events } = hand.record;
  const sting = new StingTable(decks);
  let [pile, hands] = [[], 0];
  const nextHand = () => {
    hands += 1;
    return gameNumbers(archive, hand.hand_no, nonces, hands);
  };
  for (const event of events) {
    if (event.kind === "HAND") pile = shuffled([...decks[0]], nextHand());
    else if (["DEAL", "DEAL_UP", "OPEN"].includes(event.kind)) for (const text of event.cards) compare(text, pile.shift());
    else if (event.ev === "HANDBEGAN") sting.begin(nextHand());
    else if (event.ev === "DREW") compare(event.card.name, sting.draw(event.role));
    else if (event.ev === "RAISED") sting.raise(event.role, event.card.name);
  }
}

/** The three decks of the sting from hand to hand: cards go back into them, except those that the Player has played. */
class StingTable {
  constructor(decks) {
    this.piles = decks.map((cards) => [...cards]);
    this.hands = decks.map(() => []);
    this.table = [];
  }

  /** Put the cards of the last hand back and shuffle what each deck has now; the last card is drawn first. */
  begin(next) {
    for (const [role, card] of this.table) if (role !== PLAYER) this.piles[role].push(card);
    this.hands.forEach((cards, role) => this.piles[role].push(...cards));
    this.table = [];
    this.hands = this.hands.map(() => []);
    for (const pile of this.piles) {
      for (let at = pile.length - 1; at > 0; at -= 1) {
        const other = below(at + 1, next);
        [pile[at], pile[other]] = [pile[other], pile[at]];
      }
    }
  }

  draw(role) {
    const card = this.piles[role].pop();
    this.hands[role].push(card);
    return card;
  }

  raise(role, card) {
    this.table.push([role, ...this.hands[role].splice(this.hands[role].indexOf(card), 1)]);
  }
}

const cardsIn = (word) => word.at(-1).match(/../g) ?? [];
