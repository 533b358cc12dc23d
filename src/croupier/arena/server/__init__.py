"""The arena on the network: the only code of the arena that uses asyncio, sockets and clocks.

    run         start a server, handle signals, shut down in order
    hub         pass inputs to the host one at a time, commit, carry out the effects
    limiter     limit connections, bytes and requests; parse input in slices
    sockets     serve WebSocket clients with aiohttp's reader and writer
    fanout      make a frame once for many connections; bounded queues; serve spectators in portions
    relay       show one table to thousands of spectators, from a process of its own
    app, api    the HTTP application: page and health; tables, hands, matches, uploads
    private     the part of the API that needs a code: own hands, ratings, the operator's page
    replayer    turn recorded hands into steps, with equities
    house       house bots
    file_bots   isolated bots from files, commands or addresses
    standings   results by team
    metrics     counts for Prometheus
    clock       the time, without the time in which the server did not run
"""
