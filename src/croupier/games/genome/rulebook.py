"""A rulebook in Markdown for any genome: rules that a person can play from, with an example hand.

Every sentence is made from the genome alone, so that the rulebook describes what the engine plays. The example is a
hand that the engine dealt and simple players played. Its text is made from its events.
"""

from __future__ import annotations

from collections.abc import Iterable

from croupier.cards import RANKS
from croupier.games.genome.check import hand_sizes, most_players
from croupier.games.genome.events import rank_plural
from croupier.games.genome.example import as_lines, example
from croupier.games.genome.hand_words import count_word, counts_points, rank_word, value_sections
from croupier.games.genome.pitch import pitch
from croupier.games.genome.values import (
    DECKS,
    SHARED_PHASES,
    AnyPhase,
    BettingPhase,
    ClaimPhase,
    DiscardPhase,
    DrawPhase,
    ExchangePhase,
    GameGenome,
    MeldPhase,
    PassPhase,
    PlayPhase,
    RevealPhase,
    TrickPhase,
)

_DECKS = {"standard_52": "a standard deck of 52 cards", "short_36": "a deck of 36 cards (sixes to aces)",
          "piquet_32": "a deck of 32 cards (sevens to aces)", "euchre_24": "a deck of 24 cards (nines to aces)",
          "royal_20": "a deck of 20 cards (tens to aces)",
          "leduc_6": "six cards (jack, queen and king of hearts and of spades)",
          "kuhn_3": "three cards (the jack, the queen and the king of spades)",
          "old_maid_31": "31 cards (sevens to aces without the queen of clubs)"}
_WINS = {
    "best_hand": "has **the best hand**",
    "high_card": "has **the highest card** in the hand; of equal ones the next highest, and so on",
    "low_card": "has **the lowest card** in the hand (aces are high); of equal ones the next lowest, and so on",
    "high_total": "has **the highest total of points**", "low_total": "has **the lowest total of points**",
    "most_tricks": "has taken **the most tricks**", "fewest_tricks": "has taken **the fewest tricks**",
    "most_captured": "has captured **the most cards**",
    "first_to_empty": "is **the first to have no cards left**, which ends the hand at once{trick}, or else has the "
                      "fewest left",
    "high_score": "has **the highest score of the hand**", "low_score": "has **the lowest score of the hand**",
    "first_to_score": "has **the highest score of the hand**"}


LINEAGE = "Where it comes from"


def rulebook(genome: GameGenome, *, players: int | None = None, seed: int = 1, tips: Iterable[str] = ()) -> str:
    """Return the rules of a game in Markdown, with an example hand for this number of players and with the tips that
    the caller passes in.
    """
    parts = [_title(genome), _needs(genome), _setup(genome), _hand(genome), _betting(genome), _winning(genome),
             value_sections(genome), _end(genome), _tips(tips), _example(genome, players, seed), _lineage(genome)]
    return "\n\n".join(part for part in parts if part) + "\n"


def step_words(genome: GameGenome, phase: AnyPhase) -> str:
    """Return what happens in one phase of a game."""
    return _phase(genome, phase)


def step_name(phase: AnyPhase) -> str:
    """Return the name of a step in a word or two."""
    if isinstance(phase, DrawPhase) and phase.source == "ask":
        return "ask"
    return {"BlindsPhase": "bet", "BettingPhase": "bet", "RevealPhase": "board", "TrickPhase": "tricks",
            "PassPhase": "pass cards"}.get(type(phase).__name__, type(phase).__name__.removesuffix("Phase").lower())


def winning_words(genome: GameGenome) -> str:
    """Return who wins a hand, in a paragraph."""
    return _winning(genome).partition("\n\n")[2]


def _title(genome: GameGenome) -> str:
    title = genome.name.replace("-", " ").capitalize()
    return f"# {title}\n\n{genome.description or pitch(genome)}"


def _needs(genome: GameGenome) -> str:
    setup = genome.setup
    least, most = setup.min_players, most_players(genome)
    players = f"{least} players" if least == most else f"{least} to {most} players"
    chips = f", {setup.starting_chips} chips each" if genome.bets else "; no chips"
    return f"**You need:** {players}, {_DECKS[setup.initial_deck]}{chips}."


def _setup(genome: GameGenome) -> str:
    setup = genome.setup
    lines = ["Shuffle all cards."]
    if genome.bets and setup.ante:
        lines.append(f"Everybody puts {setup.ante} into the pot (the ante). A player who has less puts in everything.")
    singly = "" if setup.cards_per_player == 1 else ", one at a time"
    lines.append(f"Deal {count_word(setup.cards_per_player)} to each player{singly}, face down, beginning with the "
                 "first player; you may look at your own.")
    if setup.board_cards:
        lines.append(f"Turn {count_word(setup.board_cards)} face up in the middle: the board. It belongs to every "
                     "hand.")
    if setup.initial_discard_count:
        lines.append(f"Turn {count_word(setup.initial_discard_count)} face up on the table: the pile.")
    if setup.trump_suit and _has(genome, TrickPhase):
        lines.append(f"{setup.trump_suit.capitalize()} are trumps.")
    if setup.wild_ranks:
        lines.append(f"Wild: every {_or(rank_word(rank) for rank in setup.wild_ranks)}. {_wild_words(genome)}")
    if setup.books > 1:
        lines.append(f"Whenever you hold {setup.books} cards of one rank, lay them down before you at once: "
                     f"{_laid_down(genome)}.")
    lines.append(_first_player(genome))
    return "## Before each hand\n\n" + "\n".join(f"- {line}" for line in lines)


def _first_player(genome: GameGenome) -> str:
    """Return the sentence that says who begins and what changes when a player is out of the game."""
    words = "Choose anybody as the first player of the first hand. In each new hand it is the next player to the left"
    # with two players this sentence is not needed, because the game is over when one is out
    if not genome.bets or most_players(genome) == 2:
        return f"{words}."
    return f"{words} who still has chips. A player who has no chips when a hand begins is out of the game."


def _laid_down(genome: GameGenome) -> str:
    """Return in words what happens to cards that a player has laid down."""
    captures = any(win.type == "most_captured" for win in genome.win_conditions)
    counted = captures or any(rule.per == "card" for rule in genome.scoring)
    return "they count as captured" if counted else "they belong to your hand no longer"


def _wild_words(genome: GameGenome) -> str:
    """Return what a wild card does in this game."""
    words = []
    if any(condition.type in ("best_hand", "high_card", "low_card") for condition in genome.win_conditions):
        words.append("A wild card stands for whatever helps its holder most when hands or single cards are compared.")
    if any(isinstance(phase, PlayPhase) and phase.rule != "any" for phase in genome.phases):
        named = any(isinstance(phase, PlayPhase) and phase.rule == "match" for phase in genome.phases)
        words.append("It may always be played." + (" No suit is named for it: the next card has to fit the card itself."
                                                   if named else ""))
    return " ".join(words)


def _has(genome: GameGenome, kind: type[AnyPhase]) -> bool:
    return any(isinstance(phase, kind) for phase in genome.phases)


# -- a hand ------------------------------------------------------------------------------------------------------------


def _hand(genome: GameGenome) -> str:
    phases = [phase for phase in genome.phases if genome.bets or not isinstance(phase, BettingPhase)]
    steps = [f"{at}. {_step(genome, phases, at - 1)}" for at in range(1, len(phases) + 1)]
    rounds = genome.turn_structure.rounds
    head = "## A hand\n\nIn every step the first player begins, and the others follow in turn to the left."
    if genome.turn_structure.by_player:
        head = f"## A hand\n\nTurns go to the left from the first player. {_own_turns(genome)}."
    if _has(genome, BettingPhase) and genome.bets:
        head += (" Players who have folded sit out the rest of the hand. If the first player has folded, the next one "
                 "to the left who is still in begins.")
    again = f"\n\nGo through these steps {rounds} times, then see who wins." if rounds > 1 else ""
    if not steps:
        return f"{head} Nothing happens between the deal and the showdown."
    return f"{head}\n\n" + "\n".join(steps) + again


def _own_turns(genome: GameGenome) -> str:
    """Return the sentence on players who take whole turns, one after the other."""
    shared = list(dict.fromkeys(step_name(phase) for phase in genome.phases if isinstance(phase, SHARED_PHASES)))
    words = "On your turn you go through all the steps before the next player does"
    if not shared:
        return words
    which = f"The step {shared[0]!r} is" if len(shared) == 1 else f"The steps {_and(map(repr, shared))} are"
    return f"{words}. {which} for everybody together, after each player has had a turn"


def _step(genome: GameGenome, phases: list[AnyPhase], at: int) -> str:
    """Return a step of a hand in words. If an earlier step was the same, only refer to it. A repeated step is not left
    out, so that the numbers of the steps match the phases.
    """
    first = phases.index(phases[at])
    if first == at:
        words = _phase(genome, phases[at])
        by_player = genome.turn_structure.by_player
        return words.replace("Everybody in turn", "The player whose turn it is") if by_player else words
    name = step_name(phases[at])
    return f"**{name.capitalize()}**, as in step {first + 1}."


def _phase(genome: GameGenome, phase: AnyPhase) -> str:
    """Return one step in words."""
    if isinstance(phase, BettingPhase):
        return _bet(genome, phase)
    if isinstance(phase, DrawPhase):
        return _draw(genome, phase)
    if isinstance(phase, DiscardPhase):
        may = "throws away" if phase.mandatory else "may throw away" if phase.count == 1 else "may throw away up to"
        where = "face up onto the pile" if phase.face_up else "face down"
        return (f"**Discard.** Everybody in turn {may} {count_word(phase.count)}, {where}."
                f"{_if_fewer(genome, phase, 'throws away')}")
    if isinstance(phase, MeldPhase):
        return _meld(genome, phase)
    if isinstance(phase, ClaimPhase):
        return _claim(genome, phase)
    if isinstance(phase, ExchangePhase):
        return (f"**Exchange.** Everybody in turn throws away up to {count_word(phase.count)}, face down, "
                "and gets as many new ones.")
    if isinstance(phase, RevealPhase):
        return (f"**Board.** Turn {count_word(phase.count)} of the deck face up on the board. It belongs to every "
                "hand.")
    if isinstance(phase, PlayPhase):
        return _play(genome, phase)
    if isinstance(phase, TrickPhase):
        return _trick(genome, phase)
    return _pass(genome, phase)


def _pass(genome: GameGenome, phase: PassPhase) -> str:
    them = "it" if phase.count == 1 else "them"
    opened = any(isinstance(other, DrawPhase) and other.face_up for other in genome.phases)
    stays = " (cards that lie face up stay face up)" if opened else ""
    return (f"**Pass cards.** Everybody chooses {count_word(phase.count)} and lays {them} face down before the next "
            f"player to the left who is still in{stays}. When all have chosen, everybody takes up what they were given."
            f"{_if_fewer(genome, phase, 'gives')}")


def _if_fewer(genome: GameGenome, phase: DiscardPhase | PassPhase, does: str) -> str:
    """Return what happens to a player with fewer cards than a step asks for, if that can happen."""
    if phase.count == 1:
        return ""
    # the last of equal phases: by then the most cards have gone
    last = len(genome.phases) - 1 - genome.phases[::-1].index(phase)
    before = genome.phases if genome.turn_structure.rounds > 1 else genome.phases[:last]
    shrinks = any(isinstance(other, DiscardPhase | PlayPhase | TrickPhase) for other in before)
    may_lack = shrinks or genome.setup.cards_per_player < phase.count
    return f" A player with fewer cards {does} all of them." if may_lack else ""


def _bet(genome: GameGenome, phase: BettingPhase) -> str:
    return _plain_bet(phase) + _blinds(genome, phase)


def _blinds(genome: GameGenome, phase: BettingPhase) -> str:
    """Return the sentence on blinds."""
    small, big = phase.blinds
    if not big:
        return ""
    first = f"the first player puts in {small} and the next one" if small else "the player after the first one puts in"
    only = genome.turn_structure.rounds == 1 and sum(bool(_big_blind(other)) for other in genome.phases) == 1
    when = "it begins" if only else "the first such round of a hand"
    return (f" Before {when}, {first} {big} (the blinds, which count as bets). The player after that acts first, and "
            "the player with the big blind may raise even if nobody else did.")


def _big_blind(phase: AnyPhase) -> int:
    return phase.blinds[1] if isinstance(phase, BettingPhase) else 0


def _plain_bet(phase: BettingPhase) -> str:
    raises = {0: "no raises", 1: "at most one raise"}.get(phase.max_raises, f"at most {phase.max_raises} raises")
    return f"**Bet.** A betting round with bets of {phase.min_bet} and {raises} (see below)."


def _draw(genome: GameGenome, phase: DrawPhase) -> str:
    face = "face up" if phase.face_up else "face down"
    if phase.source == "neighbour":
        count = count_word(phase.count)
        may = "draws" if phase.mandatory else "may draw"
        return (f"**Draw.** Everybody in turn {may} {count}, unseen, from the hand of the next player to the left who "
                "has any.")
    if phase.source == "ask":
        times = "" if phase.count == 1 else f" {phase.count} times"
        return (f"**Ask.** Everybody in turn asks{times}: name a rank that you hold. The next player to the left who "
                "has cards must give you all their cards of that rank, for all to see. If they have none, draw one "
                "card from the deck (without cards of your own, just draw one; from an empty deck nothing is drawn).")
    if phase.source == "pile":
        may = "takes" if phase.mandatory else "may take"
        each = "" if phase.count == 1 else ", each"
        return (f"**Draw.** Everybody in turn {may} {count_word(phase.count)}{each} from the deck ({face}) or the top "
                "of the pile.")
    if phase.mandatory:
        words = f"Everybody gets {count_word(phase.count)} {face}."
    elif phase.count == 1:
        words = f"Everybody in turn may take one card {face}, or stand."
    else:
        words = (f"Everybody in turn may take cards {face}, one at a time, up to {phase.count}, and stops when they "
                 "like.")
        words += " A player who goes beyond the limit has to stop." if genome.hand_evaluation.bust_limit else ""
    if phase.face_up:
        words += " What lies face up is open for all to see and stays so."
    return f"**Draw.** {words}"


def _play(genome: GameGenome, phase: PlayPhase) -> str:
    which = {"any": "a card of the hand", "match": "a card that has the suit or the rank of the pile's top card",
             "higher": "a card of higher rank than the pile's top card"}[phase.rule]
    if phase.from_top:
        words = "Everybody plays the first card of the hand, in the order it was dealt, face up onto the pile."
    else:
        words = f"Everybody in turn plays {which}, face up onto the pile.{_several(phase)}"
        if phase.rule != "any":
            words += " On an empty pile any card may be played."
        words += " You may pass instead." if not phase.mandatory else \
            " A player who has none passes." if phase.rule != "any" else ""
    effect = {"war": " Then the highest card of this turn captures the whole pile; if the highest are equal, nobody "
                     "does, and the pile stays.",
              "match_rank": " A card that has the rank of others on the pile captures them, itself included.",
              "none": ""}[genome.setup.tableau]
    return f"**Play.** {words}{effect}{_effect_words(genome)}"


def _several(phase: PlayPhase) -> str:
    """Return in words what may be played besides a single card, and when the pile is taken away."""
    words = ""
    if phase.sets > 1:
        words += f" You may play up to {phase.sets} cards of the same rank together."
    if phase.runs:
        words += (f" You may play a run: {phase.runs} or more cards of one suit in a row, laid from the lowest up; the "
                  "ace is the highest.")
    if words and phase.rule == "higher":
        words += " A play must have as many cards as the last one" + (
            ", and a run can only be beaten by a run whose lowest card is higher." if phase.runs else ".")
    if phase.sweep:
        words += (" When everybody else has passed since the last play, the pile is taken away, and whoever is next "
                  "leads whatever they like.")
    return words


def _effect_words(genome: GameGenome) -> str:
    """Return what cards of some ranks do when they are played."""
    turn = "" if genome.turn_structure.by_player else " to play, in this step or the next one"
    does = {"skip": f"the next player misses a turn{turn}", "draw_two": "the next player draws two cards",
            "reverse": f"the order of play turns round (with two players left, the other one misses a turn{turn})"}
    return "".join(f" When {'an' if found.rank in ('A', '8') else 'a'} {rank_word(found.rank)} is played, "
                   f"{does[found.effect]}." for found in genome.setup.effects)


def _meld(genome: GameGenome, phase: MeldPhase) -> str:
    a_set = f"a set ({phase.least} or more cards of one rank)"
    a_run = f"a run ({phase.least} or more of one suit in a row, the ace highest)"
    wild = " Wild cards help only as the cards that they are." if genome.setup.wild_ranks else ""
    which = f"{a_set} or {a_run}" if phase.sets and phase.runs else a_set if phase.sets else a_run
    return (f"**Meld.** Everybody in turn may lay down {which} face up, and then another one, and so on; "
            f"{_laid_down(genome)}.{wild}")


def _claim(genome: GameGenome, phase: ClaimPhase) -> str:
    lowest = rank_plural(RANKS[DECKS[genome.setup.initial_deck][0] >> 2])
    wild = " Wild cards count as the rank that is claimed." if genome.setup.wild_ranks else ""
    count = "one card" if phase.most == 1 else f"one to {phase.most} cards"
    last = any(condition.type == "first_to_empty" for condition in genome.win_conditions)
    out = " A claimant who laid the last card is out of cards only after that." if last else ""
    return (f"**Claim.** Everybody in turn lays {count} face down on the heap and says that they are all of one rank. "
            f"The first claim of a hand is about {lowest}, each further claim about the next higher rank; after the "
            "highest rank comes the lowest again. The claim need not be true. The other players in turn may "
            "challenge it. The first to do so turns its cards up: if one of them has another rank, the claimant takes "
            "the whole heap into the hand, otherwise the challenger does. If nobody does, the cards stay there."
            f"{out}{wild}")


def _trick(genome: GameGenome, phase: TrickPhase) -> str:
    count = "one trick" if phase.tricks == 1 else f"{phase.tricks} tricks, or fewer if the cards run out"
    follow = ("You must play a card of the suit led if you have one" if phase.follow_suit else
              "You may play any card of your hand")
    trump = genome.setup.trump_suit
    best = (f"The highest {trump.removesuffix('s')} wins the trick; if there is none, the highest card of the suit led "
            "does." if trump else "The highest card of the suit led wins the trick.")
    leads = ", the winner of each trick to the next" if phase.tricks > 1 else ""
    return (f"**Tricks.** Play {count}. The first player leads a card to the first trick{leads}; everybody else plays "
            f"one card to it. {follow}. {best} Its player takes the cards.")


def _betting(genome: GameGenome) -> str:
    rounds = [phase for phase in genome.phases if isinstance(phase, BettingPhase)]
    if not genome.bets or not rounds:
        return ""
    raises = any(phase.max_raises for phase in rounds)
    raising = ", **raise** (call, and one fixed amount more; while raises are left)," if raises else ""
    together = (" The raises of all players are counted together. A player without the chips for a full raise cannot "
                "raise." if raises else "")
    lines = ["With no bet before you: **check** (do nothing) or **bet** the fixed amount.",
             f"With a bet before you: **call** (put in as much as the others){raising} or **fold** (give up the hand "
             f"and what you have put in).{together}",
             "With too few chips to bet or to call you may go **all-in** with what you have: you stay in the hand, bet "
             f"no more in it, and take part in everything else. Nobody can bet{' or raise' if raises else ''} when all "
             "others still in are all-in.",
             "The round ends when everybody still in has acted and has put in the same amount or is all-in. The bets "
             "go into the pot, and the next round starts from nothing.",
             "If all others have folded, the hand is over: the last player takes the pot and shows nothing.",
             _pots(genome)]
    return "## Betting rounds\n\n" + "\n".join(f"- {line}" for line in lines)


def _pots(genome: GameGenome) -> str:
    if not genome.setup.side_pots:
        return "There is one single pot: an all-in player can win all of it."
    return ("If you are all-in, you can win from each other player only as much as you put in yourself; the others "
            "play for the rest (side pots). Chips that nobody else has matched go back to their owner.")


# -- winning -----------------------------------------------------------------------------------------------------------


def _winning(genome: GameGenome) -> str:
    trick = " (but a trick is played to its end)" if _has(genome, TrickPhase) else ""
    conditions = [_WINS[condition.type].format(trick=trick) + _short_hand(genome, condition.type)
                  for condition in genome.win_conditions]
    prize = "the pot" if genome.bets else "the hand"
    words = f"## Who wins\n\nThose still in show their cards. {prize.capitalize()} goes to whoever "
    words += ". If that is equal, to whoever ".join(conditions) + "."
    if genome.hand_evaluation.bust_limit and counts_points(genome):
        words += (f" A total above {genome.hand_evaluation.bust_limit} is bust and loses to every other; "
                  "if all are bust, they are equal.")
    if genome.bets:
        words += (" Equal players share the pot; odd chips go to the first of them, counted to the left from whoever "
                  "began the first hand.")
    return words


def _short_hand(genome: GameGenome, kind: str) -> str:
    """Return what happens to a hand that has no more cards to compare."""
    fewest, most = hand_sizes(genome)
    may_lack = kind in ("high_card", "low_card") and fewest < most
    return "; a player with no more cards to compare loses" if may_lack else ""


def _end(genome: GameGenome) -> str:
    hands = "one hand" if genome.max_hands == 1 else f"{genome.max_hands} hands"
    ends = [f"after {hands}"]
    if genome.bets:
        ends.insert(0, "when one player has all the chips")
    targets = [condition.target for condition in genome.win_conditions if condition.type == "first_to_score"]
    if targets:
        ends.insert(0, f"when somebody's scores of all hands have reached {targets[0]}")
    goal = "most chips" if genome.bets else "highest score" if targets else "most hands won"
    return f"## The end\n\nThe game ends {_or(ends)}. Whoever has the {goal} then wins it; equal players share the win."


def _example(genome: GameGenome, players: int | None, seed: int) -> str:
    return "## An example\n\n" + "\n".join(as_lines(genome, example(genome, players, seed)))


def _tips(tips: Iterable[str]) -> str:
    """Return the section with tips as a Markdown list. The tips describe what strong players did in the lab's games."""
    lines = "\n".join(f"- {tip}" for tip in tips)
    return f"## Tips\n\nWhat strong computer players did in hands against each other:\n\n{lines}" if lines else ""


def _lineage(genome: GameGenome) -> str:
    if not genome.lineage:
        return ""
    return f"## {LINEAGE}\n\n" + "\n".join(f"1. {step}" for step in genome.lineage)


def _or(words: Iterable[str]) -> str:
    return _listed(words, "or")


def _and(words: Iterable[str]) -> str:
    return _listed(words, "and")


def _listed(words: Iterable[str], last: str) -> str:
    listed = list(words)
    return listed[0] if len(listed) == 1 else f"{', '.join(listed[:-1])} {last} {listed[-1]}"
