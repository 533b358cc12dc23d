"""Read hands in any format from files, folders, zip files and the databases of arenas, and write hands to files."""

from croupier.notation.files.load import load as load
from croupier.notation.files.load import loads as loads
from croupier.notation.files.save import dumps as dumps
from croupier.notation.files.save import save as save
