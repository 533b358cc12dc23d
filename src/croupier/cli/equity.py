"""`croupier equity "AhKh" "QQ+"`: compute the average share of the pot that hands and ranges win."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from croupier.cli.app import Failed, Misused, as_json
from croupier.cli.games import GAMES_HELP, coded
from croupier.cli.progress import Bar

if TYPE_CHECKING:
    from croupier.games.poker.rules import PokerRules
    from croupier.ranking import Equity

_GAME_HELP = f"{GAMES_HELP} In draw games the hands are compared without further draws."


def equity(*hands: str, board: str = "", dead: str = "",
           game: Annotated[str, Parameter(help=_GAME_HELP)] = "holdem", samples: int | None = None,
           seed: int | None = None, threads: int | None = None, json: bool = False) -> None:
    """Compute the average share of the pot that each hand or range wins, exactly or from a sample.

    Parameters
    ----------
    hands
        Two to ten hands (AhKh). In hold'em and Omaha also ranges ("QQ+, AKs", A5s-A2s, random).
    board
        The board: 0, 3, 4 or 5 cards.
    dead
        Cards that cannot be dealt any more.
    samples
        Deal this many random hands instead of counting all possible deals.
    seed
        Seed of the sample.
    threads
        Number of threads. Default: one for each processor.
    json
        Print JSON: wins, ties, boards and equities. In draw games, also whether hands are compared without further
        draws.
        """
    if len(hands) < 2:
        raise Misused('give two hands or more, as in: croupier equity AhKh "QQ+"')
    from croupier.games.poker.equities import equity as count
    from croupier.games.poker.rules import ALL_RULES
    from croupier.ranking import TooBig

    code = coded(game)
    try:
        with Bar("counting") as bar:
            result = count(*hands, board=board, dead=dead, game=code, samples=samples, seed=seed, threads=threads,
                           progress=bar)
    except TooBig as error:
        raise Failed(str(error).replace("samples=1_000_000", "--samples 1000000")) from error
    rules = ALL_RULES[code]
    print(as_json(_as_dict(result, rules)) if json else _table(result, rules))


def _as_dict(result: Equity, rules: PokerRules) -> dict[str, object]:
    return {"hands": result.hands, "equities": result.equities, "wins": result.wins, "ties": result.ties,
            "boards": result.boards, "exact": result.exact, "standing": rules.has_draws}


def _table(result: Equity, rules: PokerRules) -> str:
    from croupier.stats.columns import columns

    rows = [[hand, f"{share:.2%}", f"{wins / result.boards:.2%}", f"{ties / result.boards:.2%}"]
            for hand, share, wins, ties in zip(result.hands, result.equities, result.wins, result.ties)]
    titles = ["hand", "equity", *(("scoops", "parts") if rules.low else ("wins", "ties"))]
    if not result.exact:
        titles.append("95 %")
        for row, (low, high) in zip(rows, result.intervals):
            row.append(f"{low:.2%}–{high:.2%}")
    return f"{columns(titles, rows)}\n{_basis(result, standing=rules.has_draws)}"


def _basis(result: Equity, *, standing: bool) -> str:
    if standing:
        return "the hands are compared without further draws"
    return f"{'all' if result.exact else 'a sample of'} {result.boards:,} deals"
