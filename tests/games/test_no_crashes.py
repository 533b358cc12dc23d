"""M1 at the doors of the compiled core: a number that is none is refused, and never brings the interpreter down.

C arrays check no index, so every method that Python can call has to. Each object here is fuzzed in a process of its
own, which says what it is about to do: a crash is found by its signal, and the last line names the call.
"""

from __future__ import annotations

import subprocess
import sys

import pytest
from tests.patience import WHOLE

from croupier import lab
from croupier.betting.initiative import Initiative
from croupier.betting.order import how_many
from croupier.betting.rulebook import BadAmount
from croupier.cards import BadCards
from croupier.cli import is_compiled
from croupier.games.api import BadAction
from croupier.games.genome.engine.card_piles import CardPiles
from croupier.games.genome.engine.hand_values import HandValues
from croupier.games.genome.state import State, start_game
from croupier.games.genome.values import BadGenome
from croupier.games.sting.game import Sting
from croupier.games.sting.layout import choice
from croupier.games.sting.run import Run, started
from croupier.games.sting.totals import Totals
from croupier.lab.solver.exact import Solver
from croupier.lab.solver.tree import tree_of

FUZZ = """
import faulthandler, itertools, sys
from croupier import lab
from croupier.betting import order
from croupier.betting.initiative import Initiative
from croupier.games.genome.engine.playout import Playout
from croupier.games.genome.engine.search import Search
from croupier.games.genome.state import State, start_game
from croupier.games.sting import playout as sting_playout
from croupier.games.sting.game import Sting
from croupier.games.sting.layout import Layout, choice
from croupier.games.sting.run import Run, started
from croupier.games.sting.totals import Totals
from croupier.lab.solver.exact import Solver
from croupier.lab.solver.tree import tree_of
from croupier.lab.scoring.trial import Trial

BAD = (-1, 10**7, 2**31, True, 2.5, None, list(range(52)) * 20, [10**6], "x", 0)
# these may play for hours
LONG = {"runs", "play_hands", "run_games", "run_hands", "self_play", "face", "run_sessions", "run"}
sting, game = Sting(), lab.load("simple-poker").game()
layout, program = sting.layout, game.program
tree = tree_of(lab.load("kuhn-poker"))

def ended(betting):
    while betting.turn is not None:
        betting.act(betting.turn, "CHECK")
    return betting

OBJECTS = {
    "initiative": lambda: Initiative([3, 3, 3]),
    "ended": lambda: ended(Initiative([1000] * 10)),
    "totals": lambda: Totals(layout, [0]),
    "layout": lambda: layout,
    "run": lambda: sting.start(seed=1),
    "unbegun run": lambda: Run(layout),
    "sting playout": lambda: sting_playout.Playout(layout),
    "state": lambda: game.start(players=2, seed=1),
    "unbegun state": lambda: State(program, 2),
    "playout": lambda: game.playout(players=2),
    "search": lambda: Search(program, 2),
    "trial": lambda: Trial(program, 2, 1, 10),
    "solver": lambda: Solver(tree),
}
MADE = {
    "Initiative": lambda *args: Initiative(*args),
    "Totals": lambda *args: Totals(*args),
    "Totals of a layout": lambda *args: Totals(layout, *args),
    "Layout": lambda *args: Layout(*args),
    "Run": lambda *args: Run(*args),
    "State": lambda *args: State(*args),
    "State of a program": lambda *args: State(program, *args),
    "Playout": lambda *args: Playout(*args),
    "Playout of a program": lambda *args: Playout(program, *args),
    "Search of a program": lambda *args: Search(program, *args),
    "Trial of a program": lambda *args: Trial(program, *args),
    "sting Playout": lambda *args: sting_playout.Playout(*args),
    "start_game": lambda *args: start_game(program, *args),
    "start_game with a front": lambda *args: start_game(program, 2, 1, *args),
    "started": lambda *args: started(layout, 0, 0, 3, *args),
    "started stacked": lambda *args: started(layout, 0, 0, 3, 1, [[], *args]),
    "choice": lambda *args: choice(layout, *args),
    "choice of a round": lambda *args: choice(layout, 0, *args),
    "choice of an evidence": lambda *args: choice(layout, 0, 1, *args),
    "how_many": lambda *args: order.how_many(*args),
    "next_seat": lambda *args: order.next_seat(*args),
}

def tried(words, call, args):
    print(words, str(args)[:90], flush=True)
    try:
        call(*args)
    except Exception:
        pass

def fuzzed(words, call):
    for arity in range(4):
        for args in itertools.product(BAD, repeat=arity):
            tried(words, call, args)

name = sys.argv[1]
if name == "made":
    for words, call in MADE.items():
        fuzzed(words, call)
else:
    made = OBJECTS[name]
    for method in [word for word in dir(made()) if not word.startswith("_") and word not in LONG]:
        if callable(getattr(made(), method)):
            fuzzed(method, lambda *args: getattr(made(), method)(*args))
"""
OBJECTS = ["made", "initiative", "ended", "totals", "layout", "run", "unbegun run", "sting playout", "state",
           "unbegun state", "playout", "search", "trial", "solver"]


@pytest.mark.skipif(not is_compiled(), reason="there are no C arrays")
@pytest.mark.parametrize("what", OBJECTS)
def test_M1_no_number_brings_the_interpreter_down(what):
    done = subprocess.run([sys.executable, "-c", FUZZ, what], capture_output=True, text=True, timeout=WHOLE)
    assert done.returncode == 0, (done.stdout.strip().splitlines() or ["nothing"])[-1] + done.stderr[-300:]


NO_SEATS = [-1, 3, 10**7, 2**31, 10**30, True, 2.5, None, "1"]


@pytest.mark.parametrize("seat", NO_SEATS)
def test_M1_a_round_knows_its_seats(seat):
    betting = Initiative([3, 3, 3])
    for ask in (betting.is_live, betting.is_all_in):
        with pytest.raises(BadAmount, match=r"not a seat: there are 0 to 2"):
            ask(seat)


NO_FACES = [-1, 180, 10**6, 2**31, 10**30, True, 2.5, None, "1"]


@pytest.mark.parametrize("face", NO_FACES)
def test_M1_totals_know_their_cards(face):
    layout = Sting().layout
    with pytest.raises(BadAction, match="not a card of this deck"):
        Totals(layout, [face])
    with pytest.raises(BadAction, match="not a card of this deck"):
        Totals(layout).add(face)


def test_M1_totals_want_a_layout():
    with pytest.raises(BadAction, match="layout"):
        Totals(None)


def test_M1_insurance_that_is_not_there_is_not_paid():
    totals = Totals(Sting().layout)
    for ask in (totals.cash_after, totals.heat_after):
        with pytest.raises(BadAction, match="verdict"):
            ask(1, 100)
        with pytest.raises(BadAction, match="verdict"):
            ask(6, 100)


@pytest.mark.parametrize(("role", "round_no"), [(3, 1), (-1, 1), (10**7, 1), (0, 0), (0, 4), (0, 10**7)])
def test_M1_the_house_plays_roles_and_rounds_that_are_there(role, round_no):
    with pytest.raises(BadAction, match=r"not a role|not a round"):
        choice(Sting().layout, role, round_no, 0, 0)


def test_M1_a_run_that_was_not_begun_is_not_played_on():
    with pytest.raises(BadAction, match="start"):
        Run(Sting().layout).roll_out(1)


@pytest.mark.parametrize("stacked", [[[0] * 65, [], []], [[180], [], []], [[], []], [[True], [], []]])
def test_M1_a_stacked_deck_is_of_cards_that_are_there(stacked):
    with pytest.raises(BadAction):
        started(Sting().layout, 0, 0, 3, 1, stacked, None)


NO_CARDS = [list(range(52)) * 20, [52], [-1], [10**7], [2**31], [True], [2.5], [None], ["Ah"], [0] * 53]


@pytest.mark.parametrize("cards", NO_CARDS, ids=lambda cards: f"{len(cards)}-{cards[0]}")
def test_M1_a_judge_values_cards_of_a_deck(cards):
    judge = HandValues(CardPiles(lab.load("simple-poker").game().program, 2))
    for value in (judge.strength_with, judge.poker_with, judge.pattern_with, judge.pattern_name, judge.put_cards):
        with pytest.raises(BadCards):
            value(cards)
    with pytest.raises(BadCards):
        judge.total_with(cards, True)


@pytest.mark.parametrize("seats", [-1, 0, 7, 10**7, 2**31, True, 2.5, None])
def test_M1_a_table_seats_at_most_six(seats):
    with pytest.raises(BadGenome, match="seats"):
        State(lab.load("simple-poker").game().program, seats)


def test_M1_a_table_wants_a_program():
    with pytest.raises(BadGenome, match="program"):
        State(None, 2)


@pytest.mark.parametrize("front", [list(range(52)) * 20, [0, 0], [52], [-1], [True], [2.5], [None]],
                         ids=lambda front: f"{len(front)}-{front[0]}")
def test_M1_the_first_cards_are_cards_of_the_deck_once_each(front):
    program = lab.load("simple-poker").game().program
    with pytest.raises(BadCards):
        start_game(program, 2, 1, front, [100, 100])


@pytest.mark.parametrize("seat", [-2, 2, 10**7, 2**31, True, 2.5, None])
def test_M1_what_a_seat_knows_is_asked_of_a_seat(seat):
    with pytest.raises(BadAction, match="not a seat"):
        lab.load("simple-poker").game().start(players=2, seed=1).known_cards(seat)


@pytest.mark.parametrize("seat", [-1, 2, 10**7])
def test_M1_an_equilibrium_is_of_the_seats_there_are(seat):
    tree = tree_of(lab.load("kuhn-poker"))
    for ask in (Solver(tree).value, Solver(tree).answer):
        with pytest.raises(BadGenome, match="a seat must be"):
            ask(seat)


def test_M1_a_set_of_seats_has_ten_at_most():
    assert [how_many(0), how_many(5), how_many(1023)] == [0, 2, 10]
    assert how_many(10**7) <= 10
