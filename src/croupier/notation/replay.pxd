cimport cython

from croupier.notation.hand_start cimport Start, start_hand
from croupier.notation.actions cimport ActionPlayer
from croupier.notation.results cimport compare

@cython.final
cdef class Replay:
    cdef readonly object record
    cdef readonly object played
    cdef readonly list order
    cdef readonly object rules
    cdef readonly Start start
    cdef readonly str status
    cdef readonly object reason
    cdef readonly object clause
    cdef readonly object line
    cdef readonly list notes

    @cython.locals(again=Replay)
    cdef _play_by_pot_limit(self)
    cdef list _seats(self)
    cdef _fail(self, str status, reason, clause, line)
    cdef _play_finer(self, int places)
    @cython.locals(player=ActionPlayer)
    cdef _play(self, Start start)
    cdef _refused(self, refusal, Py_ssize_t at)
    cdef _judge(self, Start start, missing)
    @cython.locals(fields=dict)
    cdef _compare(self, Start start)

cdef check_record(record)
@cython.locals(action=object)
cdef check_log(record)
@cython.locals(action=str)
cdef take_all(ActionPlayer player, list actions)
cdef list _stacks(Start start)
