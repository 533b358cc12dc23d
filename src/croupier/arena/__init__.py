"""The arena: bots and people at one table over WebSocket (seed 002, rulings T1-T13).

    core        tables and the protocol: takes inputs and returns effects; has no sockets, no clock and no randomness
    journal     every command, stored before its effects are sent; continuing after a crash; the store, SQLite
    verify      checks of what a server stored: journals, matches, cash tables
    server      the network code around the core, with aiohttp: sockets, page, API, metrics, house bots
    page        the web page: plain ES modules and CSS
"""
