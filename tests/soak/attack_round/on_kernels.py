"""Compiled functions reached by import, with arguments that no caller should give: no crash, only named errors."""

from __future__ import annotations

import subprocess
import sys

from tests.patience import PATIENCE

from .plan import attack

HEAD = """
import array, copy, pickle, sys, threading
import croupier
from croupier import ranking, cards, betting, games, lab
odd = [None, True, -1, 0, 1, 5, 255, 256, 2**31, 2**63 - 1, 2**63, 2**64, -2**63, 10**40, 1.5, float("nan"), "", "Ah", "x" * 5000,
       b"", b"\\0", b"\\xff" * 7, bytes(range(52)), bytes(100), [], [1], (), {}, set(), object(), array.array("d", [1.0] * 7),
       memoryview(bytes(14))[::2], bytearray(7), range(7)]
ALLOWED = (croupier.Error, TypeError, ValueError, OverflowError, IndexError, KeyError, AttributeError, BufferError, NotImplementedError,
           StopIteration, AssertionError, ArithmeticError)
def tries(call, *args, **named):
    try:
        call(*args, **named)
    except ALLOWED:
        pass
"""


def run(code: str) -> None:
    done = subprocess.run(["prlimit", f"--as={4 << 30}", sys.executable, "-c", HEAD + code], capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, (done.returncode, done.stderr[-800:])


@attack("issue 22 item 7, M1", "an exception of a known kind; the interpreter never ends by a signal", by_itself=True,
        rank_one_argument="for name in ranking.__all__:\n for value in odd: tries(getattr(ranking, name), value)",
        rank_two_arguments="for name in ranking.__all__:\n for a in odd:\n  for b in odd: tries(getattr(ranking, name), a, b)",
        kernel_functions="from croupier.ranking import kernel\nfor name in dir(kernel):\n f = getattr(kernel, name)\n"
                         " if callable(f) and not name.startswith('__'):\n  for a in odd:\n   tries(f, a)\n   for b in odd: tries(f, a, b)",
        batch_longer_than_its_buffer="out = array.array('H', [0])\nfor n in (1, 2, 1000, 2**31, 2**62, -1):\n tries(ranking.high_batch, bytes(7), n, out)\n"
                                     " tries(ranking.high_batch, bytes(7 * 4), n, bytearray(1))",
        deal_with_odd_stacks="g = croupier.holdem(sb=10, bb=20)\nfor a in odd:\n tries(g.deal, stacks=a, button=0, seed=1)\n tries(g.deal, stacks=[1000, a], button=0, seed=1)\n"
                             " tries(g.deal, stacks=[1000, 1000], button=a, seed=1)\n tries(g.deal, stacks=[1000, 1000], button=0, seed=a)\n tries(g.deal, stacks=[1000, 1000], button=0, deck=a)",
        hand_methods="g = croupier.holdem(sb=10, bb=20)\nfor name in dir(croupier.Hand if hasattr(croupier, 'Hand') else type(g.deal(stacks=[100]*2, button=0, seed=1))):\n"
                     " if not name.startswith('__'):\n  for a in odd:\n   h = g.deal(stacks=[1000, 1000, 25], button=0, seed=7)\n   f = getattr(h, name, None)\n   if callable(f): tries(f, a)",
        unbuilt_objects="import importlib, pkgutil\nfor m in pkgutil.walk_packages(croupier.__path__, 'croupier.'):\n if '.cli' in m.name or '__main__' in m.name: continue\n"
                        " try: mod = importlib.import_module(m.name)\n except ImportError: continue\n for name, cls in list(vars(mod).items()):\n"
                        "  if isinstance(cls, type) and cls.__module__ == m.name:\n   try: made = cls.__new__(cls)\n   except Exception: continue\n"
                        "   for each in dir(made):\n    if each.startswith('__') and each not in ('__repr__', '__len__', '__eq__', '__hash__', '__reduce__'): continue\n"
                        "    try:\n     f = getattr(made, each)\n     callable(f) and each not in ('run', 'serve', 'main') and f()\n    except Exception: pass",
        copies_and_pickles="g = croupier.holdem(sb=10, bb=20)\nh = g.deal(stacks=[1000, 1000], button=0, seed=7)\nfor each in (g, h, h.legal(), h.observe(0), h.events):\n"
                           " for f in (copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))):\n  tries(f, each)",
        two_threads="g = croupier.holdem(sb=10, bb=20)\nh = g.deal(stacks=[10**6]*2, button=0, seed=7)\ndef work():\n for _ in range(3000):\n  for f in (h.call, h.check, h.fold, h.undo, lambda: h.events, h.legal):\n   tries(f)\n"
                    "ts = [threading.Thread(target=work) for _ in range(4)]\n[t.start() for t in ts]; [t.join() for t in ts]",
        equity="for a in odd:\n tries(croupier.equity, a, 'QQ+')\n tries(croupier.equity, 'AhKh', a)\n tries(croupier.equity, 'AhKh', 'QQ', board=a)\n tries(croupier.equity, 'AhKh', 'QQ', samples=a if not isinstance(a, int) or abs(a) < 10**6 else -a)",
        simulate="g = croupier.holdem(sb=10, bb=20)\nfor a in odd:\n if isinstance(a, int) and a > 10**6: continue\n tries(croupier.simulate, g, seats=a, stack=100, hands=1, policy='random', seed=1)\n tries(croupier.simulate, g, seats=2, stack=a, hands=1, policy='random', seed=1)\n"
                 " tries(croupier.simulate, g, seats=2, stack=100, hands=a, policy='random', seed=1)\n tries(croupier.simulate, g, seats=2, stack=100, hands=1, policy=a, seed=1)\n tries(croupier.simulate, g, seats=2, stack=100, hands=1, policy='random', seed=a)",
        genome_state="game = lab.load('simple-poker').game()\nfor a in odd:\n tries(game.start, a, 1)\n tries(game.start, 2, a)\n s = game.start(2, 1)\n for name in dir(s):\n  if not name.startswith('__') and callable(getattr(s, name)): tries(getattr(s, name), a)",
        genome_playout="game = lab.load('whist-for-stakes').game()\nfor a in odd:\n tries(game.playout, a)\n p = game.playout(2, seed=1, policy='random')\n for name in dir(p):\n"
                       "  if not name.startswith('__') and callable(getattr(p, name)) and not (isinstance(a, int) and a > 10**5): tries(getattr(p, name), a)",
        sting="from croupier.games.sting.game import Sting\nfor a in odd:\n g = Sting()\n for name in dir(g):\n  if not name.startswith('__') and callable(getattr(g, name)) and not (isinstance(a, int) and a > 10**5): tries(getattr(g, name), a)",
        card_texts="for a in odd:\n tries(cards.Cards, a)\n tries(croupier.rank, a)\n tries(lambda: cards.Cards(a)[0])",
        index_that_raises="class Bad:\n def __index__(self): raise KeyError('x')\n def __int__(self): raise KeyError('x')\n def __len__(self): return 2**62\n def __getitem__(self, at): return 3\n"
                          "for name in ranking.__all__: tries(getattr(ranking, name), Bad()); tries(getattr(ranking, name), Bad(), Bad())\ng = croupier.holdem(sb=10, bb=20)\n"
                          "tries(g.deal, stacks=Bad(), button=Bad(), seed=Bad())",
        decimals="from croupier.notation import money as decimals\nfor name in dir(decimals):\n f = getattr(decimals, name)\n if callable(f) and getattr(f, '__module__', '') == decimals.__name__:\n  for a in odd:\n   tries(f, a)\n   for b in odd: tries(f, a, b)",
        dict_table="from croupier import table\nfor name in ('merge', 'advance', 'auto', 'finish', 'next_hand', 'personalize', 'join', 'pause', 'resume', 'leave'):\n f = getattr(table, name)\n for a in odd:\n  tries(f, a)\n  for b in odd: tries(f, a, b)",
        observe_and_redeal="h = croupier.holdem(sb=10, bb=20).deal(stacks=[100]*3, button=0, seed=7)\nfor a in odd:\n for f in (h.observe, h.hole): tries(f, a)\n for b in odd: tries(getattr(h, 'redeal', lambda *x: 0), a, b)",
        keyed_shuffle="from croupier import fair, keyed\nfor mod in (fair, keyed):\n for name in dir(mod):\n  f = getattr(mod, name)\n  if callable(f) and getattr(f, '__module__', '') == mod.__name__:\n   for a in odd:\n    if isinstance(a, int) and a > 10**6: continue\n    tries(f, a)\n"
                      "    for b in odd:\n     if not (isinstance(b, int) and b > 10**6): tries(f, a, b)")
def wrong_arguments(code: str) -> None:
    run(code)
