"""The sting: three rounds of betting with cards instead of chips."""
