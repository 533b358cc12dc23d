"""The client: everything that a bot's process needs to play in an arena.

    connection     the socket: connect, reconnect, measure answer times
    player         a bot's side of the protocol, without a socket
    mirror         the hand, rebuilt from frames, so that a bot gets the same view as at a local table
    watch          a table as a spectator sees it
"""
