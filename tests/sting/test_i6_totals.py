"""What cards come to, and what becomes of the hand: ruling I6, rows 003-21 to 003-42."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.games.sting.cards import Card
from croupier.games.sting.totals import Totals

from .lines import SEED_GAME, checked, play, settled, start, totals

PLEA = Card("Plea Bargain", "insurance", cover=20, cost=1000, penalty=20)


def evidence(amount: int, heat: int = 0) -> Card:
    return Card(f"evidence {amount} {heat}", "evidence", evidence=amount, heat=heat)


def cover(amount: int) -> Card:
    return Card(f"cover {amount}", "cover", cover=amount)


def conviction(threshold: int) -> Card:
    return Card(f"conviction {threshold}", "conviction", threshold=threshold)


def test_case_003_21_the_last_product_counts():
    assert totals("Cigarettes", "Liquor").profit == 100
    assert totals("Liquor", "Cigarettes").profit == 30


def test_case_003_22_the_last_location_counts():
    found = totals("Checkpoint", "Safe House")
    assert (found.evidence, found.cover) == (10, 30)


def test_case_003_24_cover_adds_to_the_location():
    assert totals("Safe House", "Alibi").cover == 60


def test_case_003_25_heat_of_all():
    assert totals("Liquor", "Checkpoint", "Surveillance").heat == 55


def test_case_003_26_location_only():
    assert totals("Safe House").profit == 0


def test_case_003_27_a_whole_table():
    found = totals("Safe House", "Liquor", "Alibi", "Surveillance")
    assert (found.evidence, found.cover, found.heat, found.profit) == (30, 60, 25, 100)


def test_case_003_28_heat_of_an_overridden_product_counts():
    assert totals("Cigarettes", "Liquor").heat == 35


def test_case_003_29_checkpoint_and_surveillance_bust():
    found = totals("Checkpoint", "Surveillance")
    assert (found.evidence, found.cover) == (60, 5)
    run = start("Checkpoint", deal={"narc": ["Surveillance"]})
    play(run, "narc raises Surveillance, customer checks, player raises Checkpoint, narc checks, player goes on")
    checked(run).go_on()
    checked(run)
    assert (run.state, run.end, run.outcomes[0].reason) == ("bust", "bust", "no insurance")


@pytest.mark.parametrize(("against", "under", "safe"), [(30, 30, True), (31, 30, False), (30, 31, True)])
def test_case_003_30_ties_are_safe(against, under, safe):
    assert settled([evidence(against), cover(under)]).safe is safe


def test_case_003_32_evidence_is_never_negative():
    trail = Card("trail", "modifier", evidence=-10)
    assert settled([evidence(5), trail]).evidence == 0


def test_case_003_33_insurance_adds_cover():
    outcome = settled([evidence(20), cover(20), Card("id", "insurance", cover=15, cost=0, penalty=40)])
    assert (outcome.cover, outcome.heat_change, outcome.reason) == (35, 0, "covered")


def test_case_003_34_insurance_saves_from_a_bust():
    outcome = settled([evidence(30), cover(5), PLEA], cash=1500)
    assert (outcome.evidence, outcome.cover) == (30, 25)
    assert (outcome.safe, outcome.cash, outcome.heat_change) == (True, 500, 20)


def test_case_003_35_without_the_cash_or_the_card_it_is_a_bust():
    poor = settled([evidence(30), cover(5), PLEA], cash=500)
    assert (poor.safe, poor.cash, poor.reason) == (False, 500, "insurance not paid")
    bare = settled([evidence(30), cover(25)], cash=1500)
    assert (bare.safe, bare.cash, bare.reason) == (False, 1500, "no insurance")


def test_case_003_37_a_conviction_above_the_heat_does_not_hold():
    outcome = settled([evidence(50), PLEA, conviction(40)], cash=1000, heat=30)
    assert (outcome.safe, outcome.cash_change, outcome.heat) == (True, -1000, 50)


def test_case_003_38_a_conviction_holds_at_exactly_its_threshold():
    outcome = settled([evidence(50), PLEA, conviction(40)], cash=1000, heat=40)
    assert (outcome.safe, outcome.reason, outcome.cash) == (False, "convicted", 1000)


def test_case_003_38_heat_of_this_hand_counts_for_it():
    assert settled([evidence(50, heat=10), PLEA, conviction(40)], cash=1000, heat=30).reason == "convicted"


def test_case_003_40_the_last_insurance_and_the_last_conviction_are_active():
    cheap = Card("Fake ID", "insurance", cover=15, cost=0, penalty=40)
    assert settled([evidence(90), PLEA, cheap]).reason == "insured"
    assert settled([evidence(90), cheap, PLEA]).reason == "insurance not paid"
    assert settled([evidence(90), cheap, conviction(10), conviction(99)], heat=50).reason == "insured"
    assert settled([evidence(90), cheap, conviction(99), conviction(10)], heat=50).reason == "convicted"


def test_case_003_41_profit_is_banked_or_not():
    product = Card("goods", "product", price=50)
    assert settled([product], cash=100).cash == 150
    assert settled([product, evidence(1)], cash=100).cash == 100


def test_case_003_42_heat_counts_in_either_outcome():
    goods = Card("goods", "product", price=50, heat=20)
    assert settled([goods], heat=10).heat == 30
    assert settled([goods, evidence(1)], heat=10).heat == 30


def test_I6_an_insured_hand_banks_its_profit():
    goods = Card("goods", "product", price=50)
    outcome = settled([goods, evidence(50), PLEA], cash=1000)
    assert (outcome.reason, outcome.profit, outcome.cash_change) == ("insured", 50, 50 - 1000)


def test_I6_multipliers_multiply_and_are_truncated_once():
    assert totals("Diamonds", "Clean Money", "Haggling").profit == 94  # 150 × 0.9 × 0.7 = 94.5
    goods = Card("goods", "product", price=10)
    thirds = [Card(f"x{at}", "modifier", multiplier=33) for at in range(3)]
    boost = [Card(f"y{at}", "modifier", multiplier=303) for at in range(3)]
    assert settled([goods, *thirds, *boost]).profit == 9  # 10 × 0.9999³, not 0


# -- against the plain words of the ruling ---------------------------------------------------------------------------

@given(st.lists(st.integers(0, len(SEED_GAME.layout.cards) - 1), max_size=9), st.integers(0, 2000),
       st.integers(-20, 120))
def test_I6_totals_and_verdict_against_a_naive_count(faces, cash, heat):
    cards = [SEED_GAME.layout.cards[face] for face in faces]
    found = Totals(SEED_GAME.layout, faces)

    def last(kind: str) -> Card | None:
        return next((card for card in reversed(cards) if card.kind == kind), None)

    product, place, insurance, charge = map(last, ("product", "location", "insurance", "conviction"))
    adding = [card for card in cards if card.kind in ("evidence", "cover", "modifier", "insurance")]
    against = max(0, sum(card.evidence for card in adding) + (place.evidence if place else 0))
    under = max(0, sum(card.cover for card in adding) + (place.cover if place else 0))
    price, per = product.price if product else 0, 1
    for card in adding:
        price, per = price * card.multiplier, per * 100
    warm = sum(card.heat for card in cards)
    assert (found.evidence, found.cover, found.heat, found.profit) == (against, under, warm, price // per)

    convicted = charge is not None and charge.threshold <= heat + warm
    insured = insurance is not None and not convicted and cash >= insurance.cost
    verdict = found.verdict(cash, heat)
    safe = against <= under or insured
    assert (verdict < 3) is safe
    paid = insurance.cost if insurance and against > under else 0
    assert found.cash_after(verdict, cash) == (cash + price // per - paid if safe else cash)
    penalty = insurance.penalty if insurance and insured and against > under else 0
    assert found.heat_after(verdict, heat) == heat + warm + penalty
