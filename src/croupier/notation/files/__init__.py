"""Read hands from files, folders, zips and arenas' stores in any format, and write them."""

from croupier.notation.files.load import load as load
from croupier.notation.files.load import loads as loads
from croupier.notation.files.save import dumps as dumps
from croupier.notation.files.save import save as save
