"""croupier's engine behind the setups of the naive model: the same hand, dealt from real cards.

The naive model knows no cards, only strengths; so a deck is dealt first, each seat's seven cards are ranked, and those
ranks are what the model plays with. A setup of fewer than four streets becomes hold'em whose last street brings the
rest of the board.
"""

from dataclasses import replace
from random import Random

from croupier import Hand, PokerGame, ranking
from croupier.games.poker.rules import MAX_BETS, RULES, PokerRules, Street

from .poker import Poker

CODES = {"no": "NT", "pot": "NT", "fixed": "FT"}
STREETS = [("PRE_FLOP", 2, 0), ("FLOP", 0, 3), ("TURN", 0, 1), ("RIVER", 0, 1)]
BOARD_PLAYS = "AsKsQsJsTs"  # everybody ties


def rules_for(limit: str, streets: int) -> PokerRules:
    """Hold'em of so many streets; whatever the board still lacks comes with the last of them."""
    kept = STREETS[:streets]
    short = 5 - sum(board for _, _, board in kept)
    dealt = [Street(name, down=down, board=board, big=at >= 2) for at, (name, down, board) in enumerate(kept)]
    dealt[-1] = replace(dealt[-1], board=dealt[-1].board + short)
    return replace(RULES["NT"], limit=limit, streets=tuple(dealt))


def game_for(setup: Poker) -> PokerGame:
    """The setup as one of croupier's games."""
    fixed = setup.limit == "fixed"
    return PokerGame(
        rules_for(setup.limit, setup.streets),
        sb=setup.sb,
        bb=setup.bb,
        ante=setup.ante,
        bb_ante=setup.bb_ante,
        straddles=tuple(setup.straddles),
        button_blind=setup.button_straddle,
        small_bet=setup.small_bet if fixed else 0,
        big_bet=setup.big_bet if fixed else 0,
        max_bets=setup.cap if fixed else MAX_BETS,
    )


def deck_for(setup: Poker, seed: int) -> list[int]:
    """Enough cards for the hand in the order they are dealt (B15); every third seed lets the board play for a tie."""
    cards = Random(seed).sample(range(52), 2 * len(setup.stacks) + 5)
    if seed % 3 == 0:
        royal = [48 + 3, 44 + 3, 40 + 3, 36 + 3, 32 + 3]
        others = [card for card in Random(seed).sample(range(52), 52) if card not in royal]
        cards = others[: 2 * len(setup.stacks)] + royal
    return cards


def strengths_of(setup: Poker, deck: list[int]) -> tuple[int, ...]:
    """What each seat's seven cards are worth: two rounds of cards from the left of the button, then the board."""
    n = len(setup.stacks)
    board = deck[2 * n : 2 * n + 5]
    place = {seat: at for at, seat in enumerate(setup.odd_chip_order)}
    return tuple(ranking.high(bytes([deck[place[s]], deck[n + place[s]], *board])) for s in range(n))


def with_cards(setup: Poker, seed: int) -> tuple[Poker, list[int]]:
    """The setup with the strengths of a deck, and that deck."""
    deck = deck_for(setup, seed)
    return replace(setup, strengths=strengths_of(setup, deck)), deck


def deal(setup: Poker, deck: list[int]) -> Hand:
    """The hand in croupier's engine."""
    dead = list(setup.dead) or None
    return game_for(setup).deal(list(setup.stacks), button=setup.button, deck=deck, dead=dead)


def engine_perft(hand: Hand) -> int:
    """Leaves below a hand, by the engine alone."""
    if hand.is_over:
        return 1
    leaves = 0
    for action in hand.legal():
        child = hand.clone()
        child.apply(action)
        leaves += engine_perft(child)
    return leaves
