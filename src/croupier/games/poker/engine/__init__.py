"""The compiled engine that plays a hand of poker on integers, without making Python objects.

    engine            posts, streets, turns, draws and the end of a hand
    hand_cards        where every card is: in a hand, on the board, in the muck
    showdown          who wins which pot
    log               everything that happened, as integers
    redact            what each viewer may see
    reshuffle_guess   a guess at hidden cards after the muck was shuffled back into the deck
    recorded_cards    a hand whose cards a record names
    playout           millions of hands by built-in policies

The engine trusts its callers to have asked whether an action is legal; `games.poker.hand` asks.
"""
