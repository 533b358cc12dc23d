"""`croupier gallery DIR`: the page of a run of evolution, written anew from its checkpoint."""

from __future__ import annotations

from pathlib import Path


def gallery(folder: Path, /, *, shown: int = 20, force: bool = False) -> None:
    """Write gallery.html and the best games of a run into its folder.

    Parameters
    ----------
    folder
        Where `croupier evolve` wrote its run.
    shown
        How many games.
    force
        Overwrite a gallery that is there.
    """
    from croupier.cli.app import Failed, Misused
    from croupier.cli.genomes import written
    from croupier.lab.evolution import resumed
    from croupier.lab.gallery import GAMES, PAGE, write_gallery

    if shown < 1:
        raise Misused(f"a gallery shows at least one game, not {shown}")
    run = resumed(folder)
    held = [folder / name for name in (PAGE, GAMES) if (folder / name).exists()]
    if held and not force:
        raise Failed(f"{held[0]} is there already: nothing was written; --force overwrites it")
    with written():
        page = write_gallery(run, folder, shown)
    print(page)
