"""Ours beside the peers and a C limit: everything measured in one interleaved run, every bar told met or missed."""
