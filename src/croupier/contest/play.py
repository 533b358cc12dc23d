"""Let a table of bots play any game, hand after hand.

    result = play([Mine(), "caller", None, "random"], croupier.holdem(10, 20), hands=1000, seed=3)
    print(result)

In poker stacks carry over, the button moves, and broke players leave. The game ends after the last hand, or when only
one player is left. Any other game is played to its end, and then again until there are enough hands. The same seed and
the same bots give the same game.
"""

from __future__ import annotations

from collections.abc import Sequence

from croupier.bots import BotLike
from croupier.contest.bot_table import Progress
from croupier.contest.bus import Bus
from croupier.contest.players import Isolation, close_players
from croupier.contest.poker_table import PokerTable
from croupier.contest.result import PlayResult
from croupier.contest.seeds import BadContest, checked_seed, whole
from croupier.contest.series import GameSeries
from croupier.contest.stakes import checked_game
from croupier.errors import short
from croupier.games.api import Game
from croupier.games.poker.game import PokerGame

HANDS_MAX = 1_000_000_000
RECORDED_HANDS = 20_000
"""By default all hands are stored if there are at most this many. A hand takes about 4 kB."""


def play(bots: Sequence[BotLike | None], game: Game, hands: int = 1000, *, stack: int | Sequence[int] | None = None,
         seed: int | None = None, button: int = 0, reset: bool = False, bus: Bus | None = None,
         strict: bool = False, record: bool | None = None, progress: Progress | None = None,
         isolation: Isolation | None = None) -> PlayResult:
    """Play hands of a game at one table, and return the result.

    `bots` has an entry for each seat: a Bot, a class, the name of a house bot, a file, or (in poker) None for an empty
    seat. `stack`, `button` and `reset` are for poker. `stack` is one number for all players or one for each (100 big
    blinds by default). With `reset` every hand begins with these stacks, and nobody leaves. Other games are always
    played to their end, so the number of hands may be slightly above `hands`. If a bot fails, its hand is folded with a
    warning; with `strict`, BotFailed is raised instead. `record` keeps the hands for `events` and `records`. Bots from
    files and commands run in processes of their own, with the limits of `isolation`, unless it is
    `Isolation(trusted=True)`. Raise BadContest, BadBot, BadAmount or BadSetup for arguments with which no game can be
    played.
    """
    number = whole("hands", hands, 1, HANDS_MAX)
    seed = checked_seed(seed)
    checked_progress(progress)
    if bus is not None and not isinstance(bus, Bus):
        raise BadContest(f"bus must be a croupier.Bus, not {short(bus)}")
    keep = record or (record is None and number <= RECORDED_HANDS)
    checked_game(game)
    table: PokerTable | GameSeries
    if isinstance(game, PokerGame):
        poker = PokerTable(bots, game, stack, button, seed, bus, isolation)
        poker.reset_to = list(poker.stacks) if reset else None
        table = poker
    else:
        if stack is not None or button != 0 or reset:
            raise BadContest(f"{game.name} brings its own chips: stack, button and reset are for poker")
        table = GameSeries(bots, game, seed, bus, isolation)
    table.log.hands = [] if keep else None
    table.runner.strict = strict
    try:
        table.run(number, progress)
    finally:
        close_players(table.seated)
    return table.result()


def checked_progress(progress: object) -> None:
    """Raise BadContest unless `progress` can be called."""
    if progress is not None and not callable(progress):
        raise BadContest(f"progress must be a function of hands played and hands to play, not {short(progress)}")
