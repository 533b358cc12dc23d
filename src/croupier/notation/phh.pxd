cpdef check(dict fields, line=*)
