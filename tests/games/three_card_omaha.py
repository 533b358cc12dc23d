"""A game that croupier does not have: `test_new_game.py` adds its one value to RULES and runs these tests."""

from .omaha_of import OmahaChecks

CODE = "PO3"
VALUE = ('PokerRules("PO3", "pot-limit three-card Omaha", "pot", _board_streets(3), typed="omaha3", '
         'stars="3 Card Omaha", high="omaha")')


class TestThreeCardOmaha(OmahaChecks):
    code = CODE
