"""How large the arena's rooms may be: modules and code lines (issue 24).

Code lines are lines without blanks, comments and docstrings. The number may fall, and then the limit falls with it; it
must not rise unless a feature is worth it, and then the commit says which.
"""

from __future__ import annotations

import ast
import io
import tokenize
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "croupier"
MODULES_MAX = 65
"""Files of arena, protocol and client, every `__init__.py` among them."""
CODE_LINES = 12_100
"""Lines of arena, protocol, client, devtools and table, rounded up to the next hundred."""
NO_CODE = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)


def modules(*rooms: str) -> list[Path]:
    return [path for room in rooms for path in sorted((SOURCE / room).rglob("*.py"))]


def code_lines(text: str) -> int:
    """Count the lines that hold code."""
    docstrings: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            docstrings.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in NO_CODE:
            lines.update(range(token.start[0], token.end[0] + 1))
    return len(lines - docstrings)


def test_24_the_arena_its_protocol_and_client_are_at_most_65_modules():
    assert 50 < len(modules("arena", "protocol", "client")) <= MODULES_MAX


def test_24_code_lines_do_not_grow():
    counted = sum(code_lines(path.read_text(encoding="utf-8"))
                  for path in modules("arena", "protocol", "client", "devtools", "table"))
    assert CODE_LINES - 100 < counted <= CODE_LINES, "set CODE_LINES to the next hundred"


def test_lines_without_code_are_not_counted():
    module = ('"""One\n\ntwo."""\n\n# three\nX = 1  # four\n"""About X."""\n\n\n'
              'def f():\n    """Do."""\n    return (X,\n            2)\n')
    assert code_lines(module) == 4
