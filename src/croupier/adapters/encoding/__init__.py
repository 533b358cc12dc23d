"""Encode games as numbers: number the actions from 0, and write what a seat sees as named rows of numbers.

Environments (`adapters.envs`) and OpenSpiel (`adapters.openspiel`) share these encodings, which do not need numpy. An
encoding reads a game only through `observe`, so it cannot contain a card that the viewer may not see.
"""
