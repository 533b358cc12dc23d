// Fair dealing (T6), checked by the page itself: from the published secret to every deck, from the deck to every card.
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

const HOLE = { T: 2, S: 2, O: 4 };

/** Whether this page can follow the deal of a game: cards once, then a board. */
export const followed = (variant) => HOLE[(variant === "HUNL" ? "NT" : variant)[1]] !== undefined;

/** A hand of an archive against its deck: how many cards were compared, and the first that is not where it should be. */
export function checked(archive, hand) {
  const seats = Object.keys(hand.stacks).map(Number).sort((a, b) => a - b);
  const code = hand.record.variant ?? "NT";
  const held = HOLE[code[1]];
  const dealt = deck(archive.match_id, archive.secret, hand.hand_no, seats.map((seat) => hand.nonces[seat] ?? ""), code[1] === "S" ? 36 : 52);
  let [cards, board, wrong] = [0, seats.length * held, null];
  const compare = (text, place) => {
    if (text === "??") return;
    cards += 1;
    if (dealt[place] !== text) wrong ??= text;
  };
  for (const action of hand.record.actions) {
    const word = action.split(" ");
    if (word[0] !== "d") continue;
    const shown = (word.at(-1).match(/../g) ?? []);
    if (word[1] === "dh") shown.forEach((text, round) => compare(text, round * seats.length + Number(word[2].slice(1)) - 1));
    else for (const text of shown) compare(text, board++);
  }
  return { cards, wrong };
}
