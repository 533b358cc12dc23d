"""Recorded hands as steps for the replayer, with equities. No input or output, no arena: records in, values out."""
