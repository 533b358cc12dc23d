"""The arena on the network: the only code of the arena that uses asyncio, sockets and clocks.

    run         start a server, handle signals, shut down in order
    hub         inputs into the host one at a time, commits, effects out
    limiter     limits on connections, bytes and requests; parsing in slices
    sockets     WebSocket clients, by aiohttp's reader and writer
    fanout      frames made once for many connections, bounded queues; frames for spectators, in portions
    relay       a process that shows one table to thousands of spectators
    app, api    the HTTP application: page, health; tables, hands, matches, uploads
    private     what the API shows to whoever has a code: own hands, ratings, the operator's page
    replayer    recorded hands as steps, with equities
    house       house bots
    file_bots   isolated bots from files, commands or addresses
    standings   results by team
    metrics     counts, for Prometheus
    clock       time that does not pass while the server does not run
"""
