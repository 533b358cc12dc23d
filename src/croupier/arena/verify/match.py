"""Check a match: deal its decks again, replay its hands, and follow chips and button from hand to hand.

    for problem in find_problems(archive): print(problem)

An archive (`/api/matches/ID`, or from a store) holds the claims of a server: secret, commitment, every hand with its
nonces, button, stacks and log. The check trusts none of them. These rules must hold:

- the commitment is the hash of the secret (T6);
- every card of every hand is where the deck of its number, secret and nonces puts it;
- every action is legal and the hand ends as written; void hands are listed and change nothing;
- the record of a hand is the one that its deck and actions give, field by field;
- hands are numbered without a gap; stacks carry over, new teams begin with the starting stack, and no chip is added
  or lost;
- a seat belongs to one team for the whole match, times do not run backwards, and hand ids contain the day and grow;
- the button moves as T9 says; the winner has all chips, unless the match ended because everybody only folded
  (`Match.is_stuck`), and every team has the place that follows (T5);
- at a cash table every chip was bought, every debt was paid, and the blinds moved as N5 says (`CashBook`): a stored
  hand has the state of every seat when it began, and `croupier.table.seats.cash` decides again who plays, posts and
  pays. Only the intents are trusted, because they are the players' own choice.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import msgspec

from croupier.arena.core.config import BadArena, TableConfig, from_dict
from croupier.arena.core.effects import HandDone, MatchDone
from croupier.arena.core.match_key import Match, MatchKey, hand_id
from croupier.arena.core.plays.any_game import GamePlay
from croupier.arena.core.plays.play import Play
from croupier.arena.core.plays.poker import PokerPlay
from croupier.arena.core.tables.hand import deal_play, when
from croupier.arena.journal.queries import ARCHIVE_FORMAT
from croupier.betting.rulebook import IllegalAction
from croupier.games.api import BadAction
from croupier.games.poker.hand import Hand
from croupier.notation.actions import ActionPlayer
from croupier.notation.json import from_dict as record_from
from croupier.notation.phh_order import listed
from croupier.notation.record import BadRecord
from croupier.notation.replay import Replay
from croupier.table import seats as rule
from croupier.table.blinds import Spots
from croupier.table.forced_bets import Posts, stakes_of


class CashBook:
    """The seats of a cash table from hand to hand."""

    def __init__(self, archive: Archive, config: TableConfig) -> None:
        opening = archive["opening"]
        self.config, self.stakes = config, stakes_of(config.game())
        self.moved = [each for each in archive["removed"] if "why" in each]
        self.closing = (archive["ended"] or {}).get("closing")
        self.seats = {row["seat"]: _make_seat({"intent": rule.PLAY, **row}) for row in opening["seats"]}
        bb, sb, button = (None if seat is None else seat + 1 for seat in opening["spots"])
        self.spots = self.before = Spots(bb, sb, button)
        self.posts: Posts | None = None
        self.hand_no = 0

    def begin(self, hand: Archive, stacks: dict[int, int]) -> Iterator[str]:
        """Yield the problems at the beginning of a hand."""
        self.hand_no = hand["hand_no"]
        rows = [_make_seat(row) for row in hand["seating"]]
        self._move_chips(hand["hand_no"] - 1)
        yield from self._check_seats(rows)
        seating = rule.cash(rows, self.stakes, self.spots)
        dead = {number - 1: chips for number, chips in seating.dead.items()}
        seats = {seat.number - 1: seat for seat in seating.seats}
        due = {number - 1: seats[number - 1].stack + dead.get(number - 1, 0) for number in seating.active}
        if due != stacks:
            yield f"{stacks} are dealt in, not {due}"
        if seating.waits or due != stacks:
            return
        self.posts = Posts.of(self.config.game(), sorted(due), seating.spots, dead)
        if self.posts.button != hand["button"]:
            yield f"the button is on seat {hand['button']}, not on seat {self.posts.button}"
        self.rows = {row.number - 1: row for row in rows}
        self.before, self.spots = self.spots, seating.spots
        self.seats = {seat: replace(record, dealt=record.plays) for seat, record in seats.items()}

    def _check_seats(self, rows: list[rule.SeatedPlayer]) -> Iterator[str]:
        """Compare stacks, debts and absent players with the state after the last hand and the purchases since."""
        if {row.number - 1 for row in rows} != set(self.seats):
            yield f"seats {sorted(row.number - 1 for row in rows)} are taken, not {sorted(self.seats)}"
        for row in rows:
            known = self.seats.get(row.number - 1, row)
            if row.player != known.player:
                yield f"seat {row.number - 1} belongs to {known.player}, not to {row.player}"
            if row.stack != known.stack:
                yield f"{row.player} begins with {row.stack}, not with {known.stack}"
            if row.debt != known.debt:
                yield f"{row.player} owes {row.debt}, not {known.debt}"
            if not 0 <= row.debt <= self.stakes.debt_max or (known.inactive and not row.inactive) or (
                    row.dealt and not known.dealt):
                yield f"{row.player} sits in an impossible way: {row}"

    def _move_chips(self, hand_no: int) -> None:
        """Apply the chips that were bought or taken away after a hand. A new player has no debt (N2, N8)."""
        for each in [each for each in self.moved if each["hand_no"] == hand_no]:
            seat = each["seat"]
            if each["why"] == "buy_in":
                self.seats[seat] = rule.SeatedPlayer(each["team"], seat + 1, each["chips"], inactive=True)
            elif each["why"] == "top_up":
                self.seats[seat] = replace(self.seats[seat], stack=self.seats[seat].stack + each["chips"])
            elif self.seats.pop(seat).stack != -each["chips"]:
                raise ValueError(f"{each['team']} takes {-each['chips']} chips away that it did not have")
        self.moved = [each for each in self.moved if each["hand_no"] != hand_no]

    def settle(self, results: dict[int, int], stacks: dict[int, int], void: bool) -> None:
        """Apply the results of a hand. A void hand changes nothing."""
        if void:
            self.spots = self.before
            self.seats = {seat: replace(self.rows[seat], inactive=known.inactive or self.rows[seat].inactive)
                          for seat, known in self.seats.items()}
            return
        for seat, stack in stacks.items():
            self.seats[seat] = replace(self.seats[seat], stack=stack + results[seat])

    def check_end(self) -> Iterator[str]:
        """Yield the problems with the seats after the last hand of this secret."""
        if self.closing is None:
            return
        self._move_chips(self.hand_no)
        here = {seat: known.stack for seat, known in self.seats.items()}
        said = {row["seat"]: row["stack"] for row in self.closing}
        if here != said:
            yield f"the table closes with {said}, but has {here}"
        if self.moved:
            yield "chips moved in hands that are missing"


def _make_seat(row: Archive) -> rule.SeatedPlayer:
    return rule.SeatedPlayer(row["team"], row["seat"] + 1, row["stack"], row["intent"], row["inactive"], row["debt"],
                             row["dealt"])


Archive = dict[str, Any]


class Facts:
    """The names, numbers and times of one match."""

    def __init__(self, archive: Archive, config: TableConfig) -> None:
        self.archive, self.config = archive, config
        self.teams: dict[int, str] = {}
        """The team of each seat in a match."""
        self.now, self.number = int(archive["begun_ms"]), 0

    def check_hand(self, hand: Archive, stacks: dict[int, int]) -> Iterator[str]:
        """Yield the contradictions between the fields of a hand."""
        done = msgspec.convert({"receipt": None, **hand, "public": {}, "whole": {}}, HandDone, str_keys=True)
        yield from self._check_names(hand)
        if set(done.seats) != set(stacks) or set(done.results) != set(stacks):
            yield f"seats {sorted(done.seats)} are named, {sorted(stacks)} dealt in"
        yield from self._check_teams(done)
        number = int(done.hand_id.rpartition("-")[2])
        if done.hand_id != hand_id(done.begun_ms, number) or number <= self.number:
            yield f"hand {done.hand_id} cannot have begun then, or after the one before"
        if not self.now <= done.begun_ms <= done.ended_ms:
            yield f"its times are {done.begun_ms} to {done.ended_ms}, after {self.now}"
        self.now, self.number = done.ended_ms, number

    def _check_names(self, claim: Archive) -> Iterator[str]:
        """Compare the names in a hand or result with the match's, in case it was taken from another match."""
        for name in ("table_id", "match_id"):
            if claim[name] != self.archive[name]:
                yield f"{name} is {claim[name]}, not {self.archive[name]}"

    def _check_teams(self, hand: HandDone) -> Iterator[str]:
        if self.config.is_cash:  # at a cash table seats change owners; `CashBook` checks them
            known = {row["seat"]: row["team"] for row in hand.seating}
        else:
            known = self.teams = {**hand.seats, **self.teams}
            if hand.seating:
                yield "a match has no seating"
        for seat, team in hand.seats.items():
            if known.get(seat) != team:
                yield f"seat {seat} belongs to {known.get(seat)}, not to {team}"

    def about(self, hand: Archive) -> dict[str, Any]:
        """Return the table and the time that a record of this match must name."""
        return {"table": hand["table_id"], "seat_count": self.config.seats, **when(hand["begun_ms"] // 1000)}

    def check_record(self, hand: Archive, stacks: dict[int, int], dead: dict[int, int]) -> Iterator[str]:
        """Compare the seats, teams and chips of a record whose hidden cards cannot be dealt again."""
        record = hand["record"]
        order = sorted(stacks, key=lambda seat: (seat <= hand["button"], seat))
        due = {"seats": [seat + 1 for seat in order], "players": [hand["seats"][str(seat)] for seat in order],
               "startingStacks": [stacks[seat] - dead[seat] for seat in order], "hand": hand["hand_id"]}
        if "finishingStacks" in record and not hand["void"]:
            due["finishingStacks"] = [stacks[seat] + hand["results"][str(seat)] for seat in order]
        for name, value in due.items():
            if record.get(name) != value:
                yield f"{name} is {record.get(name)}, not {value}"

    def check_end(self) -> Iterator[str]:
        """Yield the contradictions at the end of the match."""
        ended = msgspec.convert(self.archive["ended"], MatchDone)
        yield from self._check_names(self.archive["ended"])
        if ended.ended_ms < self.now:
            yield f"it ends at {ended.ended_ms}, before {self.now}"
        if ended.revealed != (self.config.reveals == "match"):
            yield "whether the secret is published contradicts the table's settings"


def dump_json(value: Any) -> str:
    """Return a value as a JSON text that can be compared."""
    return json.dumps(value, sort_keys=True)


def find_problems(archive: Archive) -> Iterator[str]:
    """Yield every problem of a match."""
    try:
        yield from _Check(archive).run()
    except (LookupError, TypeError, AttributeError, ValueError, OverflowError, msgspec.MsgspecError) as error:
        yield f"the archive cannot be read: {type(error).__name__}: {error}"


class _Check:
    """The check of one match."""

    def __init__(self, archive: Archive) -> None:
        if archive.get("format") != ARCHIVE_FORMAT:
            raise BadArena(f"not an archive of a match: its format is {archive.get('format')!r}")
        self.archive = archive
        self.config: TableConfig = from_dict(archive["config"])
        secret = archive.get("secret")
        self.key = MatchKey(archive["match_id"], bytes.fromhex(secret)) if secret else None
        self.match = Match(self.key or MatchKey(archive["match_id"], bytes(32)), self.config)
        self.stacks: dict[int, int] = {}
        self.facts = Facts(archive, self.config)
        self.book = CashBook(archive, self.config) if self.config.is_cash else None

    def run(self) -> Iterator[str]:
        """Run all checks in order."""
        if self.key is not None and self.key.commit != self.archive["commit"]:
            yield "the commitment is not the hash of the secret"
        for hand in self.archive["hands"]:
            where = f"hand {hand['hand_no']} ({hand['hand_id']})"
            yield from (f"{where}: {problem}" for problem in self._hand(hand))
        yield from self._end()

    def _hand(self, hand: Archive) -> Iterator[str]:
        stacks = {int(seat): stack for seat, stack in hand["stacks"].items()}
        if hand["hand_no"] != self.match.hand_no + 1:
            yield f"hand number {self.match.hand_no + 1} is missing"
            self.match.hand_no = hand["hand_no"] - 1
        yield from self.facts.check_hand(hand, stacks)
        if self.book is not None:
            self.match.hand_no += 1
            yield from self.book.begin(hand, stacks)
        else:
            yield from self._check_stacks(stacks)
            button = self.match.begin_hand(stacks)
            if button != hand["button"]:
                yield f"the button is on seat {hand['button']}, not on seat {button}"
        yield from self._check_play(hand, stacks)
        self._settle(hand, stacks)

    def _check_stacks(self, stacks: dict[int, int]) -> Iterator[str]:
        for seat, stack in stacks.items():
            due = self.config.starting_stack if self.config.match_hands else self.stacks.get(
                seat, self.config.starting_stack)
            if stack != due:
                yield f"seat {seat} begins with {stack}, not with {due}"
        for seat, stack in self.stacks.items():
            is_in = self.facts.teams[seat] not in self.match.removed if self.config.match_hands else stack
            if is_in and seat not in stacks:
                yield f"seat {seat} has {stack} chips and is not dealt in"

    def _check_play(self, hand: Archive, stacks: dict[int, int]) -> Iterator[str]:
        """Deal a hand again from the secret, if it is public, and replay the hand's actions."""
        if not self.config.hosted.is_poker:
            yield from self._check_other_game(hand, stacks)
            return
        record = record_from(hand["record"])
        dead = {seat: self._dead(seat) for seat in sorted(stacks)}
        results = [hand["results"][str(seat)] + paid for seat, paid in dead.items()]
        if self.key is None:
            replay = Replay(record)
            if replay.failed:
                yield f"{replay.status}: {replay.reason}"
            yield from self.facts.check_record(hand, stacks, dead)
            return
        try:
            again = self._deal(hand, stacks)
            assert isinstance(again, PokerPlay)
            _play(again.hand, record.actions)
        except (IllegalAction, BadRecord) as error:
            yield f"an illegal action: {error}"
            return
        yield from self._compare(hand, again)
        if not hand["void"] and again.hand.payoffs != results:
            yield f"the results are {results}, replayed {again.hand.payoffs}"

    def _compare(self, hand: Archive, again: PokerPlay) -> Iterator[str]:
        """Compare the record, field by field, with the record of the replayed hand."""
        teams = {int(seat): team for seat, team in hand["seats"].items()}
        due = json.loads(dump_json(again.records(teams, self.facts.about(hand))[1]))
        for name in sorted(due.keys() | hand["record"].keys()):
            if due.get(name) != hand["record"].get(name):
                yield f"{name} is {hand['record'].get(name)}, dealt again and replayed {due.get(name)}"

    def _dead(self, seat: int) -> int:
        """Return the dead money of a seat at a cash table."""
        return 0 if self.book is None or self.book.posts is None else self.book.posts.dead.get(seat, 0)

    def _check_other_game(self, hand: Archive, stacks: dict[int, int]) -> Iterator[str]:
        """Deal every card of a game other than poker again from the hand key (T6), and replay its actions."""
        if self.key is None:
            return
        again = self._deal(hand, stacks)
        assert isinstance(again, GamePlay)
        try:
            again.replay(hand["record"]["actions"])
        except (IllegalAction, BadAction) as error:
            yield f"an illegal action: {error}"
            return
        if not hand["void"]:
            self.match.gone += [(self.facts.teams[seat], hand_no, chips)
                                for seat, hand_no, chips in again.eliminations()]
        if dump_json(again.records({}, {})[1]) != dump_json(hand["record"]):
            yield "the record is not the one that its secret and actions give"
        results = {str(seat): net for seat, net in again.payoffs().items()}
        if not hand["void"] and results != hand["results"]:
            yield f"the results are {hand['results']}, replayed {results}"

    def _deal(self, hand: Archive, stacks: dict[int, int]) -> Play:
        """Deal a hand again as the table did."""
        assert self.key is not None
        nonces = {int(seat): nonce for seat, nonce in hand["nonces"].items()}
        posts = self.book.posts if self.book is not None else None
        return deal_play(self.config, self.key, hand["hand_no"], hand["hand_id"], dict(sorted(stacks.items())),
                         hand["button"], nonces, posts)

    def _settle(self, hand: Archive, stacks: dict[int, int]) -> None:
        if hand["void"]:
            self.match.void_hand()
        results = {int(seat): net for seat, net in hand["results"].items()}
        if self.book is not None:
            self.book.settle(results, stacks, hand["void"])
            return
        self.stacks |= {seat: stack + results[seat] for seat, stack in stacks.items()}
        self.match.count_results({self.facts.teams[seat]: net for seat, net in results.items()})
        if not hand["void"]:
            self.match.count_walk(self.config.hosted.is_poker and _is_walk(hand["record"]["actions"], len(stacks)))
        is_last_stack = self.config.hosted.is_poker and not self.config.match_hands
        for seat, stack in stacks.items():
            if is_last_stack and self.stacks[seat] == 0:
                self.match.went_out(self.facts.teams[seat], stack)
        for removed in self.archive["removed"]:
            if removed["hand_no"] == hand["hand_no"]:
                seat, team = removed["seat"], removed["team"]
                self.facts.teams.setdefault(seat, team)  # the team was removed before it was dealt a hand
                self.stacks[seat] = self.stacks.get(seat, self.config.starting_stack) - removed["chips"]
                self.match.was_removed(team, removed["chips"])

    def _end(self) -> Iterator[str]:
        ended = self.archive["ended"]
        if ended is None:
            return
        yield from self.facts.check_end()
        if ended["hands"] != self.match.hand_no or list(ended["void"]) != self.match.void:
            yield f"{ended['hands']} hands with void {ended['void']} are claimed, the archive has {self.match.hand_no}"
        if self.book is not None:
            yield from self.book.check_end()
            return
        if self.key is None and self.config.hosted.chips:
            return  # the places depend on who went broke when, and only dealing the cards again shows that
        if dump_json(ended["standings"]) != dump_json(self._standings()):
            yield f"the standings are {ended['standings']}, replayed {self._standings()}"
        if self.config.match_hands:
            if not self.match.is_played and len(self.stacks) - len(self.match.removed) > 1:
                yield f"the match has ended before its {self.config.match_hands} hands were played"
        elif self.config.hosted.is_poker and sum(1 for stack in self.stacks.values() if stack) > 1 and (
                not self.match.is_stuck):
            yield "the match has ended though more than one stack is left"

    def _standings(self) -> list[Archive]:
        """Return the standings that follow from the hands: seat, team, stack and place."""
        gone = {team for team, _, _ in self.match.gone}
        places = self.match.places({team: self.stacks[seat] for seat, team in self.facts.teams.items()
                                    if team not in gone})
        removed = self.match.removed
        rows = [{"seat": seat, "team": team, "stack": self.stacks[seat], "place": places[team],
                 **({"net": self.match.nets.get(team, 0)} if self.config.match_hands else {}),
                 **({"removed": removed[team]} if team in removed else {})}
                for seat, team in self.facts.teams.items()]
        return sorted(rows, key=lambda row: (row["place"], row["seat"]))


def _is_walk(actions: list[str], seats: int) -> bool:
    """Return True if every seat except one folded, and nobody put in more than forced bets."""
    own = [words[1] for words in map(str.split, actions) if words[0] != "d"]
    return own.count("f") == seats - 1 and set(own) <= {"f", "pb"}


def _play(hand: Hand, actions: list[str]) -> None:
    """Apply the players' actions of a log. The cards are already dealt, and are compared afterwards."""
    names = {f"p{place + 1}": f"p{seat + 1}" for place, seat in enumerate(listed(hand.seats, hand.button))}
    player = ActionPlayer(hand, 0)
    for action in actions:
        name, _, words = action.partition(" ")
        if name != "d" and not words.startswith("sm"):
            player.take(f"{names[name]} {words}")
