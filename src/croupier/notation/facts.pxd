cimport cython

from croupier.betting.forced cimport Forced
from croupier.games.poker cimport constants
from croupier.games.poker.deal cimport Layout
from croupier.games.poker.hand cimport Hand

@cython.locals(is_dealt=cython.bint)
cpdef check_dealt(Hand hand)
@cython.locals(forced=Forced, layout=Layout, last=cython.int, seat=cython.int, antes=list, blinds=list, taxes=list,
               dead=list, members=list)
cpdef dict facts(Hand hand)
@cython.locals(gains=list, back=list, entry=cython.longlong, place=cython.int)
cpdef tuple won(Hand hand)
@cython.locals(kind=cython.int)
cdef add_won(long long entry, list gains, list back)
