"""PHH, the Poker Hand History format: `.phh` holds one hand, `.phhs` many, each in a table of its own."""

from croupier.notation.phh.reader import read_stream as read_stream
from croupier.notation.phh.reader import read_text as read_text
from croupier.notation.phh.writer import write as write
from croupier.notation.phh.writer import write_all as write_all
