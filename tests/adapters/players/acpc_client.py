"""An agent of the ACPC, written from the published description of its protocol: plays legal actions at random.

Usage: acpc_client.py PLAYERS SMALL BIG STACK HOST PORT; a stack of 0 plays limit.
"""

import random
import re
import socket
import sys

players, small, big, stack = map(int, sys.argv[1:5])
rng = random.Random(11)


def decision(line):
    """Return the action for a state, None if it is not our turn."""
    _, position, _, betting, _cards = line.split(":")
    position = int(position)
    blinds = [big, small] if players == 2 else [small, big] + [0] * (players - 2)
    spent, folded, rounds = list(blinds), set(), betting.split("/")
    def active(seat):
        return seat not in folded and (not stack or spent[seat] < stack)
    turn = None
    for number, actions in enumerate(rounds):
        seat = (1 if players == 2 else 2 % players) if number == 0 else 0
        raises, price, step = (1 if number == 0 else 0), max(spent), big
        acted = set()
        words = re.findall(r"f|c|r\d*", actions)
        if number and not words and sum(map(active, range(players))) < 2:
            return None
        while True:
            live = [each for each in range(players) if each not in folded]
            waiting = [each for each in live if active(each) and (each not in acted or spent[each] < price)]
            alone = len([each for each in live if active(each)]) == 1
            if len(live) < 2 or not waiting or (alone and spent[waiting[0]] >= price):
                turn = None
                break
            while seat not in waiting:
                seat = (seat + 1) % players
            if not words:
                turn = seat
                break
            word = words.pop(0)
            acted.add(seat)
            if word == "f":
                assert spent[seat] < price, "folded with nothing to call"
                folded.add(seat)
            elif word == "c":
                spent[seat] = price if not stack else min(stack, price)
            else:
                total = int(word[1:]) if stack else price + (big if number < 2 else 2 * big)
                assert total > price
                if stack:
                    assert total <= stack
                    assert total == stack or total - price >= step, (line, total, price, step)
                step, price, raises = max(step, total - price), total, raises + 1
                spent[seat] = total
                acted = {seat}
            seat = (seat + 1) % players
    if turn != position:
        return None
    others = [each for each in range(players) if each != position and active(each)]
    choice = rng.random()
    if choice < 0.3 and others:
        if not stack:
            if raises < 4:
                return "r"
        elif price < stack:
            least = min(stack, price + step)
            return f"r{rng.choice((least, rng.randint(least, stack), least))}"
    return "f" if choice > 0.9 and spent[position] < price else "c"


connection = socket.create_connection((sys.argv[5], int(sys.argv[6])))
stream = connection.makefile("rw", newline="")
stream.write("VERSION:2.0.0\r\n")
stream.flush()
for line in stream:
    line = line.rstrip("\r\n")
    if line.startswith(("#", ";")):
        continue
    answer = decision(line)
    if answer is not None:
        stream.write(line + ":" + answer + "\r\n")
        stream.flush()
