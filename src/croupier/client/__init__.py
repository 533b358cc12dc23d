"""The other end of the arena: a `Bot` that plays over WebSocket as it does at a local table.

    mirror    the hand, rebuilt from frames, so that a bot gets the same view as everywhere
    player    a bot's side of the protocol, without a socket
    link      the socket: connects, reconnects, reports
"""
