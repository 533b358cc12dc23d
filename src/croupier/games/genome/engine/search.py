"""Search in compiled code for the best action of the seat to act, given what that seat knows.

Betting is searched by online outcome sampling (Lisý, Lanctot, Bowling 2015): every seat has a table of its *information
sets*, which are the situations that it can tell apart. Regret matching computes how often each bet should be made in
each of them. Each iteration deals the cards again in one of three ways:

    mine      cards that the searching seat knows stay; only this seat learns
    public    cards that everybody sees stay; all seats learn, so that the others answer a range and not a hand
    free      like public, but the hand is replayed from its deal, so that earlier decisions learn too

As long as nobody has chosen a card, chips and turns do not depend on hidden cards. Therefore each iteration can check
whether the players would have acted as they did if the guessed cards had been dealt. A guess in which these actions are
unlikely gets a low weight, because actions reveal something about cards. The hand is replayed only once for each
decision (`replay`); each iteration copies the position and deals the hidden cards again (`redeal.py`).

Card choices are searched by UCT over what the searching seat knows, as in information-set Monte Carlo tree search. In
four of ten turns the other players choose their best card by UCT too; in the others they play like an ordinary player.
Below the tree ordinary players (`plain`) play the hand to its end.

In a deck of at most `EXACT_DECK` cards an information set depends on the seat's exact cards. In larger decks, for the
other players, it depends only on the strength of the hand, because otherwise no information set would occur twice. A
bet is chosen at random by the average strategy, without the bets that it rarely makes. A card choice is the card that
was tried most.
"""

from __future__ import annotations

import cython

from croupier.games.genome.engine import constants
from croupier.games.genome.engine.engine import Engine
from croupier.games.genome.engine.policies import Policies
from croupier.games.genome.engine.program import Program
from croupier.games.genome.engine.redeal import Redeal

if not cython.compiled:
    from math import log, sqrt

    from croupier.ranking.kernel import CARD_BIT

EXPLORATION = 0.7
"""The exploration constant of UCT, for card choices."""
TRYING, TRYING_FIRST, TRYING_HALF = 0.1, 0.4, 150.0
"""Exploration of bets. TRYING is the share of bets in the tree that are random. A new information set adds TRYING_FIRST
to this share, and after TRYING_HALF visits half of this addition is left.
"""
RARE, RARE_BY_STRENGTH = 0.1, 0.25
"""Bets with a smaller share of the average strategy are left out of the final choice. The second number applies where
hands are distinguished by strength only, because small shares are then mostly noise.
"""
# 2^64 divided by the golden ratio, odd: multiplying by it spreads keys over all 64 bits
KEY_STEP = 0x9E3779B97F4A7C15


class Search:
    """A search in one game, with all information sets that occurred and the statistics of each action there."""

    def __init__(self, program: Program, seats: int) -> None:
        if not cython.compiled:
            self.slot = [0] * constants.SLOTS_OF_KEYS
            self.key = [0] * constants.NODES
            self.met = [0] * constants.NODES
            self.share = [0.0] * constants.NODES
            self.bets = [0] * constants.NODES
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
            self.path_inverse = [0.0] * constants.DEPTH
            self.path_weight = [0.0] * constants.DEPTH
            self.final = [0.0] * constants.OPTIONS
            self.line_seat = [0] * constants.HISTORY
            self.line_code = [0] * constants.HISTORY
            self.line_held = [0] * constants.HISTORY
            self.line_board = [0] * constants.HISTORY
            self.line_even = [0.0] * constants.HISTORY
            self.line_public = [0] * constants.HISTORY
            self.line_shown = [0] * constants.HISTORY
            self.weight = [0.0] * constants.SEATS
            self.worth = [0.0] * constants.SEATS
            self.least = [0.0] * constants.SEATS
            self.most = [0.0] * constants.SEATS
        # three games: one to play iterations in, the current position, and the hand as it was dealt
        self.engine = Engine(program, seats)
        self.present = Engine(program, seats)
        self.dealt = Engine(program, seats)
        self.policies = Policies(self.engine)
        self.own_guess = Redeal()
        self.public_guess = Redeal()
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
        self.public_now = 1
        self.line = 0
        self.rounds = 0
        self.root = 0
        self.mask = constants.SLOTS_OF_KEYS - 1
        self.clear_keys()
        self.is_exact = program.deck_size <= constants.EXACT_DECK

    # -- asked ---------------------------------------------------------------------------------------------------------

    def best_code(self, game: Policies, iterations: int) -> int:
        """Return the choice of the seat to act in a game after this many iterations."""
        self.begin(game)
        self.run(game, iterations)
        return self.chosen(game)

    def begin(self, game: Policies) -> None:
        """Clear the tree and prepare to search for the seat to act in a game."""
        self.clear_keys()
        # node 0 and edge 0 mean "none"
        self.nodes = 1
        self.edges = 1
        self.rounds = 0
        self.root = 0
        self.searcher = game.phases.turn
        self.is_bet = self.program.op[game.phases.phase] == constants.BET
        self.won = 0
        self.tied = 0
        self.mine = 0
        self.line = 0
        self.public = 1
        # no replay with books, because a guessed hand might lay down a book that the real hand did not have
        self.replays = game.cards.in_order and self.program.books == 0 and game.engine.history_count < constants.HISTORY
        for seat in range(self.seats):
            self.least[seat] = 0
            self.most[seat] = 0
            # if the play has shown what a hand lacks, only `CardPiles.guess` makes correct guesses
            self.replays = self.replays and game.cards.lacks[seat] == 0
        if self.replays:
            self.replay(game)
            self.own_guess.begin(game.cards, self.searcher)
            self.public_guess.begin(game.cards, -1)
        else:
            game.engine.copy_to(self.present)
            self.present.forget_later_hands()
        self.public_now = self.public

    def replay(self, game: Policies) -> None:
        """Replay the hand from its deal, and store what each seat knew when it acted."""
        # this copies the real deck, but every iteration deals the hidden places again, so no hidden card is used
        for place in range(self.program.deck_size):
            self.cards.deck[place] = game.cards.deck[place]
        self.cards.rigged = game.cards.place
        self.engine.deal_again(game.engine)
        self.engine.copy_to(self.dealt)
        for at in range(game.engine.history_count):
            seat = self.phases.turn
            self.line_seat[at] = seat
            self.line_code[at] = game.engine.history[at]
            self.line_held[at] = self.cards.held[seat]
            self.line_board[at] = self.cards.board_count
            self.line_shown[at] = self.cards.shown
            self.line_public[at] = self.public
            self.line_even[at] = 0.0
            if self.program.op[self.phases.phase] == constants.BET:
                # the probability of a random bet, used until the information set has enough visits
                self.line_even[at] = 1.0 / self.phases.ask()
            self.take(game.engine.history[at])
        self.line = game.engine.history_count
        self.engine.copy_to(self.present)

    def run(self, game: Policies, iterations: int) -> None:
        """Run this many more iterations."""
        # uses the game's generator and stores its state back, so that several short searches equal one long search
        self.policies.luck = game.luck
        for _ in range(iterations):
            self.iterate(game)
        game.luck = self.policies.luck

    def chosen(self, game: Policies) -> int:
        """Return the choice: a bet drawn from the average strategy, or the card that was tried most."""
        self.policies.luck = game.luck
        if self.is_bet:
            self.settle_chances()
            code = self.drawn_code()
        else:
            code = self.tried_most()
        game.luck = self.policies.luck
        return code

    def chances(self, game: Policies) -> list[float]:
        """Return the probability of each legal choice, in the order of `ask`."""
        count = game.phases.ask()
        if self.is_bet:
            self.settle_chances()
            return [self.final[place] for place in range(count)]  # bets are kept in the order of `ask`
        best = self.tried_most()
        return [float(game.phases.choice[place] == best) for place in range(count)]

    def settle_chances(self) -> None:
        """Compute the probability of each bet at the root, which is the average strategy without its rare bets."""
        first = self.edge[self.root]
        count = self.bets[self.root]
        total = 0.0
        for at in range(count):
            total += self.average[first + at]
        kept = 0.0
        for at in range(count):
            self.final[at] = self.average[first + at] / total if total > 0 else 0.0
            # regret matching gives even bad bets a small share forever; actually making them would be a mistake
            if self.final[at] < (RARE if self.is_exact else RARE_BY_STRENGTH):
                self.final[at] = 0.0
            kept += self.final[at]
        for at in range(count):
            self.final[at] = self.final[at] / kept if kept > 0 else 1.0 / count

    def drawn_code(self) -> int:
        """Choose a bet at random by its probability."""
        # 2^30, the number of possible values of `below`
        pick = self.policies.below(1 << 30) / 1073741824.0
        last = 0
        for at in range(self.bets[self.root]):
            if self.final[at] > 0:
                last = at
                if pick < self.final[at]:
                    break
                pick -= self.final[at]
        return self.code[self.edge[self.root] + last]

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
        # two of four iterations are `mine` (0 and 2), one is `public` (1) and one is `free` (3)
        turn = self.rounds & 3
        if self.rounds < constants.OWN_FIRST and self.rounds & 7 < 6:
            turn = 0
        self.rounds += 1
        # before anybody has acted there is no earlier decision that a free iteration could learn
        is_mine = turn != 1 and (turn != 3 or self.line == 0)
        self.learns = 1 << self.searcher if is_mine else (1 << self.seats) - 1
        self.length = 0
        self.public = self.public_now
        for seat in range(self.seats):
            self.weight[seat] = 1.0
        if turn == 3 and not is_mine:
            self.public = 1
            self.dealt.copy_to(self.engine)
        else:
            self.present.copy_to(self.engine)
        self.guess(is_mine)
        # a free iteration plays the past actions itself
        if turn != 3 or is_mine:
            self.follow()
        self.descend(is_mine)
        while not self.engine.is_done:
            self.engine.act(self.plain())
        self.learn(is_mine)

    def guess(self, is_mine: bool) -> None:
        """Deal the hidden cards again: those hidden from the searching seat if `is_mine`, otherwise those hidden from
        the public.
        """
        if not self.replays:
            # advances the generator, so that each iteration guesses with another seed
            self.policies.below(2)
            self.cards.guess(self.searcher if is_mine else -1, self.policies.luck)
        elif is_mine:
            self.policies.luck = self.own_guess.deal(self.cards, self.policies.luck)
        else:
            self.policies.luck = self.public_guess.deal(self.cards, self.policies.luck)

    def follow(self) -> None:
        """Weight each seat's results by the probability that the other seats, with these cards, would have acted as
        they did.
        """
        for at in range(self.line):
            seat = self.line_seat[at]
            # otherwise this action affects the weight of no learning seat
            if self.line_even[at] > 0 and self.learns != 1 << seat:
                node = self.found(self.key_then(at, seat))
                # a strategy with few visits is a worse estimate than the assumption that every bet was equally likely
                if node and self.met[node] >= constants.FAMILIAR:
                    edge = self.bet_of(node, self.line_code[at])
                    self.weigh(seat, self.chance[edge] * (1 - self.share[node]) + self.share[node] * self.line_even[at])
                else:
                    self.weigh(seat, self.line_even[at])

    def weigh(self, seat: int, ratio: float) -> None:
        """Multiply the weight of what all other seats learn in the rest of this iteration."""
        for other in range(self.seats):
            if other != seat:
                self.weight[other] *= ratio

    def take(self, code: int) -> None:
        """Take an action and add its public part to the key of the history."""
        kind = code & 31
        heard = kind if self.phases.hides(kind) else code
        # adds only what everybody can see, because positions that look the same must have the same key
        self.public = mixed(self.public ^ self.cards.shown ^ (heard + 1))
        self.engine.act(code)

    def plain(self) -> int:
        """Return the choice of an ordinary player, who bets by hand strength, plays cards by simple rules, and errs at
        times.
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
        """Walk down the tree until an information set is new or the hand is over."""
        grows = True
        while grows and not self.engine.is_done and self.length < constants.DEPTH:
            seat = self.phases.turn
            if self.program.op[self.phases.phase] == constants.BET:
                grows = self.step_bet(seat, is_mine)
            else:
                grows = self.step_card(seat, is_mine)

    # -- bets ----------------------------------------------------------------------------------------------------------

    def step_bet(self, seat: int, is_mine: bool) -> bool:
        """Bet by regret matching. Return False if the seat learns and its information set was new."""
        key = self.key_of(seat)
        node = self.found(key)
        learns = (self.learns >> seat) & 1
        if node == 0 and learns:
            node = self.added_bets(key)
        # seats that do not learn here use what they learned in earlier iterations, or else play like an ordinary player
        if node == 0 or (not learns and self.met[node] < constants.FAMILIAR):
            self.take(self.plain())
            return True
        is_new = self.met[node] == 0
        if is_mine and seat == self.searcher and self.root == 0:
            self.root = node
        self.met[node] += 1
        # in a new information set nearly all bets are random; the share falls with each visit
        share = TRYING + TRYING_FIRST * TRYING_HALF / (TRYING_HALF + self.met[node])
        self.share[node] = share
        edge = self.drawn_edge(node, share)
        self.remember(node, edge, seat)
        self.weigh(seat, self.path_ratio[self.length - 1])
        self.take(self.code[edge])
        # each iteration adds one new set, as in every tree search; below it ordinary play is a better guess than an
        # empty table
        return not (is_new and learns)

    def drawn_edge(self, node: int, share: float) -> int:
        """Choose a bet at random, sometimes uniformly and otherwise by its probability. Store the probability with
        which it was chosen.
        """
        edge = self.edge[node]
        last = edge + self.bets[node] - 1
        floor = share / self.bets[node]
        pick = self.policies.below(1 << 30) / 1073741824.0
        # the total probability of choosing this bet; outcome sampling divides by it
        tried = self.chance[edge] * (1 - share) + floor
        while edge < last and pick >= tried:
            pick -= tried
            edge += 1
            tried = self.chance[edge] * (1 - share) + floor
        self.path_inverse[self.length] = 1.0 / tried
        self.path_ratio[self.length] = self.chance[edge] * self.path_inverse[self.length]
        return edge

    # -- cards ---------------------------------------------------------------------------------------------------------

    def step_card(self, seat: int, is_mine: bool) -> bool:
        """Choose a card by UCT; return False if the position was new."""
        count = self.phases.ask()
        kind = self.phases.choice[count - 1] & 31
        own = is_mine and seat == self.searcher
        hidden = not own and self.phases.hides(kind)  # the other players do not see the card
        # another seat's face-down card has no public key, so an ordinary player chooses it
        if not own and (hidden or not is_mine or self.policies.below(100) < constants.ORDINARY):
            self.take(self.plain())
            return True
        # the key of other seats contains only public information, because their cards differ in every guess
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
        self.path_ratio[self.length] = -1.0
        self.remember(node, edge, seat)
        self.take(self.code[edge])
        # the root occurs in every iteration; it must not end the first one
        return not is_new or node == self.root

    def highest_bound(self, node: int, seat: int, count: int) -> int:
        """Return the choice with the highest upper confidence bound. If some choices were never tried, return a random
        one of these.
        """
        best = 0
        top = 0.0
        fresh = 0
        # results are scaled to 0..1, because EXPLORATION was chosen for this range
        span = self.most[seat] - self.least[seat]
        for place in range(count):
            at = self.edge_of(node, self.phases.choice[place])
            if at == 0:
                return 0
            # legal cards differ from guess to guess, so an action's tries are compared with the number of times it was
            # legal
            self.offered[at] += 1
            if self.visits[at] == 0:
                fresh += 1
                if self.policies.below(fresh) == 0:  # each new choice is equally likely
                    best = at
            elif fresh == 0:
                value = (self.mean[at] - self.least[seat]) / span if span > 0 else 0.0
                value += EXPLORATION * sqrt(log(self.offered[at] + 1.0) / self.visits[at])
                if best == 0 or value > top:
                    top = value
                    best = at
        return best

    # -- learning ------------------------------------------------------------------------------------------------------

    def remember(self, node: int, edge: int, seat: int) -> None:
        """Record an action taken in the tree. Its probability ratio is already stored; a ratio below 0 marks a card
        choice.
        """
        self.path_node[self.length] = node
        self.path_edge[self.length] = edge
        self.path_seat[self.length] = seat
        self.path_weight[self.length] = self.weight[seat]
        self.length += 1

    def learn(self, is_mine: bool) -> None:
        """Add the result of the hand to the statistics of every action taken in the tree, beginning with the last
        action.
        """
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
        """Add a result to an action."""
        self.visits[edge] += 1
        # a running mean, which avoids sums that grow with the iterations
        self.mean[edge] += (worth - self.mean[edge]) / self.visits[edge]

    def learn_bet(self, at: int) -> None:
        """Update the statistics and regrets of one betting decision. The mean result of each bet serves as its
        baseline, which reduces noise.
        """
        node = self.path_node[at]
        taken = self.path_edge[at]
        seat = self.path_seat[at]
        # the first result is its own baseline, so it adds no noise
        if self.visits[taken] == 0:
            self.mean[taken] = self.worth[seat]
        surprise = self.worth[seat] - self.mean[taken]
        mean = self.path_ratio[at] * surprise
        for edge in range(self.edge[node], self.edge[node] + self.bets[node]):
            mean += self.chance[edge] * self.mean[edge]
        if (self.learns >> seat) & 1:
            self.update_regrets(at, surprise * self.path_inverse[at], mean)
            self.count_result(taken, self.worth[seat])
        for other in range(self.seats):
            # for decisions before this one, the acting seat uses the mean of its strategy, and the others the weighted
            # result
            self.worth[other] = mean if other == seat else self.worth[other] * self.path_ratio[at]

    def update_regrets(self, at: int, surprise: float, mean: float) -> None:
        """Update the regrets of a betting decision, and make each bet's probability proportional to its positive
        regret.
        """
        node = self.path_node[at]
        taken = self.path_edge[at]
        weight = self.path_weight[at]
        first = self.edge[node]
        end = first + self.bets[node]
        total = 0.0
        for edge in range(first, end):
            regret = self.mean[edge] - mean
            if edge == taken:
                regret += surprise
            regret = self.regret[edge] + weight * regret
            # negative regret is reset to 0 (regret matching+)
            if regret < 0:
                regret = 0.0
            total += regret
            self.regret[edge] = regret
            # later strategies weigh more: the first ones are nearly random
            self.average[edge] += self.rounds * self.chance[edge]
        if total > 0:
            total = 1.0 / total
            for edge in range(first, end):
                self.chance[edge] = self.regret[edge] * total
        else:
            for edge in range(first, end):
                self.chance[edge] = 1.0 / self.bets[node]

    # -- information sets ----------------------------------------------------------------------------------------------

    def key_of(self, seat: int) -> int:
        """Return the key of what a seat knows: the history, and its cards or (in large decks) only their strength."""
        # the searching seat's own sets always depend on its exact cards
        if self.is_exact or self.learns == 1 << seat:
            return mixed(self.public + (self.cards.shown | self.cards.knows[seat]))
        return mixed(self.public + self.level(seat))

    def key_then(self, at: int, seat: int) -> int:
        """Return the key of what a seat would have known before an earlier action of the hand, given the cards dealt in
        this iteration.
        """
        if self.is_exact:
            known = self.line_shown[at]
            for slot in range(self.line_held[at]):
                known |= CARD_BIT[self.cards.hand[seat * constants.SLOTS + slot]]
            return mixed(self.line_public[at] + known)
        # the hand is shortened temporarily to the cards that it had then
        held = self.cards.held[seat]
        board = self.cards.board_count
        self.cards.held[seat] = self.line_held[at]
        self.cards.board_count = self.line_board[at]
        level = self.level(seat)
        self.cards.held[seat] = held
        self.cards.board_count = board
        return mixed(self.line_public[at] + level)

    def level(self, seat: int) -> int:
        """Return the strength of a seat's hand in steps of 1/20."""
        strength = self.policies.values.strength(seat)
        level = 0
        while strength > 0.05 * (level + 1):
            level += 1
        return level

    def clear_keys(self) -> None:
        """Remove all information sets, and begin with a small table of keys, which fits into the processor's cache."""
        for at in range(self.mask + 1):
            self.slot[at] = 0
        self.mask = constants.FIRST_SLOTS - 1

    def double_keys(self) -> None:
        """Double the table of keys."""
        for at in range(self.mask + 1):
            self.slot[at] = 0
        self.mask = 2 * self.mask + 1
        for node in range(1, self.nodes):
            self.slot[self.slot_of(self.key[node])] = node

    def slot_of(self, key: int) -> int:
        """Return the place of a key in the table, or the free place where it belongs."""
        at = key & self.mask
        while self.slot[at] and self.key[self.slot[at]] != key:
            at = (at + 1) & self.mask
        return at

    def found(self, key: int) -> int:
        """Return the information set of a key, or 0."""
        return self.slot[self.slot_of(key)]

    def added(self, key: int) -> int:
        """Add an information set; return 0 if the table is full."""
        if self.nodes >= constants.NODES:
            return 0
        # the table is at most half full, so that a free place is found in one or two steps
        if 2 * self.nodes > self.mask:
            self.double_keys()
        node = self.nodes
        self.nodes += 1
        self.key[node] = key
        self.met[node] = 0
        self.edge[node] = 0
        self.bets[node] = 0
        self.slot[self.slot_of(key)] = node
        return node

    def added_bets(self, key: int) -> int:
        """Add an information set with all its bets, which are stored next to each other in the order of `ask`. Return 0
        if a table is full.
        """
        # there must be room for all bets
        if self.edges + constants.OPTIONS > constants.EDGES:
            return 0
        node = self.added(key)
        if node:
            self.bets[node] = self.phases.ask()
            self.edge[node] = self.edges
            for place in range(self.bets[node]):
                self.chance[self.added_edge(self.phases.choice[place])] = 1.0 / self.bets[node]
        return node

    def bet_of(self, node: int, code: int) -> int:
        """Return the edge (the index of the statistics) of a bet in an information set."""
        at = self.edge[node]
        # the second condition ends the loop if the bet is missing, which would be a bug
        while self.code[at] != code and at + 1 < self.edges:
            at += 1
        return at

    def edge_of(self, node: int, code: int) -> int:
        """Return the edge (the index of the statistics) of an action in an information set. Add the edge if it is new.
        Return 0 if the table is full.
        """
        at = self.edge[node]
        last = 0
        while at:
            if self.code[at] == code:
                return at
            last = at
            at = self.sibling[at]
        if self.edges >= constants.EDGES:
            return 0
        at = self.added_edge(code)
        if last:
            self.sibling[last] = at
        else:
            self.edge[node] = at
        return at

    def added_edge(self, code: int) -> int:
        """Add an edge with empty statistics for an action."""
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
        return at


def mixed(key: int) -> int:
    """Return a 64-bit hash of a key, so that similar keys end up far apart."""
    if cython.compiled:
        key = (key ^ (key >> 32)) * KEY_STEP
        return key ^ (key >> 29)
    key &= 0xFFFFFFFFFFFFFFFF
    key = (key ^ (key >> 32)) * KEY_STEP & 0xFFFFFFFFFFFFFFFF
    return key ^ (key >> 29)
