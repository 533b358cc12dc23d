"""Encode games as numbers: actions numbered from 0, and what a seat sees as named rows of numbers.

Environments (`adapters.envs`) and OpenSpiel (`adapters.openspiel`) share these encodings. They need no numpy. An
encoding reads a game only through `observe`, so that it cannot contain a card that the viewer may not see.
"""
