cimport cython

cdef enum:
    NO_LIMIT = 0
    POT_LIMIT = 1
    FIXED_LIMIT = 2
    FIXED_STEP = 3

@cython.locals(most=cython.longlong)
cpdef long long highest(int limit, long long price, long long full_to, long long reach, long long pot,
                        long long owed) noexcept nogil
