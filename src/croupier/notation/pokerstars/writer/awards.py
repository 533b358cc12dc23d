"""Write the end of a hand: the engine's awards, minus the rake if the record's results show one."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.games.poker.events import Awarded
from croupier.notation.pokerstars.writer.head import Headlines
from croupier.notation.pokerstars.writer.replay import RecordPlay
from croupier.notation.record import BadRecord


@dataclass(slots=True)
class Settled:
    """The lines at the end of a hand."""

    lines: list[str]
    total: str
    won: dict[int, int]


def settle(play: RecordPlay, head: Headlines) -> Settled:
    """Return the lines of collections and of the total pot, and what each seat won."""
    awards = [event for event in play.hand.events if isinstance(event, Awarded)]
    amounts = _after_rake(play, awards)
    pots = sorted({award.pot for award in awards}, reverse=True)
    names = _pot_names(len(pots))
    lines = [f"{head.names[award.seat]} collected {head.money(amount)} from {names[award.pot]}"
             for pot in pots for award, amount in zip(awards, amounts, strict=True)
             if award.pot == pot and amount and not play.cash_outs[award.seat]]
    lines += [f"{head.names[seat]} cashed out the hand for {head.money(paid)}"
              for seat, paid in enumerate(play.cash_outs) if paid]
    won: dict[int, int] = {}
    for award, amount in zip(awards, amounts, strict=True):
        won[award.seat] = won.get(award.seat, 0) + amount
    total = sum(award.amount for award in awards)
    shares = [sum(amount for award, amount in zip(awards, amounts, strict=True) if award.pot == pot) for pot in pots]
    parts = "" if len(pots) < 2 else "".join(
        f" {names[pot].capitalize()} {head.money(share)}." for pot, share in zip(pots[::-1], shares[::-1], strict=True))
    return Settled(lines, f"Total pot {head.money(total)}{parts} | Rake {head.money(total - sum(amounts))}", won)


def _pot_names(count: int) -> list[str]:
    if count < 2:
        return ["pot"]
    return ["main pot", "side pot"] if count == 2 else ["main pot", *(f"side pot-{at}" for at in range(1, count))]


def _after_rake(play: RecordPlay, awards: list[Awarded]) -> list[int]:
    """Return the amount of each award. The rake is subtracted if the record's finishing stacks show a plausible rake.
    """
    amounts = [award.amount for award in awards]
    stated = play.record.get("finishing_stacks")
    if not isinstance(stated, list) or len(stated) != play.seats:
        return amounts
    try:
        taken = [final - play.units(said) for final, said in zip(_finals(play), stated, strict=True)]
    except BadRecord:  # half chips or unknown stacks, from which the rake cannot be computed
        return amounts
    winners = {award.seat for award in awards}
    # only winners pay rake
    if sum(taken) < 0 or any(less and seat not in winners for seat, less in enumerate(taken)):
        return amounts
    for seat in winners:
        # subtract the whole rake of a seat from its largest award, so that no small award becomes negative
        largest = max((at for at, award in enumerate(awards) if award.seat == seat), key=lambda at: amounts[at])
        amounts[largest] -= taken[seat]
    # if an award would become negative, the difference cannot be a rake
    return amounts if min(amounts, default=0) >= 0 else [award.amount for award in awards]


def _finals(play: RecordPlay) -> list[int]:
    """Return the final stacks in the engine. Players who were not dealt in keep their stacks."""
    return [play.stacks[seat] if seat in play.inactive else stack for seat, stack in enumerate(play.hand.stacks)]
