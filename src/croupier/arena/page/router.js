// Addresses of the page, all behind #: a link can be kept, sent and opened again.
//
//   #/                         the lobby
//   #/play                     sit down at a practice table
//   #/table/T-1                watch a table
//   #/table/T-1/1, /2          the form that takes a seat; sit down at once as a guest
//   #/standings                results
//   #/games                    games from the lab: what they are, rules, play now
//   #/hands                    my hands: every hand of a name and seat code, from its own eyes
//   #/replay                   open a file
//   #/replay/H-.../12          a recorded hand at a step
//   #/replay/~DATA/12          a hand carried by the link itself
//   #/operator                 run the tables, with the operator's code
//   #/match/M-...              a match: its hands, and its decks checked

export const views = {
  lobby: () => import("./lobby.js"),
  play: () => import("./play.js"),
  table: () => import("./room.js"),
  standings: () => import("./standings.js"),
  games: () => import("./gallery.js"),
  hands: () => import("./my-hands.js"),
  replay: () => import("./replayer.js"),
  operator: () => import("./operator.js"),
  match: () => import("./match.js"),
};

/** What an address asks for; anything unknown is the lobby. */
export function parse(hash) {
  const [view, ...rest] = hash.replace(/^#\/?/, "").split("/").map(decoded);
  if (!Object.hasOwn(views, view)) return { view: "lobby" };
  return { view, id: rest[0] ?? "", step: /^\d{1,6}$/.test(rest[1] ?? "") ? Number(rest[1]) : null };
}

/** The address of a view. */
export function address(view, id = "", step = null) {
  return `#/${view}${id ? "/" + encodeURIComponent(id) : ""}${step === null ? "" : "/" + step}`;
}

function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}
