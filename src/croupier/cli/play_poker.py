"""Play poker at the terminal: one person plays against bots, at a table that `contest.play` runs. The person is a bot
whose `act` asks at the terminal. Like every bot, it gets only the view of its own seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rich.panel import Panel
from rich.table import Table

from croupier.bots.base import Bot
from croupier.cards import UNKNOWN, BadCards, Cards
from croupier.cli.person import YOU, Desk, Offer, Quit, coloured, spaced
from croupier.games.api import Action
from croupier.games.poker.events import Acted, Awarded, Board, Dealt, Drew, Event, Posted, Returned, Shown

if TYPE_CHECKING:
    from croupier.games.poker.game import PokerGame
    from croupier.games.poker.legal import Legal
    from croupier.games.poker.view import View

HELP = ("Type the number before a choice or its name (check, call, fold). r 120 bets or raises to a total of "
        "120, all-in bets everything; in a draw, d 7cKd discards these cards. ? hand names your hand.")
MEANS = {"FOLD": "give up the hand", "CHECK": "stay in without paying", "CALL": "match the bet",
         "BRING_IN": "pay the bring-in", "COMPLETE": "make it a full bet", "STAND_PAT": "keep all cards"}
VERBS = {"FOLD": "folds", "CHECK": "checks", "CALL": "calls {amount}", "BET": "bets {amount}",
         "RAISE": "raises to {to}", "BRING_IN": "brings in for {amount}", "COMPLETE": "completes to {to}"}


class Person(Bot):
    """A bot that asks the person at the terminal for every decision."""

    name = "you"

    def __init__(self, game: PokerGame, names: Sequence[str], stack: int, seed: int) -> None:
        self.game, self.desk, self.seed = game, Desk(names, HELP), seed
        self.begun = self.stack = stack
        self.hands = 0
        self.quit = False

    def welcome(self) -> None:
        """Print the game and the players."""
        others = ", ".join(self.desk.names[1:])
        self.desk.console.print(Panel(f"You play {others} with {self.begun} chips each.\n{HELP}",
                                      title=f"{self.game} · seed {self.seed}"))

    # -- what the table tells ------------------------------------------------------------------------------------------

    def on_hand_start(self, view: Any) -> None:
        """Print a line between two hands."""
        dealer = "you have" if view.button == YOU else f"{self.desk.names[view.button]} has"
        self.desk.console.rule(f"hand {self.hands + 1} · {dealer} the button")

    def on_event(self, event: Event) -> None:
        """Print what happened."""
        words = describe(event)
        if words:
            self.desk.say(f"  {self.desk.about(words)}", "bold" if isinstance(event, Awarded) else "")

    def on_hand_end(self, view: Any) -> None:
        """Count the chips; players without chips leave."""
        self.hands += 1
        won, self.stack = view.payoffs[YOU], view.stacks[YOU]
        self.desk.say(f"  {won:+d}, you have {self.stack}", "green" if won > 0 else "red" if won < 0 else "dim")
        if self.stack == 0:
            raise Quit

    # -- what it does --------------------------------------------------------------------------------------------------

    def act(self, view: View) -> Action:
        """Show the table and ask the person."""
        self.show(view)
        return self.desk.ask(offered(view), lambda typed: understood(typed, view), lambda about: explained(view))

    def show(self, view: View) -> None:
        """Print the table as the person sees it."""
        table = Table(box=None, padding=(0, 2, 0, 0))
        for head in ("", "chips", "bet", "cards"):
            table.add_column(head, justify="right" if head in ("chips", "bet") else "left")
        for seat, stack in enumerate(view.stacks):
            cards = " ".join("▒▒" if card == UNKNOWN else str(card) for card in view.cards_of(seat))
            if cards:
                name = self.desk.names[seat] + (" (button)" if seat == view.button else "")
                table.add_row(name + ("" if seat in view.live else " folded"), str(stack), str(view.bets[seat] or ""),
                              coloured(cards if seat in view.live else "–"))
        board = f" · board {spaced(view.board)}" if view.board else ""
        made = f" · you hold {view.words}" if view.words else ""
        title = f"{view.street.replace('_', '-').lower()} · pot {view.pot}{board}{made}"
        self.desk.console.print(Panel(table, title=title, expand=False))

    def end(self, hands: int) -> None:
        """Print the result."""
        why = "you are out" if self.stack == 0 else "all hands played" if self.hands >= hands else \
            "you get up" if self.quit else "you have all the chips"
        self.desk.console.print(Panel(
            f"{self.hands} hand{'' if self.hands == 1 else 's'}, {self.stack} chips: {self.stack - self.begun:+d}.\n"
            f"The same cards again: --seed {self.seed}", title=why, expand=False))


def offered(view: View) -> list[Offer]:
    """Return the choices: fold, check or call, and raises of three sizes (the smallest, about the pot, the largest)."""
    legal = view.legal
    if legal.discard:
        return [Offer("stand pat", Action("STAND_PAT"), MEANS["STAND_PAT"], ("s", "stand"))]
    found = [_plain(legal, action) for action in legal.plain()]
    if legal.sizes:
        assert legal.min_raise_to is not None
        assert legal.max_raise_to is not None
        pot = view.price + view.pot + view.to_call
        sizes = sorted({legal.min_raise_to, min(max(pot, legal.min_raise_to), legal.max_raise_to), legal.max_raise_to})
        verb, kind = ("bet", "BET") if legal.price == 0 else ("raise to", "RAISE")
        for size in sizes:
            all_in = " (all-in)" if size == legal.all_in else ""
            found.append(Offer(f"{verb} {size}{all_in}", Action(kind, size), "",
                                ("all-in", "all in", "allin") if all_in else ()))
    return found


def _plain(legal: Legal, action: Action) -> Offer:
    amount = {"CALL": legal.call, "BRING_IN": legal.bring_in, "COMPLETE": legal.min_raise_to}.get(action.kind)
    words = action.kind.lower().replace("_", " ")
    short = {"FOLD": "f", "CHECK": "k", "CALL": "c", "BRING_IN": "b", "COMPLETE": "m"}[action.kind]
    return Offer(f"{words} {amount}" if amount else words, action, MEANS[action.kind], (short, words))


def understood(typed: str, view: View) -> Action | str | None:
    """Return the raise or discard that was typed, or a message if it is not legal."""
    word, _, rest = typed.partition(" ")
    legal = view.legal
    if word in ("d", "discard", "throw") and rest:
        return _if_legal(view, _discard(rest))
    amount = rest.removeprefix("to ") if word in ("r", "b", "raise", "bet") else typed
    if amount.isascii() and amount.isdigit() and len(amount) < 12 and legal.sizes:
        return _if_legal(view, Action("RAISE_TO", int(amount)))
    if word.upper() in ("FOLD", "CHECK", "CALL", "ALL-IN", "F", "K", "C"):
        kind = {"F": "FOLD", "K": "CHECK", "C": "CALL"}.get(word.upper(), word.upper().replace("-", "_"))
        return _if_legal(view, Action(kind))
    return None


def _discard(cards: str) -> Action | str:
    try:
        return Action("DISCARD", None, Cards("".join(card[:-1].upper() + card[-1] for card in _split(cards))))
    except BadCards as error:
        return str(error)


def _split(cards: str) -> list[str]:
    bare = cards.replace(" ", "").replace(",", "").replace("10", "t")
    return [bare[at:at + 2] for at in range(0, len(bare), 2)]


def _if_legal(view: View, action: Action | str) -> Action | str:
    if isinstance(action, str):
        return action
    refusal = view.legal.refusal(action)
    return action if refusal is None else refusal[0]


def explained(view: View) -> str:
    """Return the person's hand in words, and what it costs to stay in."""
    held = f"You hold {spaced(view.hole)}" + (f": {view.words}" if view.words else "") + "."
    cost = f" {view.to_call} to call for a pot of {view.pot}." if view.to_call else f" The pot is {view.pot}."
    return f"{held}{cost} {str(view.legal).replace(f'seat {YOU} may', 'You may')}."


def describe(event: Event) -> str:
    """Return a sentence about an event, with seats instead of names, or an empty text if it is not worth one."""
    if isinstance(event, Posted):
        return f"seat {event.seat} posts {'a' if event.kind != 'ante' else 'an'} {event.kind} of {event.amount}"
    if isinstance(event, Dealt):
        seen = [card for card in event.cards if card != UNKNOWN]
        face = " face up" if event.up else ""
        return f"seat {event.seat} is dealt {spaced(Cards(seen))}{face}" if seen else ""
    if isinstance(event, Board):
        return f"{event.street.lower()}: {spaced(event.cards)}"
    if isinstance(event, Acted):
        words = VERBS[event.kind].format(amount=event.amount, to=event.to)
        return f"seat {event.seat} {words}" + (" and is all-in" if event.all_in and event.kind != "FOLD" else "")
    if isinstance(event, Drew):
        drawn = f" and draws {spaced(event.drawn)}" if event.drawn and UNKNOWN not in event.drawn else ""
        count = len(event.discarded)
        return f"seat {event.seat} throws {count} card{'' if count == 1 else 's'} away{drawn}" if count else \
            f"seat {event.seat} stands pat"
    if isinstance(event, Returned):
        return f"{event.amount} not called go back to seat {event.seat}"
    if isinstance(event, Shown):
        return f"seat {event.seat} shows {spaced(event.cards)}: {event.words}"
    half = {"high": "", "low": " with the low hand"}.get(event.half, "")
    return f"seat {event.seat} wins {event.amount}{half}"


def play_poker(game: PokerGame, bots: Sequence[Bot], names: Sequence[str], hands: int, stack: int, seed: int) -> None:
    """Play until all hands are played, one player is left, or the person leaves."""
    from croupier.contest.play import play

    person = Person(game, names, stack, seed)
    person.welcome()
    try:
        play([person, *bots], game, hands, stack=stack, seed=seed, record=False)
    except Quit:
        person.quit = True
        person.desk.say("")
    person.end(hands)
