// Fair dealing (T6), checked by the page itself: from the published secret to every deck, from the deck to every card.
import { games } from "./games.js";
import { hex, hmac, joined, sha256, unhex } from "./sha256.js";

const ALG = "croupier-fair-1";
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

/** A hand's deck; `nonces` of the seats dealt in, in seat order, "" where a seat sent none. */
export function deck(matchId, secret, handNo, nonces, size = 52) {
  const key = hmac(unhex(secret), prefixed(utf8(ALG), utf8(matchId), big(handNo, 8), ...nonces.map(unhex)));
  const next = numbers(key);
  const cards = ordered(size);
  for (let place = 0; place < size - 1; place += 1) {
    const other = place + below(size - place, next);
    [cards[place], cards[other]] = [cards[other], cards[place]];
  }
  return cards;
}

function numbers(key) {
  let [block, used, view] = [0, 8, null];
  return () => {
    if (used === 8) {
      view = new DataView(hmac(key, big(block, 8)).buffer);
      block += 1;
      used = 0;
    }
    used += 1;
    return view.getUint32((used - 1) * 4);
  };
}

/** A number below `most`, none likelier than another. */
function below(most, next) {
  const limit = 0x100000000 - (0x100000000 % most);
  for (;;) {
    const number = next();
    if (number < limit) return number % most;
  }
}

/**
 * A hand of an archive against its deck: how many cards were compared, the first that is not where it should be, and how many came after
 * the deck had run out (draw games shuffle the muck back then: `croupier verify` follows that too).
 *
 * In every game the first cards go round the table one at a time; whatever is dealt later comes off the deck in the order of play.
 */
export function checked(archive, hand) {
  const seats = Object.keys(hand.stacks).map(Number).sort((a, b) => a - b);
  const nonces = seats.map((seat) => hand.nonces[seat] ?? "");
  const dealt = deck(archive.match_id, archive.secret, hand.hand_no, nonces, games[hand.record.variant]?.deck ?? 52);
  const result = { cards: 0, wrong: null, beyond: 0 };
  const compare = (text, place) => {
    if (place >= dealt.length) result.beyond += 1;
    else if (text !== "??") {
      result.cards += 1;
      if (dealt[place] !== text) result.wrong ??= text;
    }
  };
  const deals = hand.record.actions.map((action) => action.split(" "));
  const opened = deals.findIndex((word) => word[1] !== "dh");
  const first = deals.slice(0, opened < 0 ? deals.length : opened);
  let place = 0;
  for (const word of first) {
    cardsIn(word).forEach((text, round) => compare(text, round * first.length + Number(word[2].slice(1)) - 1));
    place += cardsIn(word).length;
  }
  for (const word of deals.slice(first.length)) if (word[0] === "d") for (const text of cardsIn(word)) compare(text, place++);
  return result;
}

const cardsIn = (word) => word.at(-1).match(/../g) ?? [];
