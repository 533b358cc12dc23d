// The table as the page knows it, folded from frames: the same fold for those who watch and those who play.
//
//   const state = fresh(); apply(state, frame, performance.now());
//
// Public events alone give stacks, bets, pots and boards; `state` and `snapshot` frames put right whatever was missed.
// Times are the caller's: `until` is when the clock of the seat to act runs out.
import { playing } from "./best.js";
import { happen, isEvolved, look } from "./evolved.js";
import { layers } from "./pots.js";
import { apart, chips, deeds, stingTold, t, told } from "./texts.js";

const LOG_MAX = 300;
/** What a seat of an evolved game does several times in a row is one line of the log. */
const GROUPED = new Set(["GIVE", "DISCARD", "DRAW", "LAY"]);
/** What happens between hands is told with the next one, or nobody would see it. */
const BETWEEN = new Set(["chips", "reveal"]);

export function fresh() {
  return { tableId: null, config: null, deal: null, lobby: [], me: null, waitsFor: null, hand: null, seats: new Map(), board: [],
    pot: 0, button: null, phase: "LOBBY", actor: null, until: null, span: 0, prompt: null, hole: [], log: [], lit: null, winners: [],
    ended: false, results: null, match: null, notice: null, error: null, small: null, big: null, view: null, viewAt: 0, shown: null, shownAt: 0, known: new Map(), eventNo: 0, game: [], lastHand: "",
    places: 0, last: null, late: false, early: [], matchAt: 0, at: null, where: "" };
}

const SEATING = new Set(["welcome", "spectate", "lobby"]);
/** How long the end of a match stays as it is, unless the next hand begins. */
const RESULT_MS = 10_000;

const row = (seat, stack) => ({ seat, stack, bet: 0, total: 0, dead: 0, folded: false, allIn: false, cards: [], deed: "", deedKind: "",
  shown: null, won: 0 });

/** A seat's team. */
export function team(state, seat) {
  return state.lobby.find((each) => each.seat === seat)?.team ?? t.seat(seat);
}

/** The pots in the middle; bets of this street still lie before their seats. */
export function pots(state) {
  if (state.phase === "SHOWDOWN" && state.ended) return [];
  return layers([...state.seats.values()].map((each) => ({ seat: each.seat, paid: each.total - each.dead - each.bet,
    dead: each.dead, folded: each.folded, allIn: each.allIn })));
}

/** Who won what with what, in words; without `named`, only what. */
export function won(state, seat, named = true) {
  const row = state.seats.get(seat);
  return `${apart(team(state, seat))} +${chips(row.won, state.places)}${named && row.shown?.rank ? t.wonWith(row.shown.rank) : ""}`;
}

/** Take a frame. */
export function apply(state, frame, now) {
  if (isEarly(state, frame, now)) {
    state.early.push(frame);
    return state;
  }
  if (SEATING.has(frame.type) || frame.type === "start_hand" || frame.type === "snapshot") {
    for (const each of state.early.splice(0)) frames[each.type](state, each, now);
  }
  frames[frame.type]?.(state, frame, now);
  return state;
}

/** Seats of the next match come while the last hand is still shown: its winner must not change places with somebody else. */
function isEarly(state, frame, now) {
  return SEATING.has(frame.type) && state.match !== null && state.ended && now - state.matchAt < RESULT_MS;
}

const frames = {
  welcome(state, frame) {
    if (state.deal && state.deal.match_id !== frame.deal.match_id) state.match = null;
    Object.assign(state, { tableId: frame.table_id, config: frame.config, deal: frame.deal, me: frame.seat, waitsFor: frame.waits_for ?? null });
  },
  spectate(state, frame) {
    Object.assign(state, { tableId: frame.table_id, config: frame.config, deal: frame.deal, me: null });
  },
  lobby(state, frame) {
    state.lobby = frame.players;
    for (const each of frame.players) {
      if (state.me === each.seat && state.seats.has(each.seat)) state.waitsFor = null;
    }
  },
  start_hand(state, frame) {
    if (state.winners.length) state.last = t.lastHand(state.winners.map((seat) => won(state, seat)).join(", "));
    const between = state.log.filter((line) => BETWEEN.has(line.kind) && !line.carried).map((line) => Object.assign(line, { carried: true }));
    Object.assign(state, { hand: frame, deal: { ...state.deal, ...frame.deal }, button: frame.button, board: [], pot: 0, phase: "", actor: null,
      until: null, prompt: null, hole: [], log: [], lit: null, winners: [], ended: false, results: null, match: null, error: null, small: null,
      big: null, view: null, shown: null, game: [], lastHand: "", at: null });
    state.seats = new Map(frame.stacks.map((each) => [each.seat, row(each.seat, each.stack)]));
    note(state, numbered(state.config)(frame.deal.hand_no), "start");
    state.log.push(...between);
  },
  event(state, frame) {
    if (!state.hand || frame.hand_id !== state.hand.hand_id) return;
    state.eventNo = frame.event_no;
    const event = { ...frame, raise: frame.ev === "BET" && price(state) > 0, places: state.places };
    if (frame.ev === "POT_AWARD" && !frame.uncalled) event.amount -= (event.back = uncalled(state, frame.seat));
    if (frame.seat === state.me && state.me !== null) state.late = frame.auto === "timeout";
    if (state.actor === frame.seat) Object.assign(state, { actor: null, until: null });
    if (state.prompt && (event.data !== undefined || (frame.seat === state.me && event.ev in deeds))) state.prompt = null;
    if (event.ev === "ELIMINATED") events.ELIMINATED(state, event);
    if (isEvolved(state.config)) {
      const last = state.log.at(-1);
      const again = GROUPED.has(event.ev) && last?.kind === event.ev && last.seat === event.seat;
      const words = happen(state, again ? { ...event, count: last.count + 1 } : event, (each) => apart(team(state, each)));
      if (again) Object.assign(last, { text: words, count: last.count + 1 });
      else if (words) {
        note(state, words, event.ev === "HAND" ? "start" : event.ev);
        Object.assign(state.log.at(-1), { seat: event.seat, count: 1 });
      }
      return;
    }
    if (event.ev !== "ELIMINATED") events[event.ev]?.(state, event);
    if (event.data !== undefined) state.game.push(event);
    const seat = state.seats.get(event.seat);
    if (seat && deeds[event.ev]) Object.assign(seat, { deed: deeds[event.ev](event), deedKind: event.ev });
    const words = event.data !== undefined ? stingTold(event, t.roles[[...state.seats.keys()].sort((a, b) => a - b).indexOf(event.seat)]) :
      told(event, (each) => apart(team(state, each)));
    if (words) note(state, words, event.ev);
  },
  state(state, frame, now) {
    if (frame.hand_id !== state.hand?.hand_id) return;
    rows(state, frame.players);
    Object.assign(state, { pot: frame.pot, board: frame.community, phase: frame.phase, button: frame.button });
    turn(state, frame.next_actor, frame.time_ms_remaining, now);
    if (isEvolved(state.config)) look(state, frame.view);
    else if (frame.view) Object.assign(state, { shown: frame.view, shownAt: frame.event_no });
    if (frame.results) state.results = frame.results;
  },
  snapshot(state, frame, now) {
    state.log = [];
    const kept = { lobby: state.lobby, config: state.config, deal: state.deal, me: state.me };
    if (frame.start) frames.start_hand(state, frame.start);
    for (const event of frame.events ?? []) frames.event(state, event, now);
    Object.assign(state, kept, { deal: { ...kept.deal, ...frame.start?.deal } });
    if (!frame.start) Object.assign(state, { hand: null, seats: new Map(frame.players.map((each) => [each.seat, row(each.seat, each.stack)])), log: [] });
    rows(state, frame.players, frame.phase === "SHOWDOWN");
    Object.assign(state, { board: frame.community, phase: frame.phase, view: frame.view ?? null, viewAt: frame.event_no ?? 0 });
    if (frame.pot !== undefined) state.pot = frame.pot;
    if (isEvolved(state.config)) look(state, frame.view);
    if (frame.you) state.hole = frame.you.hole;
    turn(state, frame.next_actor, frame.time_ms_remaining, now);
    state.ended = Boolean(frame.at_hand_id) && frame.next_actor === null && frame.phase === "SHOWDOWN";
    state.prompt = frame.legal && frame.next_actor === state.me ? { ...frame, hand_id: frame.at_hand_id, current_bet: price(state) } : null;
  },
  act(state, frame, now) {
    rows(state, frame.players);
    Object.assign(state, { prompt: frame, hole: frame.you.hole, board: frame.community, pot: frame.pot, view: frame.view ?? null, viewAt: state.eventNo, error: null });
    if (isEvolved(state.config)) look(state, frame.view);
    const bank = frame.you.time_bank_ms ?? 0;
    turn(state, frame.seat, state.config?.move_time_ms === 0 ? null : frame.you.time_ms + bank, now);
    state.span += bank;
  },
  cards(state, frame) {
    if (frame.hand_id === state.hand?.hand_id) state.hole = frame.hole;
  },
  end_hand(state, frame) {
    Object.assign(state, { ended: true, actor: null, until: null, prompt: null, results: frame.results });
    for (const each of frame.stacks) {
      const seat = state.seats.get(each.seat);
      if (seat) Object.assign(seat, { stack: each.stack, bet: 0 });
    }
    const stacks = new Map(frame.stacks.map((each) => [each.seat, each.stack]));
    state.lobby = state.lobby.map((each) => ({ ...each, stack: stacks.get(each.seat) ?? each.stack }));  // a broke seat is not in the next hand
    if (frame.void) note(state, t.handVoid, "void");
  },
  match_end(state, frame, now) {
    Object.assign(state, { match: frame, matchAt: now });
    note(state, t.matchOver(apart(frame.winner.team), frame.why), "match");
  },
  chips(state, frame) {
    const seat = state.seats.get(frame.seat);
    if (seat && state.ended) seat.stack = frame.stack;
    note(state, t.moved(apart(frame.team), frame.why, frame.amount), "chips");
  },
  reveal(state, frame) {
    note(state, t.revealed(frame.deal.match_id), "reveal");
  },
  notice(state, frame) {
    state.notice = frame;
    note(state, frame.msg, "notice");
  },
  error(state, frame) {
    state.error = frame;
  },
};

function note(state, text, kind) {
  state.log.push({ text, kind });
  if (state.log.length > LOG_MAX) state.log.splice(0, state.log.length - LOG_MAX);
}

/** Whether a table plays the sting. */
export const isSting = (config) => Boolean(config?.variant?.startsWith("sting"));

/** How the deals of a table are counted in words: a game of several hands is one deal. */
export const numbered = (config) => isSting(config) || isEvolved(config) ? t.gameNo : t.handNo;

/**
 * The chips of the last seat in a hand that nobody matched: a fold-out pays them back in one sum with what was won (T3).
 * Only the street in play can leave some: two seats have matched each other on every street before it.
 */
function uncalled(state, seat) {
  const live = [...state.seats.values()].filter((each) => !each.folded);
  if (live.length !== 1 || live[0].seat !== seat) return 0;
  const others = [...state.seats.values()].filter((each) => each.seat !== seat).map((each) => each.bet);
  return Math.max(0, live[0].bet - Math.max(0, ...others));
}

const price = (state) => Math.max(0, ...[...state.seats.values()].map((each) => each.bet));

function turn(state, actor, left, now) {
  const span = state.config?.move_time_ms || left || 0;
  Object.assign(state, { actor, span, until: actor === null || left === null || left === undefined ? null : now + left });
}

/** Rows as the server has them. */
function rows(state, players, over = false) {
  for (const each of players) {
    const seat = state.seats.get(each.seat) ?? row(each.seat, each.stack);
    state.seats.set(each.seat, seat);
    Object.assign(seat, { stack: each.stack, bet: over ? 0 : each.committed, folded: each.has_folded, allIn: each.all_in });
    if (each.total_in_pot || isEvolved(state.config)) seat.total = each.total_in_pot;
    if (each.cards && !seat.shown) seat.cards = each.cards;
  }
}

function pay(state, seat, amount) {
  const each = state.seats.get(seat);
  if (!each) return;
  each.stack -= amount;
  each.bet += amount;
  each.total += amount;
  each.allIn = each.stack === 0;
  state.pot += amount;
}

const OPENING = new Set(["PRE_FLOP", "PRE_DRAW", "THIRD"]);

/** A new street: bets go to the middle. The first one begins with the blinds lying. */
function street(state, phase) {
  const begun = state.phase !== phase && !(state.phase === "" && OPENING.has(phase));
  state.phase = phase;
  if (!begun) return;
  for (const each of state.seats.values()) {
    each.bet = 0;
    if (!each.folded) Object.assign(each, { deed: each.allIn ? t.allIn : each.deed, deedKind: each.allIn ? "ALLIN" : "OLD" });
  }
}

function moved(state, event) {
  pay(state, event.seat, event.amount);
}

const events = {
  POST_BLINDS(state, event) {
    Object.assign(state, { small: event.sb_seat ?? null, big: event.bb_seat });
    for (const [seat, amount] of [[event.sb_seat, event.sb], [event.bb_seat, event.bb]]) {
      if (seat === undefined) continue;
      pay(state, seat, amount);
      Object.assign(state.seats.get(seat) ?? {}, { deed: deeds.POST({ amount, places: state.places }), deedKind: "POST" });
    }
  },
  POST(state, event) {
    pay(state, event.seat, event.amount);
    const each = state.seats.get(event.seat);
    if (each && event.kind !== "blind" && event.kind !== "straddle") {
      each.bet -= event.amount;
      if (event.kind === "dead") each.dead += event.amount;
    }
  },
  BET: moved, CALL: moved, BRING_IN: moved,
  FOLD(state, event) {
    const each = state.seats.get(event.seat);
    if (each) Object.assign(each, { folded: true, allIn: false });
  },
  FLOP(state, event) {
    street(state, "FLOP");
    state.board = [...state.board, ...event.cards];
  },
  TURN: board, RIVER: board,
  ELIMINATED(state, event) {
    state.lobby = state.lobby.map((each) => each.seat === event.seat ? { ...each, stack: 0 } : each);
  },
  DEAL(state, event) {
    street(state, event.street);
    const each = state.seats.get(event.seat);
    if (each) each.cards = [...each.cards, ...event.cards];
    else if (event.seat === undefined) state.board = [...state.board, ...event.cards];
  },
  DRAW(state, event) {
    street(state, event.street);
  },
  SHOWDOWN(state, event) {
    street(state, "SHOWDOWN");
    const each = state.seats.get(event.seat);
    if (each) each.shown = { hand: event.hand, rank: event.rank, five: playing(state.config?.variant ?? "HUNL", event.hand, event.board) };
  },
  POT_AWARD(state, event) {
    const early = event.uncalled && state.phase !== "SHOWDOWN";  // players have yet to draw
    if (!early) street(state, "SHOWDOWN");
    const each = state.seats.get(event.seat);
    if (!each) return;
    if (early) Object.assign(each, { bet: Math.max(0, each.bet - event.amount), total: each.total - event.amount, allIn: false });
    const paid = event.amount + (event.back ?? 0);
    each.stack += paid;
    state.pot -= paid;
    if (event.uncalled) return;
    each.won += event.amount;
    if (!state.winners.includes(event.seat)) state.winners.push(event.seat);
    if (each.shown) state.lit = new Set([...(state.lit ?? []), ...each.shown.five]);
  },
};

function board(state, event) {
  street(state, event.ev);
  state.board = [...state.board, event.card];
}
