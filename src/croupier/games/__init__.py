"""The games: poker in all its variants, evolved games, and the sting, behind one interface (`api`)."""
