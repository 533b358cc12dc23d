from croupier.betting.forced cimport Forced

cpdef void post(Forced forced, int seat, long long blind) noexcept
