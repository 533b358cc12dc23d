// What may be answered to a prompt, and how much: only what the server said is legal. Whole chips only.

/** A prompt's choices, alike for hold'em's words and for the action objects of other games. */
export function choices(prompt) {
  const objects = (prompt.legal ?? []).map((each) => typeof each === "string" ? { action: each } : each);
  const find = (word) => objects.find((each) => each.action === word) ?? null;
  const raise = find("RAISE_TO");
  const least = raise?.min_amount ?? prompt.min_raise_to;
  const most = raise?.max_amount ?? prompt.max_raise_to;
  return {
    fold: find("FOLD") !== null, check: find("CHECK") !== null,
    call: find("CALL") ? prompt.call_amount ?? find("CALL").costs : null,
    bringIn: find("BRING_IN") !== null, standPat: find("STAND_PAT") !== null, discard: find("DISCARD")?.any_of ?? null,
    raise: raise && least !== undefined ? { least, most } : null,
    others: objects.filter((each) => !KNOWN.has(each.action) || (each.action === "DISCARD" && !each.any_of)),
  };
}

const KNOWN = new Set(["FOLD", "CHECK", "CALL", "RAISE_TO", "BRING_IN", "STAND_PAT", "DISCARD"]);

/** The nearest legal raise-to. */
export const clamp = (amount, { least, most }) => Math.min(most, Math.max(least, Math.round(amount)));

/** Raise-to amounts: the least, parts of the pot in percent, the most. A raise of the pot first calls, then adds what is in the middle. */
export function presets(prompt, range, percents = [50, 100]) {
  const price = prompt.current_bet ?? 0;
  const middle = (prompt.pot ?? 0) + (prompt.call_amount ?? 0);
  const sized = (percent) => clamp(Math.floor(price + (middle * percent) / 100), range);
  return [{ name: "min", amount: range.least }, ...percents.map((percent) => ({ name: sizeName(percent), percent, amount: sized(percent) })), { name: "max", amount: range.most }];
}

const sizeName = (percent) => ({ 50: "half", 100: "pot" })[percent] ?? `p${percent}`;

/** What a player decided before its turn, as an answer to `may`; null where it does not fit any more. */
export function planned(plan, may) {
  if (plan.kind === "checkfold") return may.check ? "CHECK" : may.fold ? "FOLD" : null;
  if (plan.kind === "callany") return may.check ? "CHECK" : may.call !== null ? "CALL" : null;
  return may.check && plan.amount === 0 ? "CHECK" : may.call !== null && may.call === plan.amount ? "CALL" : null;
}

/** A typed amount: digits, with separators at most; null for anything else. */
export function typed(text) {
  const plain = text.trim().replace(/[\s,'’_]/g, "");
  if (!/^\d{1,15}$/.test(plain)) return null;
  return Number(plain);
}

/** Why an amount cannot be sent: "bad", "little", "much"; null if it can. */
export function fault(amount, { least, most }) {
  if (amount === null || !Number.isSafeInteger(amount)) return "bad";
  return amount < least ? "little" : amount > most ? "much" : null;
}

/** One step of the arrow keys: a big blind, on to the next bound. */
export function stepped(amount, direction, unit, range) {
  return clamp(amount + direction * Math.max(1, unit), range);
}

/** How often a call must win to pay: the call's part of the pot it makes, in percent with one decimal. */
export function odds(call, pot) {
  return call > 0 ? Math.round((1000 * call) / (pot + call)) / 10 : null;
}
