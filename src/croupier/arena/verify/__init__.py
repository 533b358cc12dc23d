"""Check finished matches, journals and cash tables from what they left behind."""
