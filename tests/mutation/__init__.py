"""Mutation testing: change one operator, number or condition of a room at a time, and see whether a test notices.

    python -m tests.mutation betting            all mutants of betting and pots
    python -m tests.mutation table --seed 1     300 mutants picked at random

The rooms run interpreted: a mutant is the room's source with one change by cosmic-ray's operators. Mutants are tried in
a random order, so that a run that ends early (`--minutes`) has tried a random sample. Results are kept in `.soak/`, so
that the next run continues, and end in `docs/evidence/mutation-<room>.json` with every survivor.
"""
