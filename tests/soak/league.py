"""`python -m tests.soak.league`: a league of twenty bots, killed once and resumed, and on a local Ray cluster.

House bots, searchers of several strengths, a bot in JavaScript, one in C, one that crashes and one that cheats go from
an empty folder to a ladder. The same season is played in one go, with a SIGKILL in the middle, and on Ray: the results
of all three must be equal, game by game.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from croupier.bots import names
from croupier.contest.league.store import LeagueStore

from .evidence import EVIDENCE, commit, versions

FILE_BOTS = {
    "calm": "return view.call() if view.to_call <= view.pot else view.fold()",
    "crash": "os._exit(1)",
    "cheat": "print([open(each).read() for each in os.listdir('.') if os.path.isfile(each)]); "
             "return croupier.Action('RAISE_TO', view.stack * 10)",
}
NODE = """import readline from "node:readline";
for await (const line of readline.createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.type === "start") console.log(JSON.stringify({ type: "ready" }));
  if (message.type === "act") {
    const call = message.legal.find(each => ["CHECK", "CALL"].includes(each.action));
    const answer = message.view.strength > 0.5 && call ? call : message.legal[0];
    console.log(JSON.stringify({ id: message.id, ...answer }));
  }
}
"""
C = r"""#include <stdio.h>
#include <string.h>
static char line[1 << 20];
int main(void) {
    while (fgets(line, sizeof line, stdin)) {
        char *id = strstr(line, "\"id\":");
        int number = 0;
        if (strstr(line, "\"type\":\"start\"")) puts("{\"type\":\"ready\"}");
        else if (strstr(line, "\"type\":\"act\"") && id && sscanf(id + 5, "%d", &number) == 1)
            printf("{\"id\":%d,\"action\":\"%s\"}\n", number, strstr(line, "\"action\":\"CHECK\"") ? "CHECK" : "CALL");
        fflush(stdout);
    }
    return 0;
}
"""
SEARCHERS = ("mcts:10", "mcts:40", "mcts:160")


def make_folder(folder: Path) -> None:
    """Fill a folder with twenty bots."""
    folder.mkdir(parents=True)
    for name, act in FILE_BOTS.items():
        text = f"import croupier, os\n\nclass Mine(croupier.Bot):\n    def act(self, view):\n        {act}\n"
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    (folder / "node_bot.mjs").write_text(NODE, encoding="utf-8")
    (folder / "c_bot.c").write_text(C, encoding="utf-8")
    subprocess.run(["gcc", "-O1", "-o", folder / "c_bot", folder / "c_bot.c"], check=True)
    others = [name for name in names() if name not in ("mcts", "rollouts")]
    listed = {"node": "exec:node node_bot.mjs", "c": "exec:./c_bot"}
    listed |= {each.replace(":", "_"): each for each in SEARCHERS}
    room = 20 - len(FILE_BOTS) - len(listed)
    listed |= {f"{name}_{number // len(others) + 1}" if number >= len(others) else name: name
               for number, name in ((number, others[number % len(others)]) for number in range(room))}
    (folder / "league.toml").write_text("[bots]\n" + "".join(f'{name} = "{what}"\n' for name, what in listed.items()),
                                        encoding="utf-8")


def command(folder: Path, deals: int, *more: str) -> list[str]:
    return [sys.executable, "-m", "croupier", "league", str(folder), "--deals", str(deals), "--games-max", "1",
            "--move-time-ms", "60000", "--json", *more]


def results(folder: Path) -> list[Any]:
    """Return all games of a season with their results."""
    store = LeagueStore(folder / "league.db")
    try:
        return [(game.batch, game.number, game.bots, game.seed, game.result and game.result["scores"],
                 game.result and game.result["faults"]) for game in store.games("1")]
    finally:
        store.close()


def finished(folder: Path) -> int:
    """Return the number of games played so far."""
    return sum(each[4] is not None for each in results(folder)) if (folder / "league.db").exists() else 0


def killed_and_resumed(folder: Path, deals: int, after: int) -> dict[str, Any]:
    """Kill a league after some games, then let it play on; return its ladder."""
    with subprocess.Popen(command(folder, deals), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as first:
        while finished(folder) < after and first.poll() is None:
            time.sleep(0.2)
        first.kill()
    print(f"killed after {finished(folder)} games", flush=True)
    return played(command(folder, deals))


def played(words: list[str]) -> dict[str, Any]:
    """Run a league and return what it prints."""
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
    return dict(json.loads(done.stdout))


def main(words: list[str] | None = None) -> int:
    """Play the league in three ways and compare."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak.league", description=__doc__)
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--kill-after", type=int, default=60)
    parser.add_argument("--without-ray", action="store_true")
    parser.add_argument("--out", type=Path, default=EVIDENCE / "league.json")
    asked = parser.parse_args(words)
    base = Path(tempfile.mkdtemp(prefix="croupier-league-"))
    ladders: dict[str, Any] = {}
    ways = ["killed", "whole"] + (["ray"] if find_spec("ray") and not asked.without_ray else [])
    began = time.time()
    for way in ways:
        # the same path each time: a bot's seed and log do not depend on it, but its messages may
        make_folder(base / "league")
        if way == "killed":
            ladders[way] = killed_and_resumed(base / "league", asked.deals, asked.kill_after)
        elif way == "whole":
            ladders[way] = played(command(base / "league", asked.deals))
        else:
            from tests.lab.clusters import SETTINGS, local_ray

            os.environ.update(SETTINGS)
            with local_ray() as head:
                ladders[way] = played(command(base / "league", asked.deals, "--ray", head.address))
        ladders[f"{way} games"] = results(base / "league")
        print(f"{way}: {len(ladders[f'{way} games'])} games, {time.time() - began:,.0f} s so far", flush=True)
        (base / "league").rename(base / way)
    equal = {way: ladders[f"{way} games"] == ladders["killed games"] for way in ways[1:]}
    ladder = ladders["killed"]["ladder"]
    asked.out.write_text(json.dumps({
        "check": "league", "what": "a league of twenty bots, killed and resumed, in one go, and on a local Ray cluster",
        "deals": asked.deals, "games": len(ladders["killed games"]), "equal_to_the_killed_one": equal, "ladder": ladder,
        "faults": {each["bot"]: each.get("faults") for each in ladder if each.get("faults")}, "commit": commit(),
        "versions": versions(), "date": datetime.now(UTC).strftime("%Y-%m-%d")}, indent=1) + "\n", encoding="utf-8")
    shutil.rmtree(base)
    for row in ladder:
        print(f"{row['bot']:20} {row['rating']:7.0f} ± {row['margin']:.0f}  {row['games']} games")
    print("equal:", equal)
    return 0 if all(equal.values()) and len(ladder) == 20 else 1


if __name__ == "__main__":
    sys.exit(main())
