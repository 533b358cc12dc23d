"""The games: poker in all its variants, evolved games, and the sting, behind one interface (`api`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from croupier.games.api import Game, State, View
    from croupier.games.genome.game import GenomeGame
    from croupier.games.genome.state import State as GenomeState
    from croupier.games.genome.view import View as GenomeView
    from croupier.games.poker.game import PokerGame
    from croupier.games.poker.hand import Hand
    from croupier.games.poker.view import View as PokerView
    from croupier.games.sting.game import Sting
    from croupier.games.sting.run import Run
    from croupier.games.sting.view import View as StingView

    # mypy refuses these functions if a game does not implement the protocols of `api`

    def _games(poker: PokerGame, genome: GenomeGame, sting: Sting) -> tuple[Game, ...]:
        return poker, genome, sting

    def _states(poker: Hand, genome: GenomeState, sting: Run) -> tuple[State, ...]:
        return poker, genome, sting

    def _views(poker: PokerView, genome: GenomeView, sting: StingView) -> tuple[View, ...]:
        return poker, genome, sting
