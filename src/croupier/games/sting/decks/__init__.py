"""The decks of the sting: the files that come with croupier, and how a deck file is read (`reader`)."""
