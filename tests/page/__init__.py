"""The page in a real browser, through the real server."""
