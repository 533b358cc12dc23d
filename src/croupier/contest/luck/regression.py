"""Learn from each hand how much the kinds of luck weigh in the results of the hands that follow."""

from __future__ import annotations

from collections.abc import Sequence

LEARN_AFTER, LEARN_EVERY, SHRINK = 50, 25, 20.0


class Regression:
    """The weight of each kind of luck in the result, by least squares over the hands so far."""

    def __init__(self, prior: Sequence[float]) -> None:
        size = len(prior)
        self.weights, self.prior = list(prior), list(prior)
        self.products = [[0.0] * size for _ in range(size)]
        self.covariance = [0.0] * size
        self.total, self.count = 0.0, 0

    def predict(self, luck: Sequence[float]) -> float:
        """Return the part of a result that is expected from its luck."""
        return sum(weight * each for weight, each in zip(self.weights, luck))

    def learn(self, luck: Sequence[float], result: float) -> None:
        """Use a hand to adjust the following ones."""
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
        """Return the corrections to the prior weights, close to zero as long as few hands were seen."""
        size = len(self.prior)
        rows = [[*row, target] for row, target in zip(self.products, self.covariance)]
        for place in range(size):
            rows[place][place] += 1e-9 + SHRINK * self.products[place][place] / max(1, self.count)
        for place in range(size):
            lead = rows[place][place]
            rows[place] = [value / lead for value in rows[place]]
            for other in range(size):
                if other != place and rows[other][place]:
                    factor = rows[other][place]
                    rows[other] = [mine - factor * value for mine, value in zip(rows[other], rows[place])]
        return [row[-1] for row in rows]
