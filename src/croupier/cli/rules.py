"""`croupier rules GAME|FILE`: a rulebook in Markdown that a person can play from."""

from __future__ import annotations

from pathlib import Path


def rules(game: str | None = None, /, *, players: int | None = None, seed: int = 1, out: Path | None = None,
          force: bool = False) -> None:
    """Print the rules of a known game or of a genome file, with an example hand; without a game, list the known ones.

    Parameters
    ----------
    game
        The name of a known game, or a genome's JSON file.
    players
        How many play in the example, the fewest unless given.
    seed
        Another seed tells another example.
    out
        Write to this file instead of printing.
    force
        Overwrite the file if it is there.
    """
    from croupier import lab
    from croupier.cli.app import Failed
    from croupier.cli.genomes import playable
    from croupier.games.genome.files import put_in_place

    if game is None:
        for name in lab.names():
            print(f"{name:<18} {lab.load(name).description}")
        return
    text = lab.rulebook(playable(game), players=players, seed=seed)
    if out is None:
        print(text, end="")
        return
    try:
        put_in_place(out, text.encode(), force=force)
    except FileExistsError:
        raise Failed(f"{out} is there already: nothing was written; --force overwrites it") from None
    except OSError as error:
        raise Failed(f"{out}: {error.strerror}") from None
