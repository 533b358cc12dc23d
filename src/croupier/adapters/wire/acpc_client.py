"""Let a croupier bot play at an ACPC dealer.

    definition = GameDefinition.read(Path("holdem.nolimit.2p.reverse_blinds.game").read_text())
    play_at_dealer(bot, definition, "127.0.0.1", 48777)

croupier's own engine rebuilds the hand from each MATCHSTATE, so that the bot sees the same views as in a local game.
"""

from __future__ import annotations

import logging
import socket
from dataclasses import dataclass

from croupier.adapters.wire.match_state import BadLine, MatchState
from croupier.betting.rulebook import IllegalAction
from croupier.bots.base import Bot, listens
from croupier.cards import BadCards
from croupier.errors import Error
from croupier.games.api import Action
from croupier.games.poker.game import PokerGame, holdem
from croupier.games.poker.hand import Hand, dealt_by_record
from croupier.games.poker.view import View
from croupier.notation.actions import ActionPlayer
from croupier.notation.record import BadRecord

logger = logging.getLogger("croupier.acpc")
LINE_MAX = 1 << 14
LIMIT_STACK = 1_000
"""The stack in a limit game, in big bets. The game definition does not state it."""


class BadDefinition(Error, ValueError):  # noqa: N818 - named for what was wrong
    """Raised if a game definition cannot be read or is not Texas hold'em."""


@dataclass(frozen=True)
class GameDefinition:
    """An ACPC game: croupier's game, the number of players and their stacks."""

    game: PokerGame
    players: int
    stack: int

    @staticmethod
    def read(text: str) -> GameDefinition:
        """Read the text of a `.game` file. Raise BadDefinition if it is not limit or no-limit hold'em."""
        lines = [line.strip().lower() for line in text.splitlines() if line.strip() and not line.startswith("#")]
        fields = {name.strip(): value.split() for name, _, value in (line.partition("=") for line in lines)}
        wanted = {"numrounds": ["4"], "numsuits": ["4"], "numranks": ["13"], "numholecards": ["2"],
                  "numboardcards": ["0", "3", "1", "1"]}
        if any(fields.get(name, value) != value for name, value in wanted.items()) or "gamedef" not in fields:
            raise BadDefinition("this is not the definition of a Texas hold'em game")
        try:
            players = int(fields["numplayers"][0])
            small, big = sorted(int(blind) for blind in fields["blind"] if int(blind))
            if "nolimit" in fields:
                (stack,) = {int(each) for each in fields["stack"]}
                return GameDefinition(holdem(small, big), players, stack)
            sizes = [int(size) for size in fields["raisesize"]]
            first, *later = [int(raises) for raises in fields.get("maxraises", ["3", "4", "4", "4"])]
            # in the first round the big blind counts as a bet, so one raise fewer is allowed
            if {first + 1} != set(later):
                raise BadDefinition(f"maxRaises {first} {later}: every round must take the same number of bets")
            game = holdem(small, big, limit="fixed", small_bet=sizes[0], big_bet=sizes[-1], max_bets=first + 1,
                          cap_heads_up=True)
            return GameDefinition(game, players, LIMIT_STACK * sizes[-1])
        except BadDefinition:
            raise
        except (KeyError, ValueError, IndexError) as error:
            raise BadDefinition(f"a game definition that cannot be read: {type(error).__name__} {error}") from None


class AcpcSeat:
    """A bot's seat at a dealer, which takes the dealer's lines and returns the bot's answers."""

    def __init__(self, bot: Bot, definition: GameDefinition) -> None:
        self.bot, self.definition = bot, definition
        self.number: int | None = None
        self.hands = 0
        self.net = 0
        self.is_over = False

    def feed(self, line: str) -> str | None:
        """Process a line from the dealer. Return the answer if it is the bot's turn. Raise BadLine if the line is not a
        valid state.
        """
        if line.startswith(("#", ";")) or not line.strip():
            return None
        state, rest = MatchState.read(line)
        if rest or len(state.holes) != self.definition.players:
            raise BadLine(f"{line[:60]!r} is not a state of a game for {self.definition.players}")
        view = rebuilt(state, self.definition).observe(state.position)
        if state.number != self.number:
            self.number, self.is_over = state.number, False
            self.hands += 1
            if listens(self.bot, "on_hand_start"):
                self.bot.on_hand_start(view)
        if view.is_over and not self.is_over:
            self.is_over = True
            self.net += view.payoffs[state.position]
            if listens(self.bot, "on_hand_end"):
                self.bot.on_hand_end(view)
        if view.actor != state.position:
            return None
        return f"{state}:{self.word(self.bot.act(view), view, state)}"

    def word(self, action: Action, view: View, state: MatchState) -> str:
        """Return an action in the protocol's form. If the action is illegal, warn and return a call or a fold."""
        legal = view.legal
        refusal = legal.refusal(action)
        if refusal is not None:
            logger.warning("hand %s: %s (%s)", state.number, *refusal)
            return "c" if legal.check else "f"
        if action.kind == "FOLD":
            return "c" if legal.check else "f"
        to = legal.all_in if action.kind == "ALL_IN" else action.amount
        if action.kind in ("CHECK", "CALL") or to is None or to <= view.price:
            return "c"
        if view.rules.limit == "fixed":
            return "r"
        seat = state.position
        return f"r{to + self.definition.stack - view.stacks[seat] - view.bets[seat]}"


def rebuilt(state: MatchState, definition: GameDefinition) -> Hand:
    """Rebuild the hand of a state. Raise BadLine if its cards or actions are not possible."""
    players = definition.players
    deal = definition.game.facts(players, (1 << players) - 1, players - 1)
    deal.set_stacks([definition.stack] * players)
    hand = dealt_by_record(deal)
    player = ActionPlayer(hand, 0)
    try:
        for seat, cards in enumerate(state.holes):
            own = cards if seat == state.position else "????"
            player.take(f"d dh p{seat + 1} {own or '????'}")
        _play(player, hand, state, definition)
        for seat, cards in enumerate(state.holes):
            if hand.awaits == "show" and seat in hand.live:
                player.take(f"p{seat + 1} sm {cards}".rstrip())
    except (IllegalAction, BadRecord, BadCards) as error:
        raise BadLine(f"{str(state)[:80]!r} cannot be played: {error}") from None
    return hand


def _play(player: ActionPlayer, hand: Hand, state: MatchState, definition: GameDefinition) -> None:
    told = 0
    for number, action in state.actions():
        while told < number:
            player.take(f"d db {state.board[told]}")
            told += 1
        seat = hand.actor
        if seat is None:
            raise BadLine(f"{str(state)[:80]!r} has an action after the end of the betting")
        before = definition.stack - hand.stacks[seat] - hand.bets[seat]
        if action[0] == "r":
            to = hand.legal().min_raise_to if action == "r" else int(action[1:]) - before
            player.take(f"p{seat + 1} cbr {to}")
        else:
            player.take(f"p{seat + 1} {'f' if action == 'f' else 'cc'}")
    for cards in state.board[told:]:
        player.take(f"d db {cards}")


def play_at_dealer(bot: Bot, definition: GameDefinition, host: str, port: int) -> AcpcSeat:
    """Connect to a dealer, play until it closes the connection, and return the seat. Raise ConnectionError or BadLine
    on failure.
    """
    seat = AcpcSeat(bot, definition)
    with socket.create_connection((host, port)) as connection, \
            connection.makefile("rw", newline="", encoding="latin-1") as stream:
        stream.write("VERSION:2.0.0\r\n")
        stream.flush()
        while line := stream.readline(LINE_MAX):
            answer = seat.feed(line.rstrip("\r\n"))
            if answer is not None:
                stream.write(answer + "\r\n")
                stream.flush()
    return seat
