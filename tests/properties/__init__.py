"""What must hold for every hand of every game."""
