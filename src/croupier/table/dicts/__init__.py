"""Read and check a table's dict, and write it back with its fields and amounts as they were.

    reading    turn a dict into a checked `TableHand`, or refuse it with a reason
    writing    write a lineup back into a dict
    log        read a line of the log: whose action, its time, its cards
    settings   check the clocks and the rake that a host has set
    imported   convert records of other programs to the form that a table writes
    records    write a table's hand as a PHH record
"""
