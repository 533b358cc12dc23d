"""Play games to measure them. Random, greedy and searching players play hands, and everything is counted.

`measures.py` has the formulas. This module only counts, in compiled code. Hands are played one at a time from the
opening stacks. Equal players play each deal once for every seat, and each time the hands move to the next seat. So good
cards do not look like an advantage of acting first.

A *choice point* is a decision of a seat with two or more choices. All cards that a seat passes, discards or draws in
one turn are one choice point together, or none if the whole hand must go. Every bet and every card played is a choice
point of its own. A choice point *touches* others if the seat bets, answers a bet, makes or answers a claim, gives cards
away, takes cards from another hand or asks for them, or plays a card that must fit. A choice point also touches others
if the seat plays a card to a trick or tableau, and the tricks, cards or points won there decide who wins. The
*openness* of a choice point is 4 × w × l. Here w and l are the probabilities, in the searching player's own search, of
winning and of losing the hand; a tie is neither.

A bet is *weak* if the bettor would win fewer pots than four fifths of a fair share, provided that all later bets were
called and all cards were chosen by search. A weak bet is a *bluff that pays* if all others fold. A bet that seems weak
by a few guesses of the hidden cards is judged again with new guesses; otherwise average hands would be called weak by
chance. With `check_bluffs`, every weak bet is judged a third time, to count how many of them were average hands after
all.
"""

from __future__ import annotations

import cython

from croupier.games.genome.check import scores_something
from croupier.games.genome.engine import constants
from croupier.games.genome.engine.engine import Engine
from croupier.games.genome.engine.policies import Policies
from croupier.games.genome.engine.program import Program
from croupier.games.genome.engine.search import Search
from croupier.games.genome.values import BadGenome, whole
from croupier.interrupt import check_signals
from croupier.rng import seeded, stepped

if not cython.compiled:
    from croupier.betting.order import how_many

HANDS_MAX = 10**9
"""The maximum number of hands, deals or sessions in one call."""

PLAYERS = {"random": 0, "greedy": 1, "caller": 2, "bettor": 3, "search": 4, "glance": 5, "search-calls": 6}
"""The kinds of players: the policies of `playout.py`, a searching player, one that searches less (`set_glance`), and
one that searches for its cards but calls every bet.
"""

CAPTURE_WINS = {"most_captured"}
TRICK_WINS = CAPTURE_WINS | {"most_tricks", "fewest_tricks"}
SCORE_WINS = {"high_score", "low_score", "first_to_score"}


class Trial:
    """A table that plays hands and counts what happens in them."""

    def __init__(self, program: Program, seats: int, seed: int, iterations: int = 100) -> None:
        whole(seed, 0, 2**64 - 1, "a seed")
        whole(iterations, 1, 10**6, "iterations")
        if not cython.compiled:
            self.player = [0] * constants.SEATS
            self.bank = [0] * constants.SEATS
            self.wins_of = [0] * constants.SEATS
            self.hands_of = [0.0] * constants.SEATS
        self.engine = Engine(program, seats)
        self.policies = Policies(self.engine)
        self.program = program
        self.seats = seats
        self.cards = self.engine.cards
        self.round = self.engine.round
        self.phases = self.engine.phases
        self.settlement = self.engine.settlement
        self.search = Search(program, seats)
        self.guessed = Engine(program, seats)
        self.callers = Policies(self.guessed)
        self.card_search = Search(program, seats)
        self.deals = seeded(seed)
        self.policies.luck = seeded(self.deals)
        self.judging = seeded(self.policies.luck)
        """The random numbers for the guesses with which bets are judged. They are separate, so that judging does not
        change the rest of the hand.
        """
        self.budget = iterations
        self.glance = iterations // constants.GLANCES + 3
        self.last_point = constants.NONE
        self.check_guesses = 0
        self.judging_bets = True
        """Whether bets are judged at all. Judging takes longer than playing the hand."""
        self.hidden_seed = 0
        self.deal_seed = 0
        self.counting = False
        self.tricks_count = _take_counts(program, TRICK_WINS, ("trick", "card"))
        self.captures_count = _take_counts(program, CAPTURE_WINS, ("card",))
        self.forget()

    def forget(self) -> None:
        """Set all counters to 0."""
        self.played = self.decided = 0
        self.turns = self.points = self.touching = 0
        self.betting = self.aggressive = self.folding = 0
        self.contested = self.bettors = self.bluffs = self.even_bluffs = 0
        self.showdowns = self.ties = 0
        self.opening = self.stakes = 0
        self.openness = 0.0
        self.hero_won = self.hero_stakes = 0
        self.comebacks = self.led_sessions = self.sessions = 0
        self.lead_changes = 0
        self.settled = 0.0
        for seat in range(self.seats):
            self.wins_of[seat] = 0
            self.hands_of[seat] = 0

    def seat_player(self, seat: int, player: int) -> None:
        """Set the kind of player (`PLAYERS`) in a seat. Raise BadGenome if the seat or the kind does not exist."""
        self.player[whole(seat, 0, self.seats - 1, "a seat")] = whole(player, 0, constants.SEARCH_CALLS, "a player")

    def set_glance(self, iterations: int) -> None:
        """Set the number of search iterations of the players named `glance`."""
        self.glance = whole(iterations, 1, 10**6, "iterations")

    def check_bluffs(self, guesses: int) -> None:
        """Judge every weak bet again with this many guesses. `even_bluffs` counts the bets whose hands were average
        after all.
        """
        self.check_guesses = whole(guesses, 0, 10**6, "guesses")

    def wins_by_seat(self) -> list[int]:
        """Return how many sessions each seat has won."""
        return [self.wins_of[seat] for seat in range(self.seats)]

    def hands_by_seat(self) -> list[float]:
        """Return how many hands each seat has won, in the order of acting. If a hand has two winners, each gets half.
        """
        return [self.hands_of[seat] for seat in range(self.seats)]

    def seat_all(self, player: int) -> None:
        """Set the same kind of player (`PLAYERS`) in every seat. Raise BadGenome if the trial has no game."""
        if self.engine is None:  # made by `__new__` without `__init__`
            raise BadGenome("this trial was never built: it has no game")
        for seat in range(self.seats):
            self.seat_player(seat, player)

    @property
    def is_broken(self) -> bool:
        """Return True if chips were miscounted or a game took too many steps, both of which are bugs in the engine."""
        return self.engine is not None and bool(self.round.broken or self.engine.overran)

    # -- what is asked for ---------------------------------------------------------------------------------------------

    def self_play(self, player: int, hands: int) -> None:
        """Play hands between equal players, and count everything. Every deal is played once for each seat, and each
        time the hands move to the next seat.
        """
        self.seat_all(player)
        self.counting = True
        for number in range(whole(hands, 0, HANDS_MAX, "hands")):
            self.play_shared_deal(number % self.seats)
            check_signals()
        self.cards.rigged = 0
        self.counting = False

    def play_shared_deal(self, by: int) -> None:
        """Play one hand without the interpreter's lock. If `by` is 0, the deal is new; otherwise it is the last deal
        with the hands moved by this many seats.
        """
        with cython.nogil:
            if by == 0:
                self.hidden_seed = self.next_deal()
                self.deal_seed = self.next_deal()
            self.lay_hands(self.hidden_seed, by)
            self.play_on(self.deal_seed)
            self.count_hand()

    def face(self, hero: int, others: int, deals: int) -> None:
        """Let one player play against others. Every deal is played once from each seat."""
        for _ in range(whole(deals, 0, HANDS_MAX, "deals")):
            self.deal_seed = self.next_deal()
            for place in range(self.seats):
                self.seat_all(others)
                self.seat_player(place, hero)
                self.play_for(place)
            check_signals()

    def play_for(self, place: int) -> None:
        """Play the deal without the interpreter's lock, and add up what a seat won."""
        with cython.nogil:
            self.play_hand(self.deal_seed)
            self.hero_won += self.settlement.payoff(place)
            self.hero_stakes += _size(self.settlement.payoff(place))

    def run_sessions(self, player: int, sessions: int, hands: int) -> None:
        """Play sessions of this many hands between equal players, and count who leads half-way and who leads at the
        end.
        """
        self.seat_all(player)
        length = whole(hands, 1, HANDS_MAX, "hands")
        for _ in range(whole(sessions, 0, HANDS_MAX, "sessions")):
            with cython.nogil:
                self.play_session(length)
            check_signals()

    def next_deal(self) -> int:
        """Return the seed of the next deal. The deals do not depend on the players."""
        self.deals = stepped(self.deals)
        return self.deals

    # -- hands ---------------------------------------------------------------------------------------------------------

    def play_hand(self, seed: int) -> None:
        """Play one hand with a new deck."""
        # the deck is sorted first, so that the same seed gives the same deal, whatever was dealt before
        self.cards.new_deck()
        self.play_on(seed)

    def lay_hands(self, seed: int, by: int) -> None:
        """Prepare the deck so that the deal of a seed is repeated with the hands moved. Each seat gets the cards that
        the seat `by` places after it had in that deal.
        """
        self.cards.new_deck()
        self.cards.place = 0
        self.cards.rigged = 0
        self.cards.rng = seeded(seed)
        for _ in range(self.program.cards_each * self.seats):
            self.cards.draw_card()
        self.cards.rigged = self.cards.place
        for _ in range(by):
            for row in range(self.program.cards_each):
                self.hand_on(row * self.seats)

    def hand_on(self, first: int) -> None:
        """Move every card of one round of dealing to the seat before it, and the first seat's card to the last seat."""
        card = self.cards.deck[first]
        for seat in range(1, self.seats):
            self.cards.deck[first + seat - 1] = self.cards.deck[first + seat]
        self.cards.deck[first + self.seats - 1] = card

    def play_on(self, seed: int) -> None:
        """Play one hand from the opening stacks with the deck as it is. Skip a hand that has no decision."""
        self.bet_seats = 0
        self.weak_seats = 0
        self.even_seats = 0
        self.last_point = constants.NONE
        self.engine.begin_game(seed)
        if not self.engine.is_done:
            self.engine.forget_later_hands()
        while not self.engine.is_done:
            self.decide()

    def decide(self) -> None:
        """Make one decision and count it."""
        count = self.phases.ask()
        self.turns += 1
        if count < 2:
            self.engine.act(self.phases.choice[0])
            return
        is_point = self.is_point()
        self.points += is_point
        if self.player[self.phases.turn] == constants.SEARCH:
            self.think(is_point)
        else:
            self.engine.act(self.chosen_by(self.player[self.phases.turn]))

    def chosen_by(self, player: int) -> int:
        """Return the choice of a player whose decisions are not counted."""
        if player == constants.GLANCE:
            return self.search.best_code(self.policies, self.glance)
        if player != constants.SEARCH_CALLS:
            return self.policies.chosen_by(player)
        if self.program.op[self.phases.phase] == constants.BET:
            return self.policies.call_bet()
        return self.search.best_code(self.policies, self.budget)

    def is_point(self) -> bool:
        """Return True if a choice point begins. All cards passed, discarded or drawn in one turn count as one choice
        point.
        """
        op = self.program.op[self.phases.phase]
        if op == constants.BET or op == constants.PLAY or op == constants.TRICK:
            self.last_point = constants.NONE
            return True
        point = (self.phases.rounds_over * 16 + self.phases.phase) * 8 + self.phases.turn
        if point == self.last_point:
            return False
        forced = op == constants.PASS or (op == constants.DISCARD and self.program.option[self.phases.phase])
        if forced and self.cards.held[self.phases.turn] <= self.phases.left:
            return False  # all cards of the hand must go, and their order is not a choice
        self.last_point = point
        return True

    def think(self, is_point: bool) -> None:
        """Search, count the results, and act."""
        code = self.search.best_code(self.policies, self.budget)
        if self.counting:
            if is_point and self.search.mine > 0:
                won = self.search.won / (1.0 * self.search.mine)
                self.openness += 4.0 * won * (1.0 - won - self.search.tied / (1.0 * self.search.mine))
                self.touching += self.touches(code & 31)
            self.count_action(code)
        self.engine.act(code)

    def judge_bet(self) -> None:
        """Record whether the seat to act bets on a weak hand, and whether that hand is average after all."""
        fair = 1.0 / how_many(self.round.live)
        if (self.called_share(constants.GUESSES) < 0.8 * fair
                and self.called_share(constants.SURE_GUESSES) < 0.8 * fair):
            self.weak_seats |= 1 << self.phases.turn
            if self.check_guesses > 0 and self.called_share(self.check_guesses) >= fair:
                self.even_seats |= 1 << self.phases.turn

    def called_share(self, guesses: int) -> float:
        """Return the share of pots that the seat to act wins if from here all bets are called and search chooses all
        cards.
        """
        won = 0.0
        for _ in range(guesses):
            self.engine.copy_to(self.guessed)
            self.judging = stepped(self.judging)
            self.callers.luck = self.judging
            self.guessed.cards.guess(self.phases.turn, self.judging)
            self.guessed.forget_later_hands()
            while not self.guessed.is_done:
                self.guessed.act(self.called())
            won += self.guessed.settlement.payoff(self.phases.turn) > 0
            won += 0.5 * (self.guessed.settlement.payoff(self.phases.turn) == 0)
        return won / guesses

    def called(self) -> int:
        """Return the choice in a hand whose bets are all called: a call for a bet, otherwise the card that a short
        search chooses.
        """
        if self.program.op[self.callers.phases.phase] == constants.BET:
            return self.callers.call_bet()
        if self.callers.phases.ask() < 2:
            return self.callers.phases.choice[0]
        return self.card_search.best_code(self.callers, constants.CARD_SEARCH)

    def count_action(self, code: int) -> None:
        """Count a decision by its kind (a bet, an answer to a bet, a fold). Also count a bet on a weak hand."""
        kind = code & 31
        if kind > constants.WENT_ALL_IN:
            return
        self.betting += 1
        self.folding += kind == constants.FOLDED
        if (kind == constants.BET_MADE or kind == constants.RAISED
                or (kind == constants.WENT_ALL_IN and self.round.price == 0)):
            self.aggressive += 1
            self.bet_seats |= 1 << self.phases.turn
            if self.judging_bets:
                self.judge_bet()

    def touches(self, kind: int) -> bool:
        """Return True if a choice of this kind touches other players in the current phase."""
        if kind == constants.PLAYED and self.program.op[self.phases.phase] == constants.TRICK:
            return self.tricks_count
        if kind == constants.PLAYED:
            return ((self.captures_count and self.program.tableau != constants.NO_TABLEAU)
                    or self.program.amount[self.phases.phase] != constants.ANY_CARD)
        if kind == constants.DREW:
            return self.program.source[self.phases.phase] == constants.FROM_NEIGHBOUR
        if kind == constants.GAVE or kind == constants.ASKED or self.program.op[self.phases.phase] == constants.CLAIM:
            return True
        return kind <= constants.WENT_ALL_IN and kind != constants.CHECKED

    def count_hand(self) -> None:
        """Update the counts at the end of a hand."""
        self.played += 1
        self.count_winners()
        self.decided += self.settlement.payoff(0) != 0 or self.has_winner()
        self.opening += self.settlement.payoff(0)
        self.stakes += _size(self.settlement.payoff(0))
        self.contested += self.bet_seats != 0
        self.bettors += how_many(self.bet_seats)
        if self.round.live & (self.round.live - 1) == 0:
            self.bluffs += how_many(self.weak_seats & self.round.live)
            self.even_bluffs += how_many(self.weak_seats & self.even_seats & self.round.live)
        else:
            self.showdowns += 1
            self.ties += not self.has_winner()

    def count_winners(self) -> None:
        """Add the hand to the counts of the seats that won it."""
        winners = 0
        for seat in range(self.seats):
            winners += self.settlement.payoff(seat) > 0
        for seat in range(self.seats):
            if self.settlement.payoff(seat) > 0:
                self.hands_of[seat] += 1.0 / winners

    def has_winner(self) -> bool:
        """Return True if anybody won anything."""
        for seat in range(self.seats):
            if self.settlement.payoff(seat) != 0:
                return True
        return False

    # -- sessions ------------------------------------------------------------------------------------------------------

    def play_session(self, hands: int) -> None:
        """Play games until this many hands are over, and add up what each seat has won."""
        total = 0
        leader = constants.NONE
        ahead = constants.NONE
        since = 0
        changes = 0
        for seat in range(self.seats):
            self.bank[seat] = 0
        while total < hands:
            self.engine.begin_game(self.next_deal())
            counted = 0
            while not self.engine.is_done and total + self.engine.hands_over < hands:
                self.decide()
                if self.engine.hands_over > counted and not self.engine.is_done:
                    counted = self.engine.hands_over
                    now = self.leading()
                    if now != constants.NONE and now != ahead:
                        changes += ahead != constants.NONE
                        ahead = now
                        since = total + counted
                if leader == constants.NONE and 2 * (total + self.engine.hands_over) >= hands:
                    leader = self.leading()
            total += self.engine.hands_over if self.engine.hands_over > 0 else 1
            self.put_in_bank()
            now = self.leading_bank()
            if now != constants.NONE and now != ahead:
                changes += ahead != constants.NONE
                ahead = now
                since = total
            if leader == constants.NONE and 2 * total >= hands:
                leader = self.leading_bank()
        self.sessions += 1
        if leader != constants.NONE and self.leading_bank() != constants.NONE:
            self.led_sessions += 1
            self.comebacks += leader != self.leading_bank()
            self.lead_changes += changes
            self.settled += (since if since < hands else hands) / (1.0 * hands)
            self.wins_of[self.leading_bank()] += 1

    def ahead(self, seat: int) -> int:
        """Return the chips that a seat has won in this game so far."""
        if self.program.chips == 0:
            return self.settlement.standing(seat)
        return self.settlement.chips[seat] - self.settlement.base[seat]

    def put_in_bank(self) -> None:
        """Add what each seat won in this game to the session's sums."""
        for seat in range(self.seats):
            self.bank[seat] += self.ahead(seat)

    def leading(self) -> int:
        """Return the seat that leads the session, including this game. Return NONE if two seats share the lead."""
        self.put_in_bank()
        found = self.leading_bank()
        for seat in range(self.seats):
            self.bank[seat] -= self.ahead(seat)
        return found

    def leading_bank(self) -> int:
        """Return the seat that leads by the games that are over. Return NONE if two seats share the lead."""
        found = 0
        alone = True
        for seat in range(1, self.seats):
            if self.bank[seat] > self.bank[found]:
                found = seat
                alone = True
            elif self.bank[seat] == self.bank[found]:
                alone = False
        return found if alone else constants.NONE


def _size(amount: int) -> int:
    return amount if amount > 0 else -amount


def _take_counts(program: Program, decided_by: set[str], scored_by: tuple[str, ...]) -> bool:
    """Return True if taking cards matters, either because it decides who wins or because it scores points that do."""
    genome = program.genome
    wins = {condition.type for condition in genome.win_conditions}
    points = any(rule.per in scored_by and scores_something(genome, rule) for rule in genome.scoring)
    return bool(wins & decided_by) or (points and bool(wins & SCORE_WINS))
