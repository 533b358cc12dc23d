"""`croupier gallery DIR`: write the page of an evolution run again from its checkpoint."""

from __future__ import annotations

from pathlib import Path


def gallery(folder: Path, /, *, shown: int = 20, force: bool = False) -> None:
    """Write gallery.html and the best games of a run into the folder of that run.

    Parameters
    ----------
    folder
        Folder of the run, written by `croupier evolve`.
    shown
        Number of games.
    force
        Overwrite an existing gallery.
    """
    from croupier.cli.app import Failed, Misused
    from croupier.cli.genomes import written
    from croupier.lab.breeding.evolution import resumed
    from croupier.lab.gallery import GAMES, PAGE, write_gallery

    if shown < 1:
        raise Misused(f"a gallery shows at least one game, not {shown}")
    run = resumed(folder)
    held = [folder / name for name in (PAGE, GAMES) if (folder / name).exists()]
    if held and not force:
        raise Failed(f"{held[0]} exists, so nothing was written; --force overwrites it")
    with written():
        page = write_gallery(run, folder, shown)
    print(page)
