"""What the page offers to one visitor: their own hands, games to try and to rate."""
