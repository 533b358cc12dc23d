"""Players that speak a line protocol over TCP: MIT's pokerbots skeleton and the ACPC's MATCHSTATE."""
