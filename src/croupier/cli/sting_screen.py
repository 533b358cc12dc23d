"""Draw the sting's table in the terminal: cards, initiative, bars of evidence and cover, and what a fold would keep.

The screen uses only the Player's view, so it cannot show what the Player may not see.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from rich.console import Console
from rich.markup import escape
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from croupier.bots.sting import LEVELS
from croupier.games.sting.cards import PLAYER, ROLES, Card
from croupier.games.sting.events import Checked, Continued, Drew, Entered, Event, Flipped, HandBegan, Outcome, describe

if TYPE_CHECKING:
    from croupier.games.api import Action
    from croupier.games.sting.game import Sting
    from croupier.games.sting.view import View

COLOURS = {"product": "green", "location": "cyan", "evidence": "red", "cover": "blue", "modifier": "yellow",
           "insurance": "magenta", "conviction": "bright_red"}
BACK = "▒▒"
BAR = 30
"""The length of the longest bar in characters."""
HELP = """c checks (at a decision point: continues), f folds, a number or a name raises with that card of your hand.
? explains your cards and those on the table, ? NAME any card of the game. q quits."""


class Screen:
    """Prints the table to the terminal and asks the Player there."""

    def __init__(self, game: Sting) -> None:
        self.game = game
        self.console = Console(file=sys.stdout, highlight=False)
        self.shown = 0

    # -- telling -------------------------------------------------------------------------------------------------------

    def welcome(self, level: str, seed: int, hands: int) -> None:
        """Print the name of the game and the goal."""
        rules = self.game.rules
        self.console.print(Panel(
            f"Sell for profit in {hands} hand{'s' if hands > 1 else ''} of {rules.rounds} rounds. More evidence than "
            f"cover at the end of a hand is a bust: no profit, and the run is over.\n{HELP}\n"
            f"Level {level}: {LEVELS[level]}. Seed {seed}.", title=f"The sting · {escape(rules.name)}"))

    def tell(self, view: View) -> None:
        """Print the events since the last call."""
        events = view.events
        for at in range(self.shown, len(events)):
            follows = events[at + 1] if at + 1 < len(events) else None
            self.print_event(events[at], follows)
        self.shown = len(events)

    def print_event(self, event: Event, follows: Event | None) -> None:
        """Print one event, if the player needs to see it.

        Skip the cards that other roles draw, and the beginning of every phase except the flip.
        """
        if isinstance(event, HandBegan):
            self.console.rule(f"hand {event.hand}")
        elif isinstance(event, Entered):
            if event.phase == "flip":
                self.console.print(f"  [bold]{'the' if isinstance(follows, Flipped) else 'no'} cards are flipped[/]")
        elif isinstance(event, Flipped):
            self.console.print(Text(f"    {ROLES[event.role].capitalize():<9}").append_text(card(event.card)))
        elif isinstance(event, Outcome):
            self.console.print(Panel(Text(str(event), style="green" if event.safe else "bold red"), expand=False))
        elif isinstance(event, (Checked, Continued)) or not isinstance(event, Drew):
            self.console.print(f"  {escape(in_second_person(describe(event)))}")
        elif event.role == PLAYER and event.card is not None:
            self.console.print(Text("  You draw ").append_text(card(event.card)))

    def passes(self, action: Action) -> None:
        """Print the only possible action of a turn, which was played without asking."""
        self.console.print(f"  nothing else is possible: {action}")

    # -- showing -------------------------------------------------------------------------------------------------------

    def show(self, view: View) -> None:
        """Print the whole table."""
        title = (f"hand {view.hand_no} of {view.hands} · round {view.round_no} of {self.game.rules.rounds} · "
                 f"cash {view.cash} · heat {view.heat}")
        grid = Table.grid(padding=(0, 2))
        for role in range(3):
            grid.add_row(*self.row(view, role))
        self.console.print(Panel(grid, title=title, expand=False))
        self.console.print(self.bars(view))
        for number, own in enumerate(view.hand if view.legal.check else (), 1):
            self.console.print(Text(f"  {number}  ").append_text(card(own)))
        self.console.print(self.fold_effect(view), style="dim")

    def row(self, view: View, role: int) -> tuple[Text, Text, Text]:
        """Return the three cells of a role's row: its name and status, its cards in hand, and its cards on the table.
        """
        name = Text(ROLES[role].capitalize() + (" (you)" if role == PLAYER else ""))
        if role not in view.live:
            name.append(" folded", style="dim")
        if view.holder == role:
            name.append(" ★ initiative", style="bold yellow")
        held = Text(" ".join([BACK] * view.held_by(role)) or "no cards", style="dim")
        table = Text()
        for owner, played, flipped in view.table:
            if owner == role and played is not None:
                table.append(f"[{played.name}{'' if flipped else ' ' + BACK}] ", style=COLOURS[played.kind])
            elif owner == role:
                table.append(f"[{BACK}] ", style="dim")
        return name, held, table

    def bars(self, view: View) -> Text:
        """Draw bars for the evidence and the cover that the Player knows of, and below them profit, heat and raises
        left.
        """
        known, flipped = view.known(), view.totals
        hidden = sum(1 for _, played, _ in view.table if played is None)
        most = max(known.evidence, known.cover, 1)
        text = Text()
        for name, amount, shown, style in (("evidence", known.evidence, flipped.evidence, "red"),
                                           ("cover   ", known.cover, flipped.cover, "blue")):
            length = round(BAR * amount / max(most, BAR))
            text.append(f"  {name} ").append("█" * length, style=style).append("░" * (BAR - length), style="dim")
            text.append(f" {amount}" + (f" ({shown} flipped)" if shown != amount else "") + "\n")
        raises = f"raises left {view.raises_left}" if view.legal.check else "decision point"
        text.append(f"  profit {known.profit} · heat {known.heat:+} this hand · {raises}")
        if hidden:
            text.append(f" · {hidden} card{'s' if hidden > 1 else ''} of others face down")
        return text

    def fold_effect(self, view: View) -> str:
        """Return what a fold would keep and what it would give up."""
        fee = self.game.rules.fold_fee
        cost = f" less {min(fee, view.cash)}" if fee else ""
        return (f"  fold: keeps cash {view.cash}{cost}, {view.held_by(PLAYER)}+{view.deck_of(PLAYER)} cards, "
                f"heat {view.heat + view.totals.heat}; gives up profit {view.known().profit}")

    # -- asking --------------------------------------------------------------------------------------------------------

    def ask(self, view: View) -> str:
        """Return a line typed by the player, in lower case."""
        what = f"c check, 1-{len(view.hand)} raise, f fold" if view.legal.check and view.hand else \
            "c check, f fold" if view.legal.check else "c continue, f fold"
        return self.console.input(f"[bold]{what}, ? help >[/] ").strip().lower()

    def puzzled(self, words: str, view: View) -> None:
        """Print that the typed text is not an action."""
        self.console.print(f"  {escape(words[:40])!r} is not something you can do now: {_offered(view)}")

    def explain(self, view: View, name: str) -> None:
        """Explain a card by its name; without a name, all visible cards."""
        everything = [own for deck in self.game.rules.decks for own, _ in deck]
        if name.isascii() and name.isdigit() and len(name) < 3 and 1 <= int(name) <= len(view.hand):
            found = [view.hand[int(name) - 1]]
        elif name:
            found = [own for own in everything if own.name.lower().startswith(name)]
        else:
            self.console.print(HELP)
            found = [*view.hand, *(played for _, played, _ in view.table if played is not None)]
        for own in dict.fromkeys(found):
            self.console.print(Text("  " + own.words, style=COLOURS[own.kind]))
        if not found:
            self.console.print(f"  there is no card {escape(name)!r} in this game")

    # -- the end -------------------------------------------------------------------------------------------------------

    def score(self, view: View, seed: int) -> None:
        """Print how the run ended."""
        why = {"bust": "busted", "deck": "too few cards for another hand", "hands": "all hands played"}[view.end]
        outcomes = view.outcomes
        best = max(outcome.profit for outcome in outcomes)
        folds = sum(outcome.reason == "folded" for outcome in outcomes)
        self.console.print(Panel(
            f"{why} · score {view.payoffs[PLAYER]} · hands {len(outcomes)} · best deal {best} · folds {folds} · "
            f"heat {view.heat}", title=f"the run is over · seed {seed}", expand=False,
            style="red" if view.end == "bust" else "green"))

    def left(self, view: View, seed: int) -> None:
        """Print the result of a player who left before the end."""
        self.console.print(f"\nYou leave with {view.payoffs[PLAYER]} in hand {view.hand_no} of {view.hands}. "
                           f"The same cards again: --seed {seed}")


def in_second_person(words: str) -> str:
    """Rewrite a sentence about the Player so that it says 'You'."""
    for third, second in (("Player checks", "You check"), ("Player raises", "You raise"), ("Player folds", "You fold"),
                          ("Player goes", "You go"), ("Player is all-in and checks by himself",
                                                      "You are all-in and check automatically")):
        if words.startswith(third):
            return second + words[len(third):]
    return words


def card(shown: Card) -> Text:
    """Return a card's name, kind and values as coloured text."""
    return Text(f"{shown.name:<16}", style=COLOURS[shown.kind]).append(f"{shown.kind:<11}{shown.figures}", style="dim")


def _offered(view: View) -> str:
    """Return the legal actions as text. Actions that play a card are in the order of the hand."""
    if not (view.legal.check and view.hand):
        return str(view.legal)
    raises = ", ".join(f"raise with {escape(name)}" for name in dict.fromkeys(card.name for card in view.hand))
    return f"player may check, {raises} or fold"
