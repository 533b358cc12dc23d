cimport cython

@cython.final
cdef class Header:
    cdef public str title, game, limit
    cdef public object hand, rules, stakes, big_blind, cap
    cdef public bint is_fixed, has_draws, has_bring_in
    cdef public dict facts, streets
    cdef public tuple sizes
    cdef public int first_down

    cdef learn(self, rules)
    @cython.locals(copy=Header)
    cdef Header numbered(self, str title, hand, dict facts)

@cython.locals(header=Header, facts=dict, rest=str)
cpdef Header read_header(str line)
