"""The house's mix and the decks: ruling I7, row 003-46, and that nothing in the house depends on hidden cards."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from croupier.bots.sting import StingHouse
from croupier.games.sting.cards import ROLES
from croupier.games.sting.layout import choice
from croupier.games.sting.totals import Totals

from .lines import SEED_GAME, checked, start

NARC, CUSTOMER, PLAYER = range(3)
CHECK_IT, RAISE_IT, FOLD_IT = range(3)
DRAWS = 100_000


def shares(role: int, round_no: int, evidence: int) -> list[float]:
    """How often the house checks, raises and folds, in percent, over a hundred thousand draws."""
    rng = Random(role * 10 + round_no + evidence)
    seen = Counter(choice(SEED_GAME.layout, role, round_no, evidence, rng.randrange(100)) for _ in range(DRAWS))
    return [100 * seen[move] / DRAWS for move in (CHECK_IT, RAISE_IT, FOLD_IT)]


@pytest.mark.parametrize(("role", "round_no", "evidence", "expected"), [
    (NARC, 1, 0, (60, 40, 0)), (NARC, 2, 0, (40, 60, 0)), (NARC, 3, 0, (20, 80, 0)), (NARC, 3, 500, (20, 80, 0)),
    (CUSTOMER, 1, 0, (100, 0, 0)), (CUSTOMER, 2, 90, (100, 0, 0)), (CUSTOMER, 3, 60, (30, 70, 0)),
    (CUSTOMER, 3, 61, (0, 70, 30)), (CUSTOMER, 3, 0, (30, 70, 0))])
def test_I7_the_mix_within_one_percent_over_100_000_draws(role, round_no, evidence, expected):
    assert shares(role, round_no, evidence) == pytest.approx(expected, abs=1)


@pytest.mark.parametrize(("round_no", "share"), [(1, 0.4), (2, 0.6), (3, 0.8)])
def test_case_003_46_narc_raises_by_round_and_never_folds(round_no, share):
    run = start()
    for _ in range(round_no - 1):
        checked(run).go_on()
    bot = StingHouse()
    bot.rng = Random(round_no)
    view = run.observe(NARC)
    seen = Counter(bot.act(view).kind for _ in range(10_000))
    assert seen["RAISE"] / 10_000 == pytest.approx(share, abs=0.02)
    assert seen["FOLD"] == 0


def test_I7_the_customer_is_nervous_above_60_open_evidence():
    run = start("Checkpoint", deal={"narc": ["Raid"]})
    for act in (lambda: run.raise_with("Raid"), run.check, lambda: run.raise_with("Checkpoint"), run.check, run.go_on):
        act()
    checked(run).go_on()
    run.check()
    assert (run.totals.evidence, run.round_no, run.actor) == (80, 3, CUSTOMER)
    bot = StingHouse()
    bot.rng = Random(1)
    view = run.observe(CUSTOMER)
    seen = Counter(bot.act(view).kind for _ in range(2000))
    assert seen["FOLD"] / 2000 == pytest.approx(0.3, abs=0.03)
    assert seen["CHECK"] == 0


def test_I7_the_deck_sizes():
    assert [SEED_GAME.rules.deck_size(role) for role in range(3)] == [25, 25, 20]


FIGURES = """
player: Cigarettes 30/5, Liquor 100/30, Diamonds 150/45, Artwork 120/35, Bullion 200/50
customer: Cigarettes 30/5, Liquor 100/30, Diamonds 150/45, Artwork 120/35, Watches 80/20
"""


def test_I7_the_products_are_those_of_the_cases():
    for row in FIGURES.strip().splitlines():
        role, cards = row.split(": ")
        listed = {f"{card.name} {card.price}/{card.heat}" for card, count in SEED_GAME.rules.decks[ROLES.index(role)]
                  if card.kind == "product"}
        assert listed == set(cards.split(", "))


@pytest.mark.parametrize(("role", "name", "count", "figures"), [
    ("player", "Safe House", 1, "evidence +10, cover +30, heat -5"),
    ("player", "Checkpoint", 1, "evidence +40, cover +5, heat +20"),
    ("player", "Warehouse", 1, "evidence +15, cover +25, heat -10"),
    ("player", "Back Alley", 1, "evidence +25, cover +20"), ("player", "Alibi", 1, "cover +30, heat -5"),
    ("player", "Bribe", 1, "cover +25, heat +10"), ("player", "Fake Receipts", 1, "cover +20, heat +5"),
    ("player", "Bribed Witness", 1, "cover +15, heat -10"),
    ("player", "Plea Bargain", 1, "cover +20, costs 1000, heat +20 when used"),
    ("player", "Fake ID", 1, "cover +15, costs 0, heat +40 when used"), ("player", "Disguise", 1, "cover +20, heat -5"),
    ("player", "Burner Phone", 1, "cover +15, heat -10"), ("player", "Lookout", 1, "cover +20"),
    ("player", "Clean Money", 1, "price ×0.9, cover +10, heat -15"),
    ("player", "False Trail", 1, "evidence -10, cover +15, heat -5"),
    ("narc", "Donut Break", 8, "nothing"), ("narc", "Patrol", 2, "evidence +5, heat +2"),
    ("narc", "Surveillance", 2, "evidence +20, heat +5"), ("narc", "Stakeout", 2, "evidence +10, heat +3"),
    ("narc", "Undercover", 1, "evidence +30, heat +10"), ("narc", "Raid", 1, "evidence +40, heat +20"),
    ("narc", "Wiretap", 1, "evidence +35, heat +15"), ("narc", "Warrant", 4, "from heat 40"),
    ("narc", "DA Approval", 3, "from heat 60"), ("narc", "RICO", 1, "from heat 80"),
    ("customer", "Park", 1, "evidence +20, cover +25, heat -5"),
    ("customer", "Nightclub", 1, "evidence +35, cover +15, heat +15"),
    ("customer", "Apartment", 1, "evidence +10, cover +30, heat -10"),
    ("customer", "Office", 1, "evidence +15, cover +30"),
    ("customer", "Parking Garage", 1, "evidence +25, cover +20, heat +5"),
    ("customer", "Bulk Order", 2, "price ×1.5, evidence +20, heat +15"),
    ("customer", "Quick Sale", 2, "price ×0.8, evidence -10, heat -5"),
    ("customer", "Haggling", 2, "price ×0.7, evidence -5"),
    ("customer", "Cash Upfront", 2, "price ×1.2, cover +10, heat +5"),
    ("customer", "On Credit", 2, "price ×0.9, evidence +15, heat -5"),
    ("customer", "Trusted Regular", 2, "evidence -10, cover +15, heat -10"), ("customer", "Fair Deal", 3, "nothing")])
def test_I7_the_cards_are_those_of_the_cases(role, name, count, figures):
    cards = {card.name: (card, number) for card, number in SEED_GAME.rules.decks[ROLES.index(role)]}
    assert (cards[name][1], cards[name][0].figures) == (count, figures)


def test_the_compiled_house_and_the_bot_play_the_same_mix():
    """The same rule drives both: raise shares of the Narc's first turn agree."""
    run, raised = SEED_GAME.start(seed=5), 0
    for _ in range(5000):
        raised += run.house_move().kind == "RAISE"
    assert raised / 5000 == pytest.approx(0.4, abs=0.03)
    assert isinstance(run.totals, Totals)
