"""What a page must show, derived from the server's public state without any code of the page."""

from __future__ import annotations

from typing import Any

LEFT, RIGHT = "\u2068", "\u2069"


def amount(chips: int) -> str:
    """Write chips as the page does."""
    return f"{chips:,}"


def differences(read: dict[str, Any], table: dict[str, Any], own: dict[str, Any] | None) -> list[str]:
    """Return what a page shows otherwise than the table in play; `own` is the seat of the page, with its cards
    and, after a connection was lost or the page loaded again, its prompt as soon as that has come.
    """
    shot, config = table["hand"], table["config"]
    if config["variant"] == "sting":
        return _sting(read["sting"], shot, own)
    found = []
    pods = {pod["seat"]: pod for pod in read["pods"]}
    rows = {row["seat"]: row for row in shot["players"]}
    is_evolved = config["variant"].startswith("genome:")
    for place, (seat, row) in enumerate(sorted(rows.items())):
        pod = pods.get(seat)
        if pod is None:
            found.append(f"seat {seat} is missing")
            continue
        found += _stack(pod, row, shot, place) if is_evolved else _same(f"stack of {seat}", pod["stack"],
                                                                       amount(row["stack"]))
        found += _same(f"bet of {seat}", pod["bet"], amount(row["committed"]) if row["committed"] else "")
        found += _same(f"{seat} folded", pod["kind"] == "folded", row["has_folded"])
        found += _same(f"turn of {seat}", pod["kind"] == "turn", shot["next_actor"] == seat and not row["has_folded"])
        found += _cards(pod, row, shot, place, config, own)
    for player in table["players"]:
        if player["seat"] not in rows and player["seat"] in pods:
            found += _same(f"stack of {player['seat']}, who is out", pods[player["seat"]]["stack"],
                           amount(player["stack"]))
    found += _same("pot", read["total"], f"Total pot {amount(shot['pot'])}" if shot["pot"] else "")
    found += _same("board", read["board"], _board(shot))
    if not is_evolved:
        found += _same("pots", read["pots"], _pots(shot))
    if own is not None and shot["next_actor"] == own["seat"]:
        found += _same("decision", read["decision"], f"{shot['at_hand_id']}/{shot['decision']}")
        found += _same("title says whose turn it is", read["title"].startswith("Your turn"), True)
        found += _buttons(read, own["prompt"]) if "prompt" in own else ["the page was not asked again"]
    return found


def _same(what: str, shown: object, true: object) -> list[str]:
    return [] if shown == true else [f"{what}: the page shows {shown!r}, the server has {true!r}"]


def _stack(pod: dict[str, Any], row: dict[str, Any], shot: dict[str, Any], place: int) -> list[str]:
    """In a game from the lab a plate has chips, points and tricks, as far as the game has them."""
    view = shot["view"]
    has_chips = view["pot"] + sum(view["stacks"]) > 0
    score, tricks = view["scores"][place], view["tricks_of"][place]
    parts = [amount(row["stack"])] if has_chips else []
    if any(view["scores"]) or not has_chips:
        parts.append("1 point" if score == 1 else f"{amount(score)} points")
    if any(view["tricks_of"]):
        parts.append("1 trick" if tricks == 1 else f"{tricks} tricks")
    return _same(f"chips of {row['seat']}", pod["stack"], " · ".join(parts))


def _cards(pod: dict[str, Any], row: dict[str, Any], shot: dict[str, Any], place: int, config: dict[str, Any],
           own: dict[str, Any] | None) -> list[str]:
    variant = config["variant"]
    if own is not None and own["seat"] == row["seat"]:
        return _same("own cards", pod["cards"], own["hole"])
    if variant.startswith("genome:"):
        true = sorted(shot["view"]["cards_of"][place])
        is_put_away = row["has_folded"] and set(true) == {"??"}
        return _same(f"cards of {row['seat']}", sorted(pod["cards"]), [] if is_put_away else true)
    true = row.get("cards", ["??", "??"])  # in hold'em nobody has open cards, and the state lists none
    is_put_away = row["has_folded"] and set(true) == {"??"}
    return _same(f"cards of {row['seat']}", pod["cards"], [] if is_put_away else true)


def _board(shot: dict[str, Any]) -> list[str]:
    view = shot.get("view") or {}
    return [*view["board"], *view["pile"][-4:]] if "pile" in view else list(shot["community"])


def _pots(shot: dict[str, Any]) -> list[list[str]]:
    """Return main pot and side pots by B11 from what every seat has put in on earlier streets; one pot is no list."""
    rows = [(row["total_in_pot"] - row["committed"], row["has_folded"], row["all_in"]) for row in shot["players"]]
    all_ins = {paid for paid, folded, all_in in rows if all_in and not folded and paid}
    levels = sorted(all_ins | {max(paid for paid, _, _ in rows)})
    pots: list[tuple[int, frozenset[int]]] = []
    below = 0
    for level in levels:
        size = sum(min(paid, level) - min(paid, below) for paid, _, _ in rows)
        winners = frozenset(at for at, (paid, folded, _) in enumerate(rows) if not folded and paid >= level)
        if pots and sum(paid > below for paid, _, _ in rows) == 1:
            continue  # nobody else can call this: it is no pot
        if size and pots and (pots[-1][1] == winners or not winners):
            pots[-1] = (pots[-1][0] + size, pots[-1][1])
        elif size:
            pots.append((size, winners))
        below = level
    names = ["Main pot", *(f"Side pot {number}" for number in range(1, len(pots)))]
    return [[name, amount(size)] for name, (size, _) in zip(names, pots, strict=True)] if len(pots) > 1 else []


def _buttons(read: dict[str, Any], prompt: dict[str, Any]) -> list[str]:
    """The buttons are the legal actions, and the slider has the legal amounts."""
    legal = [{"action": each} if isinstance(each, str) else each for each in prompt["legal"]]
    words = {each["action"] for each in legal}
    found = []
    for word, label in (("FOLD", "Fold"), ("CHECK", "Check"), ("CALL", "Call"), ("BRING_IN", "Bring in"),
                        ("STAND_PAT", "Stand pat")):
        found += _same(f"{label} can be pressed", any(move.startswith(label) for move in read["moves"]), word in words)
    raises = next((each for each in legal if each["action"] == "RAISE_TO"), None)
    if raises is not None:
        bounds = [raises.get(f"{end}_amount", prompt.get(f"{end}_raise_to")) for end in ("min", "max")]
        if bounds[0] < bounds[1]:
            found += _same("amounts", read["range"], bounds)
        else:  # one amount is on the button, and there is nothing to choose
            found += _same("amounts", read["range"], None)
            words = [f"{verb} {amount(bounds[0])}" for verb in ("Bet", "Raise to", "All-in")]
            found += _same(f"a button for {bounds[0]}", any(move in words for move in read["moves"]), True)
    throws = next((each for each in legal if each["action"] == "DISCARD" and "any_of" in each), None)
    return found + _same("cards to discard", read["picks"], throws["any_of"] if throws else [])


def _sting(read: dict[str, Any] | None, shot: dict[str, Any], own: dict[str, Any] | None) -> list[str]:
    view = shot.get("view")
    if read is None or view is None:
        return ["the sting is not there"]
    seats = sorted(row["seat"] for row in shot["players"])
    turns = [seat == shot["next_actor"] for seat in seats]
    lanes: list[list[str]] = [[], [], []]
    for role, card, flipped in view["table"]:
        lanes[role].append(card["name"] if flipped else "down")
    wanted = {"hand": f"Hand {view['hand_no']} of {view['hands']}", "round": f"Round {view['round_no']} of 3",
              "cash": f"Cash {amount(view['cash'])}", "heat": f"Heat {amount(view['heat'])}",
              "evidence": amount(view["totals"]["evidence"]), "cover": amount(view["totals"]["cover"]),
              "profit": f"Profit {amount(view['totals']['profit'])}", "lanes": lanes}
    found = [line for key, true in wanted.items() for line in _same(key, read[key], true)]
    found += _same("turn", [role["turn"] for role in read["roles"]], turns)
    found += _same("cards held", [role["held"] for role in read["roles"]], list(view["held_by"]))
    found += _same("out", [not role["out"] for role in read["roles"]], [place in view["live"] for place in range(3)])
    found += _same("decks", [role["deck"] for role in read["roles"]], [f"{left} in deck" for left in view["deck_of"]])
    return found + (_same("own cards", read["own"], own["hole"]) if own is not None else [])


def ended(read: dict[str, Any], table: dict[str, Any], awards: dict[int, int], names: dict[int, str]) -> list[str]:
    """Return what a page shows otherwise than the result of a hand of poker."""
    pods = {pod["seat"]: pod for pod in read["pods"]}
    found = [line for player in table["players"] if player["seat"] in pods
             for line in _same(f"stack of {player['seat']} at the end", pods[player["seat"]]["stack"],
                               amount(player["stack"]))]
    found += _same("winners", sorted(seat for seat, pod in pods.items() if pod["kind"] == "won"), sorted(awards))
    words = read["verdict"].replace(LEFT, "").replace(RIGHT, "")
    found += [f"{names[seat]} +{amount(won)} is not in the result: {words}" for seat, won in awards.items()
              if f"{names[seat]} +{amount(won)}" not in words]
    return found + _same("bets at the end", [pod["bet"] for pod in read["pods"] if pod["bet"]], [])
