"""Let language models play seats, over the common chat-completions interface."""

from __future__ import annotations

from croupier.adapters.llm.bot import LlmBot
from croupier.adapters.llm.endpoint import LlmSettings, Secret

__all__ = ["LlmBot", "LlmSettings", "Secret"]
