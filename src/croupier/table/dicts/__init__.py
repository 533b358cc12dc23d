"""Read and check a table's dict, and write it back in the same order and spelling.

    reading    a dict becomes a checked `State`, or is refused with a named reason
    writing    a seating becomes a dict again
    log        the words of the log: whose action, its time, its cards
    settings   clocks and rake, which a host sets beside the hand
    imported   records that come from elsewhere, as a table writes them
    records    a table's hand as a PHH record
"""
