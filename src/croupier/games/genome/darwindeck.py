"""Read games of darwindeck, another system that describes card games as data. What a genome cannot express is left out.

darwindeck's JSON has two forms, and both are read. The flat form has `schema_version` "1.0" and phases tagged with
class names. The wrapped form has "2.0" and a `genome` with phases of `type` and `data`. In darwindeck a player goes
through all phases in one turn, so in the genome each player takes a whole turn too. `read_dict` returns the names of
everything that was left out, and the genome's lineage keeps these names. A game is refused if none of its phases, or
none of its ways to win, has a counterpart in genomes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from croupier.cards import RANKS
from croupier.games.genome.check import faults
from croupier.games.genome.values import (
    ROUNDS_MAX,
    AnyPhase,
    BadGenome,
    BettingPhase,
    ClaimPhase,
    DiscardPhase,
    DrawPhase,
    GameGenome,
    HandEvaluation,
    PlayPhase,
    RankEffect,
    SetupRules,
    TrickPhase,
    TurnStructure,
    WinCondition,
    replaced,
)

VERSIONS = ("1.0", "2.0")
HANDS = 20
"""Number of hands of a game for chips, which darwindeck does not state. A game without chips is one hand."""
_IGNORED = {"schema_version", "genome_id", "name", "metadata", "generation", "fitness", "fitness_rank", "skill_rank",
            "fitness_metrics", "skill_evaluation", "min_turns", "parent_ids", "description"}
"""Fields that do not affect the rules."""
_RANK_NAMES = dict(zip(("TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE", "TEN", "JACK", "QUEEN", "KING",
                        "ACE"), RANKS, strict=True)) | {"10": "T"} | {rank: rank for rank in RANKS}
_SUITS = {"H": "hearts", "D": "diamonds", "C": "clubs", "S": "spades"}
_SOURCES = {"deck": "deck", "discard": "pile", "opponent_hand": "neighbour"}
_EFFECTS = {"skip_next": "skip", "skip": "skip", "reverse": "reverse", "reverse_direction": "reverse",
            "draw_cards": "draw_two"}


def is_darwindeck(found: dict[str, Any]) -> bool:
    """Return True if a JSON object is a game of darwindeck. The `schema_version` of darwindeck is a string; in a genome
    it is a number.
    """
    # the version alone is not enough, because other kinds of files may have the same field
    return found.get("schema_version") in VERSIONS and ("genome" in found or "setup" in found)


def read_dict(found: dict[str, Any]) -> tuple[GameGenome, tuple[str, ...]]:
    """Return the game and the names of what was left out. Raise BadGenome if too little of it can be expressed."""
    try:
        return _Reader(found).read()
    # the reader does not check first whether all fields exist, so an incomplete file fails at the first missing field
    except (KeyError, TypeError, AttributeError) as error:
        raise BadGenome(f"$: not a whole darwindeck game: {type(error).__name__} {error}") from None


class _Reader:
    """A reader of one file, which records everything that it had to leave out."""

    def __init__(self, found: dict[str, Any]) -> None:
        self.rules: dict[str, Any] = found.get("genome", found)
        self.left_out: list[str] = []
        self.name = str(self.rules.get("name") or self.rules.get("genome_id") or "darwindeck")
        self.wild: set[str] = set()
        self.trump: str | None = None
        self.has_tricks = False

    def read(self) -> tuple[GameGenome, tuple[str, ...]]:
        turns = self.rules["turn_structure"]
        phases = [phase for at, entry in enumerate(turns["phases"]) for phase in self.phase(entry, at)]
        # computed before win conditions and setup are read, because scores and the tableau depend on it
        self.has_tricks = any(isinstance(phase, TrickPhase) for phase in phases)
        players = self.rules.get("player_count", 2)
        wins = self.wins()
        setup = self.setup(players)
        self.rest(self.rules, {"setup", "turn_structure", "win_conditions", "player_count", "max_turns", "effects",
                               "special_effects"}, "")
        if not phases or not wins:
            raise BadGenome(f"too little of this darwindeck game can be expressed: {'; '.join(self.left_out)}")
        if setup.tableau != "none":
            # with a tableau cards are played one at a time
            phases = [replaced(phase, sets=1) if isinstance(phase, PlayPhase) else phase for phase in phases]
        # in a war or a trick all players must play their cards in the same step
        solo = setup.tableau != "war" and not self.has_tricks
        threshold = self.bust_limit(wins)
        genome = GameGenome(setup, TurnStructure(tuple(phases), 1, solo), wins, name=self.name[:60],
                            hand_evaluation=HandEvaluation(bust_limit=threshold),
                            max_hands=HANDS if setup.starting_chips else 1)
        return self.with_rounds(genome, self.rounds(players, phases))

    # -- turns ---------------------------------------------------------------------------------------------------------

    def rounds(self, players: int, phases: list[AnyPhase]) -> int:
        """Return how many rounds the game needs. This is its maximum of turns divided by the number of players, or one
        round for each trick.
        """
        turns = self.rules["turn_structure"]
        tricks = sum(isinstance(phase, TrickPhase) for phase in phases)
        if tricks:
            return max(1, int(turns.get("tricks_per_hand") or self.rules["setup"]["cards_per_player"]) // tricks)
        most = int(self.rules.get("max_turns") or turns.get("max_turns") or 100)
        # rounded up: a round is one turn of each player
        return max(1, -(-most // players))

    def with_rounds(self, genome: GameGenome, wanted: int) -> tuple[GameGenome, tuple[str, ...]]:
        """Return the game with as many rounds as its deck and the limits allow."""
        made = _fitted(genome, wanted)
        if any(fault.fatal for fault in faults(made)):
            # not even one round fits the deck
            made = _fitted(self.without_draws(genome), wanted)
        rounds = made.turn_structure.rounds
        fatal = [str(fault) for fault in faults(made) if fault.fatal]
        if fatal:
            raise BadGenome("; ".join(fatal))
        if rounds < wanted:
            self.left_out.append(f"turns after round {rounds} (of {wanted})")
        words = f"left out: {'; '.join(self.left_out)}" if self.left_out else "nothing was left out"
        # the lineage is printed in the rulebook, so that its reader learns what the original game did differently
        made = replaced(made, lineage=(f"read from a darwindeck file; {words}",))
        return made, tuple(self.left_out)

    def without_draws(self, genome: GameGenome) -> GameGenome:
        """Return the game without phases that draw more cards than the deck has; in darwindeck these draw nothing."""
        kept = [phase for phase in genome.phases if not (isinstance(phase, DrawPhase) and phase.source != "neighbour")]
        effects = tuple(found for found in genome.setup.effects if found.effect != "draw_two")
        if len(kept) < len(genome.phases) or len(effects) < len(genome.setup.effects):
            self.left_out.append("draws, for which the deck is too small")
        made = replaced(genome, setup=replaced(genome.setup, effects=effects))
        return made.with_phases(*kept) if kept else made

    # -- the setup -----------------------------------------------------------------------------------------------------

    def setup(self, players: int) -> SetupRules:
        """Return what is dealt."""
        found = self.rules["setup"]
        # `conditions` may have added wild ranks already, so this adds to them
        self.wild |= {self.rank(rank) for rank in found.get("wild_cards") or ()}
        tableau: Any = str(found.get("tableau_mode") or self.implied_tableau()).lower()
        if tableau not in ("none", "war", "match_rank"):
            self.left_out.append(f"setup.tableau_mode {tableau}")
            tableau = "none"
        deck: Any = found.get("initial_deck", "standard_52")
        if deck != "standard_52":
            self.left_out.append(f"setup.initial_deck {deck}")
        suit: Any = _suit(found.get("trump_suit")) or self.trump
        # "" means "not a rank"; a genome has at most three wild ranks
        wild: Any = tuple(sorted(self.wild - {""}, key=RANKS.index)[:3])
        self.rest(found, {"cards_per_player", "initial_deck", "initial_discard_count", "wild_cards", "tableau_mode",
                          "trump_suit", "starting_chips"}, "setup.")
        return SetupRules(found["cards_per_player"], initial_discard_count=found.get("initial_discard_count") or 0,
                          trump_suit=suit, starting_chips=found.get("starting_chips") or 0, min_players=players,
                          max_players=players, wild_ranks=wild, tableau=tableau, effects=tuple(self.effects()))

    def implied_tableau(self) -> str:
        """Return the tableau of a file that does not name a tableau. The tableau is a war if capturing all cards wins
        the game.
        """
        wins = {entry["type"] for entry in self.rules["win_conditions"]}
        return "war" if wins & {"capture_all", "most_captured"} and not self.has_tricks else "none"

    def effects(self) -> Iterator[RankEffect]:
        """Yield the special effects of ranks that a genome can express, at most one for each rank."""
        taken: set[str] = set()
        for found in self.rules.get("special_effects") or self.rules.get("effects") or ():
            word = str(found.get("effect_type") or found.get("type") or found.get("effect")).lower()
            rank: Any = self.rank(found.get("trigger_rank") or found.get("rank"))
            does: Any = _EFFECTS.get(word)
            # a genome's effect draws exactly two cards
            if does is None or not rank or rank in taken or (does == "draw_two" and found.get("value", 1) != 2):
                self.left_out.append(f"effect {word} {found.get('value', '')}".rstrip())
            else:
                taken.add(rank)
                yield RankEffect(rank, does)

    def rank(self, given: object) -> str:
        """Return a rank from its name, symbol or number (from 0). Return "" if the value is not a rank."""
        if isinstance(given, int) and 0 <= given < len(RANKS):
            return RANKS[given]
        return _RANK_NAMES.get(str(given).upper(), "")

    # -- phases --------------------------------------------------------------------------------------------------------

    def phase(self, entry: dict[str, Any], at: int) -> Iterator[AnyPhase]:
        """Yield a phase, or nothing if genomes have no phase of this kind."""
        # "DrawPhase" in the flat form, "draw" or "DRAW" in the wrapped one
        kind = str(entry["type"]).lower().removesuffix("phase").replace("_", "")
        found = entry.get("data", entry)
        path = f"phase {at + 1} ({kind})"
        readers: dict[str, Callable[[dict[str, Any], str], Iterator[AnyPhase]]] = {
            "draw": self.draw, "play": self.play, "discard": self.discard, "trick": self.trick, "claim": self.claim,
            "betting": self.betting}
        if kind not in readers:
            self.left_out.append(path)
        else:
            yield from readers[kind](found, path)

    def draw(self, found: dict[str, Any], path: str) -> Iterator[DrawPhase]:
        source: Any = _SOURCES.get(str(found.get("source", "deck")).lower())
        if source is None:
            self.left_out.append(f"{path} from {found['source']}")
            return
        conditional = bool(found.get("condition"))
        if conditional:
            self.left_out.append(f"{path} condition")
        self.rest(found, {"type", "source", "count", "mandatory", "condition"}, f"{path} ")
        # if the condition of a draw is left out, the player may skip the draw
        yield DrawPhase(found.get("count", 1), bool(found.get("mandatory", True)) and not conditional, source=source)

    def play(self, found: dict[str, Any], path: str) -> Iterator[PlayPhase]:
        kinds = set(self.conditions(found.get("valid_play_condition") or found.get("condition")))
        rule: Any = "match" if kinds & {"card_matches_suit", "card_matches_rank", "matches_or_wild"} else \
            "higher" if kinds & {"card_beats_top"} else "any"
        known = {"card_matches_suit", "card_matches_rank", "matches_or_wild", "card_beats_top", "card_is_rank",
                 "location_size", "hand_size"}
        self.left_out += [f"{path} condition {kind}" for kind in sorted(kinds - known)]
        most, least = found.get("max_cards", 1), found.get("min_cards", 1)
        if least > 1 or most > 4:
            self.left_out.append(f"{path} of {least} to {most} cards")
        self.rest(found, {"type", "target", "valid_play_condition", "condition", "min_cards", "max_cards", "mandatory",
                          "pass_if_unable"}, f"{path} ")
        yield PlayPhase(rule, bool(found.get("mandatory", True)), sets=max(1, min(4, most)), sweep=rule == "higher")

    def conditions(self, found: dict[str, Any] | None) -> Iterator[str]:
        """Yield the kinds of all simple conditions. If a condition lets a rank be played on any card, make this rank
        wild.
        """
        if not found:
            return
        if found.get("conditions"):
            for inner in found["conditions"]:
                yield from self.conditions(inner)
            return
        kind = str(found.get("condition_type") or found.get("op_code") or found.get("type")).lower()
        kind = kind.removeprefix("check_")
        if kind == "card_is_rank":
            self.wild.add(self.rank(found.get("value")))
        yield kind

    def discard(self, found: dict[str, Any], path: str) -> Iterator[DiscardPhase]:
        self.rest(found, {"type", "target", "count", "mandatory"}, f"{path} ")
        is_open = str(found.get("target", "discard")).lower() == "discard"
        yield DiscardPhase(found.get("count", 1), bool(found.get("mandatory", False)), is_open)

    def trick(self, found: dict[str, Any], path: str) -> Iterator[TrickPhase]:
        self.trump = self.trump or _suit(found.get("trump_suit"))
        if not found.get("high_card_wins", True):
            self.left_out.append(f"{path} won by the low card")
        self.rest(found, {"type", "lead_suit_required", "trump_suit", "high_card_wins"}, f"{path} ")
        yield TrickPhase(1, bool(found.get("lead_suit_required", True)))

    def claim(self, found: dict[str, Any], path: str) -> Iterator[ClaimPhase]:
        if found.get("min_cards", 1) > 1:
            self.left_out.append(f"{path} of at least {found['min_cards']} cards")
        self.left_out += [f"{path} without {name}" for name in ("sequential_rank", "allow_challenge", "pile_penalty")
                          if not found.get(name, True)]
        self.rest(found, {"type", "min_cards", "max_cards", "sequential_rank", "allow_challenge", "pile_penalty"},
                  f"{path} ")
        yield ClaimPhase(max(1, min(4, found.get("max_cards", 4))))

    def betting(self, found: dict[str, Any], path: str) -> Iterator[BettingPhase]:
        self.rest(found, {"type", "min_bet", "max_raises"}, f"{path} ")
        yield BettingPhase(found.get("min_bet", 10), found.get("max_raises", 3))

    # -- winning -------------------------------------------------------------------------------------------------------

    def wins(self) -> tuple[WinCondition, ...]:
        """Return the ways to win. darwindeck counts scores by fixed rules; here they become tricks, cards or totals."""
        tricks = self.has_tricks
        named: dict[str, Any] = {
            "empty_hand": "first_to_empty", "best_hand": "best_hand", "most_tricks": "most_tricks",
            "fewest_tricks": "fewest_tricks", "capture_all": "most_captured", "most_captured": "most_captured",
            "high_score": "most_tricks" if tricks else "high_total",
            "low_score": "fewest_tricks" if tricks else "low_total"}
        found: list[Any] = []
        # several of darwindeck's ways to win may become the same win condition, which is kept once
        for entry in self.rules["win_conditions"]:
            kind = named.get(entry["type"])
            if kind is None:
                self.left_out.append(f"win condition {entry['type']}")
            elif kind not in found:
                found.append(kind)
                if entry["type"] in ("high_score", "low_score"):
                    self.left_out.append(f"the score of {entry['type']} (read as {kind})")
        return tuple(WinCondition(kind) for kind in found[:4])

    def bust_limit(self, wins: tuple[WinCondition, ...]) -> int:
        """Return the total that must not be exceeded, as in blackjack."""
        if wins[0].type != "high_total":
            return 0
        return next((entry.get("threshold") or 0 for entry in self.rules["win_conditions"]
                     # a genome's bust limit is at most 60
                     if entry["type"] == "high_score" and (entry.get("threshold") or 0) <= 60), 0)

    def rest(self, found: dict[str, Any], read: set[str], path: str) -> None:
        """Add to the list of left-out names all fields that were not read and are not empty."""
        self.left_out += [f"{path}{name}" for name, value in found.items()
                          if name not in read and name not in _IGNORED and value not in (None, False, [], {}, "", 0)]


def _fitted(genome: GameGenome, wanted: int) -> GameGenome:
    """Return the game with as many of the wanted rounds as possible without a fatal fault, but at least one."""
    # tried from the most rounds down, because the most rounds are closest to the original
    for rounds in range(min(wanted, ROUNDS_MAX), 0, -1):
        made = genome.with_phases(*genome.phases, rounds=rounds)
        if not any(fault.fatal for fault in faults(made)):
            break
    return made


def _suit(given: object) -> Any:
    """Return the suit with this name or letter; return None if there is none."""
    return _SUITS.get(str(given)[:1].upper()) if given else None
