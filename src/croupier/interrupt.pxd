from cpython.exc cimport PyErr_CheckSignals

cpdef check_signals()
