"""`croupier score GAME|FILE ...`: score games and print each measure with its interval."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.cli.app import Misused, as_json
from croupier.cli.genomes import playable

if TYPE_CHECKING:
    from croupier.games.genome.values import GameGenome
    from croupier.lab.scoring.examination import Examination
    from croupier.lab.scoring.fitness import Fitness

EXACT_NODES = 50_000
"""Games with at most this many positions are solved exactly."""


def score(*games: str, style: str = "balanced", players: int | None = None,
          seed: int = 1, blocks: int = 16, iterations: int = 100, full: bool = False, ratings: str = "ratings.jsonl",
          json: bool = False) -> None:
    """Let random, greedy and searching players play a game, and print its scores with 95 % intervals.

    Parameters
    ----------
    games
        Names of known games, or genomes' JSON files.
    style
        What makes a good game: balanced, bluffing, strategic or party.
    players
        Number of players. Default: as few as possible.
    seed
        The same seed gives the same scores.
    blocks
        Number of blocks of hands. Four times as many blocks make the intervals half as wide.
    iterations
        Search iterations for each decision of the searching players.
    full
        Also examine the game: how much deeper search wins, what betting is worth, the equilibrium of a small variant,
        and rules that never matter. This takes from seconds to some minutes.
    ratings
        File of people's ratings (`croupier ratings`), shown beside the measures.
    json
        Print JSON instead of tables.
    """
    if not games:
        raise Misused("which game? as in: croupier score leduc-poker, or: croupier score mygame.json")
    from croupier.contest.seeds import checked_seed
    from croupier.games.genome.files import rules_key
    from croupier.lab.ratings import RatingFile
    from croupier.lab.scoring.fitness import Budget
    from croupier.lab.scoring.fitness import score as scored

    opinions = RatingFile(ratings).opinions()
    seed, budget, found = checked_seed(seed), Budget(blocks=blocks, iterations=iterations), []
    # read all games before the first is played, so that an error in the last one shows at once
    for genome in [playable(name) for name in games]:
        fitness = scored(genome, style, players=players, seed=seed, budget=budget)
        found.append({"game": genome.name, **fitness.as_dict(), "exact": exact_of(genome, players)})
        lines = [_summary(genome, fitness, found[-1]["exact"])]
        if (people := opinions.get(rules_key(genome))) is not None:
            found[-1]["people"] = {"stars": people.stars, "ratings": people.ratings, "fair": people.fair}
            fair = "" if people.fair is None else f", fair for {people.fair:.0%}"
            lines.append(f"  people: {people.stars:.1f} of 5 stars from {people.ratings}{fair}")
        if full:
            from croupier.lab.scoring.examination import examine

            examined = examine(genome, players=players, seed=seed)
            found[-1]["examination"] = examined.as_dict()
            lines += _examined(examined)
        if not json:
            print("\n".join(lines), end="\n\n" if len(found) < len(games) else "\n")
    if json:
        print(as_json(found))


def _examined(found: Examination) -> list[str]:
    """Return the lines that `--full` prints."""
    lines = [f"  {rung.iterations:,} iterations against {rung.below:,}: wins {rung.won} of stakes"
             for rung in found.ladder]
    if found.betting is not None:
        lines.append(f"  betting is worth {found.betting} of stakes")
    lines.append(f"  the first player wins {found.first_player} of stakes between searchers")
    if found.exact is not None:
        setup = found.exact.genome.setup
        lines.append(f"  and {found.exact.first_player:+.3f} in the equilibrium of a variant with {setup.initial_deck} "
                     f"and hands of {setup.cards_per_player}; searchers make it {found.searched}")
        if found.exact.bluffs is not None:
            lines.append(f"  {found.exact.bluffs:.1%} of bettors bluff and win there")
    if found.bluffs is not None:
        lines.append(f"  {found.bluffs} of bettors bluff and win between searchers; {found.even_bluffs} of these bets "
                     f"were even hands or better")
    if found.uniformity is not None:
        lines.append(f"  places around the table win evenly: {found.uniformity}")
    return [*lines, *(f"  ! {mark}" for mark in found.marks)]


def exact_of(genome: GameGenome, players: int | None) -> dict[str, Any] | None:
    """Return the equilibrium of a small game with two players; return None for a larger game."""
    from croupier.games.genome.values import BadGenome
    from croupier.lab.solver.exact import solve
    from croupier.lab.solver.tree import tree_of

    if players not in (None, 2) or genome.setup.min_players > 2:
        return None
    try:
        found = solve(tree_of(genome, nodes_max=EXACT_NODES), 1000)
    except BadGenome:  # the game is too big, or not playable; the score reports the latter
        return None
    return {"first_player": found.values[0], "gap": found.gap, "spots": len(found.tree.spots)}


def _summary(genome: GameGenome, fitness: Fitness, exact: dict[str, Any] | None) -> str:
    lines = [f"{genome.name}, {fitness.style}: {fitness.total}"]
    if fitness.failed:
        lines = [f"{genome.name}, {fitness.style}: no score, {fitness.failed}"]
    for name, measure in fitness.measures.items():
        bar = "█" * round(20 * measure.mean)
        lines.append(f"  {name:<12} {measure.mean:.2f}  {measure.low:.2f} to {measure.high:.2f}  {bar}")
    if exact:
        lines.append(f"  exact: the first player wins {exact['first_player']:+.4f} a hand in equilibrium "
                     f"(CFR+, gap {exact['gap']:.4f}, {exact['spots']} spots)")
    return "\n".join(lines)
