"""A match checked by anybody: decks dealt again, hands played again, chips and button followed from hand to hand.

    for problem in problems(archive): print(problem)

An archive (`/api/matches/ID`, or straight from a store) says what the host claims: secret, commitment, every hand with
its nonces, button, stacks and log. Nothing of it is believed. What must hold:

- the commitment is the hash of the secret (T6);
- every card of every hand is where the deck of its number, secret and nonces puts it;
- every action is legal and the hand ends as written; void hands are listed and change nothing;
- hands are numbered without a gap; stacks carry over, newcomers begin with the starting stack, no chip comes or goes;
- the button moves as T9 says; the winner has everything;
- at a cash table every chip was bought, every debt paid, and the blinds move as N5 says (`cashcheck`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from croupier.arena.cashcheck import CashBook
from croupier.arena.config import BadArena, TableConfig, from_dict
from croupier.arena.dealing import MatchKey
from croupier.arena.gameplay import GamePlay
from croupier.arena.match import Match
from croupier.arena.play import PokerPlay
from croupier.betting.rulebook import IllegalAction
from croupier.games.api import Action, BadAction
from croupier.games.poker.hand import Hand
from croupier.notation.json import as_dict
from croupier.notation.json import from_dict as record_from
from croupier.notation.record import BadRecord
from croupier.notation.recording import record_of
from croupier.notation.replay import Replay

FORMAT = "croupier-match-1"
Archive = dict[str, Any]


def problems(archive: Archive) -> Iterator[str]:
    """Everything that is wrong with a match, nothing if all is well."""
    try:
        yield from _Check(archive).run()
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        yield f"the archive cannot be read: {type(error).__name__}: {error}"


class _Check:
    """One match being checked."""

    def __init__(self, archive: Archive) -> None:
        if archive.get("format") != FORMAT:
            raise BadArena(f"no match archive: its format is {archive.get('format')!r}")
        self.archive = archive
        self.config: TableConfig = from_dict(archive["config"])
        secret = archive.get("secret")
        self.key = MatchKey(archive["match_id"], bytes.fromhex(secret)) if secret else None
        self.match = Match(self.key or MatchKey(archive["match_id"], bytes(32)), self.config)
        self.stacks: dict[int, int] = {}
        self.book = CashBook(archive, self.config) if self.config.is_cash else None

    def run(self) -> Iterator[str]:
        """All checks in order."""
        if self.key is not None and self.key.commit != self.archive["commit"]:
            yield "the secret does not fit the commitment"
        for hand in self.archive["hands"]:
            where = f"hand {hand['hand_no']} ({hand['hand_id']})"
            yield from (f"{where}: {problem}" for problem in self._hand(hand))
        yield from self._end()

    def _hand(self, hand: Archive) -> Iterator[str]:
        stacks = {int(seat): stack for seat, stack in hand["stacks"].items()}
        if hand["hand_no"] != self.match.hand_no + 1:
            yield f"hand number {self.match.hand_no + 1} is missing"
            self.match.hand_no = hand["hand_no"] - 1
        if self.book is not None:
            self.match.hand_no += 1
            yield from self.book.begin(hand, stacks)
        else:
            yield from self._carried(stacks)
            button = self.match.begin_hand(stacks)
            if button != hand["button"]:
                yield f"the button is on seat {hand['button']}, not on seat {button}"
        yield from self._played(hand, stacks)
        self._settle(hand, stacks)

    def _carried(self, stacks: dict[int, int]) -> Iterator[str]:
        for seat, stack in stacks.items():
            due = self.stacks.get(seat, self.config.starting_stack)
            if stack != due:
                yield f"seat {seat} begins with {stack}, not with {due}"
        for seat, stack in self.stacks.items():
            if stack and seat not in stacks:
                yield f"seat {seat} has {stack} chips and is not dealt in"

    def _played(self, hand: Archive, stacks: dict[int, int]) -> Iterator[str]:
        """Dealt again from the secret where there is one, else only replayed."""
        if self.config.hosted is not None:
            yield from self._played_other(hand, stacks)
            return
        record = record_from(hand["record"])
        if self.key is None:
            replay = Replay(record)
            if replay.failed:
                yield f"{replay.status}: {replay.reason}"
            return
        try:
            again = self._dealt(hand, stacks)
            _play(again, record.actions)
        except (IllegalAction, BadRecord) as error:
            yield f"an illegal action: {error}"
            return
        written = as_dict(record_of(again))
        for name in ("actions", "startingStacks", "blindsOrStraddles", "antes", "finishingStacks"):
            if written.get(name) != hand["record"].get(name):
                yield f"{name} is {hand['record'].get(name)}, dealt and played again {written.get(name)}"
        dead = [self._dead(seat) for seat in sorted(stacks)]
        results = [hand["results"][str(seat)] + paid for seat, paid in zip(sorted(stacks), dead)]
        if not hand["void"] and again.payoffs != results:
            yield f"the results are {results}, played again {again.payoffs}"

    def _dead(self, seat: int) -> int:
        """Dead money of a seat at a cash table."""
        return 0 if self.book is None or self.book.posts is None else self.book.posts.dead.get(seat, 0)

    def _played_other(self, hand: Archive, stacks: dict[int, int]) -> Iterator[str]:
        """A game that is not poker: started again from its seed, every action taken again."""
        hosted = self.config.hosted
        if self.key is None or hosted is None:
            return
        nonces = {int(seat): nonce for seat, nonce in hand["nonces"].items()}
        again = GamePlay(hosted, hand["hand_id"], stacks, hand["button"],
                         self.key.chance(hand["hand_no"], sorted(stacks), nonces))
        try:
            for each in hand["record"]["actions"]:
                again.apply(Action(each["action"], each.get("amount"), each.get("cards", ())))
        except (IllegalAction, BadAction) as error:
            yield f"an illegal action: {error}"
            return
        results = {str(seat): net for seat, net in again.payoffs().items()}
        if not hand["void"] and (results != hand["results"] or json_of(again.record(True)) != json_of(hand["record"])):
            yield f"the results are {hand['results']}, played again {results}"

    def _dealt(self, hand: Archive, stacks: dict[int, int]) -> Hand:
        assert self.key is not None
        seats = sorted(stacks)
        nonces = {int(seat): nonce for seat, nonce in hand["nonces"].items()}
        game = self.config.game(hand["hand_no"])
        deck = self.key.deck(hand["hand_no"], seats, nonces, game.rules.deck)
        posts = self.book.posts if self.book is not None else None
        return PokerPlay(game, self.config.level(1), hand["hand_id"], stacks, hand["button"], deck, posts).hand

    def _settle(self, hand: Archive, stacks: dict[int, int]) -> None:
        if hand["void"]:
            self.match.void_hand()
        results = {int(seat): net for seat, net in hand["results"].items()}
        if self.book is not None:
            self.book.settle(results, stacks, hand["void"])
            return
        self.stacks |= {seat: stack + results[seat] for seat, stack in stacks.items()}
        for removed in self.archive["removed"]:
            if removed["hand_no"] == hand["hand_no"]:
                self.stacks[removed["seat"]] -= removed["chips"]

    def _end(self) -> Iterator[str]:
        ended = self.archive["ended"]
        if ended is None:
            return
        if ended["hands"] != self.match.hand_no or list(ended["void"]) != self.match.void:
            yield f"{ended['hands']} hands with void {ended['void']} are claimed, {self.match.hand_no} are here"
        if self.book is not None:
            yield from self.book.end()
            return
        for row in ended["standings"]:
            if self.stacks.get(row["seat"]) != row["stack"]:
                yield f"{row['team']} is said to end with {row['stack']}, has {self.stacks.get(row['seat'])}"
        if self.config.hosted is None and sum(1 for stack in self.stacks.values() if stack) > 1:
            yield "the match has ended though more than one stack is left"


def json_of(value: Any) -> str:
    """A value as text that can be compared."""
    return json.dumps(value, sort_keys=True)


def _play(hand: Hand, actions: list[str]) -> None:
    """Take the players' actions of a log; the cards are dealt already and are compared afterwards."""
    seats = hand.seats
    order = [(hand.button + 1 + step) % seats for step in range(seats)]
    names = {f"p{place + 1}": seat for place, seat in enumerate(order)}
    for action in actions:
        words = action.split()
        if words[0] == "d" or words[1] == "sm":
            continue
        if names[words[0]] != hand.actor:
            raise BadRecord(f"{action!r} out of turn")
        _take(hand, words)


def _take(hand: Hand, words: list[str]) -> None:
    verb = words[1]
    if verb == "f":
        hand.fold()
    elif verb == "cc":
        if hand.legal().check:
            hand.check()
        else:
            hand.call()
    elif verb == "cbr":
        hand.raise_to(int(words[2]))
    elif verb == "pb":
        hand.bring_in()
    elif verb == "sd":
        hand.discard(words[2] if len(words) > 2 else "")
    else:
        raise BadRecord(f"{' '.join(words)!r} is no action")


__all__ = ["FORMAT", "problems"]
