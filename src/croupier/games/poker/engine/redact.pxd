cimport cython

from croupier.games.poker cimport constants
from croupier.games.poker.deal cimport Deal
from croupier.games.poker.engine.engine cimport Engine, blank
from croupier.rng cimport Rng

cdef Engine copied(Engine engine)
@cython.locals(twin=Engine)
cdef Engine over(Engine engine, Deal deal)
@cython.locals(deal=Deal, twin=Engine)
cdef Engine masked(Engine engine, int viewer)
@cython.locals(deal=Deal, twin=Engine)
cdef Engine redealt(Engine engine, int seat, Rng chance)
cdef guess_returned(Engine engine, Deal deal, Rng chance)
@cython.locals(place=cython.int, at=cython.int)
cdef reveal_to(Engine engine, Deal deal, int viewer)
@cython.locals(kind=cython.int, seat=cython.int, slot=cython.int, place=cython.int)
cdef void reveal_entry(Engine engine, Deal deal, int viewer, long long entry) noexcept
