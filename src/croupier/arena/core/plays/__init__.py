"""Host a game at a table: deal it, ask for actions, and show each viewer what that viewer may see."""
