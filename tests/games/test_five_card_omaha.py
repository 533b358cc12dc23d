"""Five-card Omaha: its facts stand in one value of RULES, and it is everywhere that games are."""

import croupier

from .omaha_of import OmahaChecks


class TestFiveCardOmaha(OmahaChecks):
    code = "PO5"

    def test_its_facts(self):
        game = croupier.game("omaha5", sb=10, bb=20)
        assert (game, str(game)) == (self.game, "pot-limit five-card Omaha 10/20")
        assert (game.rules.hole_cards, game.rules.seats, game.rules.stars) == (5, 9, "5 Card Omaha")
