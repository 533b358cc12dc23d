"""Six-card Omaha: its facts stand in one value of RULES, and it is everywhere that games are."""

import croupier

from .omaha_of import OmahaChecks


class TestSixCardOmaha(OmahaChecks):
    code = "PO6"

    def test_its_facts(self):
        game = croupier.game("omaha6", sb=10, bb=20)
        assert (game, str(game)) == (self.game, "pot-limit six-card Omaha 10/20")
        assert (game.rules.hole_cards, game.rules.seats, game.rules.stars) == (6, 7, "6 Card Omaha")
