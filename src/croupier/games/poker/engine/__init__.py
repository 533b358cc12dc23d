"""The compiled engine that plays a hand of poker on integers, without making Python objects.

    engine            posts, streets, turns, draws and the end of a hand
    hand_cards        where every card is: in a hand, on the board, in the muck
    showdown          who wins which pot
    log               everything that happened, as a list of integers
    redact            what each viewer may see
    reshuffle_guess   a guess at the hidden cards of a draw game after the muck was reshuffled
    recorded_cards    hands from a record, which names their cards
    playout           millions of hands played by built-in policies

The engine does not check whether an action is legal. Its caller, `games.poker.hand`, checks this first.
"""
