"""croupier beside other people's engines, hand by hand."""
