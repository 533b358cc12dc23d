// A recorded hand as steps: the table after any of them, where streets begin, and links that carry the hand itself.
import { apply, fresh } from "./state.js";

/** A replayed hand before its first step. */
function begun(replay) {
  const state = fresh();
  Object.assign(state, { places: replay.places, bottom: 0, config: { variant: replay.variant, seats: replay.players.length, move_time_ms: 0 },
    lobby: replay.players.map((team, seat) => ({ seat, team, connected: true, stack: replay.stacks[seat] ?? 0 })) });
  apply(state, { type: "start_hand", hand_id: "", button: replay.button, deal: { hand_no: 0 },
    stacks: replay.stacks.map((stack, seat) => ({ seat, stack: stack ?? 0 })) }, 0);
  state.log = [];
  return state;
}

function taken(state, step) {
  step.events.forEach((event) => apply(state, { ...event, type: "event" }, 0));
  apply(state, { ...step.state, type: "state", time_ms_remaining: null }, 0);
}

/** Every step in words, as the log of a live table has them; empty for a step that only deals. */
export function sentences(replay) {
  const state = begun(replay);
  return replay.steps.map((step) => {
    state.log = [];
    taken(state, step);
    return state.log.map((line) => line.text).join(", ");
  });
}

/** The table after `step` steps (0: before anything); `open` shows all cards the record knows, and what they are worth. */
export function stateAt(replay, step, open = true) {
  const state = begun(replay);
  const now = replay.steps[step - 1];
  replay.steps.slice(0, step).forEach((each) => taken(state, each));
  if (open) showKnown(state, replay.steps.slice(0, step).findLast((each) => each.cards)?.cards ?? []);
  state.equities = new Map((open && now?.equities || []).map((share, seat) => [seat, share]).filter(([, share]) => share !== null));
  state.basis = open && now?.basis || null;
  return state;
}

/** All that the record knows in place of what a watcher saw. */
function showKnown(state, known) {
  for (const [seat, row] of state.seats) if (row.cards.length && !row.shown) row.cards = known[seat];
}

/** Where each street begins: its name and the step that opens it. */
export function streets(replay) {
  const found = [];
  replay.steps.forEach((step, place) => {
    if (!found.length || found.at(-1).name !== step.street) found.push({ name: step.street, step: place + 1 });
  });
  return found;
}

/** A step inside the hand. */
export const within = (replay, step) => Math.min(replay.steps.length, Math.max(0, Math.trunc(step) || 0));

/** A hand's text as part of a link, and back: deflated, in letters that links may have. */
export async function packed(text) {
  const bytes = await through(new Blob([text]).stream(), new CompressionStream("deflate-raw"));
  let plain = "";
  for (const byte of bytes) plain += String.fromCharCode(byte);
  return btoa(plain).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

const TEXT_MAX = 200_000;

export async function unpacked(data) {
  const bytes = Uint8Array.from(atob(data.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  const text = new TextDecoder().decode(await through(new Blob([bytes]).stream(), new DecompressionStream("deflate-raw"), TEXT_MAX));
  return text;
}

/** Bytes through a transformer; more than `most` are refused, so that no small link blows up a browser. */
async function through(stream, transformer, most = Infinity) {
  const reader = stream.pipeThrough(transformer).getReader();
  const parts = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    size += part.value.length;
    if (size > most) throw new Error("too long");
  }
  const whole = new Uint8Array(size);
  let place = 0;
  for (const part of parts) {
    whole.set(part, place);
    place += part.length;
  }
  return whole;
}
