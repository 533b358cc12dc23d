"""Random games of the whole language, put through everything that a game must survive."""

from __future__ import annotations

from collections import Counter
from random import Random

from croupier import lab
from croupier.games.api import Action
from croupier.games.genome.state import State

from .test_hidden_order import check_two_worlds

STEPS = 400


def check_genome(genome: lab.GameGenome, rng: Random, games: int = 1) -> Counter[str]:
    """Play a sound game at random and by policies, guess, write it down, play its journal again, compare two worlds."""
    assert lab.loads(lab.dumps(genome)) == genome
    game = genome.game()
    players = rng.choice(list(game.players))
    decks, actions, result = check_play(game, players, rng)
    assert replayed(game, players, decks, actions) == result
    hands = check_playouts(game, players, rng.getrandbits(32), games)
    text = lab.rulebook(genome, players=players)
    assert "## Who wins" in text
    # whoever is bust draws no more: that shows cards, by the rules
    worlds = 0 if genome.hand_evaluation.bust_limit else check_two_worlds(game, players, rng.getrandbits(32), 12, 1)
    return Counter({"games": 2 * games, "hands": hands, "actions journalled": len(actions), "worlds": worlds})


def check_playouts(game, players: int, seed: int, games: int) -> int:
    """Play whole games inside the core: nothing is miscounted. Return the number of hands."""
    hands = 0
    for policy in ("random", "greedy"):
        table = game.playout(players, seed, policy)
        table.run_games(games)
        assert not table.is_broken, f"chips lost or too many steps: {lab.dumps(game.genome)}"
        assert sum(won for won, _ in table.results()) == 0, lab.dumps(game.genome)
        hands += table.hands
    return hands


def check_play(game, players: int, rng: Random) -> tuple[list[list[int]], list[Action], list[int]]:
    """Play one hand or two with decks handed in; return what the journal would hold, and the result."""
    state = game.begin(players, hands=2)
    chips = sum(state.stacks)
    decks, actions = [], []
    for _ in range(STEPS):
        if state.is_over:
            break
        if state.is_between_hands:
            decks.append(rng.sample(list(game.deck), len(game.deck)))
            state.next_hand(decks[-1])
            continue
        check_views(state, rng)
        actions.append(rng.choice(list(state.legal())))
        state.apply(actions[-1])
        assert sum(state.stacks) + state.pot == chips
    return decks, actions, state.stacks


def check_views(state: State, rng: Random) -> None:
    """A world that looks the same to a seat gives that seat the same view; guesses are games that go on."""
    seat = rng.randrange(state.players)
    twin = state.redeal(seat, rng.getrandbits(32))
    mine, other = state.observe(seat), twin.observe(seat)
    for place in range(state.players):
        assert sorted(map(str, mine.cards_of(place))) == sorted(map(str, other.cards_of(place)))
    assert state.known_cards(seat) == twin.known_cards(seat)
    assert [str(action) for action in mine.legal] == [str(action) for action in other.legal]
    if rng.random() < 0.2:
        twin.roll_out(rng.getrandbits(32))
        assert twin.is_over
    if rng.random() < 0.05:
        assert state.searched(8, 1) in state.legal()


def replayed(game, players: int, decks: list[list[int]], actions: list[Action]) -> list[int]:
    """Play a journal again; return the chips it ends with."""
    state, waiting, left = game.begin(players, hands=2), list(decks), list(actions)
    while not state.is_over and (left or (state.is_between_hands and waiting)):
        if state.is_between_hands:
            state.next_hand(waiting.pop(0))
        else:
            state.apply(left.pop(0))
    return state.stacks
