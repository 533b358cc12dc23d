cpdef check(dict fields, line=*)
cpdef check_entries(dict fields, str name, type kind, Py_ssize_t size, line)
