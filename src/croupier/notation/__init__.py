"""Read, write and replay hand records: PHH, JSON and PokerStars text. The only room with decimal amounts."""
