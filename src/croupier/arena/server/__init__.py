"""The arena on the network: the only code of the arena that uses asyncio, sockets, clocks and threads.

    run         start a server, handle signals, shut down in order
    hub         inputs into the host one at a time, commits, effects out
    limiter     limits on connections, bytes and requests; parsing in slices
    sockets     WebSocket clients, by aiohttp's reader and writer
    fanout      frames made once for many connections, bounded queues
    broadcast   frames for spectators, in portions
    relay       a process that shows one table to thousands of spectators
    app, api    the HTTP application: page, health; tables, hands, matches, uploads
    replay/     recorded hands as steps, with equities
    bots/       house bots, and isolated bots from files
    standings   results by team
    metrics     counts, for Prometheus
    clock       time that does not pass while the server stands still
    settings    TOML files and rosters
    logs        log lines as text or JSON
"""
