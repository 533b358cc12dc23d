"""Play one unit of a match: some deals from one seating, by bots that are made for this unit.

A unit depends only on its job. So units can be played in any order, on any number of cores or machines, with the same
result. Bots given by name, file or command are made afresh for each unit, so that a bot cannot remember deals that
occur again in the next seating.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from time import perf_counter
from typing import Any

from croupier.bots import Bot, BotLike
from croupier.bots.isolation import RemoteBot
from croupier.bots.isolation.faults import FORFEITED
from croupier.contest.bot_table import Progress
from croupier.contest.events import TableEvent, Warned
from croupier.contest.luck.aivat import Adjuster
from croupier.contest.luck.values import Value
from croupier.contest.matches.carried import CarriedSeries, Carry
from croupier.contest.players import Isolation, SeatedBot, close_players, hand_notes, seated
from croupier.contest.result import Warnings
from croupier.contest.runner import HandRunner, mistake_of
from croupier.contest.seeds import derived
from croupier.contest.stakes import deal_hand
from croupier.games.api import Action, Game, HandSeries, State
from croupier.games.by_value import describe
from croupier.games.poker.game import PokerGame
from croupier.games.poker.hand import Hand
from croupier.notation.files import dumps
from croupier.notation.recording import record_of
from croupier.stats.players import seat_names

BIGGEST_KEPT, SLOWEST_KEPT = 10, 20


@dataclass(frozen=True)
class Job:
    """The description of a unit: these deals, with the bots moved on by `turn` seats."""

    bots: tuple[BotLike, ...]
    game: Game
    stacks: tuple[int, ...] | None
    seed: int
    deals: range
    turn: int
    isolation: Isolation
    strict: bool = False
    adjust: str = "cards"
    """The luck to take out: none, cards or full."""
    record: bool = False
    trace: int | None = None
    """The number of the bot whose decisions are recorded one by one."""
    carry: Carry | None = None
    """How stacks carry over, or None if they are reset before each hand."""
    value: Value | None = None
    """A function that returns the value of hands on a board, to measure the luck of its cards. None means their chance
    to win a showdown.
    """


@dataclass
class Unit:
    """The results of a unit. Lists have an entry for each deal, which in turn is a list with an entry for each bot."""

    names: tuple[str, ...]
    hands: list[int] = field(default_factory=list)
    """The number of hands of each deal: one, or the length of a series."""
    payoffs: list[list[int]] = field(default_factory=list)
    adjusted: list[list[float]] = field(default_factory=list)
    warnings: Warnings = field(default_factory=Warnings)
    positions: dict[tuple[int, str], tuple[int, int]] = field(default_factory=dict)
    """Hands and chips by bot and position."""
    streets: dict[tuple[int, str], tuple[int, int]] = field(default_factory=dict)
    """Hands and chips by bot and the street on which the hand ended."""
    biggest: list[tuple[int, int, str]] = field(default_factory=list)
    """The biggest pots, each as chips, number of the hand, and PHH."""
    slowest: list[tuple[float, str, str]] = field(default_factory=list)
    """The slowest decisions, each as milliseconds, bot, and action."""
    records: list[str] = field(default_factory=list)
    decisions: list[dict[str, Any]] = field(default_factory=list)
    """The decisions of the traced bot: what it saw and what it answered."""
    logs: dict[str, str] = field(default_factory=dict)
    """The paths of the logs of the isolated bots that failed."""
    known_policies: tuple[str, ...] = ()


def play_unit(job: Job, progress: Progress | None = None) -> Unit:
    """Play a unit."""
    players = [player for player in seated(job.bots, job.game, derived(job.seed, "unit", job.deals[0], job.turn),
                                           job.isolation) if player is not None]
    try:
        return _Playing(job, players, progress).run()
    finally:
        close_players(players)


class _Playing:
    """A unit in progress."""

    def __init__(self, job: Job, players: list[SeatedBot], progress: Progress | None) -> None:
        self.job, self.players, self.progress = job, players, progress
        size = len(players)
        self.order = [(seat + job.turn) % size for seat in range(size)]
        self.table = [players[bot] for bot in self.order]
        self.unit = Unit(tuple(player.name for player in players))
        self.runner = HandRunner(self.report, strict=job.strict)
        uses_policies = job.adjust == "full"
        self.adjuster = None if job.adjust == "none" else Adjuster(job.game, self.table, uses_policies, job.value,
                                                                   self.policy_failed)
        self.hand_number = 0

    def run(self) -> Unit:
        """Play all deals."""
        if self.job.trace is None:
            return self.play_all()
        bot = self.players[self.job.trace].bot
        bot.act = partial(self.traced, bot.act)  # type: ignore[method-assign]
        try:
            return self.play_all()
        finally:
            del bot.act  # restores the method of the class

    def traced(self, act: Callable[[Any], Action], view: Any) -> Action:
        """Ask the traced bot, and record what it saw, what it answered and how long it took."""
        seen = {"hand": self.hand_number, "view": describe(view), "legal": str(view.legal)}
        began = perf_counter()
        try:
            action = act(view)
            seen["answer"] = str(action)
        except Exception as error:
            seen["answer"] = f"{type(error).__name__}: {error}"
            raise
        finally:
            seen["milliseconds"] = round(1000 * (perf_counter() - began), 3)
            self.unit.decisions.append(seen)
        return action

    def play_all(self) -> Unit:
        """Play every deal of the unit."""
        if self.job.adjust == "full":
            self.unit.known_policies = tuple(player.name for player in self.players if player.has_policy)
        for place, deal in enumerate(self.job.deals):
            self.play(deal)
            if self.progress is not None:
                self.progress(place + 1, len(self.job.deals))
        self.collect()
        return self.unit

    def play(self, deal: int) -> None:
        """Play one deal, or one series of hands."""
        job, seed = self.job, derived(self.job.seed, "deal", deal)
        if job.carry is not None and isinstance(job.game, PokerGame):
            self.play_series(deal, seed, job.carry, job.game)
            return
        hands = 1 if job.carry is None else job.carry.hands
        state = deal_hand(job.game, len(self.players), deal, seed, job.stacks, hands)
        payoffs, adjusted = self.play_state(state, self.number(deal), seed)
        self.keep(payoffs, adjusted, max(1, state.hands_played) if isinstance(state, HandSeries) else 1)

    def play_series(self, deal: int, seed: int, carry: Carry, game: PokerGame) -> None:
        """Play hands in which stacks carry over, and keep their combined result."""
        size, first = len(self.players), (self.number(deal) - 1) * carry.hands
        assert self.job.stacks is not None
        won, adjusted, hands = [0] * size, [0.0] * size, 0
        for at_these_blinds, hand in CarriedSeries(carry, game, self.job.stacks, deal % size, seed).hands():
            hands += 1
            for player in self.players:
                player.set_game(at_these_blinds)
            more, fair = self.play_state(hand, first + hands, derived(seed, "luck", hands), at_these_blinds)
            won = [total + each for total, each in zip(won, more)]
            adjusted = [total + each for total, each in zip(adjusted, fair)]
        self.keep(won, adjusted, hands)

    def play_state(self, state: State, number: int, seed: int,
                   game: Game | None = None) -> tuple[Sequence[int], Sequence[float]]:
        """Play a hand or game to its end. Return the winnings of each seat, once plain and once adjusted for luck."""
        self.hand_number = number
        adjuster, adjusted = self.adjuster, list[float]()
        # adjusted before the bots learn from the hand, because the adjustment asks their policies about it
        self.runner.play(state, number, self.table,
                         None if adjuster is None else lambda: adjusted.extend(adjuster.adjusted(state, seed, game)))
        if isinstance(state, Hand):
            self.count_poker(state)
        return state.payoffs, adjusted

    def keep(self, payoffs: Sequence[int], adjusted: Sequence[float], hands: int) -> None:
        """Store the result of a deal."""
        self.unit.payoffs.append(self.by_bot(payoffs))
        self.unit.hands.append(hands)
        if self.adjuster is not None:
            self.unit.adjusted.append(self.by_bot(adjusted))

    def number(self, deal: int) -> int:
        """Return the number of a hand in the match. Numbers are assigned as if all deals were played from the first
        seating, then all from the second, and so on.
        """
        first, count = self.job.deals[0], len(self.job.deals)
        return first * len(self.players) + self.job.turn * count + deal - first + 1

    def by_bot(self, by_seat: Sequence[Any]) -> list[Any]:
        """Rearrange a list with a value for each seat into a list with a value for each bot."""
        values: list[Any] = [0] * len(by_seat)
        for seat, bot in enumerate(self.order):
            values[bot] = by_seat[seat]
        return values

    def count_poker(self, hand: Hand) -> None:
        """Count a hand by position and by the street on which it ended. Keep it if its pot is among the biggest."""
        unit, size = self.unit, len(self.players)
        street = last_street(hand)
        dealt = [seat for seat in sorted(range(size), key=lambda seat: (seat - hand.button - 1) % size)
                 if hand.starting_stacks[seat]]
        for position, seat in zip(seat_names(len(dealt)), dealt):
            for counts, key in ((unit.positions, position), (unit.streets, street)):
                hands, won = counts.get((self.order[seat], key), (0, 0))
                counts[self.order[seat], key] = hands + 1, won + hand.payoffs[seat]
        pot = sum(chips for chips in hand.payoffs if chips > 0)
        is_big = len(unit.biggest) < BIGGEST_KEPT or pot > unit.biggest[-1][0]
        if is_big or self.job.record:
            notes = hand_notes(self.table)
            fields: dict[str, Any] = {"_decisions": [json.dumps(note) for note in notes]} if notes else {}
            text = dumps([record_of(hand, [player.name for player in self.table], **fields)], "phh")
            if self.job.record:
                unit.records.append(text)
            if is_big:
                unit.biggest = sorted([*unit.biggest, (pot, self.hand_number, text)],
                                      key=lambda each: (-each[0], each[1]))[:BIGGEST_KEPT]

    def collect(self) -> None:
        """Collect the slowest decisions of isolated bots, and the logs of those that failed."""
        for player in self.players:
            if isinstance(player.bot, RemoteBot):
                if player.bot.faults:
                    self.unit.logs[player.name] = str(player.bot.log)
                self.unit.slowest += [(ms, player.name, action) for ms, action in player.bot.slowest]
        self.unit.slowest = sorted(self.unit.slowest, reverse=True)[:SLOWEST_KEPT]

    def policy_failed(self, seat: int, error: BaseException) -> None:
        """Report a bot whose `policy` failed."""
        player, mistake = self.table[seat], mistake_of(error, "policy")
        self.unit.known_policies = tuple(name for name in self.unit.known_policies if name != player.name)
        if mistake.kind != FORFEITED:
            self.runner.warn(self.hand_number, seat, player.name, mistake)

    def report(self, event: TableEvent) -> None:
        """Keep an event if it is a warning."""
        if isinstance(event, Warned):
            self.unit.warnings.add(event)


def last_street(hand: Hand) -> str:
    """Return the street of the last action, or SHOWDOWN."""
    if len(hand.live) > 1:
        return "SHOWDOWN"
    board = len(hand.board)
    names = [street.name for street in hand.rules.streets]
    if hand.rules.streets[-1].board and not hand.rules.has_bring_in:
        dealt = 0
        for street in hand.rules.streets:
            dealt += street.board
            if dealt == board:
                return street.name
    return names[0] if not board else names[-1]


def is_fresh(what: BotLike) -> bool:
    """Return True if a bot can be made afresh for each unit, so that units can be played anywhere."""
    return not isinstance(what, Bot)
