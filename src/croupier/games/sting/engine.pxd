cimport cython

from croupier.betting.initiative cimport Initiative
from croupier.betting.constants cimport NOBODY
from croupier.games.sting cimport constants
from croupier.games.sting.layout cimport Layout
from croupier.games.sting.totals cimport Totals
from croupier.rng cimport scaled, seeded, stepped, u64

@cython.final
cdef class Engine:
    cdef readonly Layout layout
    cdef readonly Initiative betting
    cdef readonly Totals totals
    cdef list log
    cdef object dealer
    cdef bint keeps_log
    cdef int phase
    cdef readonly int round_no
    cdef readonly int hand_no
    cdef readonly int hands
    cdef int ended
    cdef readonly long long cash
    cdef readonly long long heat
    cdef readonly long long begun
    cdef long long saved
    cdef u64 rng
    cdef unsigned char[3 * constants.PILE] pile
    cdef int[3] size
    cdef unsigned char[3 * constants.HAND] hand
    cdef int[3] held
    cdef unsigned char[constants.PILE] table
    cdef unsigned char[constants.PILE] owner
    cdef int table_count
    cdef int flipped
    cdef unsigned char[constants.PILE] gone
    cdef unsigned char[constants.PILE] gone_seen
    cdef int gone_count
    cdef unsigned char[3 * constants.PILE] stacked
    cdef int[3] stacked_size

    @cython.locals(role=cython.int, place=cython.int)
    cdef begin_run(self, long long cash, long long heat, int hands, u64 seed)
    @cython.locals(place=cython.int)
    cdef stack_deck(self, int role, faces)
    cdef begin_hand(self)
    @cython.locals(role=cython.int)
    cdef begin_round(self)
    @cython.locals(at=cython.int, face=cython.int)
    cdef draw(self, int role)
    @cython.locals(role=cython.int, at=cython.int, other=cython.int, face=cython.int)
    cdef order_decks(self, chance)
    @cython.locals(wanted=cython.int, at=cython.int)
    cdef int next_in_pile(self, int role) noexcept
    cdef int below(self, int bound) noexcept
    cdef int to_act(self) noexcept
    cdef act_check(self)
    @cython.locals(role=cython.int, face=cython.int, place=cython.int)
    cdef act_raise(self, int slot)
    @cython.locals(role=cython.int)
    cdef act_fold(self)
    cdef act_continue(self)
    @cython.locals(role=cython.int)
    cdef after_betting(self)
    @cython.locals(face=cython.int)
    cdef flip(self)
    cdef end_hand(self, int verdict)
    cdef end_run(self, int why)
    @cython.locals(place=cython.int, role=cython.int, slot=cython.int)
    cdef gather(self)
    cdef put_back(self, int role, int face)
    @cython.locals(role=cython.int, gone=cython.int)
    cdef count_cards(self)
    cdef enter(self, int phase)
    cdef note(self, int kind, int who, long long what)
    cdef copy_engine(self, Engine other)
    @cython.locals(place=cython.int, role=cython.int)
    cdef copy_cards(self, Engine other)
