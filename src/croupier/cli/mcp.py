"""`croupier mcp`: let agents play at an arena through the Model Context Protocol."""

from __future__ import annotations

from croupier.cli.app import Failed


def mcp(*, url: str = "ws://localhost:8765/ws", http: bool = False, host: str = "127.0.0.1", port: int = 8766) -> None:
    """Serve five tools to agents: find_table, sit_down, wait_for_turn, act, leave.

    An action that the rules refuse is answered with the reason, the clause and the legal range.

    Parameters
    ----------
    url
        The arena: ws://host:port/ws, or the address of its page.
    http
        Serve over HTTP at /mcp instead of standard input and output.
    host
        Address to listen on with --http.
    port
        Port to listen on with --http.
    """
    from croupier.client.connection import socket_url

    address = socket_url(url)
    try:
        from croupier.adapters.mcp.server import server
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("croupier"):
            raise
        raise Failed(f"croupier mcp needs the package {error.name}: pip install 'croupier[mcp]'") from None
    import asyncio

    made = server(address)
    asyncio.run(made.run_streamable_http_async(host=host, port=port) if http else made.run_stdio_async())
