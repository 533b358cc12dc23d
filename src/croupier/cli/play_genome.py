"""Play a game of the lab at the terminal: one person against bots.

The screen shows the person's view and nothing else, so it cannot show hidden cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from time import monotonic
from typing import TYPE_CHECKING

from rich.panel import Panel
from rich.table import Table

from croupier.betting.rulebook import IllegalAction
from croupier.bots.base import Bot
from croupier.cards import UNKNOWN, Cards
from croupier.cli.person import YOU, Desk, Offer, Quit, coloured, spaced
from croupier.contest.seeds import derived
from croupier.games.genome.events import GenomeEvent, rank_plural, together
from croupier.games.genome.legal import Legal
from croupier.games.genome.rulebook import step_name
from croupier.games.genome.values import ClaimPhase, replaced

if TYPE_CHECKING:
    from croupier.games.api import Action
    from croupier.games.genome.state import State
    from croupier.games.genome.values import GameGenome
    from croupier.games.genome.view import View

HELP = "Type the number before a choice, its name (check, raise), or a card (Ah). ? rules prints all the rules."
MEANS = {
    "CHECK": "stay in without paying", "BET": "open the betting with the fixed amount",
    "CALL": "match the bet and stay in", "RAISE": "call, and one fixed amount more",
    "FOLD": "give up this hand and the chips you put in", "ALL_IN": "put in all you have left",
    "DRAW": "take one more card", "STAND_PAT": "that is all: draw, discard, play or lay no more",
    "PASS": "play no card, or let a claim stand",
    "CHALLENGE": "turn up what was just laid: whoever is wrong takes the heap"}
_NO_MORE = {"LAY": "lay no more", "PLAY": "play no more", "DISCARD": "throw away no more"}
"""The name of standing pat, by what the player may still do."""
_SHORT = {"CHECK": "k", "BET": "b", "CALL": "c", "RAISE": "r", "FOLD": "f", "ALL_IN": "a", "DRAW": "d",
          "STAND_PAT": "s", "PASS": "p", "CHALLENGE": "ch"}


class GenomeTable:
    """Plays one game, hand after hand."""

    def __init__(self, genome: GameGenome, bots: Sequence[Bot], names: Sequence[str], seed: int,
                 called: str | None = None) -> None:
        self.genome, self.bots, self.seed = genome, bots, seed
        self.called = called or genome.name
        """The name to print. In blind play it is not the game's own name, and the description is not printed."""
        self.desk = Desk(names, HELP)
        self.state: State = genome.game().start(len(bots) + 1, derived(seed, "deal"))
        self.shown = self.actions = 0
        self.began = monotonic()
        self.opened: list[int] = []
        for seat, bot in enumerate(bots, 1):
            bot.rng = Random(derived(seed, "bot", seat))

    def play(self, hands: int | None) -> None:
        """Play until the game is over, the person is broke or leaves, or the given number of hands is played."""
        self.welcome()
        try:
            while not self.state.is_over and not self.is_out() and (hands is None or self.state.hand_no < hands):
                self.tell()
                self.turn()
            self.tell(is_last=True)
        except Quit:
            self.desk.say("")
        self.end()

    def is_out(self) -> bool:
        """Return True if the person has no chips and cannot win any in this hand."""
        chips = self.genome.setup.starting_chips
        return chips > 0 and self.state.stacks[YOU] == 0 and YOU not in self.state.live

    def turn(self) -> None:
        """Let the player whose turn it is choose. If a bot answers with an illegal action, play the first legal one."""
        seat = self.state.actor or 0
        self.actions += 1
        view = self.state.observe(seat)
        if seat == YOU:
            self.state.apply(self.asked(view))
            return
        try:
            self.state.apply(self.bots[seat - 1].act(view))
        except IllegalAction as error:
            self.desk.say(f"  {self.desk.names[seat]} tried an illegal action ({error.reason})", "dim")
            self.state.apply(next(iter(self.state.legal())))

    # -- the person ----------------------------------------------------------------------------------------------------

    def asked(self, view: View) -> Action:
        """Return the person's action. If only one action is legal, return it without asking."""
        choices = offered(view.legal)
        if len(choices) == 1:
            self.desk.say(f"  nothing else is possible: {choices[0].words}", "dim")
            return choices[0].action
        self.show(view)
        return self.desk.ask(choices, lambda typed: self.refused(typed, view), lambda about: self.explained(about))

    def refused(self, typed: str, view: View) -> str | None:
        """Return the reason why a typed action is not legal now."""
        from croupier.games.api import Action

        kind = typed.split(" ")[0].upper()
        found = view.legal.refusal(Action(kind)) if kind in MEANS else None
        return None if found is None else found[0]

    def explained(self, about: str) -> str:
        """Return the rules, or a description of the current phase."""
        from croupier.games.genome.rulebook import rulebook, step_words, winning_words

        if about.startswith("r"):
            bare = replaced(self.genome, name=self.called, description="", lineage=())
            return rulebook(bare if self.called != self.genome.name else self.genome, players=self.state.players)
        now = self.state.phase_now
        step = "" if now is None else step_words(self.genome, now) + "\n"
        return f"{step}{winning_words(self.genome)}".replace("**", "").replace(" (see below)", "")

    # -- shown ---------------------------------------------------------------------------------------------------------

    def welcome(self) -> None:
        """Print the name of the game and the players."""
        from croupier.games.genome.pitch import pitch
        from croupier.games.genome.rulebook import winning_words

        game, chips = self.genome, self.genome.setup.starting_chips
        stake = f"{chips} chips each. " if game.bets else ""
        others = ", ".join(self.desk.names[1:])
        what = game.description if self.called == game.name else pitch(game)
        aim = winning_words(game).replace("**", "")
        self.desk.console.print(Panel(coloured(
            f"{what}\n{stake}You play {others}. {aim}\n{HELP}".strip()),
            title=f"{self.called} · seed {self.seed}"))

    def show(self, view: View) -> None:
        """Print the table as the person sees it."""
        table = Table(box=None, padding=(0, 2, 0, 0))
        chips = self.genome.bets
        for head in ("", *(("chips", "bet") if chips else ()), "cards", *self.gained_heads()):
            table.add_column(head, justify="right" if head in ("chips", "bet") else "left")
        for seat in range(self.state.players):
            money = (str(view.stacks[seat]), str(view.bets[seat] or "")) if chips else ()
            table.add_row(self.label(view, seat), *money, coloured(cards_shown(view.cards_of(seat))),
                          *self.gained(view, seat))
        self.desk.console.print(Panel(table, title=self.title(view), expand=False))

    def title(self, view: View) -> str:
        """Return one line with the hand, round, step, pot, board, pile and claims."""
        now, turns = view.progress, self.genome.turn_structure
        parts = [f"hand {view.hand_no + 1}"]
        if turns.rounds > 1:
            parts.append(f"round {now.round_no + 1} of {turns.rounds}")
        if len(turns.phases) > 1:
            parts.append(f"step {now.step_no + 1} of {len(turns.phases)}: {step_name(turns.phases[now.step_no])}")
        if self.genome.bets:
            parts.append(f"pot {view.pot}")
        if view.board:
            parts.append(f"board {spaced(view.board)}")
        if view.pile:
            parts.append(f"on the pile {spaced(view.pile)}")
        if now.claim is not None:
            parts.append(f"claimed: {now.claim.cards} {rank_plural(now.claim.rank, now.claim.cards)}")
        elif any(isinstance(phase, ClaimPhase) for phase in self.genome.phases):
            parts.append(f"next claim: {rank_plural(now.claim_rank)}")
        if now.heap_size:
            parts.append(f"{now.heap_size} on the heap")
        return " · ".join(parts)

    def label(self, view: View, seat: int) -> str:
        """Return a player's name and status."""
        marks = "".join((" (first)" if seat == view.first else "", "" if seat in view.live else " folded"))
        return self.desk.names[seat] + marks

    def gained_heads(self) -> tuple[str, ...]:
        """Return the headings of what players gain besides chips."""
        wins = {condition.type for condition in self.genome.win_conditions}
        tricks = any(type(phase).__name__ == "TrickPhase" for phase in self.genome.phases)
        taken = self.genome.setup.tableau != "none" or any(rule.per == "card" for rule in self.genome.scoring)
        heads = (("tricks", tricks), ("taken", taken or "most_captured" in wins),
                 ("points", bool(self.genome.scoring)), ("hands won", not self.genome.bets))
        return tuple(head for head, has in heads if has)

    def gained(self, view: View, seat: int) -> list[str]:
        """Return what one seat has gained, under the headings of `gained_heads`."""
        won = sum(event.kind == "WIN" and event.seat == seat for event in view.events)
        found = {"tricks": str(view.tricks_of(seat)), "taken": spaced(view.captured_by(seat)),
                 "points": str(view.scores[seat]), "hands won": str(won)}
        return [found[head] for head in self.gained_heads()]

    # -- events --------------------------------------------------------------------------------------------------------

    def tell(self, is_last: bool = False) -> None:
        """Print the events since the last call, as the person may see them.

        In the last call, leave out the start of a hand that will not be played.
        """
        from croupier.games.genome.example import value_words

        events = self.state.observe(YOU).events
        if events and events[-1].kind in ("GIVE", "DISCARD", "LAY") and events[-1].seat == self.state.actor != YOU:
            return  # a bot is still choosing cards: print its choice when it is complete
        for event in together(events[self.shown:]):
            if event.kind == "HAND" and is_last and event.amount == self.state.hand_no and not self.state.is_over:
                break
            if event.kind == "HAND":
                self.between(event.amount)
                self.opened = []
            elif not (event.kind == "DEAL" and event.seat != YOU) and (event.kind != "SHOW" or event.cards):
                self.opened += event.cards if event.kind == "OPEN" else ()
                self.desk.say(f"  {self.desk.about(worded(event))}{value_words(self.genome, event, self.opened)}",
                              "bold" if event.kind in ("WIN", "END") else "")
        self.shown = len(events)

    def between(self, hand: int) -> None:
        """Print a line between two hands, with what each player has."""
        self.desk.console.rule(f"hand {hand + 1}" + (f" · {self.standing()}" if hand else ""))

    def standing(self) -> str:
        """Return what each player has: chips, hands won, or points."""
        if self.genome.bets:
            counts = [chips + put for chips, put in zip(self.state.stacks, self.in_play())]
        elif self.genome.scoring:
            counts = self.state.scores
        else:
            won = [event.seat for event in self.state.events if event.kind == "WIN"]
            counts = [won.count(seat) for seat in range(self.state.players)]
        return ", ".join(f"{name} {count}" for name, count in zip(self.desk.names, counts))

    def in_play(self) -> list[int]:
        """Return the chips that each seat has put into the current hand, including antes."""
        put = [0] * self.state.players
        for event in self.state.events:
            if event.kind == "HAND":
                put = [0] * self.state.players
            elif event.kind in ("ANTE", "BLIND", "CALL", "BET", "RAISE", "ALL_IN") and event.seat is not None:
                put[event.seat] += event.amount
            elif event.kind in ("RETURN", "WIN") and event.seat is not None:
                put[event.seat] = 0 if event.kind == "WIN" else put[event.seat] - event.amount
        return [0] * len(put) if self.state.is_over else put

    def end(self) -> None:
        """Print the result."""
        hands, won = self.state.hand_no, self.won
        score = f" You have won {won:+d}." if self.genome.bets else ""
        self.desk.console.print(Panel(
            f"{self.standing()} after {hands} hand{'' if hands == 1 else 's'}.{score}\n"
            f"The same cards again: --seed {self.seed}", title=self.verdict(), expand=False))

    @property
    def won(self) -> int:
        """Return the chips that the person has won (negative: lost) so far."""
        return self.state.stacks[YOU] + self.in_play()[YOU] - self.genome.setup.starting_chips

    def verdict(self) -> str:
        """Return the result in words."""
        if not self.state.is_over:
            return "you are out" if self.is_out() else "you get up"
        best = max(self.state.payoffs)
        ahead = [seat for seat, won in enumerate(self.state.payoffs) if won == best]
        return "you win the game" if ahead == [YOU] else "shared" if YOU in ahead else \
            f"{' and '.join(self.desk.names[seat] for seat in ahead)} won the game"


def offered(legal: Legal) -> list[Offer]:
    """Return the legal actions as choices."""
    found = []
    for action in legal:
        words = str(action) + (f" {legal.owed}" if action.kind in ("CALL", "ALL_IN") and legal.owed else "")
        card = str(action.cards) if action.cards else ""
        if action.kind == "STAND_PAT":
            words = next((words for kind, words in _NO_MORE.items() if kind in legal), "stand")
        words = words.replace("discard", "throw away")
        if action.kind == "ASK":
            words = f"ask for {rank_plural(card[0])}"
        if action.kind == "PASS" and "CHALLENGE" in legal:
            words = "pass (let it stand)"
        names = (card.lower(),) if card else (action.kind.lower().replace("_", " "), _SHORT[action.kind])
        names = (*names, "stand") if action.kind == "STAND_PAT" else names
        found.append(Offer(words, action, MEANS.get(action.kind, ""), names))
    return found


def worded(event: GenomeEvent) -> str:
    """Return an event in words. The words give the number of hidden cards, but do not name them."""
    hidden = str(Cards([UNKNOWN])) * len(event.cards)
    count = "a card" if len(event.cards) == 1 else f"{len(event.cards)} cards"
    words = str(event).replace(hidden, count) if event.cards and UNKNOWN in event.cards else str(event)
    return words.replace("is turned", "are turned") if event.kind == "OPEN" and len(event.cards) > 1 else words


def cards_shown(cards: Cards) -> str:
    """Return the cards of a hand, with a card back for each hidden card."""
    return " ".join("▒▒" if card == UNKNOWN else str(Cards([card])) for card in cards) or "–"
