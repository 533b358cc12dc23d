"""What the page shows to whoever has a code: a player's own hands, ratings of games, the operator's page."""
