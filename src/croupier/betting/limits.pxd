cimport cython

from croupier.betting cimport constants

@cython.locals(most=cython.longlong)
cpdef long long highest(int limit, long long price, long long full_to, long long reach, long long pot,
                        long long owed) noexcept nogil
