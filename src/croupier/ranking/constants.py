"""Numbers that the compiled ranking code knows things by; `setup.py` writes them as a C enum beside this file."""

# what a hand is worth by: the `kind` of `kernel.strength`
NO_HAND, HIGH, SHORT_DECK, OMAHA, LOW, LOW8, OMAHA_LOW8, DEUCE_TO_SEVEN, BADUGI = range(9)
