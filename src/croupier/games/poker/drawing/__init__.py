"""Draw a hand: as lines of text for the terminal (`text`), or as an SVG picture (`svg`)."""
