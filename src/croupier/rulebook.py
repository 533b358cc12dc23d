"""The text of every rule that croupier obeys, once.

A refusal names the clause behind it (`IllegalAction.clause`, "B4"); this module holds the text of that clause. The
command `croupier rules B4` prints it, and `docs/rules.md` lists all of them. Letters group the clauses by subject:

    M  money            B  betting rounds      G  betting in evolved games
    T  the arena        I  the sting           N  hand records, and players who come and go

This module imports nothing of croupier, so that every other module may import it.
"""

from __future__ import annotations

from dataclasses import dataclass

CHIPS_MAX = 10 ** 15
"""The largest amount that is accepted (M1): sums of ten of them fit 64 bits, and JavaScript reads them exactly."""

GROUPS = {
    "M": "Money",
    "B": "Betting rounds",
    "G": "Betting in evolved games",
    "T": "The arena",
    "I": "The sting",
    "N": "Hand records, and players who come and go",
}
"""The title of each group of clauses, by its letter."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One rule: its number, a title, the full text and, where it helps, a worked example."""

    number: str
    title: str
    text: str
    example: str = ""

    @property
    def anchor(self) -> str:
        """Return the name of this clause's anchor in `docs/rules.md`."""
        return self.number.lower()

    def __str__(self) -> str:
        example = f"\n\nExample: {self.example}" if self.example else ""
        return f"{self.number}. {self.title}\n\n{self.text}{example}"


def _clause(number: str, title: str, text: str, example: str = "") -> tuple[str, Clause]:
    """Return a clause by its number. Line breaks inside a paragraph are those of this file, not of the text."""
    return number, Clause(number, title, "\n\n".join(map(_joined, text.split("\n\n"))), _joined(example))


def _joined(paragraph: str) -> str:
    return " ".join(paragraph.split())


_MONEY = (
    _clause("M1", "Whole chips", """
Every amount is a whole number of chips, from 0 to 10^15. A float, NaN, bool, numeric string, negative number or
larger number is refused with an error that names it. Decimal amounts such as 75.25 exist only in hand records and in
the dicts of `croupier.table`. There a finite float or Decimal with at most four decimal places is read by its
shortest decimal text, scaled to the smallest unit that the hand needs, and written back as it was.
""", """
`raise_to(60)` is accepted; `raise_to(60.0)` and `raise_to(True)` are refused. A record with a stack of 75.25 is
played in units of 0.01 and saved as 75.25 again.
"""),
    _clause("M2", "Chips are conserved", """
After every action, stacks, bets, pots and rake add up to the chips the hand began with. The engine checks this sum
itself, in production too, and raises `ChipsLost` if it is wrong.
"""),
)

_BETTING = (
    _clause("B1", "Amounts are totals (raise-to)", """
The amount of a bet or raise is the seat's total for this street, not the chips added now. Interfaces that count
differently convert: `put(chips)` takes the chips moved now, and the raise of an evolved game adds one minimum bet.
The arena's `RAISE_TO` and the `cbr` of a hand record are totals already.
""", """
Blinds 10/20. The small blind, with 10 in, raises to 60: 50 chips move, and the bet to match rises by 40. `put(50)` is
the same action as `raise_to(60)`.
"""),
    _clause("B2", "What a betting round stores", """
A betting round stores only what cannot be computed from the rest. For each seat: `stack`, `bet` (chips put in on this
street), `total` (live chips put in during this hand), `dead` (dead chips put in), and `acted_at` (the price when the
seat last acted, or nothing). For the round: `price` (the bet to match), `full_raise` (the size of the last full
raise) and `raises` (how many raises there were). Pots, amounts to call, the right to raise and the end of the round
are computed from these values.
"""),
    _clause("B3", "Minimum raise", """
A raise must add at least as much as the last full raise. So the minimum raise-to is `price + full_raise`. On every
street `full_raise` starts at the minimum bet: the big blind, unless a record states another; a straddle does not
change it. An opening bet of at least the minimum sets `full_raise` to its size. A raise that adds at least
`full_raise` sets it to what it added. A seat with fewer chips may move all-in for less: this short all-in changes the
price, but not `full_raise`.
""", """
The bet is 20. A raise to 100 adds 80. An all-in to 120 adds only 20, so the next raise must be to at least 120 + 80 =
200. On the flop, with a minimum bet of 20, an opening all-in of 5 makes the minimum raise-to 25.
"""),
    _clause("B4", "Reopening the betting", """
A seat that has acted on this street may raise again only if the price has since gone up by at least a full raise. In
other words, a seat may raise if it has not acted yet, or if `price - acted_at >= full_raise`. A single short all-in
therefore does not reopen the betting, but several short all-ins that add up to a full raise do. A check or a limp
counts as having acted. A seat that may not raise may only call or fold; it may not raise by moving all-in either.
""", """
Blinds 10/20. Two players call 20, and the big blind moves all-in to 30. Both callers may call 10 or fold, but not
raise. With an all-in to 40 they could raise, because 20 is a full raise.
"""),
    _clause("B5", "When nobody is left to bet against", """
Nobody may raise when every other player in the hand is all-in. When at most one player in the hand still has chips,
and owes nothing that another player could win, nobody is asked to act any more: the rest of the board is dealt and
the hands are shown.
""", """
Stacks 20, 1000, 1000, blinds 10/20. The first player calls all-in for 20 and the small blind folds. The big blind is
not asked: the board is dealt at once.
"""),
    _clause("B6", "Short blinds and short calls", """
Before the flop the price is the full big blind, even if the player who posted it had fewer chips. A call costs at
most the caller's stack: a player with less calls with everything and is all-in.
""", """
Blinds 10/20, and the big blind has only 15 chips. The other players still owe 20, and the minimum raise-to is 40. A
player with 12 chips calls for 12.
"""),
    _clause("B7", "Antes and dead money", """
Dead money never counts towards a bet. Dead blinds and big-blind antes go whole into the main pot, and every player in
the hand can win them. Equal antes paid by every player are divided into side pots like bets: a player who was short
of the ante wins only what he matched. In a hand record, `ante_trimming_status` decides which of the two applies;
without it antes go whole into the main pot. Uncalled bets are computed from live chips only. A big-blind ante is
taken after the blind.
""", """
Blinds 10/20 and a big-blind ante of 20. A big blind with 30 chips posts the blind of 20 first and then an ante of 10.
"""),
    _clause("B8", "Positions, heads-up and straddles", """
With three or more players, the small blind sits left of the button and the big blind left of the small blind. The
player left of the big blind acts first before the flop, and the first player left of the button acts first on later
streets. Heads-up, the button posts the small blind, acts first before the flop and last on later streets. Players
left of the big blind, or the button, may straddle: each straddle is at least twice the bet before it. The last
straddler acts last before the flop and may still raise.
""", """
Heads-up with blinds 10/20 and the button at seat 0: seat 0 posts 10 and acts first; seat 1 posts 20 and acts first on
the flop.
"""),
    _clause("B9", "Check or call, bet or raise", """
An action must have its right name. CALL is refused when nothing is owed, and CHECK when something is. BET is refused
when there is a bet already, and RAISE when there is none. A raise to the amount of a call is refused; it is not
treated as a call. FOLD is always legal in poker. In the betting phases of evolved games it is not offered when there
is nothing to call.
""", """
Facing a bet of 20, `check()` is refused and `call()` moves 20. `raise_to(20)` is refused because it raises nothing.
"""),
    _clause("B10", "Refused actions", """
An illegal action is refused and changes nothing. The error names the reason, the clause and the legal range. What
happens next depends on the host. In `croupier.play` the bot's hand is folded and a warning is recorded. In the arena
the client receives `INVALID_ACTION`, the clock keeps running, and the player may try again.
""", """
The legal raises are to 40–1000. `raise_to(30)` raises `IllegalAction` with the clause "B3"; the same player is still
to act, with the same choices.
"""),
    _clause("B11", "Side pots and odd chips", """
Pots are layers: each layer holds an equal amount from every player who put in that much. Chips of folded players stay
in. Each layer is divided on its own among the best hands that take part in it. If nobody matched the highest layer,
it goes back to the player who put it in. Odd chips go one at a time to the winners in order, starting left of the
button. When a pot is split between high and low, the odd chip goes to the high half. In stud, odd chips go to the
winner with the highest card, ties broken by suit.
""", """
Three players are all-in for 100, 300 and 500. The main pot is 300 (all three can win it), the side pot is 400 (the
second and third), and 200 go back to the third. Two winners of a pot of 3 get 2 and 1; the winner nearer to the
button's left gets 2.
"""),
    _clause("B12", "Winning without a showdown", """
When everyone else folds, the last player wins the pot without showing cards. Folded cards are never shown to anyone.
The one exception is a match in the arena that publishes its secret when it has ended (T6).
"""),
    _clause("B13", "Limits", """
A game is played at no-limit, pot-limit, fixed-limit, or with the fixed step of evolved games. At no-limit a raise may
go up to the whole stack. At pot-limit the largest raise adds the size of the pot after a call; before the flop this
assumes that the blinds were posted in full.

At fixed limit a raise goes to the next whole multiple of the street's bet above the price. A short all-in is thereby
completed: the next raise brings the bet to the full amount, not to the all-in plus one bet. An all-in of half a bet
or more reopens the betting. A street is capped at four whole bets, of which the big blind, or the completed bring-in,
is the first; `max_bets` sets another number. The cap counts whole bets, not raises. The cap does not apply while only
two players in the hand are not all-in, if that came about before the cap was reached. A later fold does not lift a
cap that has been reached. With `cap_heads_up` the cap always holds, as in the ACPC's limit games. A hand record that
raises to the price plus one bet, or goes beyond the cap, is replayed with a note.
""", """
Fixed limit, bets of 100. On the flop the first player is all-in for 30: the next may call 30 or raise to 100. Bet
100, all-in to 270: the next raise is to 300. Before the flop with a big blind of 20, raises to 40, 60 and 80 make
four bets, and nobody may raise again.
"""),
    _clause("B14", "Time limits", """
What happens when a player's time runs out is a named policy. `check-call-fold` checks if that is free, else calls,
else folds; it is the default in the arena. `check-fold` checks if that is free, else folds. `fold` always folds; it
is what `table.auto` does. With the option `strikes` (off by default), a player who has run out of time that many
times in a row is played by `check-fold` until he acts himself.
"""),
    _clause("B15", "Dealing order", """
Cards are dealt one at a time, starting with the seat left of the button, round after round. Then the board is dealt
street by street. No cards are burned. Draws and the up-cards of stud are dealt in the order of play. The argument
`deck=` gives the cards in this order.
""", """
Heads-up with the button at seat 0 and `deck="7c Ah 2d As"`, seat 1 holds 7c 2d and seat 0 holds Ah As.
"""),
)

_EVOLVED = (
    _clause("G1", "Choices in a betting phase", """
In a betting phase the sizes of bets and raises are fixed. With nothing to call, a player may CHECK or BET the minimum
bet; a player with less than that may go ALL_IN instead of betting. With a bet to call, a player may FOLD, and CALL if
he has the chips. He may RAISE by the minimum bet if he can pay for the call and the raise, and if there were fewer
than `max_raises` raises. A player who cannot pay for the call may go ALL_IN instead. The opening bet is not a raise.
ALL_IN never counts as a raise, but if it lifts the bet, everyone else must act again. Nobody may raise when every
other player is all-in (B5). A game with `starting_chips` of 0 skips its betting phases.
""", """
Minimum bet 10, at most three raises. With 100 chips facing a bet of 20: CALL, RAISE, FOLD. With 5 chips facing 10:
ALL_IN, FOLD. With 5 chips and nothing to call: CHECK, ALL_IN.
"""),
    _clause("G2", "All-in", """
A player whose chips reach 0 is all-in, whichever action brought them there.
"""),
    _clause("G3", "Pots of evolved games", """
A short all-in wins only what it matched, because `side_pots` is true by default; with `side_pots` false there is a
single pot. Winners with equal hands split a pot. All odd chips go to the first winner in seat order. A player who has
folded cannot win.
""", """
A pot of 101 for two equal hands is paid 51 and 50; a pot of 100 for three is paid 34, 33 and 33.
"""),
    _clause("G4", "From hand to hand", """
Every hand is dealt from a full deck, and chips carry over. The first turn moves on to the next seat that still has
chips; the same seat never starts twice in a row while others have chips. A turn structure with several betting phases
has several betting rounds, each with its own parameters: bets start at 0 in each, and the pot stays. A player who has
folded takes no part in later phases of that hand.
""", """
Three players; seat 0 starts the first hand, in which seat 1 loses its last chips. Seats 2, 0, 2, 0 start the hands
that follow.
"""),
    _clause("G5", "End of the game", """
A game ends when one player has all the chips, after `max_hands` hands (100 by default), or by its win condition.
Every game ends within a fixed number of steps.
"""),
)

_ARENA = (
    _clause("T1", "Taking a seat", """
A connection takes a seat by sending `hello` with a team name and a join code. A new team gets the lowest free seat.
The same team with the same code replaces its old connection, which is closed with code 4000. The same team with
another code gets `TEAM_TAKEN`. If the arena has a roster, a team and code that are not on it get `TEAM_UNKNOWN`,
whichever of the two is wrong. If no seat is free, the answer is `TABLE_FULL`. If the first frame is not `hello`, or
none arrives within five seconds, the answer is `BAD_HELLO` and the connection is closed. `welcome` is the first frame
after an accepted `hello`; `lobby` follows it. A table opened with `--open` (never together with a roster) needs no
join code: the team name alone holds the seat.
"""),
    _clause("T2", "Legal actions in a prompt", """
`legal` lists FOLD, then CHECK or CALL, then RAISE_TO if a raise is legal. `call_amount` is left out when nothing is
owed, and is never more than the stack. `min_raise_to` and `max_raise_to` are left out when a raise is not legal.
`max_raise_to` is the stack plus what the player has put in on this street. If the stack is too short for the minimum
raise but more than a call, both are the all-in amount.
""", """
Blinds 10/20, and the first player has 1000 chips: legal is FOLD, CALL, RAISE_TO, with call_amount 20, min_raise_to 40
and max_raise_to 1000.
"""),
    _clause("T3", "Amounts in events", """
The events `BET` (opening bets and raises alike) and `CALL` carry the chips added now. Each layer of the pot has its
own `POT_AWARD`, and so has an uncalled bet that goes back. If everyone else folds, one `POT_AWARD` pays the whole
pot. `ELIMINATED` is sent exactly once for each seat that goes broke.
"""),
    _clause("T4", "Late, early and malformed actions", """
An action that arrives at the wrong time changes nothing, and its sender gets an error. `ACTION_TOO_LATE` answers an
action for another hand, or for a prompt of this seat that has ended. `OUT_OF_TURN` answers an action from a seat that
has not been prompted yet. `act` and `snapshot` carry a number, `decision`. An action that echoes another number is
`ACTION_TOO_LATE`, so a late answer to the flop can never be taken for the turn. An action without the number answers
the current prompt, unless it was received before that prompt was sent; then it is `ACTION_TOO_LATE`. The journal
keeps the number of the decision that was open when the bytes were read, so that a replay decides in the same way.

An unknown action word is `INVALID_ACTION`. A known field of the wrong type, a missing `amount`, broken JSON, or a `v`
other than 1 is `BAD_SCHEMA`. Unknown fields are ignored. An unknown message type is `UNKNOWN_TYPE`. Frames above the
rate limit are `RATE_LIMITED`.
""", """
Heads-up, the big blind sends CHECK twice in one packet, without `decision`. The first is accepted; the second is
`ACTION_TOO_LATE`, and the prompt on the flop stays open.
"""),
    _clause("T5", "Start, late entry and end of a match", """
A match begins when `min_teams` teams (2 by default) are seated, and ends when one seat has all the chips. A team that
arrives during a hand is welcomed and dealt in from the next hand. By default entry closes at the first elimination;
`late_entry_hands` sets a number of hands instead. A seat without chips no longer counts as a player. `min_teams`
never asks for more teams than can still come (the roster without the removed teams); the operator can lower it.

A table may play matches of fixed length (`match_hands`): every hand begins with the starting stack, nobody is
eliminated, entry closes with the first hand, and after that many hands the team that won the most chips has won.

A team that the operator removes takes the lowest place that is still open. The team's chips in the pot stay there.
The team's stack leaves the match with the event `REMOVED` (`seat`, `amount`), which is sent before `end_hand`. The
count of chips (M2) includes this stack. Its result is minus its starting stack, so the results of this match do not
add up to 0, and the standings say why.
""", """
A team that started with 1,500 is removed with 950 in front of it and 50 in the pot. `REMOVED` carries 950, the 50
stay in the pot, and its result is −1,500.
"""),
    _clause("T6", "Fair dealing", """
The server cannot choose the cards, and nothing that it publishes before the end gives them away. For each match the
server draws a secret of 32 bytes and writes it to its journal before using it. `welcome` and every `start_hand` carry
`deal` with `alg`, `match_id`, `hand_no` and `commit`, where `commit` is the SHA-256 of alg, match_id and secret.
After `welcome` each seat may send one `nonce` of 32 bytes; it is shown in `lobby` and used from the next hand on.

The key of a hand is HMAC-SHA256, with the secret as the key, of alg, match_id, hand_no and the nonces in seat order,
each prefixed with its length. Block i is the HMAC of the number i with the hand key, read as big-endian 32-bit
numbers. These numbers shuffle the deck (Fisher-Yates; numbers that would favour some cards are skipped). `seed` is
computed from match_id and hand_no and has no influence on the deck. Hand numbers are consecutive; a void hand keeps
its number and is listed.

`reveal` says when the secret is published. `match`, the default for matches, publishes it with `match_end`; this also
discloses folded cards, the one exception to B12, and `welcome` says so. `auditor`, the default for cash tables, gives
it to the operator only, and a new secret is used every N hands. `never` keeps it. `croupier verify` deals the hands
again from a published secret. All games in the arena derive their cards and all other random numbers from the hand key.
"""),
    _clause("T7", "Stable frames", """
New versions may add fields to the arena's frames, but no field of protocol version 1 is renamed, dropped or given
another meaning.
"""),
    _clause("T8", "Hand ids and stacks", """
`hand_id` has the form `H-YYYY-MM-DD-NNNNN` and is never used twice in one store, even if several servers share it. The
stacks in `start_hand` are those before the blinds.
"""),
    _clause("T9", "Button and blinds in a match", """
In a match the first button is the lowest seat with chips; after every hand it moves to the next seat with chips.
Players with too few chips for a blind post what they have and are all-in. The moving big blind of cash tables (N5)
does not apply. When play becomes heads-up, the last big blind gets the button.
"""),
    _clause("T10", "Other games in the arena", """
All games use the same frames. `welcome.config.variant` names the game; `HUNL` is no-limit hold'em. In other games
`act` carries `view` (what the seat may see) and `legal` (a list of action objects), and the client sends one of these
objects back in `action`. Their events come as `event` frames too. In a game with chips, a player who goes broke gets
`ELIMINATED` at the end of the hand and is placed by when that happened.
"""),
    _clause("T11", "No sitting out in a match", """
In a match nobody may sit out: the intents 1 (wait for the big blind) and 2 (pause) are refused. A player who leaves
or is absent is still dealt in and posts blinds, and the server acts for him.
"""),
    _clause("T12", "A player's own time-out policy", """
`hello` may carry `on_timeout`, either `check-fold` or `fold`: it says what the server does for this seat when its
time runs out, instead of checking, else calling, else folding. The web page sends `check-fold` and tells the player.
A table may have `time_bank_ms`: extra time that is used after the move time and shown in `act`.
""", """
A client sent `on_timeout: "check-fold"`, faces a bet and lets its time run out. It is folded, and the event is marked
as automatic.
"""),
    _clause("T13", "Team names", """
Two teams whose names look alike cannot sit at one table. Names are normalized (NFKC) and may not contain invisible,
blank or control characters. They must satisfy Unicode's Highly Restrictive profile, and their confusable skeletons
must differ.
""", """
`Alpha` is seated. `Alpha` followed by a blank Braille pattern, and `АIpha` with a Cyrillic А and a capital I, are
refused.
"""),
)

_STING = (
    _clause("I1", "Check and raise", """
A player may answer a raise with a check; nobody has to match it. A raise plays exactly one card of the raiser's
choice, face down.
"""),
    _clause("I2", "Turn order and initiative", """
The turn goes from the Narc to the Customer to the Player. The first raise of a round gives the raiser the initiative;
later raises by others count towards the limit of three but do not take it. After the last player in this order, the
turn goes back to the holder of the initiative (unless he himself acted last) and continues from him in the same
order. If the holder himself is last in the order, the others answer him first. The holder's check ends the betting. A
holder who is all-in checks automatically, which ends the betting once the others have answered. With the rule option
`respond="everyone"`, all others answer each raise.
""", """
Narc checks, Customer raises, Player checks. The turn goes back to the Customer, who raises again; Player checks;
Customer checks, and the cards are flipped.
"""),
    _clause("I3", "Raise limit and all-in", """
The third raise of a round ends the betting at once. A player who has played his last card is all-in: he checks
automatically for the rest of the round, and draws back to three cards in the next one.
"""),
    _clause("I4", "Folding", """
When the Narc or the Customer folds, he leaves the hand and it goes on for the others. If the holder of the initiative
folds, nobody has it any more. When the Player folds, the hand ends: he is safe, makes no profit, and keeps his
unplayed cards and his heat.
"""),
    _clause("I5", "Decision points", """
After rounds 1 and 2 the Player decides whether to go on or to fold. Round 3 goes from the flip straight to the
resolution. The cards of a round count once they are flipped, in round 3 too.
"""),
    _clause("I6", "Totals, bust and insurance", """
The last Product and the last Location played are the ones that count; Evidence, Cover and Deal Modifier cards add up.
Profit is the price of the active product times the multipliers, rounded down; it is 0 without a product. Evidence and
cover are never below 0. Heat is the sum of the heat of all flipped cards, including cards that were replaced later. The
Player is busted only if evidence exceeds cover.

Insurance adds cover. If the Player would be busted and has the cash, the insurance takes its cost from his cash and
adds its penalty to his heat instead. An active Conviction whose threshold is at most the heat after this hand defeats
the insurance. Of several insurances, and of several convictions, the last one played is active.
""", """
Cigarettes (price 30, heat 5), then Liquor (price 100, heat 30): profit 100, heat 35. Evidence 30 against cover 30 is
safe; 31 against 30 is a bust. Bust with cash 1500 and an insurance that costs 1000 with a penalty of 20: safe, cash
500, heat +20.
"""),
    _clause("I7", "The house and its decks", """
The Narc raises with a chance of 40, 60 and 80 % in rounds 1, 2 and 3. The Customer checks in rounds 1 and 2. In round
3 he raises with a chance of 70 % and else checks; above 60 evidence he raises with 70 % and folds with 30 %. The
decks have 20 Player, 25 Narc and 25 Customer cards. The decks are TOML files that a designer can edit.
"""),
    _clause("I8", "A run", """
Cash, heat and the deck carry over from hand to hand. Played cards are gone. A run ends when the Player is busted or
has fewer than three cards left.
"""),
)

_RECORDS = (
    _clause("N1", "Columns of a joining player", """
`seatCount` is a number; a list with one number, such as `[6]`, is accepted on reading. When a player joins,
`players`, `startingStacks` and `_intents` must hold his own entry. Other lists that lack only this entry are padded.
Any other difference in length refuses the join.
"""),
    _clause("N2", "Newcomers", """
A newcomer starts with `_inactive` 1 and `_deadBlinds` 0. If his entry in `_intents` is 0, the newcomer is dealt in at
the next hand and owes nothing. Newcomers and returning players follow the same rules.
"""),
    _clause("N3", "What merge takes from a client", """
`merge` takes only three things from a client: his own intent (0 to 3), his own legal actions in turn, and, when he
joins, his own entry in each list. The shared part of the two action logs must agree; an unknown card `??` agrees with
any card. If the logs differ, or the client sends an illegal action or a dealer's action, his actions are dropped but
his intent is kept. For malformed input `merge` returns the server's hand unchanged; `refusal` gives the reason.
"""),
    _clause("N4", "Pausing or leaving during a hand", """
A player who pauses or leaves during a hand becomes `_inactive` 1 at once, and is folded in the log (`pN f`) when his
turn comes. An all-in player stays in for his pots. A player who changes his mind before `next_hand` plays the next
hand without debt. Intent 3 with `_inactive` 1 is final.
"""),
    _clause("N5", "Moving the blinds", """
`next_hand` moves the big blind first: clockwise by seat from the last big blind to the first seat that is active,
comes in now, or waits for the big blind (intent 1). The small blind is the seat of the last big blind if it is
active; else it is dead and nobody posts it. Heads-up, it is the other player. The button goes to the seat of the last
small blind; heads-up, the small blind has the button. The fields `_bb` and `_sb` keep both seats, dead or not; if
they are missing they are read from the blinds. So nobody pays the big blind twice in a row, and nobody skips it.
""", """
Three players with blinds `[0, 10, 20]`: the next hands have `[20, 0, 10]`, `[10, 20, 0]` and `[0, 10, 20]`.
"""),
    _clause("N6", "Debt of a paused player", """
A paused player (intent 1 or 2) owes one big blind when the big blind passes his seat. He owes half a big blind,
rounded down to the smallest unit, when he sits after the last small blind, up to and including the seat of the last
big blind. A debt is at most 1.5 big blinds, wherever it comes from, and is counted in chips. A player who waits for
the big blind (intent 1) comes back free when it reaches him. A player who returns with intent 0 comes back at once
and pays his debt. Debt grows with hands dealt, not with time.
""", """
Big blind 20. A player paused through both blinds owes 30. A record that says `_deadBlinds` 70 is charged 30.
"""),
    _clause("N7", "Paying a debt", """
A debt that is paid goes into the pot as dead money. `startingStacks` is reduced, `_deadBlinds` becomes 0, and
`_deadMoney` shows the chips. The sum of `startingStacks` and `_deadMoney` equals the sum of `finishingStacks` and the
rake. Imports subtract a dead post from `startingStacks`, and exports add it back. In an imported record,
`_deadBlinds` of an active seat is read as `_deadMoney`. `next_hand` clears it.
""", """
Big blind 2, debt 3, stack 100: `startingStacks` becomes 97, `_deadBlinds` 0 and `_deadMoney` 3.
"""),
    _clause("N8", "Too few chips", """
A returning or new player who cannot pay debt, one big blind and the ante gets `_inactive` 1 and intent 3, and is
removed at the following `next_hand`. An active player with chips plays on, all-in for the blind if necessary; with 0
chips he leaves in the same way. Leaving forgives the debt. A table may remember a leaver's stack for
`leaver_memory_ms` (off by default), so that nobody comes back with less; it never remembers the debt.
""", """
Debt 15, ante 2, big blind 20: a stack of 37 plays, a stack of 35 leaves.
"""),
    _clause("N9", "Checked input", """
Every number in a record or a table is checked (M1). Seats are unique and within 1..seatCount. No card occurs twice.
Any non-zero `_inactive` is read as 1. A blind written at an inactive seat marks its position and is not paid.
""", """
`_inactive: [0, 10, -1]` is read as `[0, 1, 1]`.
"""),
    _clause("N10", "What a player may see", """
`personalize` hides other players' hole cards, card by card, removes the seed and sets `author`. Somebody who does not
sit at the table sees no hole cards.
"""),
    _clause("N11", "Time limits at a table", """
`auto` folds only for a player whose time has run out; at the showdown it mucks. Without a time limit, or with one of
0, time never runs out. The hand of an all-in player is always shown.
"""),
    _clause("N12", "Reading hand histories", """
Hand records are read as they were written, and nothing is silently repaired. PHH is read as its standard says: all
eleven variants, `.phh` and `.phhs`. Negative blinds (live posts of a newcomer) and `inf` stacks are read as in the
public data. An illegal action in a file is reported with its hand, line and clause.
"""),
    _clause("N13", "Blinds rotate every hand", """
The blinds rotate every hand, and the big blind always moves to the next player, also after players have left.
""", """
Blinds `[0, 1, 2]`, and the first player leaves. The remaining two play the next hand with `[2, 1]`: the former small
blind posts the big blind.
"""),
    _clause("N14", "Buy-ins and balances", """
A host may give `merge` the players' balances; a buy-in is then cut down to what the player owns. A buy-in or top-up
outside the table's limits is refused.
""", """
A player asks for 100 and owns 75.25: he sits down with 75.25.
"""),
    _clause("N15", "Fewer than two players", """
If fewer than two seats are active when a hand should start, the players who wait for the big blind are brought in
free, but never those who pause. The first seat dealt in after the last big blind then posts it, unless it has just
paid it. With fewer than two players after that, the table waits and nobody's debt grows.
"""),
    _clause("N16", "Order of the lists", """
Clockwise means in the order of `seats`. Joining players are appended to the lists; `next_hand` sorts every list of
players by seat.
"""),
    _clause("N17", "Antes and straddles from hand to hand", """
`_antes` keeps the nominal antes: equal antes stay where they are, unequal ones move with the blinds. Inactive seats
pay no ante. Straddles move with the big blind.
"""),
)

CLAUSES: dict[str, Clause] = dict((*_MONEY, *_BETTING, *_EVOLVED, *_ARENA, *_STING, *_RECORDS))
"""Every clause by its number, in the order of the page."""
