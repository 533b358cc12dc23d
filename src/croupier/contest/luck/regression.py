"""Learn from each hand how much each kind of luck affects results, and apply this to later hands."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.stats.elimination import eliminate

LEARN_AFTER, LEARN_EVERY, SHRINK = 50, 25, 20.0
"""The weights are computed first after LEARN_AFTER hands, and then again every LEARN_EVERY hands. SHRINK is the
strength with which corrections are pulled towards 0, in hands.
"""


class Regression:
    """Fits the weight of each kind of luck in a result, by least squares over the hands so far."""

    def __init__(self, prior: Sequence[float]) -> None:
        size = len(prior)
        self.weights, self.prior = list(prior), list(prior)
        self.products = [[0.0] * size for _ in range(size)]
        self.covariance = [0.0] * size
        self.total, self.count = 0.0, 0

    def predict(self, luck: Sequence[float]) -> float:
        """Return the result that is expected from a hand's luck."""
        return sum(weight * each for weight, each in zip(self.weights, luck))

    def learn(self, luck: Sequence[float], result: float) -> None:
        """Use a hand to adjust the weights for the following hands."""
        self.count += 1
        self.total += result
        centred = result - self.total / self.count
        present = [(place, each) for place, each in enumerate(luck) if each]
        for place, each in present:
            row = self.products[place]
            for other, more in present:
                row[other] += each * more
            self.covariance[place] += each * (centred - sum(self.prior[other] * more for other, more in present))
        if self.count >= LEARN_AFTER and self.count % LEARN_EVERY == 0:
            self.weights = [known + learned for known, learned in zip(self.prior, self.solve())]

    def solve(self) -> list[float]:
        """Return the corrections to the prior weights. The corrections are close to zero as long as few hands have been
        seen.
        """
        rows = [list(row) for row in self.products]
        for place, row in enumerate(rows):
            # 1e-9 avoids a division by zero for a kind of luck that never occurred
            row[place] += 1e-9 + SHRINK * row[place] / max(1, self.count)
        return [solved[0] for solved in eliminate(rows, [[target] for target in self.covariance])]
