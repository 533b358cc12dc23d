"""Write the page of a league: one HTML file with the ladder, the matrix, curves of wins, and the biggest pots."""

from __future__ import annotations

from croupier.contest.league.league import League
from croupier.contest.pages.hand_pictures import hand_pictures
from croupier.contest.pages.html import curves, download, page, section, table, unfolded
from croupier.contest.stakes import unit_of

POTS = 10


def league_page(league: League) -> str:
    """Return the page of a season."""
    faults = league.faults()
    ladder = league.table()
    rows = [(name, f"{rating.rating:,.0f}", f"± {rating.margin:,.0f}", rating.games,
             ", ".join(f"{kind} {times:,}" for (who, kind), times in sorted(faults.items()) if who == name))
            for name, rating in ladder]
    settings = league.settings
    return page(f"League, season {league.season}",
                f"<p>{settings['standard']}, games of {settings['deals']:,} deals, each from all seatings.</p>",
                section("Ladder", table(("bot", "rating", "95 %", "games", "faults"), rows)),
                section(f"{unit_of(league.standard.game)[1]}: row against column", _matrix(league)),
                section("Points over games", _win_curves(league)), section("Biggest pots", _pots(league)))


def _matrix(league: League) -> str:
    names = [name for name, _ in league.table()]
    found = league.matrix()
    rows = [(name, *("" if (name, other) not in found else f"{found[name, other][0]:+,.0f}" for other in names))
            for name in names]
    return table(("", *names), rows)


def _win_curves(league: League) -> str:
    """Return a curve for each bot: games won minus games lost."""
    lines: dict[str, list[tuple[float, float]]] = {name: [(0.0, 0.0)] for name in league.bots}
    for number, game in enumerate(league.store.games(league.season), 1):
        if game.result is None:
            continue
        best = max(game.scores)
        for name, score in zip(game.bots, game.scores):
            if name in lines:
                won = 0 if min(game.scores) == best else 1 if score == best else -1
                lines[name].append((float(number), lines[name][-1][1] + won))
    return curves([(name, lines[name], 0.0) for name, _ in league.table()[:10]], "games")


def _pots(league: League) -> str:
    found = [(pot, game, text) for game in league.store.games(league.season) if game.result
             for pot, _, text in game.result["biggest"]]
    found.sort(key=lambda each: -each[0])
    return "".join(f"<p>{pot:,} chips, {' v '.join(game.bots)}: "
                   f"<a href='#replay-{game.batch}-{game.number}'>replay</a>, "
                   f"{download(f'game-{game.batch}-{game.number}.phh', text)}</p>"
                   + unfolded("Replay: scroll through the steps", hand_pictures(text),
                              f"replay-{game.batch}-{game.number}")
                   for pot, game, text in found[:POTS])
