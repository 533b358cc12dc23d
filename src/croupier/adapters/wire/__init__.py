"""Seat players that speak a line protocol over TCP: that of MIT's pokerbots skeleton, or the ACPC's MATCHSTATE."""
