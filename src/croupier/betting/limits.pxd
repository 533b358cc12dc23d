cimport cython

cdef enum:
    NO_LIMIT = 0
    POT_LIMIT = 1
    FIXED_LIMIT = 2
    FIXED_STEP = 3

@cython.locals(wanted=cython.longlong)
cpdef long long lowest(int limit, long long price, long long full_raise, int completing, long long reach) noexcept nogil
@cython.locals(most=cython.longlong)
cpdef long long highest(int limit, long long price, long long full_raise, int completing, long long reach,
                        long long pot, long long owed) noexcept nogil
