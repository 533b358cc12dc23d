"""How a game is hosted at a table: deal it, ask for actions, show it to each viewer."""
