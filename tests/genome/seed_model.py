"""Seed 001's own pseudocode in Python, as an independent model of a betting round and of the pot.

Taken over as it stands; what the rulings add to it is marked: G2 (no chips is all-in), B5 (nobody bets into seats that
are all all-in, and nobody is asked when nothing can be won), G3 (side pots).
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Player:
    chips: int
    current_bet: int = 0
    total: int = 0
    has_folded: bool = False
    is_all_in: bool = False


@dataclass
class Model:
    """The chips of one hand."""

    players: list[Player]
    start: int = 0
    pot: int = 0
    current_bet: int = 0
    raise_count: int = 0
    min_bet: int = 10
    max_raises: int = 3
    needs: list[bool] = field(default_factory=list)
    at: int = 0

    def begin_round(self, min_bet: int, max_raises: int) -> None:
        self.min_bet, self.max_raises = min_bet, max_raises
        self.current_bet = self.raise_count = 0
        for player in self.players:
            player.current_bet = 0
        self.needs = [self.can_act(player) for player in self.players]
        self.at = self.start

    def can_act(self, player: Player) -> bool:
        return not player.has_folded and not player.is_all_in and player.chips > 0

    def ante(self, amount: int) -> None:
        for player in self.players:
            self.pay(player, min(amount, player.chips), to_bet=False)

    def pay(self, player: Player, amount: int, to_bet: bool = True) -> None:
        player.chips -= amount
        player.total += amount
        self.pot += amount
        if to_bet:
            player.current_bet += amount
        if player.chips == 0:  # G2
            player.is_all_in = True

    def moves(self, seat: int) -> set[str]:
        """GenerateBettingMoves."""
        player = self.players[seat]
        if not self.can_act(player):
            return set()
        others = any(self.can_act(other) for at, other in enumerate(self.players) if at != seat)  # B5
        to_call = self.current_bet - player.current_bet
        if to_call == 0:
            return {"CHECK"} | (set() if not others else {"BET"} if player.chips >= self.min_bet else {"ALL_IN"})
        found = {"FOLD"}
        if player.chips >= to_call:
            found.add("CALL")
            if player.chips >= to_call + self.min_bet and self.raise_count < self.max_raises and others:
                found.add("RAISE")
        else:
            found.add("ALL_IN")
        return found

    def actor(self) -> int | None:
        """RunBettingRound up to the next decision."""
        active = [player for player in self.players if not player.has_folded]
        acting = [player for player in active if self.can_act(player)]
        if len(active) <= 1 or not acting:
            return None
        matched = all(player.current_bet == self.current_bet for player in acting)
        if not any(self.needs) and matched:
            return None
        if len(acting) == 1 and max(player.current_bet for player in active) <= acting[0].current_bet:
            return None  # B5
        while not self.needs[self.at]:
            self.at = (self.at + 1) % len(self.players)
        return self.at

    def act(self, kind: str) -> None:
        """ApplyBettingAction, and who has to act again."""
        player, before = self.players[self.at], self.current_bet
        to_call = self.current_bet - player.current_bet
        if kind == "BET":
            self.pay(player, self.min_bet)
            self.current_bet = self.min_bet
        elif kind == "CALL":
            self.pay(player, to_call)
        elif kind == "RAISE":
            self.pay(player, to_call + self.min_bet)
            self.current_bet = player.current_bet
            self.raise_count += 1
        elif kind == "ALL_IN":
            self.pay(player, player.chips)
            self.current_bet = max(self.current_bet, player.current_bet)
        elif kind == "FOLD":
            player.has_folded = True
        if self.current_bet > before:
            self.needs = [self.can_act(other) for other in self.players]
        self.needs = [need and self.can_act(other) for need, other in zip(self.needs, self.players, strict=True)]
        self.needs[self.at] = False
        self.at = (self.at + 1) % len(self.players)

    def award(self, values: list[int], side_pots: bool) -> None:
        """ResolveShowdown and AwardPot; with side pots (G3) chip by chip level, slowly and plainly."""
        live = [seat for seat, player in enumerate(self.players) if not player.has_folded]
        if not side_pots or len(live) == 1:
            self.share(self.pot, [seat for seat in live if values[seat] == max(values[at] for at in live)]
                       if len(live) > 1 else live)
            return
        floor = 0
        for level in sorted({self.players[seat].total for seat in live}):
            amount = sum(max(0, min(player.total, level) - floor) for player in self.players)
            inside = [seat for seat in live if self.players[seat].total >= level]
            best = max(values[seat] for seat in inside)
            self.share(amount, [seat for seat in inside if values[seat] == best])
            floor = level

    def share(self, amount: int, winners: list[int]) -> None:
        for at, seat in enumerate(winners):
            self.players[seat].chips += amount // len(winners) + (amount % len(winners) if at == 0 else 0)
