"""`croupier calibrate RATINGS`: print people's ratings of games, and fit the weights of a style to the ratings."""

from __future__ import annotations

from pathlib import Path

from croupier.cli.app import Failed
from croupier.cli.genomes import playable


def calibrate(ratings: Path, /, *, blocks: int = 16, iterations: int = 100, seed: int = 1) -> None:
    """Print each game's mean rating with its interval and the number of ratings. If there are enough ratings, fit the
    weights of measures to them.

    Parameters
    ----------
    ratings
        File with a line of JSON for each rating: game, stars (1 to 5) and, if known, seat, result, length and fair.
    blocks
        Number of blocks of hands that are played to score each game.
    iterations
        Search iterations for each decision of the searching players.
    seed
        The same seed gives the same scores.
    """
    from croupier.lab.scoring.calibration import GAMES_LEAST, RATINGS_LEAST, NotEnough, fitted, read_ratings, summaries
    from croupier.lab.scoring.fitness import Budget, score

    try:
        found = read_ratings(ratings)
    except OSError as error:
        raise Failed(f"{ratings}: {error.strerror}") from None
    said = summaries(found)
    for name, summary in said.items():
        fair = f", fair for {summary.fair.mean:.0%} of {summary.fair.samples}" if summary.fair else ""
        print(f"{name}: {summary}{fair}")
    rated = [name for name, summary in said.items() if summary.ratings >= RATINGS_LEAST]
    measures: dict[str, dict[str, float]] = {name: {} for name in rated}
    # score the games only if there are enough, because scoring takes seconds for each game
    if len(rated) >= GAMES_LEAST:
        for name in rated:
            scored = score(playable(name), seed=seed, budget=Budget(blocks=blocks, iterations=iterations))
            measures[name] = {measure: value.mean for measure, value in scored.measures.items()}
        # a game that cannot be scored has no measures
        measures = {name: values for name, values in measures.items() if values}
    try:
        weights = fitted(found, measures)
    except NotEnough as error:
        print(f"No weights: {error}.")
        return
    print("Weights that fit these ratings:")
    for name, weight in sorted(weights.items(), key=lambda item: -item[1]):
        print(f"  {name:<12} {weight:.3f}")
