"""Hands as JSON: PHH's fields in camelCase, which is also what a table's clients and server exchange."""

from croupier.notation.json.reader import from_dict as from_dict
from croupier.notation.json.reader import loads_one as loads_one
from croupier.notation.json.reader import read_stream as read_stream
from croupier.notation.json.writer import as_dict as as_dict
from croupier.notation.json.writer import dumps as dumps
from croupier.notation.json.writer import write_lines as write_lines
from croupier.notation.json.writer import write_list as write_list
