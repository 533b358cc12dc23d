"""Commands for people who work on croupier: generated pages and the prose linter."""
