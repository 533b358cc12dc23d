"""The eleven poker games of PHH, as data over one engine."""
