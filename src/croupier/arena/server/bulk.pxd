cimport cython

cdef extern from "<sys/socket.h>" nogil:
    ssize_t send(int file, const void* data, size_t size, int flags)
    int MSG_DONTWAIT
    int MSG_NOSIGNAL

cdef extern from "<unistd.h>" nogil:
    ssize_t read(int file, void* data, size_t size)
    ssize_t write(int file, const void* data, size_t size)

cdef extern from "<errno.h>" nogil:
    int errno
    int EAGAIN
    int EINTR
    int ENOBUFS
    int ENOMEM
    int EWOULDBLOCK

cdef extern from "<time.h>" nogil:
    struct timespec:
        long tv_sec
        long tv_nsec
    int CLOCK_MONOTONIC
    int clock_gettime(int clock, timespec* now)
    int nanosleep(const timespec* asked, timespec* left)

cdef struct Job:
    Py_ssize_t count
    size_t size
    long long pace_ns
    const int* files
    int* sent
    const unsigned char* data

cpdef object serve(int jobs, int done)


cdef inline int give(int jobs, const int[::1] files, int[::1] sent, const unsigned char[::1] data,
                     long long pace_ns) noexcept:
    cdef Job job
    job.count, job.size, job.pace_ns = files.shape[0], data.shape[0], pace_ns
    job.files, job.sent, job.data = &files[0], &sent[0], &data[0]
    return write(jobs, &job, sizeof(job)) != sizeof(job)


cdef inline void work(int jobs, int done) noexcept nogil:
    cdef Job job
    cdef Py_ssize_t i
    cdef long long due
    cdef char missed
    while read(jobs, &job, sizeof(job)) == sizeof(job):
        due = now_ns()
        missed = 0
        for i in range(job.count):
            job.sent[i] = take(&job, job.files[i])
            missed |= job.sent[i] != <int> job.size
            due += job.pace_ns
            if i % 4 == 3:
                rest_until(due)
        write(done, &missed, 1)


cdef inline int take(const Job* job, int file) noexcept nogil:
    """How many bytes a socket takes at once; -1 where it is broken."""
    cdef ssize_t sent = send(file, job.data, job.size, MSG_DONTWAIT | MSG_NOSIGNAL)
    if sent < 0 and (errno == EAGAIN or errno == EWOULDBLOCK or errno == EINTR or errno == ENOBUFS or errno == ENOMEM):
        return 0
    return <int> sent


cdef inline long long now_ns() noexcept nogil:
    cdef timespec at
    clock_gettime(CLOCK_MONOTONIC, &at)
    return <long long> at.tv_sec * 1_000_000_000 + at.tv_nsec


cdef inline void rest_until(long long due) noexcept nogil:
    cdef timespec pause
    cdef long long left = due - now_ns()
    if left > 0:
        pause.tv_sec, pause.tv_nsec = left // 1_000_000_000, left % 1_000_000_000
        nanosleep(&pause, NULL)
