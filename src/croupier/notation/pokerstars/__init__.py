"""PokerStars hand histories, read and written."""

from croupier.notation.pokerstars.accounting import Accounting
from croupier.notation.pokerstars.reader import decode, read, records
from croupier.notation.pokerstars.writer.text import write

__all__ = ["Accounting", "decode", "read", "records", "write"]
