"""The arena: bots and people at one table over WebSocket (seed 002, rulings T1-T11).

    messages    every frame, typed; what comes in is checked here
    host        tables and the protocol: inputs in, effects out; no socket, no clock, no chance of its own
    server      aiohttp around a host: sockets, page, API, metrics, house bots
    client      the other end: a `Bot` that plays at an arena
    store       what was played, in SQLite; archive: a match as one value that anybody can check
"""
