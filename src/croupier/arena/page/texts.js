// Every text of the page, in English. To speak another language, replace this file.
// The names of the games come from the server (games.js), which has them from the rules.
import { games } from "./games.js";

const grouped = new Intl.NumberFormat("en");
const ranks = { 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", T: "ten",
  J: "jack", Q: "queen", K: "king", A: "ace" };
const plainName = (text) => (text[0] ?? "").toUpperCase() + text.slice(1).replaceAll("-", " ");
const plural = (rank) => ranks[rank] === "six" ? "sixes" : `${ranks[rank]}s`;
const suits = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };
/** The ranks that are too long for a plate, in the few letters that players use; the whole words are in the result and the log. */
const plateRanks = [["royal flush", "royal flush"], ["straight flush", "str. flush"], ["flush", "flush"], ["straight", "straight"], ["four of a kind", "quads"], ["three of a kind", "trips"], ["pair of", "pair"]];
const auto = { timeout: "time was up", left: "has left", removed: "removed", skipped: "skipped" };

/** Chips with separators; `places` is how many decimals the last digits are. */
export function chips(amount, places = 0) {
  if (!places) return grouped.format(amount);
  const sign = amount < 0 ? "-" : "";
  const digits = String(Math.abs(amount)).padStart(places + 1, "0");
  const whole = grouped.format(BigInt(digits.slice(0, -places)));
  const part = digits.slice(-places);
  return sign + whole + (/^0+$/.test(part) ? "" : "." + part);
}

const compact = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 });

/** An amount in a few letters, for axes. */
export const rough = (amount) => (amount > 0 ? "+" : amount < 0 ? "−" : "") + compact.format(Math.abs(amount));

export const signed = (amount, places = 0) => (amount > 0 ? "+" : amount < 0 ? "−" : "±") + chips(Math.abs(amount), places);
export const cardName = (card) => card[0] === "?" ? t.hidden : `${ranks[card[0]]} of ${suits[card[1]]}`;
const glyphs = { c: "♣", d: "♦", h: "♥", s: "♠" };
export const short = (cards) => cards.map((card) => card[0] === "?" ? "??" : card[0].replace("T", "10") + glyphs[card[1]]).join(" ");

const ahead = (percent) => percent === 100 ? "ahead" : percent === 0 ? "" : "level";

export const t = {
  brand: "croupier", skip: "Skip to the content", navigation: "Pages", lobby: "Lobby", standings: "Standings",
  replayer: "Replay", options: "Options", fourColours: "Four-colour deck", theme: "Colours",
  themes: { auto: "same as system", light: "light", dark: "dark" }, sound: "Sound", sounds: { off: "off", soft: "soft", on: "on" },
  confirmAllIn: "Confirm all-in bets", betSizes: "Bet sizes", betSizesHelp: "Percent of the pot, such as 33, 75, 100.", hidden: "hidden card",
  failed: (what) => `This could not be loaded: ${what}. Trying again.`,
  noServer: "the server does not answer",

  games: { sting: "The sting" },
  game: (variant) => games[variant]?.title ?? t.games[variant.split(":")[0]] ?? plainName(variant.replace("genome:", "").replace(/^.*[\\/]/, "").replace(/\.json$/, "").replace(/^\d+-/, "")),

  // -- lobby
  pitchTitle: "Card games for people and bots",
  pitch: "croupier deals poker and games of its own making, to people and to programs, with decks that anybody can check. Sit down, send a bot, or watch.",
  doors: { play: ["Play", "Take a seat at a practice table. You are dealt in at once, against house bots."],
    bot: ["Bring a bot", "This command seats a sample bot here. Replace its name with your own file."],
    tournament: ["Run a tournament", "This command lets four house bots play each other, 1,000 hands a pair, and prints a ranking."],
    invent: ["Invent a game", "The lab breeds new card games. Play one of them, or breed your own."] },
  tournamentHow: "croupier tournament round-robin tight loose aggressive tricky", inventHow: "croupier evolve --help", copy: "Copy",
  playNow: "Play now", playOne: "Play a game from the lab", allFull: "All seats are taken at the moment.", lookingForSeat: "Looking for a free seat.", practiceFull: "All practice seats are taken. You get the next one that is free.", showFull: "Show full tables",
  kindsOfTable: { practice: ["Practice", "House bots wait for you. Results do not count."], match: ["Matches", "Everybody starts with the same chips; the last one who has any wins."],
    cash: ["Cash tables", "Buy in, sit out, and leave with your chips whenever you like."], evolved: ["Games from the lab", "New card games, with their rules beside the table."],
    sting: ["The sting", "A story for one player: sell, and keep the evidence below your cover."] },
  speed: (ms) => ms ? `${chips(ms / 1000)} s per move` : "no clock",
  tables: "Tables", tablesNow: (count) => count === 1 ? "1 table is open" : `${count} tables are open`,
  stakes: (config) => config.variant.startsWith("sting") || config.variant.startsWith("genome") ? "" :
    `${chips(config.sb)} / ${chips(config.bb)}`,
  seatsTaken: (taken, seats) => `${taken} of ${seats} seats`, handsPlayed: (count) => `hand ${chips(count)}`,
  notBegun: "Not started", leads: "leads with", nobodyLeads: "Just started", watch: "Watch", sit: "Take a seat",
  spectators: (count) => count === 0 ? "No spectators" : count === 1 ? "1 spectator" : `${chips(count)} spectators`,
  status: { finished: "finished", paused: "paused", hand_in_progress: "in play", between_hands: "between hands",
    waiting_for_players: "waiting for players" },
  botsHow: (address) => `croupier bot caller --url ${address} --team Me --code my-own-secret`,
  verifyHow: "The server commits to every deck before the first card. When a match is over, you can check its decks on this page.",

  // -- the table
  table: "Table", board: "Board", mainPot: "Main pot", sidePot: (number) => `Side pot ${number}`,
  pots: "Pots", total: (amount) => `Total pot ${amount}`, seat: (number) => `Seat ${number + 1}`, freeSeat: "Free seat",
  holds: (chips, figures) => figures ? [figures.chips ? chips : null, figures.points === null ? null : t.points(figures.points),
    figures.tricks === null ? null : t.tricks(figures.tricks)].filter(Boolean).join(" · ") : chips,
  points: (count) => count === 1 ? "1 point" : `${chips(count)} points`, tricks: (count) => count === 1 ? "1 trick" : `${count} tricks`,
  lastWon: (name, amount) => amount ? `Last hand: ${name} +${chips(amount)}` : `Last hand: ${name}`,
  dealer: "D", dealerLong: "dealer", small: "SB", big: "BB", away: "away", allIn: "all-in", you: "you",
  happened: "What happened", handNo: (number) => `Hand ${chips(number)}`, gameNo: (number) => `Game ${chips(number)}`,
  yourCards: "Your cards", waitingHand: "Waiting for the next hand.",
  matchOver: (team, why) => why === "walks" ? `Everybody only folded. ${team} has the most chips and wins.` : `${team} wins the match.`, verifyMatch: "Check the decks of this match", noTable: "There is no such table here.", noTableHow: "It may have been closed, or its address is mistyped.", toLobby: "See all tables",
  out: "out", waitsNext: "in next", waitsNextMatch: "in next match", waitsForBlind: "waits for the big blind", sitsOut: "sits out", leaving: "leaves",
  handVoid: "The hand is void. All chips go back to their owners.", lastHand: (words) => `Last hand: ${words}`, youHave: (words) => `You have ${words}`, wonWith: (rank) => ` with ${rank}`,

  // -- play
  join: "Take a seat", reclaim: "Reclaim my seat", team: "Name", code: "Seat code", guest: (number) => `Guest ${number}`,
  codeHelp: "Save this code to reclaim your seat on another device.",
  takeSeat: "Take the seat", cancel: "Only watch",
  fold: "Fold", check: "Check", call: (amount) => `Call ${amount}`, allInCall: (amount) => `Call ${amount}, all-in`,
  betTo: (amount) => `Bet ${amount}`, raiseTo: (amount) => `Raise to ${amount}`, allInTo: (amount) => `All-in ${amount}`,
  bringIn: "Bring in", standPat: "Stand pat", noMore: { LAY: "Lay no more", PLAY: "Play no more", DISCARD: "Throw away no more" }, discard: (count) => count ? `Discard ${count}` : "Discard",
  chooseCards: "Choose the cards to discard.",
  presets: { min: "Min", half: "½ pot", pot: "Pot", max: "All-in" }, percent: (percent) => `${percent} %`, most: "Max", amount: "Raise to", slider: "Amount",
  foldFree: "Checking is free. Press Fold again if you mean it.", allInSure: (amount) => `All-in for ${amount}. Press again to confirm.`,
  timeBank: (seconds) => `The last ${seconds} s on the clock are your time bank.`, wasLate: "Your time ran out, and the table acted for you.", ahead: "Decide before your turn", aheadFold: "Check or fold", aheadAny: "Call any bet",
  turnOf: (team) => `Waiting for ${team}.`, yourTurn: "Your turn.", yourTurnAs: (role) => `Your turn, ${role}.`,
  waitsMatch: "This match is under way. You'll be dealt in when the next one starts.",
  toCall: (call, pot) => `${call} to call into ${pot}`, odds: (percent) => `a call pays if you win ${percent} % of the time`,
  keys: "Keys: F fold, C check or call, R raise, 1–4 bet sizes, ↑ ↓ change the amount.",
  rules: "Help", rulesHere: "Rules of this game", stepNow: (step, steps, name) => `Step ${step} of ${steps}: ${name}`, roundNow: (round) => `Round ${round}`, rulesOf: (game) => `${game}: rules`, keysTitle: "Keys", ranksTitle: "Hands, best first", cardKinds: "What the cards do", noRules: "The rules of this game could not be loaded.",
  timeout: "If your time runs out, you check, or fold if there is a bet.",
  titleTurn: (table) => `Your turn · ${table}`, titleTable: (table) => `${table} · croupier`,
  tour: "A short tour", skipTour: "Skip the tour", tourNext: "Next", tourDone: "Start playing",
  tourSteps: ["These are your cards, at the bottom of the table. Nobody else sees them. The others are house bots.", "The bright plate shows whose turn it is, and the ring how many seconds are left.",
    "When it is your turn, press Fold, Check, Call or Raise below the table. While you wait, you can decide in advance.", "The rules are at the top right, under Help. What happened so far is listed beside the table, or below it on a phone."],
  pokerRules: (facts, config) => [
    facts?.cards === 2 ? "Everybody gets two cards of their own. Five cards come face up in the middle: three (the flop), one (the turn), one (the river). There is a betting round before the flop and after each of these." :
      facts?.high === "omaha" ? `Everybody gets ${["four", "five", "six"][facts.cards - 4] ?? facts.cards} cards of their own. Five cards come face up in the middle. You make your hand from exactly two of your own cards and three from the middle.` :
        facts?.cards === 7 ? "Everybody gets seven cards over five betting rounds: three to begin with, one of them face up, three more face up, and the last one face down. There are no shared cards." :
          "Everybody gets a hand of their own. After a betting round you may throw cards away and draw new ones. There are no shared cards.",
    `In a betting round you check or bet while nobody has bet, and fold, call or raise once somebody has. ${facts?.cards === 7 ? `Everybody posts an ante, and the player with the ${facts.high === "low" ? "highest" : "lowest"} open card begins with the bring-in of ${chips(config.sb)}.` :
      `The blinds are ${chips(config.sb)} and ${chips(config.bb)}.`}${config.variant.startsWith("F") ? ` Bets and raises are ${chips(config.bb)} in the first two rounds and ${chips(2 * config.bb)} after them.` : ""}`,
    "The last player who has not folded wins the pot. If several are left at the end, they show their cards, and the best hand wins. A player who is all-in can win from each of the others only as much as they put in themselves; the rest forms side pots."],
  ranks: (high) => ({ low: ["Five low cards of different ranks; aces are low, straights and flushes do not count. Best: 5 4 3 2 A."], deuce_to_seven: ["The lowest five cards without a pair, straight or flush; aces are high. Best: 7 5 4 3 2."],
    badugi: ["Four cards of different ranks and suits, as low as possible; aces are low. Four such cards beat three, three beat two."] })[high] ??
    ["Straight flush: five in a row, all of one suit", "Four of a kind", ...(high === "short_deck" ? ["Flush: five of one suit", "Full house: three of a kind and a pair"] : ["Full house: three of a kind and a pair", "Flush: five of one suit"]),
      "Straight: five in a row", "Three of a kind", "Two pair", "One pair", "High card"],
  madeHands: [(g) => `${ranks[g[0]]} high`, (g) => `a pair of ${plural(g[0])}`, (g) => `two pair, ${plural(g[0])} and ${plural(g[1])}`, (g) => `three ${plural(g[0])}`, (g, top) => `a straight to the ${ranks[top]}`,
    (g) => `a flush, ${ranks[g[0]]} high`, (g) => `a full house, ${plural(g[0])} over ${plural(g[1])}`, (g) => `four ${plural(g[0])}`, (g, top) => `a straight flush to the ${ranks[top]}`],
  plateRank: (rank) => plateRanks.find(([words]) => (rank ?? "").includes(words))?.[1] ?? (rank ?? "").split(",")[0],
  stingRules: ["You are the Player and sell. The Customer bargains, and the Narc collects evidence. A hand has three rounds; in each, everybody draws up to three cards, bets, and then all cards are turned over.",
    "A raise plays one of your cards face down. A check plays nothing. After three raises in a round the betting ends.",
    "At the end of the hand you bank the profit, unless there is more evidence than cover: then you are caught and the run is over. After rounds 1 and 2 you may fold: you stay safe, keep the cards you have not played, and earn nothing.",
    "Heat stays with you from hand to hand; a conviction card becomes active when it is high enough."],
  badAmount: "Enter a whole number.", tooLittle: (least) => `The least is ${least}.`, tooMuch: (most) => `The most is ${most}.`,
  sent: "Sent.", sitOut: "Sit out", waitBlind: "Wait for the big blind", comeBack: "I'm back", leave: "Leave",
  leaveSure: "Leave for good? Press again.", debt: (amount) => `You owe ${amount} in missed blinds.`,
  moved: (team, why, amount) => `${team} ${{ buy_in: "buys in for", top_up: "adds", cash_out: "takes away", removed: "is removed with" }[why] ?? why} ${chips(amount)}`,
  revealed: (match) => `The hands of ${match} are over; new cards are committed to.`, buyIn: "Buy-in",
  addChips: "Add chips", topUp: (amount) => `${amount} more with the next hand.`, broke: "You are out of chips: add some to go on.",

  // -- games from the lab
  labGames: "Games", labGamesTitle: "Games from the lab", labGamesHow: "New card games, and old ones in new clothes. Read the rules, play against the search, and say what you think of it.", noGames: "There are no games from the lab at this arena.",
  seeRules: "Rules", playGame: "Play now", watchGame: "Watch", taken: "Somebody is playing. You can watch.", allGamesLink: (count) => `All ${chips(count)} games`,
  gameFacts: (seats, game) => [`${seats} players`, game.chips ? `${chips(game.chips)} chips each` : "for points", game.hands === 1 ? "one hand" : `up to ${chips(game.hands)} hands`].join(" · "),
  opinion: (opinion) => `${opinion.stars.toFixed(1)} of 5 stars from ${opinion.ratings === 1 ? "1 player" : `${chips(opinion.ratings)} players`}${opinion.fair === null ? "" : `, fair for ${Math.round(100 * opinion.fair)} %`}`, noOpinion: "Nobody has rated it yet.",
  rateTitle: "How was this game?", star: (count) => count === 1 ? "1 star" : `${count} stars`, wasFair: "Was it fair?", yes: "Yes", no: "No", sendRating: "Send", skipRating: "Skip", ratingThanks: "Thank you. Your rating helps to breed better games.", ratingFailed: (why) => `The rating was not kept: ${why}`,

  // -- the league
  ladder: "League", ladderSeason: (season, standard, deals) => `Season ${season}, ${standard}, games of ${chips(deals)} deals`, ladderHead: ["#", "Bot", "Rating", "95 %", "Games", "Faults"], noLadder: "No game of the league has been played yet.",

  // -- my hands
  notSeatedYet: "Once you have taken a seat here, your name and seat code are filled in by themselves.", myHands: "My hands", myHandsHow: "Every hand you or your bot played here, as that seat saw it. Your name and seat code are the key; opponents' folded cards are never shown.",
  showHands: "Show hands", allResults: "All hands", wonHands: "Won", lostHands: "Lost", resultFilter: "Result", tableFilter: "Table", allTables: "All tables", gameFilter: "Game", allGames: "All games", older: "Look further back",
  noOwnHands: "No hand of this name and seat code has ended yet.", noneFits: "No hand fits the filters.",
  ownHead: ["When", "Table", "Game", "Your cards", "Board", "Result", ""], replayHand: "Replay", shareHand: "Copy link", downloadThese: (count) => `Download ${count === 1 ? "this hand" : `these ${chips(count)} hands`}`,
  when: (ms) => new Intl.DateTimeFormat("en", { month: "short", day: "numeric", hour: "2-digit", minute: "2-digit", hour12: false }).format(new Date(ms)),
  notListed: (why) => `The hands could not be listed: ${why}`,

  // -- the operator
  operator: "Operator", operatorLink: "Operator of this arena? Run the tables here.", operatorHow: "Run the tables. The arena printed the operator's code when it started.", operatorCode: "Operator code", enter: "Enter", signOut: "Sign out", wrongOperator: "This is not the operator's code.",
  connectionsNow: (count) => count === 1 ? "1 connection" : `${chips(count)} connections`,
  commands: { START_HAND: "Start hand", PAUSE: "Pause", RESUME: "Resume", SKIP: "Skip player", VOID: "Void hand", REMOVE: "Remove", MIN_TEAMS: "Set", MESSAGE: "Send" },
  sure: { VOID: (table) => `Void the hand at ${table}? All chips go back to their owners, and the hand is dealt again.`, REMOVE: (table, team) => `Remove ${team} from ${table}? Its chips leave the match, and it cannot rejoin.` }, noUndo: "This cannot be undone.", noCancel: "Cancel",
  minTeams: (table) => `Teams to wait for at ${table}`, minTeamsShort: "Teams to wait for", message: "Message to everybody", messageTo: "Send to", everyTable: "All tables", messageHelp: "One line. Players and spectators see it at once.",
  seatHere: "connected", seatGone: "not connected", seatHouse: "house bot", seatRemoved: "removed", seatAway: { left: "has left", paused: "sits out", removed: "removed" }, timeoutsInRow: (count) => `${count} timeouts in a row`, itsTurn: "to act",
  noTeams: "Nobody is seated.", done: { started: "A hand was started.", queued: "The next hand is queued.", waiting_for_players: "Waiting for players.", hand_in_progress: "A hand is in play.", paused: "Paused.", running: "Running.", skipped: "Skipped.", void: "The hand is void.", removed: "Removed.", sent: "Sent." },
  doneAt: (table, words) => `${table}: ${words}`, operatorLog: "What was done", noLog: "No command yet.", logLine: (entry) => ({ MESSAGE: `Message: “${entry.msg}”`, MIN_TEAMS: `Wait for ${entry.count} teams`, REMOVE: `Remove ${entry.team}` })[entry.command] ?? t.commands[entry.command] ?? entry.command,
  fromOperator: (text) => `Message from the operator: ${text}`, dismiss: "Dismiss",

  // -- the connection
  connecting: "connecting", live: "live", lost: "Connection lost. Reconnecting.", back: "Connected again.",
  closed: { 4000: "You took this seat in another window.", 4001: "You have left the table.", 4002: "The operator removed you from the table.", 4003: "You have too few chips to play on. Sit down again to buy in.", 4004: "All matches have been played.",
    4400: "The server did not understand.", 4401: "The seat was refused.", 4403: "Spectators may only watch.",
    4410: "The connection was too slow. Connecting again.", 4429: "Too many messages." },

  // -- replay
  openFile: "Open a hand", openHow: "Open a PHH, PokerStars or JSON file of up to one megabyte. This server reads it and does not keep it.",
  drop: "Drop a file here, or choose one", paste: "or paste a hand", open: "Open", loading: "Reading",
  first: "First step", back1: "Step back", playOn: "Play", pause: "Pause", next1: "Step on", last: "Last step", scrub: "Step",
  stepOf: (step, steps) => `${step} of ${steps}`, start: "Before the deal.", link: "Copy link", copied: "Copied.", copyBy: "The link:",
  download: "Download", formats: { phh: "PHH", pokerstars: "PokerStars", json: "JSON" }, streets: "Streets",
  equity: (percent, basis) => basis.standing ? ahead(percent) && `${ahead(percent)} now` : basis.exact ? `${percent} %` : `≈ ${Math.round(percent)} %`,
  equityLong: (percent, basis) => basis.standing ? `${ahead(percent)} if nobody draws again` : `wins ${percent} % of the pot on average${basis.exact ? "" : ` (± ${basis.margin})`}`,
  basis: (basis) => [basis.standing === undefined ? "No equities: fewer than two live hands are known." : basis.standing ? "Ahead now means the hands as they stand: draws to come are not played." :
    basis.exact ? "Equities are exact." : `Equities are sampled: ${chips(basis.deals)} run-outs, ± ${basis.margin} %.`,
    basis.standing !== undefined && basis.left_out.length ? t.leftOut(basis.left_out.length) : ""].filter(Boolean).join(" "),
  leftOut: (count) => `${count === 1 ? "1 live hand is" : `${count} live hands are`} not known and left out.`, recent: "Recent hands", noHands: "No hand has ended yet.",
  tooLarge: "The file is larger than one megabyte.",
  potOdds: (team, call, pot, percent) => `${team}: ${call} to call into ${pot}, pot odds ${percent} %`,
  replayKeys: "Keys: ← → step, Space plays, Home and End.", noSuchHand: "There is no such hand.",
  street: (name) => ({ PRE_FLOP: "Pre-flop", FLOP: "Flop", TURN: "Turn", RIVER: "River", SHOWDOWN: "Showdown", END: "End", PRE_DRAW: "Pre-draw",
    THIRD: "Third", FOURTH: "Fourth", FIFTH: "Fifth", SIXTH: "Sixth", SEVENTH: "Seventh" })[name] ?? name.replace("DRAW_", "Draw "),
  dealtTo: (street) => `${street}: cards are dealt`, openCards: "Show every card the record knows",
  gone: (why) => `The replay stops here: ${why}`,

  // -- a match and its decks
  match: (id) => `Match ${id}`, verify: "Check the decks", verifying: (done, all) => `Checking ${done} of ${all}`,
  commitment: "Commitment", secret: "Secret", commitFits: "The secret fits the commitment that the server sent before the first card.",
  commitBroken: "The secret does NOT fit the commitment.", decksFit: (hands, cards) => `${t.handsCount(hands)} dealt again here: all ${cards} cards on record are where the deck put them.`,
  deckBroken: (hand) => `Hand ${hand}: the cards on record do NOT come from the committed deck.`,
  notRevealed: "The secret is not public yet. It is published when the match ends, unless this table keeps it.",
  notHere: "The record of this game does not list its decks. Check it with `croupier verify`.",
  verifyWhat: "The server committed to a secret before the first card. This page derives every deck from it, by itself, and compares.",
  noMatch: "There is no such match.", stillPlayed: "This match is still being played.", archive: "Archive (JSON)", void: "void", handsCount: (count) => count === 1 ? "1 hand" : `${chips(count)} hands`,

  // -- standings
  rank: "#", teamHead: "Team", matches: "Matches", won: "Won", hands: "Hands", net: "Chips", rate: "bb / 100",
  chart: "Chips won over hands", chartAria: (names) => `Chips won over hands by ${names}`,
  rivals: "Head to head", rivalsHow: "Chips the row has won from the column; what a hand pays is shared by what each lost and won.",
  noResults: "No hand has ended yet.", inPlay: "in play", since: "Practice tables do not count.", asCsv: "Download CSV", results: "Results",

  // -- the sting
  roles: ["Narc", "Customer", "Player"], round: (round) => `Round ${round} of 3`, raisesLeft: (count) => count === 1 ? "1 raise left" : `${count} raises left`,
  initiative: "initiative", evidence: "Evidence", cover: "Cover", heat: "Heat", cash: "Cash", profit: "Profit", handOfRun: (hand, hands) => `Hand ${hand} of ${hands}`,
  foldKeeps: (cards, heat) => `A fold keeps ${cards} ${cards === 1 ? "card" : "cards"} and heat ${chips(heat)}; the profit is lost.`,
  playCard: (name) => `Play ${name} face down`, goOn: "Go on", faceDown: "face down", explain: "What does this card do?", deckLeft: (count) => `${count} in deck`,
  phases: { draw: "drawing cards", betting: "betting", flip: "turning over", decision: "go on or fold?", resolution: "the result", success: "safe", bust: "bust" },
  stingJoin: "You sell, the Customer bargains, the Narc collects evidence. Keep evidence at or below cover.",
  evolvedKeys: "Keys: F fold, C check or call, 1–9 the other buttons in their order.",
  stingKeys: "Keys: C check or go on, 1–3 play a card, F fold, ? explains the card in focus.",
  kinds: { product: "product", location: "location", evidence: "evidence", cover: "cover", modifier: "deal", insurance: "insurance", conviction: "conviction" },
  explained: { product: "What is sold; only the last product played counts, its heat always does.",
    location: "Where it is sold; only the last location's evidence and cover count, its heat always does.",
    evidence: "Adds up. More evidence than cover at the end is a bust.", cover: "Adds up against the evidence.",
    modifier: "Changes the deal; all modifiers add up, their multipliers multiply.",
    insurance: "Adds cover; on a bust it pays its cost from your cash and saves you, unless a conviction holds.",
    conviction: "Defeats insurance once your heat after this hand reaches its threshold." },
  figures: { price: (n) => `sells ${n}`, multiplier: (n) => `price ×${n / 100}`, evidence: (n) => `evidence ${signed(n)}`,
    cover: (n) => `cover ${signed(n)}`, heat: (n) => `heat ${signed(n)}`, cost: (n) => `costs ${n}`,
    penalty: (n) => `heat ${signed(n)} when used`, threshold: (n) => `from heat ${n}` },
  nothing: "no effect", runOver: (cash) => `The run is over with ${chips(cash)} in cash.`,
  verdict: { folded: "Folded: safe, no profit.", covered: "Safe: the cover held.", insured: "Caught, but insured." }, bust: (reason) => `Bust: ${reason}.`,
  newRun: "A new run begins by itself.", close: "Close", waiting: "Waiting for the others.", cardsHeld: (count) => count === 1 ? "1 card" : `${count} cards`,
};

/** A name inside a sentence: one that is written from right to left must not turn the words around it. */
export const apart = (name) => /[\u0590-\u08ff\ufb1d-\ufefc]/.test(name) ? `\u2068${name}\u2069` : name;

/** An event in words; `team` names a seat. Nothing for what says nothing. */
export function told(event, team) {
  const words = sentences[event.ev]?.(event, team);
  return words && event.auto ? `${words} (${auto[event.auto] ?? event.auto})` : words;
}

const allIn = (event) => event.all_in ? ", all-in" : "";
const sentences = {
  POST_BLINDS: (e, team) => [e.sb_seat === undefined ? null : `${team(e.sb_seat)} posts ${chips(e.sb, e.places)}`,
    `${team(e.bb_seat)} posts ${chips(e.bb, e.places)}`].filter(Boolean).join(", "),
  POST: (e, team) => `${team(e.seat)} posts ${chips(e.amount, e.places)}${{ blind: "", dead: " (dead blind)" }[e.kind] ?? ` (${e.kind})`}`,
  BET: (e, team) => `${team(e.seat)} ${e.raise ? "raises to" : "bets"} ${chips(e.to, e.places)}${allIn(e)}`,
  CALL: (e, team) => `${team(e.seat)} calls ${chips(e.amount, e.places)}${allIn(e)}`,
  BRING_IN: (e, team) => `${team(e.seat)} brings in ${chips(e.amount, e.places)}`,
  CHECK: (e, team) => `${team(e.seat)} checks`,
  FOLD: (e, team) => `${team(e.seat)} folds`,
  FLOP: (e) => `Flop ${short(e.cards)}`,
  TURN: (e) => `Turn ${short([e.card])}`,
  RIVER: (e) => `River ${short([e.card])}`,
  DRAW: (e, team) => e.count ? `${team(e.seat)} draws ${e.count}` : `${team(e.seat)} stands pat`,
  SHOWDOWN: (e, team) => `${team(e.seat)} shows ${short(e.hand)}: ${e.rank}`,
  POT_AWARD: (e, team) => `${team(e.seat)} ${e.uncalled ? "takes back" : "wins"} ${chips(e.amount, e.places)}`,
  ELIMINATED: (e, team) => `${team(e.seat)} is out`,
  REMOVED: (e, team) => `The operator removed ${team(e.seat)}`,
};

/** The sting's events in words; `role` names a seat. */
export function stingTold(event, role) {
  const data = event.data ?? {};
  const card = data.card?.name;
  return { HANDBEGAN: () => `Hand ${data.hand}: ${t.cash.toLowerCase()} ${chips(data.cash)}, ${t.heat.toLowerCase()} ${chips(data.heat)}`,
    ENTERED: () => data.phase === "betting" ? t.round(data.round) : "", CHECKED: () => `${role} ${data.by_itself ? "is all-in and checks by himself" : "checks"}`,
    RAISED: () => `${role} plays ${card ?? "a card"} face down`, FOLDED: () => `${role} folds`, FLIPPED: () => `${role} played ${card}`, CONTINUED: () => `${t.roles[2]} goes on`,
    OUTCOME: () => (t.verdict[data.reason] ?? t.bust(data.reason)) + (data.profit ? ` ${t.profit} ${chips(data.profit)}.` : "") }[event.ev]?.() ?? "";
}

/** An evolved game's events in words; `team` names a seat. Cards dealt face down are not told one by one. */
export function evolvedTold(event, team) {
  const { amount = 0, cards = [] } = event.data ?? {};
  const count = event.count ?? 1;
  const several = (one) => count > 1 ? t.cardsHeld(count) : one;
  const who = event.seat === undefined ? "" : team(event.seat);
  const sentence = { HAND: () => `${t.handNo(amount + 1)}: ${who} is first`, FOLD: () => `${who} folds`, CHECK: () => `${who} checks`, CALL: () => `${who} calls ${chips(amount)}`,
    BET: () => `${who} bets ${chips(amount)}`, RAISE: () => `${who} puts in ${chips(amount)} to raise`, ALL_IN: () => `${who} is all-in with ${chips(amount)}`, ANTE: () => `${who} antes ${chips(amount)}`,
    DRAW: () => count > 1 ? `${who} draws ${t.cardsHeld(count)}` : `${who} draws`, STAND_PAT: () => `${who} stands pat`, DISCARD: () => `${who} discards ${several("a card")}`, PLAY: () => `${who} plays ${short(cards)}`, PASS: () => `${who} passes`,
    GIVE: () => `${who} passes ${several("a card")}`, DEAL_UP: () => `${who} is dealt ${short(cards)} face up`, OPEN: () => `${short(cards)} is turned up`, RETURN: () => `${who} takes back ${chips(amount)}`,
    TAKE: () => `${who} takes the cards`, SHOW: () => cards.length ? `${who} shows ${short(cards)}` : "", WIN: () => amount ? `${who} wins ${chips(amount)}` : `${who} wins the hand`,
    TAKE_TOP: () => `${who} takes ${short(cards)} from the pile`, STEAL: () => `${who} draws an unseen card from the next player with cards`, BOOK: () => `${who} lays down ${short(cards)}`,
    SKIP: () => `${who} is skipped`, REVERSE: () => `${who} turns the order of play round`, BLIND: () => `${who} posts a blind of ${chips(amount)}`, LAY: () => `${who} lays ${several("a card")} face down`,
    CLAIM: () => `${who} claims ${amount} × ${cards[0]?.[0] ?? ""}`, CHALLENGE: () => `${who} challenges the claim`, FLIP: () => `${who} has laid ${short(cards)}`, ASK: () => `${who} asks the next player for ${cards[0]?.[0] ?? ""}s`,
    GET: () => `${who} gets ${short(cards)}`, SWEEP: () => `The pile is taken away, and ${who} leads`, DROP: () => `${who} discards ${short(cards)} onto the pile`,
    SCORE: () => `${who}: ${signed(amount)} points`, END: () => `The game is over after ${t.handsCount(amount)}`, ELIMINATED: () => `${who} is out` }[event.ev]?.() ?? "";
  return sentence && event.auto ? `${sentence} (${auto[event.auto] ?? event.auto})` : sentence;
}

/** The few words on a seat's plate in an evolved game; nothing for what is dealt. */
export function evolvedDeed(event) {
  const { amount = 0, cards = [] } = event.data ?? {};
  return { FOLD: () => "fold", CHECK: () => "check", CALL: () => `call ${chips(amount)}`, BET: () => `bet ${chips(amount)}`, RAISE: () => "raise", ALL_IN: () => "all-in",
    DRAW: () => "draws", STAND_PAT: () => "stands pat", DISCARD: () => "discards", PLAY: () => `plays ${short(cards)}`, PASS: () => "passes", GIVE: () => "passes a card",
    TAKE_TOP: () => `takes ${short(cards)}`, STEAL: () => "draws", BOOK: () => "lays down", LAY: () => "lays a card", CLAIM: () => `claims ${amount} × ${cards[0]?.[0] ?? ""}`, CHALLENGE: () => "challenges", ASK: () => `asks for ${cards[0]?.[0] ?? ""}s`,
    DROP: () => `discards ${short(cards)}`, TAKE: () => "takes", WIN: () => amount ? `+${chips(amount)}` : "wins" }[event.ev]?.();
}

/** The few words on a seat's plate. */
export const deeds = {
  POST: (e) => `posts ${chips(e.amount, e.places)}`, BET: (e) => e.all_in ? "all-in" : `${e.raise ? "raise" : "bet"} ${chips(e.to, e.places)}`,
  CALL: (e) => e.all_in ? "call, all-in" : `call ${chips(e.amount, e.places)}`, BRING_IN: () => "bring-in", CHECK: () => "check", FOLD: () => "fold",
  DRAW: (e) => e.count ? `draws ${e.count}` : "stands pat", SHOWDOWN: (e) => t.plateRank(e.rank),
  POT_AWARD: (e) => `${e.uncalled ? "back " : "+"}${chips(e.amount, e.places)}`, ELIMINATED: () => "out",
};
