"""Play with a bot at a WebSocket address, which gets the same JSON messages, one in each frame.

The bot's machine runs the server, and croupier connects to it. Only the time and the size of an answer can be limited,
because the bot's memory and processes are on the other machine.
"""

from __future__ import annotations

import asyncio
import json
import threading
from typing import Any

from croupier.bots.isolation import faults
from croupier.bots.isolation.faults import BotFault
from croupier.bots.isolation.limits import BotLimits

FRAME_MAX = 1 << 16


class SocketChannel:
    """A connection to a bot's server. A separate thread waits for frames."""

    def __init__(self, address: str, limits: BotLimits) -> None:
        self.address, self.limits = address, limits
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._session: Any = None
        self._socket: Any = None
        try:
            self._run(self._connect(), limits.start_time_ms)
        except BotFault:
            self.close()
            raise

    async def _connect(self) -> None:
        import aiohttp  # imported here, because it takes a tenth of a second and only bots at an address need it

        self._session = aiohttp.ClientSession()
        self._socket = await self._session.ws_connect(self.address, max_msg_size=FRAME_MAX)

    def _run(self, work: Any, time_ms: float) -> Any:
        """Run a coroutine on the connection's own thread. Raise BotFault if it fails or takes too long."""
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result(time_ms / 1000)
        except TimeoutError:
            future.cancel()
            raise BotFault(faults.TIMED_OUT, f"it did not answer within {time_ms:,.0f} ms") from None
        except BotFault:
            raise
        except Exception as error:
            raise BotFault(faults.CRASHED, f"no connection to {self.address}: {error}") from None

    def ask(self, message: dict[str, Any], time_ms: float) -> dict[str, Any]:
        """Send a message and return the answer. If no answer comes, close the connection and raise BotFault."""
        try:
            answer: dict[str, Any] = self._run(self._exchange(message), time_ms)
        except BotFault:
            self.close()
            raise
        return answer

    async def _exchange(self, message: dict[str, Any]) -> dict[str, Any]:
        import aiohttp

        await self._socket.send_str(json.dumps(message))
        frame = await self._socket.receive()
        if frame.type != aiohttp.WSMsgType.TEXT:
            raise BotFault(faults.CRASHED, "it closed the connection")
        try:
            answer = json.loads(frame.data)
        except (ValueError, RecursionError):
            raise BotFault(faults.GARBAGE, f"it answered {frame.data[:60]!r}, which is not JSON") from None
        if not isinstance(answer, dict):
            raise BotFault(faults.GARBAGE, f"it answered {frame.data[:60]!r}, which is not a JSON object")
        return answer

    def send(self, message: dict[str, Any]) -> None:
        """Send a message that needs no answer."""
        self._run(self._socket.send_str(json.dumps(message)), self.limits.move_time_ms)

    def close(self) -> None:
        """Close the connection and end its thread."""
        if not self._loop.is_running():
            return
        asyncio.run_coroutine_threadsafe(self._disconnect(), self._loop).result(self.limits.start_time_ms / 1000)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _disconnect(self) -> None:
        if self._socket is not None:
            await self._socket.close()
        if self._session is not None:
            await self._session.close()
