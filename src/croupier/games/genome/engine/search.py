"""Search inside the core: which action is best for the seat to act, by what that seat knows.

Betting is searched by online outcome sampling (Lisý, Lanctot, Bowling 2015): every seat has a table of its own
*information sets*, and regret matching finds how often each bet should be made there. Each iteration deals the cards
again in one of three ways:

    mine      what the searching seat knows stays; only this seat learns
    public    only what everybody can see stays; all seats learn, so that the others answer a range and not a hand
    free      like public, but the hand is played again from its deal: the decisions before the present one learn, too

While the order of the deal gives away no secret (nobody has chosen a card yet), every iteration plays the hand from
its deal along the actions that were taken. An action that a guessed hand would hardly have taken then
weighs little: what others did says something about their cards.

Card choices are searched by UCT over what the searching seat knows, as information-set Monte Carlo tree search does.
Others choose their cards for their own best in four of ten turns and play as an ordinary player in the rest. Below the
tree ordinary players (`plain`) play the hand to its end.

In a deck of at most `EXACT_DECK` cards a seat's information is its exact cards; in larger ones the others' hands are
told apart by strength only, or no information set would ever be met twice. A betting decision is drawn from the average
strategy, without the bets that it hardly ever makes; a card decision is the card that was tried most.
"""

from __future__ import annotations

import cython

from croupier.games.genome.engine import constants
from croupier.games.genome.engine.engine import Engine
from croupier.games.genome.engine.policies import Policies
from croupier.games.genome.engine.program import Program

if not cython.compiled:
    from math import log, sqrt

    from croupier.ranking.kernel import CARD_BIT

EXPLORATION = 0.7
"""Of UCT, where cards are chosen."""
TRYING, TRYING_FIRST, TRYING_HALF = 0.1, 0.4, 150.0
"""The share of bets in the tree that are made at random, to learn what they are worth; what a new information set
adds to it, and after how many visits half of that is gone."""
RARE, RARE_BY_STRENGTH = 0.1, 0.25
"""Bets with a smaller share of the average strategy are left out of the final choice; the second where hands are
distinguished by strength only, so that small shares are mostly noise."""
KEY_STEP = 0x9E3779B97F4A7C15


class Search:
    """A game to search in, the information sets that were met, and what is known of each action there."""

    def __init__(self, program: Program, seats: int) -> None:
        if not cython.compiled:
            self.slot = [0] * constants.SLOTS_OF_KEYS
            self.key = [0] * constants.NODES
            self.met = [0] * constants.NODES
            self.slot_at = [0] * constants.NODES
            self.edge = [0] * constants.NODES
            self.sibling = [0] * constants.EDGES
            self.code = [0] * constants.EDGES
            self.visits = [0] * constants.EDGES
            self.offered = [0] * constants.EDGES
            self.mean = [0.0] * constants.EDGES
            self.regret = [0.0] * constants.EDGES
            self.average = [0.0] * constants.EDGES
            self.chance = [0.0] * constants.EDGES
            self.path_node = [0] * constants.DEPTH
            self.path_edge = [0] * constants.DEPTH
            self.path_seat = [0] * constants.DEPTH
            self.path_ratio = [0.0] * constants.DEPTH
            self.path_tried = [0.0] * constants.DEPTH
            self.path_weight = [0.0] * constants.DEPTH
            self.hidden = [0] * constants.SLOTS
            self.weight = [0.0] * constants.SEATS
            self.worth = [0.0] * constants.SEATS
            self.least = [0.0] * constants.SEATS
            self.most = [0.0] * constants.SEATS
        self.engine = Engine(program, seats)
        self.policies = Policies(self.engine)
        self.program = program
        self.seats = seats
        self.cards = self.engine.cards
        self.phases = self.engine.phases
        self.settlement = self.engine.settlement
        self.nodes = 0
        self.edges = 0
        self.length = 0
        self.searcher = 0
        self.public = 0
        self.rounds = 0
        self.root = 0
        for at in range(constants.SLOTS_OF_KEYS):
            self.slot[at] = 0
        self.is_exact = program.deck_size <= constants.EXACT_DECK

    # -- asked ---------------------------------------------------------------------------------------------------------

    def best_code(self, game: Policies, iterations: int) -> int:
        """Return the choice of the seat to act in a game after this many iterations."""
        self.begin(game)
        self.run(game, iterations)
        return self.chosen(game)

    def begin(self, game: Policies) -> None:
        """Forget everything and look at the seat to act in a game."""
        for node in range(1, self.nodes):
            self.slot[self.slot_at[node]] = 0
        self.nodes = 1
        self.edges = 1
        self.rounds = 0
        self.root = 0
        self.searcher = game.phases.turn
        # with books, a guessed hand might lay cards down that the real one did not: the same actions need not fit it
        self.replays = game.cards.in_order and self.program.books == 0 and game.engine.history_count < constants.HISTORY
        self.bets = self.program.op[game.phases.phase] == constants.BET
        self.won = 0
        self.tied = 0
        self.mine = 0
        for seat in range(self.seats):
            self.least[seat] = 0
            self.most[seat] = 0

    def run(self, game: Policies, iterations: int) -> None:
        """Search with this many iterations more."""
        self.policies.luck = game.luck
        for _ in range(iterations):
            self.iterate(game)
        game.luck = self.policies.luck

    def chosen(self, game: Policies) -> int:
        """Return the choice: a bet drawn from the average strategy, or the card that was tried most."""
        self.policies.luck = game.luck
        if self.bets:
            self.settle_chances()
            code = self.drawn_code()
        else:
            code = self.tried_most()
        game.luck = self.policies.luck
        return code

    def chances(self, game: Policies) -> list[float]:
        """Return how likely each legal choice is to be chosen, in the order of `ask`."""
        count = game.phases.ask()
        if self.bets:
            self.settle_chances()
        best = self.tried_most()
        found = []
        for place in range(count):
            code = game.phases.choice[place]
            found.append(self.chance[self.edge_of(self.root, code)] if self.bets else float(code == best))
        return found

    def settle_chances(self) -> None:
        """Work out how often each bet of the root is to be made: the average strategy without its rare bets."""
        total = 0.0
        at = self.edge[self.root]
        while at:
            total += self.average[at]
            at = self.sibling[at]
        kept = 0.0
        at = self.edge[self.root]
        while at:
            self.chance[at] = self.average[at] / total if total > 0 else 0.0
            if self.chance[at] < (RARE if self.is_exact else RARE_BY_STRENGTH):
                self.chance[at] = 0.0
            kept += self.chance[at]
            at = self.sibling[at]
        at = self.edge[self.root]
        while at:
            self.chance[at] = self.chance[at] / kept if kept > 0 else 1.0
            at = self.sibling[at]

    def drawn_code(self) -> int:
        """Draw a bet by its chance."""
        pick = self.policies.below(1 << 30) / 1073741824.0
        at = self.edge[self.root]
        while self.sibling[at] and (pick >= self.chance[at] or self.chance[at] == 0.0):
            pick -= self.chance[at]
            at = self.sibling[at]
        if self.chance[at] == 0.0:  # rounding ran past the last bet that is ever made
            at = self.edge[self.root]
            while self.chance[at] == 0.0 and self.sibling[at]:
                at = self.sibling[at]
        return self.code[at]

    def tried_most(self) -> int:
        """Return the choice of the root that was tried most."""
        best = self.edge[self.root]
        at = best
        while at:
            if self.visits[at] > self.visits[best]:
                best = at
            at = self.sibling[at]
        return self.code[best]

    # -- an iteration --------------------------------------------------------------------------------------------------

    def iterate(self, game: Policies) -> None:
        """Deal the hidden cards once, and play to the end of the hand."""
        turn = self.rounds & 3
        if self.rounds < constants.OWN_FIRST and self.rounds & 7 < 6:
            turn = 0
        self.rounds += 1
        is_mine = turn != 1 and (turn != 3 or not self.replays or game.engine.history_count == 0)
        is_free = turn == 3 and not is_mine
        self.policies.below(2)
        self.learns = 1 << self.searcher if is_mine else (1 << self.seats) - 1
        self.length = 0
        self.public = 1
        for seat in range(self.seats):
            self.weight[seat] = 1.0
        if self.replays:
            self.lay_deck(game, self.searcher if is_mine else -1)
            self.engine.deal_again(game.engine)
            if not is_free:
                self.follow(game.engine)
        else:
            game.engine.copy_to(self.engine)
            self.cards.guess(self.searcher if is_mine else -1, self.policies.luck)
            self.engine.forget_later_hands()
        self.descend(is_mine)
        while not self.engine.is_done:
            self.engine.act(self.plain())
        self.learn(is_mine)

    def lay_deck(self, game: Policies, viewer: int) -> None:
        """Lay the deck of the present hand with the cards that a viewer cannot see in any order."""
        known = game.cards.known_to(viewer)
        hidden = 0
        for place in range(self.program.deck_size):  # the cards that were dealt come first
            self.cards.deck[place] = game.cards.deck[place]
            if not known & CARD_BIT[game.cards.deck[place]]:
                self.hidden[hidden] = place
                hidden += 1
        at = 0
        for place in range(self.program.deck_size):  # in the order of the deck, which tells nothing
            if not known & CARD_BIT[self.program.deck[place]]:
                self.cards.deck[self.hidden[at]] = self.program.deck[place]
                at += 1
        for at in range(hidden):
            place = self.hidden[at]
            if place >= game.cards.place:
                break
            other = self.hidden[at + self.policies.below(hidden - at)]
            card = self.cards.deck[place]
            self.cards.deck[place] = self.cards.deck[other]
            self.cards.deck[other] = card
        self.cards.rigged = game.cards.place
        self.cards.rng = self.policies.luck

    def follow(self, played: Engine) -> None:
        """Take the actions that were taken, weighing each seat by how likely the others would have taken theirs."""
        for at in range(played.history_count):
            seat = self.phases.turn
            if self.program.op[self.phases.phase] == constants.BET:
                node = self.found(self.key_of(seat))
                if node and self.met[node] >= constants.FAMILIAR:
                    self.phases.ask()
                    self.match_regrets(node)
                    edge = self.edge_of(node, played.history[at])
                    self.weigh(seat, self.tried(node, self.chance[edge], self.phases.choices))
                else:
                    self.weigh(seat, 1.0 / self.phases.ask())
            self.take(played.history[at])

    def weigh(self, seat: int, ratio: float) -> None:
        """Multiply what all other seats learn from here on."""
        for other in range(self.seats):
            if other != seat:
                self.weight[other] *= ratio

    def take(self, code: int) -> None:
        """Act, and let the public history tell this action from others."""
        kind = code & 31
        heard = kind if kind == constants.THREW or kind == constants.GAVE else code
        self.public = mixed(self.public ^ self.cards.shown ^ (heard + 1))
        self.engine.act(code)

    def plain(self) -> int:
        """Return what an ordinary player does: calls or bets by strength, plays cards by a simple eye, errs at times.
        """
        pick = self.policies.below(100)
        if self.program.op[self.phases.phase] != constants.BET:
            return self.policies.chosen_by(constants.GREEDY if pick < constants.EYE else constants.RANDOM)
        if pick < constants.CALLS:
            return self.policies.chosen_by(constants.CALLER)
        if pick < constants.CALLS + constants.BY_STRENGTH:
            return self.policies.chosen_by(constants.GREEDY)
        return self.policies.random_bet()

    def descend(self, is_mine: bool) -> None:
        """Walk down through what is known until an information set is new or the hand is over."""
        grows = True
        while grows and not self.engine.is_done and self.length < constants.DEPTH:
            seat = self.phases.turn
            if self.program.op[self.phases.phase] == constants.BET:
                grows = self.step_bet(seat, is_mine)
            else:
                grows = self.step_card(seat, is_mine)

    # -- bets ----------------------------------------------------------------------------------------------------------

    def step_bet(self, seat: int, is_mine: bool) -> bool:
        """Bet by regret matching; return False where the information set was new to a seat that learns."""
        key = self.key_of(seat)
        node = self.found(key)
        learns = (self.learns >> seat) & 1
        if node == 0 and learns:
            node = self.added(key)
        if node == 0 or (not learns and self.met[node] < constants.FAMILIAR):
            self.take(self.plain())
            return True
        is_new = self.met[node] == 0
        if is_mine and seat == self.searcher and self.root == 0:
            self.root = node
        count = self.phases.ask()
        if is_new:
            for place in range(count):
                self.edge_of(node, self.phases.choice[place])
        self.met[node] += 1
        self.match_regrets(node)
        edge = self.drawn_edge(node, count)
        tried = self.tried(node, self.chance[edge], count)
        ratio = self.chance[edge] / tried
        self.remember(node, edge, seat, ratio, tried)
        self.weigh(seat, ratio)
        self.take(self.code[edge])
        return not (is_new and learns)

    def match_regrets(self, node: int) -> None:
        """Make each bet as often as it is regretted not to have been made; all alike where nothing is regretted."""
        total = 0.0
        count = 0
        at = self.edge[node]
        while at:
            total += self.regret[at] if self.regret[at] > 0 else 0.0
            count += 1
            at = self.sibling[at]
        at = self.edge[node]
        while at:
            self.chance[at] = 1.0 / count
            if total > 0:
                self.chance[at] = self.regret[at] / total if self.regret[at] > 0 else 0.0
            at = self.sibling[at]

    def trying(self, node: int) -> float:
        """Return the share of bets of an information set that are made at random."""
        return TRYING + TRYING_FIRST * TRYING_HALF / (TRYING_HALF + self.met[node])

    def tried(self, node: int, chance: float, count: int) -> float:
        """Return how likely a bet is to be made in the tree, at random or by its chance."""
        share = self.trying(node)
        return chance * (1 - share) + share / count

    def drawn_edge(self, node: int, count: int) -> int:
        """Draw a bet by its chance, or any."""
        at = self.edge[node]
        share = self.trying(node)
        pick = self.policies.below(1 << 30) / 1073741824.0
        if pick < share:
            pick *= count
            while self.sibling[at] and pick >= share:
                pick -= share
                at = self.sibling[at]
            return at
        pick = (pick - share) / (1 - share)
        while self.sibling[at] and pick >= self.chance[at]:
            pick -= self.chance[at]
            at = self.sibling[at]
        return at

    # -- cards ---------------------------------------------------------------------------------------------------------

    def step_card(self, seat: int, is_mine: bool) -> bool:
        """Choose a card by UCT; return False where the position was new."""
        count = self.phases.ask()
        kind = self.phases.choice[count - 1] & 31
        own = is_mine and seat == self.searcher
        hidden = not own and (kind == constants.THREW or kind == constants.GAVE)  # nobody sees which card
        if not own and (hidden or not is_mine or self.policies.below(100) < constants.ORDINARY):
            self.take(self.plain())
            return True
        key = self.key_of(seat) if own else mixed(self.public)
        node = self.found(key)
        if node == 0:
            node = self.added(key)
        if node == 0:
            self.take(self.plain())
            return True
        is_new = self.met[node] == 0
        if own and self.root == 0:
            self.root = node
        self.met[node] += 1
        edge = self.highest_bound(node, seat, count)
        if edge == 0:
            self.take(self.plain())
            return True
        self.remember(node, edge, seat, -1.0, 1.0)
        self.take(self.code[edge])
        return not is_new or node == self.root

    def highest_bound(self, node: int, seat: int, count: int) -> int:
        """Return the choice with the highest upper bound; those never tried come first, any of them."""
        best = 0
        top = 0.0
        fresh = 0
        span = self.most[seat] - self.least[seat]
        for place in range(count):
            at = self.edge_of(node, self.phases.choice[place])
            if at == 0:
                return 0
            self.offered[at] += 1
            if self.visits[at] == 0:
                fresh += 1
                if self.policies.below(fresh) == 0:  # one of the new ones, all equally likely
                    best = at
            elif fresh == 0:
                value = (self.mean[at] - self.least[seat]) / span if span > 0 else 0.0
                value += EXPLORATION * sqrt(log(self.offered[at] + 1.0) / self.visits[at])
                if best == 0 or value > top:
                    top = value
                    best = at
        return best

    # -- learning ------------------------------------------------------------------------------------------------------

    def remember(self, node: int, edge: int, seat: int, ratio: float, tried: float) -> None:
        """Write down an action of the tree; a ratio below 0 marks a card."""
        self.path_node[self.length] = node
        self.path_edge[self.length] = edge
        self.path_seat[self.length] = seat
        self.path_ratio[self.length] = ratio
        self.path_tried[self.length] = tried
        self.path_weight[self.length] = self.weight[seat]
        self.length += 1

    def learn(self, is_mine: bool) -> None:
        """Count what the hand came to for everybody who acted in the tree, the last action first."""
        for seat in range(self.seats):
            self.worth[seat] = float(self.settlement.payoff(seat))
            if self.worth[seat] < self.least[seat]:
                self.least[seat] = self.worth[seat]
            if self.worth[seat] > self.most[seat]:
                self.most[seat] = self.worth[seat]
        if is_mine:
            self.mine += 1
            self.won += self.worth[self.searcher] > 0
            self.tied += self.worth[self.searcher] == 0
        at = self.length
        while at > 0:
            at -= 1
            if self.path_ratio[at] < 0:
                self.count_result(self.path_edge[at], self.worth[self.path_seat[at]])
            else:
                self.learn_bet(at)

    def count_result(self, edge: int, worth: float) -> None:
        """Count what an action came to."""
        self.visits[edge] += 1
        self.mean[edge] += (worth - self.mean[edge]) / self.visits[edge]

    def learn_bet(self, at: int) -> None:
        """Update the regrets of one betting decision, with the mean of each bet as its baseline."""
        node = self.path_node[at]
        taken = self.path_edge[at]
        seat = self.path_seat[at]
        learns = (self.learns >> seat) & 1
        if self.visits[taken] == 0:
            self.mean[taken] = self.worth[seat]
        surprise = self.worth[seat] - self.mean[taken]
        mean = self.path_ratio[at] * surprise
        edge = self.edge[node]
        while edge:  # the chances are still those by which the bet was drawn
            mean += self.chance[edge] * self.mean[edge]
            edge = self.sibling[edge]
        if learns:
            edge = self.edge[node]
            while edge:
                value = self.mean[edge]
                if edge == taken:
                    value += surprise / self.path_tried[at]
                self.regret[edge] += self.path_weight[at] * (value - mean)
                if self.regret[edge] < 0:
                    self.regret[edge] = 0.0
                self.average[edge] += self.rounds * self.chance[edge]
                edge = self.sibling[edge]
            self.count_result(taken, self.worth[seat])
        for other in range(self.seats):
            self.worth[other] = mean if other == seat else self.worth[other] * self.path_ratio[at]

    # -- information sets ----------------------------------------------------------------------------------------------

    def key_of(self, seat: int) -> int:
        """Return the key of what a seat knows: its cards, or their strength where there are too many; the history."""
        if self.is_exact or self.learns == 1 << seat:
            return mixed(self.public + self.cards.known_to(seat))
        strength = self.policies.values.strength(seat)
        level = 0
        while strength > 0.05 * (level + 1):
            level += 1
        return mixed(self.public + level)

    def slot_of(self, key: int) -> int:
        """Return the place of a key in the table, or the free place where it belongs."""
        at = key & (constants.SLOTS_OF_KEYS - 1)
        while self.slot[at] and self.key[self.slot[at]] != key:
            at = (at + 1) & (constants.SLOTS_OF_KEYS - 1)
        return at

    def found(self, key: int) -> int:
        """Return the information set of a key, or 0."""
        return self.slot[self.slot_of(key)]

    def added(self, key: int) -> int:
        """Add an information set; return 0 if the table is full."""
        if self.nodes >= constants.NODES:
            return 0
        node = self.nodes
        self.nodes += 1
        self.key[node] = key
        self.met[node] = 0
        self.edge[node] = 0
        self.slot_at[node] = self.slot_of(key)
        self.slot[self.slot_at[node]] = node
        return node

    def edge_of(self, node: int, code: int) -> int:
        """Return what is known of an action of an information set, added if it is new; 0 if the table is full."""
        at = self.edge[node]
        last = 0
        while at:
            if self.code[at] == code:
                return at
            last = at
            at = self.sibling[at]
        if self.edges >= constants.EDGES:
            return 0
        at = self.edges
        self.edges += 1
        self.code[at] = code
        self.visits[at] = 0
        self.offered[at] = 0
        self.mean[at] = 0
        self.regret[at] = 0
        self.average[at] = 0
        self.chance[at] = 0
        self.sibling[at] = 0
        if last:
            self.sibling[last] = at
        else:
            self.edge[node] = at
        return at


def mixed(key: int) -> int:
    """Return a key from which similar ones are far apart; 64 bits, which C keeps by itself."""
    if cython.compiled:
        key = (key ^ (key >> 32)) * KEY_STEP
        return key ^ (key >> 29)
    key &= 0xFFFFFFFFFFFFFFFF
    key = (key ^ (key >> 32)) * KEY_STEP & 0xFFFFFFFFFFFFFFFF
    return key ^ (key >> 29)
