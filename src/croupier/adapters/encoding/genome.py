"""Encode evolved games as numbers, both the known games and newly bred ones. An episode is one game of one or more
hands.

Parts of an observation; "by seat" means the viewer first, then clockwise; chips are in units of the smallest bet:

    own_cards   52 places, 1 for each of the viewer's cards
    open_cards  52 places by seat without the viewer: the cards of others that the viewer knows
    board       52 places
    pile        52 places: cards played and not yet taken
    pile_top    52 places: the last of them
    captured    52 places by seat: cards taken (only in games in which cards are taken)
    phase       one place for each phase of the game
    claim       cards on the heap, 13 places for the rank claimed, by seat the cards of an open claim (only with claims)
    hand        the number of hands that are over
    cards, stacks, bets, paid, live, scores, tricks, first, turn    one number by seat
    betting     pot, price, chips to call, raises of this round

Each action has a number. Betting actions come first, then other actions without a card. After these, each action that
names a card has one number for each card of the deck.
"""

from __future__ import annotations

from typing import Any

from croupier.adapters.encoding.base import BadEnvironment, Parts, ones, turned
from croupier.cards import RANKS, UNKNOWN, Cards, known
from croupier.errors import short
from croupier.games.api import Action
from croupier.games.genome.check import plays_several
from croupier.games.genome.game import GenomeGame
from croupier.games.genome.state import State
from croupier.games.genome.values import (
    DECKS,
    BettingPhase,
    ClaimPhase,
    DiscardPhase,
    DrawPhase,
    ExchangePhase,
    GameGenome,
    MeldPhase,
    PassPhase,
    PlayPhase,
    TrickPhase,
)

DECK = 52
_BETTING = ("FOLD", "CHECK", "CALL", "BET", "RAISE", "ALL_IN")
_BY_SEAT = ("cards", "stacks", "bets", "paid", "live", "scores", "tricks", "first", "turn")


class GenomeEncoding:
    """Encodes an evolved game with a number of players as numbers."""

    def __init__(self, game: GenomeGame, seats: int | None = None, hands: int | None = 1) -> None:
        self.game, self.seats = game, game.seats(seats)
        if hands is not None and (type(hands) is not int or hands < 1):
            raise BadEnvironment(f"hands must be a whole number above 0, not {short(hands)}")
        self.hands = hands
        self.phases = game.genome.phases
        self.listed = listed_actions(game.genome)
        if not self.listed:
            raise BadEnvironment(f"nobody has anything to decide in {game.name}")
        self.numbers = {choice: number for number, choice in enumerate(self.listed)}
        bets = [phase.min_bet for phase in self.phases if isinstance(phase, BettingPhase)]
        self.unit = bets[0] if bets else 1
        genome = game.genome
        self.captures = genome.setup.tableau != "none" or genome.setup.books > 0 or any(
            isinstance(phase, TrickPhase | MeldPhase) for phase in self.phases)
        self.claims = any(isinstance(phase, ClaimPhase) for phase in self.phases)

    @property
    def name(self) -> str:
        """Return the game's name."""
        return self.game.name

    @property
    def actions(self) -> int:
        """Return the number of action numbers."""
        return len(self.listed)

    @property
    def shape(self) -> dict[str, int]:
        """Return the length of each part of an observation."""
        return {"own_cards": DECK, "open_cards": DECK * (self.seats - 1), "board": DECK, "pile": DECK, "pile_top": DECK,
                **({"captured": DECK * self.seats} if self.captures else {}), "phase": len(self.phases), "hand": 1,
                **({"claim": 14 + self.seats} if self.claims else {}), **dict.fromkeys(_BY_SEAT, self.seats),
                "betting": 4}

    def start(self, seed: int) -> State:
        """Start a game of the encoding's number of hands."""
        return self.game.start(self.seats, seed, hands=self.hands)

    def legal(self, view: Any) -> list[int]:
        """Return the numbers of the legal actions of the seat to act."""
        return sorted(self.number(action, view) for action in view.legal)

    def action(self, number: int, view: Any) -> Action:
        """Return the action with this number, which must be legal."""
        kind, card = self.listed[number]
        return Action(kind) if card is None else Action(kind, None, known([card]))

    def number(self, action: Action, view: Any) -> int:
        """Return the number of a legal action."""
        kind = action.kind
        if kind == "RAISE_TO":
            kind = "RAISE" if ("RAISE", None) in self.numbers and view.price else "BET"
        return self.numbers[kind, int(Cards(action.cards)[0]) if action.cards else None]

    def words(self, number: int) -> str:
        """Return in words what an action number means."""
        kind, card = self.listed[number]
        return str(Action(kind) if card is None else Action(kind, None, known([card])))

    def parts(self, view: Any) -> Parts:
        """Return what the viewer sees, as an observation."""
        seat, seats = view.seat, range(self.seats)
        found: Parts = {"own_cards": _cards(view.hole)}
        found["open_cards"] = [place for other in turned(seats, seat)[1:] for place in _cards(view.cards_of(other))]
        found["board"] = _cards(view.board)
        found["pile"] = _cards(view.pile)
        found["pile_top"] = _cards(view.pile[-1:])
        if self.captures:
            found["captured"] = [place for other in turned(seats, seat) for place in _cards(view.captured_by(other))]
        found["phase"] = ones([] if view.phase is None else [self.phases.index(view.phase)], len(self.phases))
        found["hand"] = [float(view.hand_no)]
        if self.claims:
            found["claim"] = self._claim(view, seat)
        found |= self._by_seat(view, seat)
        found["betting"] = [view.pot / self.unit, view.price / self.unit, view.to_call / self.unit, float(view.raises)]
        return found

    def _claim(self, view: Any, viewer: int) -> list[float]:
        """Return the part `claim` of an observation: the size of the heap, the rank of the open claim (or of the next
        one), and the number of cards that each seat claims.
        """
        now = view.progress
        cards = [float(now.claim.cards) if now.claim is not None and now.claim.seat == seat else 0.0
                 for seat in range(self.seats)]
        return [float(now.heap_size), *ones([RANKS.index(now.claim_rank)], 13), *turned(cards, viewer)]

    def _by_seat(self, view: Any, viewer: int) -> Parts:
        seats, unit = range(self.seats), self.unit
        rows: dict[str, list[float]] = {
            "cards": [float(len(view.cards_of(seat))) for seat in seats],
            "stacks": [chips / unit for chips in view.stacks], "bets": [chips / unit for chips in view.bets],
            "paid": [chips / unit for chips in view.paid], "live": ones(view.live, self.seats),
            "scores": [float(points) for points in view.scores],
            "tricks": [float(view.tricks_of(seat)) for seat in seats], "first": ones([view.first], self.seats),
            "turn": ones([] if view.actor is None else [view.actor], self.seats)}
        return {name: turned(values, viewer) for name, values in rows.items()}


def _cards(cards: Any) -> list[float]:
    return ones([card for card in cards if card != UNKNOWN], DECK)


def listed_actions(genome: GameGenome) -> list[tuple[str, int | None]]:
    """Return every action that the phases of a game can ask for, as a word and a card or None. The list is empty if the
    game has no decisions.
    """
    plain: list[str] = [*_BETTING] if genome.bets else []
    with_card: list[str] = []
    for phase in genome.phases:
        more, carded = _words_of(phase)
        plain += [word for word in more if word not in plain]
        with_card += [word for word in carded if word not in with_card]
    deck = DECKS[genome.setup.initial_deck]
    return [*((word, None) for word in plain), *((word, card) for word in with_card for card in deck)]


def _words_of(phase: object) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return two groups of a phase's actions: those without a card, and those that name a card."""
    if isinstance(phase, DrawPhase):
        return ("DRAW", "STAND_PAT"), {"pile": ("TAKE_TOP",), "ask": ("ASK",)}.get(phase.source, ())
    if isinstance(phase, DiscardPhase | ExchangePhase):
        return ("STAND_PAT",), ("DISCARD",)
    if isinstance(phase, PlayPhase) and not phase.from_top:
        return ("PASS", "STAND_PAT") if plays_several(phase) else ("PASS",), ("PLAY",)
    if isinstance(phase, MeldPhase):
        return ("PASS", "STAND_PAT"), ("PLAY",)
    if isinstance(phase, ClaimPhase):
        return ("STAND_PAT", "PASS", "CHALLENGE"), ("LAY",)
    if isinstance(phase, TrickPhase):
        return (), ("PLAY",)
    return (), ("GIVE",) if isinstance(phase, PassPhase) else ()
