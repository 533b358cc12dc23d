"""The arena: bots and people at one table over WebSocket (seed 002, rulings T1-T13).

    core        tables and the protocol: inputs in, effects out; no input or output, no clock, no chance of its own
    journal     what happened, durable before it is visible; continue after a crash; the interface of stores, and SQLite
    verify      check from outside what was stored: journals, matches, cash tables
    server      aiohttp around the core: sockets, page, API, metrics, house bots
    page        the web page: plain ES modules and CSS
"""
