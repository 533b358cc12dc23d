"""Read, write and replay hand records in PHH, JSON and PokerStars text. No other package knows decimal amounts."""
