// SHA-256 and HMAC of our own: `crypto.subtle` is missing on pages that come over plain http.

const K = new Uint32Array(64);
const START = new Uint32Array(8);

/** The first 32 bits of the fractional part of a root. */
const fraction = (root) => ((root - Math.floor(root)) * 0x100000000) >>> 0;

for (let number = 2, count = 0; count < 64; number += 1) {
  let prime = true;
  for (let part = 2; part * part <= number; part += 1) if (number % part === 0) prime = false;
  if (!prime) continue;
  if (count < 8) START[count] = fraction(Math.sqrt(number));
  K[count] = fraction(Math.cbrt(number));
  count += 1;
}

const turn = (word, by) => (word >>> by) | (word << (32 - by));

/** The SHA-256 of some bytes. */
export function sha256(bytes) {
  const state = START.slice();
  const padded = new Uint8Array(((bytes.length + 72) >> 6) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 0x20000000));
  view.setUint32(padded.length - 4, bytes.length << 3);
  for (let at = 0; at < padded.length; at += 64) block(state, view, at);
  const digest = new Uint8Array(32);
  state.forEach((word, place) => new DataView(digest.buffer).setUint32(place * 4, word));
  return digest;
}

const words = new Uint32Array(64);

function block(state, view, at) {
  for (let i = 0; i < 16; i += 1) words[i] = view.getUint32(at + i * 4);
  for (let i = 16; i < 64; i += 1) {
    const [near, far] = [words[i - 15], words[i - 2]];
    words[i] = words[i - 16] + (turn(near, 7) ^ turn(near, 18) ^ (near >>> 3)) + words[i - 7] + (turn(far, 17) ^ turn(far, 19) ^ (far >>> 10));
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i += 1) {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + words[i]) >>> 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) >>> 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) >>> 0, c, b, a, (one + two) >>> 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, place) => {
    state[place] += word;
  });
}

/** HMAC-SHA256. */
export function hmac(key, message) {
  const block64 = new Uint8Array(64);
  block64.set(key.length > 64 ? sha256(key) : key);
  const padded = (byte) => block64.map((each) => each ^ byte);
  return sha256(joined(padded(0x5c), sha256(joined(padded(0x36), message))));
}

/** Bytes one after another. */
export function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let place = 0;
  for (const part of parts) {
    whole.set(part, place);
    place += part.length;
  }
  return whole;
}

export const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
export const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
