"""The engine of evolved games: state in C arrays, no Python objects while a game runs unless a log is kept.

    program      a genome as numbers
    card_piles   where every card lies, and who knows it
    hand_values  what cards are worth
    log          what happened, as numbers
    settlement   chips and points: who wins what at the end of a hand
    phases       one hand: what each phase does and asks
    engine       a whole game: the parts above, run from decision to decision
    policies     simple players; search: a better one; playout: whole games by them
"""
