"""Ask a chat-completions endpoint a question, and return the answer with its tokens, cost and latency.

The key is read from the environment and is sent in one header and nowhere else. The key is removed from every text that
leaves this module (answers and error messages), because an endpoint knows the key and may repeat it. Redirects are not
followed, because they would send the key to another host.
"""

from __future__ import annotations

import asyncio
import json
import os
import threading
import time
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urlsplit

import aiohttp

from croupier.bots.base import BadBot
from croupier.errors import Error

ANSWER_MAX = 1 << 18
"""The largest size of an answer in bytes."""
ENDPOINT, KEY = "CROUPIER_LLM_ENDPOINT", "CROUPIER_LLM_KEY"
PRICES, BUDGET, TIME = "CROUPIER_LLM_PRICES", "CROUPIER_LLM_BUDGET", "CROUPIER_LLM_TIME_MS"


class Secret:
    """A key that cannot be printed."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def header(self) -> dict[str, str]:
        """Return the header with the key, or no header if there is no key."""
        return {"Authorization": f"Bearer {self._text}"} if self._text else {}

    def taken_out_of(self, text: str) -> str:
        """Return a text from which the API key is removed. Both the plain key and its URL-quoted form are replaced."""
        for form in {self._text, quote(self._text, safe=""), json.dumps(self._text)[1:-1]} - {""}:
            text = text.replace(form, "[key]")
        return text

    def __repr__(self) -> str:
        return "Secret()"

    def __reduce__(self) -> Any:
        raise TypeError("a key is not written anywhere")


@dataclass(frozen=True)
class LlmSettings:
    """The settings for asking a model: the address, the key, the prices and the limits."""

    model: str
    endpoint: str
    key: Secret = field(default_factory=lambda: Secret(""))
    price_in: float = 0.0
    """Cost of a million prompt tokens."""
    price_out: float = 0.0
    """Cost of a million answer tokens."""
    budget: float | None = None
    """Total cost after which the model is not asked any more. Its seat then checks or folds."""
    time_ms: int = 10_000
    """Total time for all tries of a decision."""
    tries: int = 3
    """Number of tries for a decision. After this many illegal answers the seat checks or folds."""
    answer_tokens: int = 200

    @staticmethod
    def from_environment(model: str, time_ms: int | None = None) -> LlmSettings:
        """Return the settings in environment variables. Raise BadBot if they cannot be used."""
        endpoint = os.environ.get(ENDPOINT, "")
        if urlsplit(endpoint).scheme not in ("http", "https"):
            raise BadBot(f"llm:{model[:40]} needs an endpoint: --endpoint http://localhost:8000/v1, or {ENDPOINT}")
        try:
            prices = [float(each) for each in os.environ.get(PRICES, "0/0").split("/")]
            budget = float(os.environ[BUDGET]) if BUDGET in os.environ else None
            limit = int(os.environ.get(TIME, time_ms or 10_000))
            return LlmSettings(model, endpoint, Secret(os.environ.get(KEY, "")), prices[0], prices[1], budget, limit)
        except (ValueError, IndexError):
            raise BadBot(f"{PRICES} is like 0.5/1.5, {BUDGET} like 2.50, {TIME} like 10000") from None


@dataclass(frozen=True, slots=True)
class LlmAnswer:
    """A model's answer, without the key, with its tokens, cost and latency."""

    text: str
    prompt_tokens: int
    completion_tokens: int
    latency_ms: float


class LlmFailed(Error, RuntimeError):  # noqa: N818 - what happened
    """Raised if the endpoint gives no answer. The reason never contains the key."""


class Endpoint:
    """A chat-completions endpoint. A separate thread waits for answers."""

    def __init__(self, settings: LlmSettings) -> None:
        self.settings = settings
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def ask(self, messages: list[dict[str, str]], time_ms: float) -> LlmAnswer:
        """Return the model's answer. Raise LlmFailed if no answer comes in time."""
        began = time.perf_counter()
        future = asyncio.run_coroutine_threadsafe(self._post(messages), self._loop)
        try:
            text, usage = future.result(max(0.001, time_ms / 1000))
        except TimeoutError:
            future.cancel()
            raise LlmFailed(f"no answer within {time_ms:,.0f} ms") from None
        except LlmFailed:
            raise
        except Exception as error:
            reason = self.settings.key.taken_out_of(f"{type(error).__name__}: {error}")[:200]
            raise LlmFailed(reason) from None
        return LlmAnswer(self.settings.key.taken_out_of(text), _count(usage, "prompt_tokens"),
                         _count(usage, "completion_tokens"), 1000 * (time.perf_counter() - began))

    async def _post(self, messages: list[dict[str, str]]) -> tuple[str, dict[str, Any]]:
        settings = self.settings
        body = {"model": settings.model, "messages": messages, "max_tokens": settings.answer_tokens, "temperature": 0}
        async with aiohttp.ClientSession(headers=settings.key.header()) as session, session.post(
                settings.endpoint.rstrip("/") + "/chat/completions", json=body, allow_redirects=False) as response:
            if response.status != 200:
                raise LlmFailed(f"the endpoint answered with status {response.status}")
            raw = await _read_body(response.content)
        try:
            answer = json.loads(raw)
            text = answer["choices"][0]["message"]["content"]
        except (ValueError, KeyError, IndexError, TypeError, RecursionError):
            raise LlmFailed("the endpoint's answer is not a chat completion") from None
        usage = answer.get("usage")
        return str(text or ""), usage if isinstance(usage, dict) else {}

    def close(self) -> None:
        """End the thread."""
        asyncio.run_coroutine_threadsafe(self._cancel_all(), self._loop).result(5)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(5)

    async def _cancel_all(self) -> None:
        """Cancel all questions that are still waiting for an answer."""
        tasks = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _read_body(content: aiohttp.StreamReader) -> bytes:
    """Return the whole body of an answer. Raise LlmFailed if it is longer than ANSWER_MAX.

    The body is read until its end, because a single `content.read(n)` returns only what has arrived. With a single call
    a long answer was cut off on a busy machine.
    """
    parts: list[bytes] = []
    size = 0
    async for part in content.iter_any():
        size += len(part)
        if size > ANSWER_MAX:
            raise LlmFailed(f"the endpoint's answer is longer than {ANSWER_MAX:,} bytes")
        parts.append(part)
    return b"".join(parts)


def _count(usage: dict[str, Any], name: str) -> int:
    value = usage.get(name)
    return value if type(value) is int and 0 <= value < 10**9 else 0
