cimport cython
from cpython.ref cimport PyObject

from croupier.adapters.envs.poker_table cimport VectorTable, is_broken
from croupier.rng cimport seeded

# Tables are reached by their addresses in loops without the interpreter lock; `owned` keeps them alive.

cdef inline long long pointer_to(VectorTable table) noexcept:
    return <long long><PyObject*>table

cdef inline void step_table(long long table, long long action) noexcept nogil:
    (<VectorTable><PyObject*>table).step(action)

cdef inline bint refuses(long long table, long long action) noexcept nogil:
    return not (<VectorTable><PyObject*>table).is_legal(action)

cdef inline int chosen(long long table) noexcept nogil:
    return (<VectorTable><PyObject*>table).choose()

@cython.final
cdef class PokerTables:
    cdef int count
    cdef list owned
    cdef long long[::1] rows

    @cython.locals(refused=cython.int)
    cpdef step(self, int[::1] actions)
    @cython.locals(number=cython.int)
    cdef int first_refused(self, int[::1] actions) noexcept
    @cython.locals(number=cython.int)
    cdef void step_all(self, int[::1] actions) noexcept
    @cython.locals(number=cython.int)
    cpdef choose(self, int[::1] actions)
    cpdef hand(self, int number)
