"""The arena on the network: aiohttp around a host.

    hub       the host, its clock, its store and its connections
    sockets   WebSocket clients; house: the arena's own bots
    app       routes: /ws, the page, /api, /metrics, /healthz
    running   start, signals, clean shutdown
"""
