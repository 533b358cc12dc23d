"""What the page shows, read from its DOM, against the public state of the server."""
