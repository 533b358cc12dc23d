"""Rulings N2 and N4-N8 and N15 again, written a second time from their text, seat by seat and without any cleverness.

Seats are dicts by number; nothing here is taken from `croupier.table`.
"""

from __future__ import annotations

from typing import Any


def step(number: int) -> int:
    """The next seat number clockwise, ten places round the table."""
    return number % 10 + 1


def next_hand(seats: dict[int, dict[str, Any]], bb: int, sb: int | None, small: int, big: int,
              ante: int) -> dict[str, Any] | None:
    """Who sits how in the next hand, and who posts what; None where the table waits."""
    seats = {number: dict(seat) for number, seat in seats.items() if seat["intent"] != 3}
    playing, coming, waiting = set(), set(), set()
    for number, seat in seats.items():
        seat["debt"] = min(seat["debt"], big * 3 // 2)
        if seat["stack"] == 0:
            seat["intent"], seat["out"] = 3, True
        elif seat["intent"] == 2:
            seat["out"] = True
        elif seat["intent"] == 1:
            seat["out"] = True
            waiting.add(number)
        elif not seat["out"]:
            playing.add(number)
        elif seat["stack"] >= seat["debt"] + big + ante:
            coming.add(number)
        else:
            seat["intent"] = 3
    able = {number for number in waiting if seats[number]["stack"] >= big + ante}
    ready = playing | coming
    brought = len(ready) < 2
    if brought and len(ready | able) < 2:
        return None
    if brought:
        for number in waiting - able:
            seats[number]["intent"] = 3
        takers = ready | able
    else:
        takers = ready | waiting
    passed, new = [], step(bb)
    while new not in takers or (new in waiting and new not in able):
        if new in waiting and not brought:
            seats[new]["intent"] = 3
        passed.append(new)
        new = step(new)
    ready = ready | able if brought else ready | {new}
    missed_small, number = [], bb if sb is None else step(sb)
    while True:
        missed_small.append(number)
        if number == bb:
            break
        number = step(number)
    dead = {}
    for number, seat in seats.items():
        if number in ready:
            if seat["intent"] == 0 and seat["debt"]:
                dead[number] = seat["debt"]
                seat["stack"] -= seat["debt"]
            seat.update(intent=0, out=False, debt=0)
        elif seat["intent"] in (1, 2):
            owed = big * (number in passed) + big // 2 * (number in missed_small)
            seat["debt"] = min(seat["debt"] + owed, big * 3 // 2)
    if len(ready) == 2:
        new_sb = (ready - {new}).pop()
    else:
        new_sb = bb
    posts = {new: big}
    if new_sb in ready:
        posts[new_sb] = small
    return {"seats": seats, "bb": new, "sb": new_sb, "posts": posts, "dead": dead}
