"""Write records as PokerStars text: the lines before the cards (`head`), the play (`replay`), the end (`awards`)."""
