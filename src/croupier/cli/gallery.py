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
    from croupier.lab.evolution import resumed
    from croupier.lab.gallery import PAGE, write_gallery

    if shown < 1:
        raise Misused(f"a gallery shows at least one game, not {shown}")
    run = resumed(folder)
    if (folder / PAGE).exists() and not force:
        raise Failed(f"{folder / PAGE} is there already: nothing was written; --force overwrites it")
    print(write_gallery(run, folder, shown))
