"""`croupier new bot NAME`: write a working bot and a passing test to start from."""

from __future__ import annotations

import keyword
import sys
from pathlib import Path

from cyclopts import App

from croupier.cli.app import Failed, Misused

app = App(name="new", help="Create a bot to start from.", suppress_keyboard_interrupt=False,
          result_action="return_value")

BOT = '''"""{words}: a croupier bot. Play it with: croupier match {name}.py strength"""

import croupier
from croupier.bots import raise_by_pot


class {words}(croupier.Bot):
    """Bets good hands, pays fair prices, folds the rest."""

    def act(self, view):
        """Return an action. Called whenever it is this bot's turn.

        view.hole, view.board     the cards you see
        view.strength             your chance against one random hand, 0..1
        view.to_call, view.pot    the price of a call, the chips in the pot
        view.legal                your choices; print(view.legal) says them in words
        """
        if view.legal.bring_in is not None:  # stud: one player has to open
            return view.bring_in()
        if view.legal.discard:  # draw games: keep all cards
            return view.stand_pat()

        chance = view.strength ** (len(view.live) - 1)  # you have to beat all the others
        if chance > 0.7 and view.legal.max_raise_to is not None:
            return raise_by_pot(view, 0.75)
        if view.legal.check or chance > view.to_call / (view.pot + view.to_call):
            return view.call()  # a check if nothing is owed
        return view.fold()
'''

TEST = '''"""Tests of {words}: does it follow the rules, and does it play as intended? Run: pytest test_{name}.py"""

import croupier
from {name} import {words}

GAME = croupier.holdem(sb=10, bb=20)


def test_it_follows_the_rules():
    result = croupier.play([{words}(), "random", "maniac"], GAME, hands=100, seed=1, reset=True)
    assert not result.warnings, result.warnings[0]


def test_it_raises_with_aces():
    # heads-up the button (seat 0) acts first; cards are dealt from the seat left of the button
    hand = GAME.deal(stacks=[2000, 2000], button=0, deck="7c Ah 2d As")
    action = {words}().act(hand.observe(0))
    assert action.kind == "RAISE_TO"
    assert action in hand.legal()


def test_it_folds_a_bad_hand_to_a_big_bet():
    hand = GAME.deal(stacks=[2000, 2000], button=0, deck="7c Ah 2d As")
    hand.raise_to(1500)
    assert {words}().act(hand.observe(1)).kind == "FOLD"


def test_it_beats_a_random_bot():
    result = croupier.match([{words}(), "random"], GAME, hands=1000, seed=1)
    assert result.bb_per_100[0].low > 0, str(result)
'''


@app.command
def bot(name: str, /, *, force: bool = False) -> None:
    """Write NAME.py, a working bot, and test_NAME.py, a passing test.

    Parameters
    ----------
    name
        Name of the bot: letters, digits and underscores. A folder that exists may come first: bots/lucky.
    force
        Overwrite existing files.
    """
    folder, plain = Path(name).parent, checked_name(Path(name).name)
    if not folder.is_dir():
        raise Failed(f"there is no folder {folder}")
    words = "".join(part[:1].upper() + part[1:] for part in plain.split("_"))
    files = {folder / f"{plain}.py": BOT, folder / f"test_{plain}.py": TEST}
    there = [str(file) for file in files if file.exists()]
    if there and not force:
        raise Failed(f"{' and '.join(there)} {'is' if len(there) == 1 else 'are'} there already: --force overwrites")
    for file, text in files.items():
        _write(file, text.format(name=plain, words=words))
    written = list(files)
    print(f"wrote {written[0]} and {written[1]}; try: croupier match {written[0]} caller")


def checked_name(name: str) -> str:
    """Return the name as a module name; raise Misused if it would hide another module."""
    plain = name.removesuffix(".py")
    if not plain.isidentifier() or keyword.iskeyword(plain) or not plain.strip("_"):
        raise Misused(f"{name!r} cannot name a Python file: use letters, digits and underscores, as in my_bot")
    if plain in sys.stdlib_module_names or plain in ("croupier", "pytest") or plain.startswith("test_"):
        raise Misused(f"a file {plain}.py would hide another module of that name: try {plain}_bot")
    return plain


def _write(file: Path, text: str) -> None:
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Failed(f"{file} cannot be written: {error.strerror}") from error
