"""Start a bot in a sandbox. This script has one argument: a JSON object, or `probe` to test the sandbox.

    outer (this process)    waits; ends the bot if the process that started it has ended
      └ init                first process of the namespaces: builds the bot's file system, collects orphans
          └ the bot         limits set, rights dropped, then its own program

The namespaces give the bot files, network and processes of its own. When `init` ends, the kernel ends every process in
its namespace, so nothing that a bot starts can outlive `init`. Without namespaces, the outer process adopts the
processes that the bot leaves behind. The process that started the outer process must then kill them. In both cases the
kernel limits the number of processes of a user. If root starts the bot, the bot runs as a separate user. If another
user starts the bot, the bot runs as that user, and the number of tasks that this user already has is added to the
limit.

Only the standard library is used, because the script runs without site-packages (`python -I -S`).
"""

from __future__ import annotations

import ctypes
import fcntl
import json
import os
import platform
import resource
import select
import signal
import socket
import struct
import sys
import time
from contextlib import suppress
from typing import Any

NEWNS, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET = 0x20000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_REMOUNT = 1, 2, 4, 8, 32
MS_BIND, MS_REC, MS_PRIVATE = 1 << 12, 1 << 14, 1 << 18
MS_NOATIME, MS_NODIRATIME = 1 << 10, 1 << 11
KEPT_FLAGS = MS_NOSUID | MS_NODEV | MS_NOEXEC | MS_NOATIME | MS_NODIRATIME
"""Flags of a mount that an unprivileged user may not clear. They must be repeated when the mount is made read-only."""
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 1, 36, 38
PR_SET_KEEPCAPS, PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, CAPABILITY_VERSION_3 = 8, 47, 2, 0x20080522
CAP_DAC_READ_SEARCH, CAP_SETGID, CAP_SETUID = 2, 6, 7
FIRST_PRIVATE_UID = 0x70000000
"""If the caller is root, each bot's user id is this number plus a process id, so that no two bots share a user."""
SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc/ld.so.cache", "/etc/ld.so.conf",
          "/etc/ld.so.conf.d", "/etc/alternatives", "/etc/localtime", "/etc/ssl/certs")
DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")
PARENT_POLL_SECONDS = 0.5
"""The time between two checks whether the parent process still exists, in seconds."""
FILES_MAX = 1 << 16
"""Files and folders in the bot's file system. Each takes memory of the kernel that no process is charged for."""
PR_SET_SECCOMP, SECCOMP_MODE_FILTER, PR_GET_SECCOMP = 22, 2, 21
LOAD, EQUAL, ANY_BIT, RETURN = 0x20, 0x15, 0x45, 0x06
"""Instructions of a filter of system calls: load a word, skip if it is equal or has a bit set, return a decision."""
CALL_NUMBER, CALL_MACHINE, CALL_FLAGS = 0, 4, 16
"""Where a filter finds the number of a call, the kind of machine and the lower half of the first argument."""
ALLOW, REFUSE = 0x7FFF0000, 0x00050000
EPERM, ENOSYS = 1, 38
MACHINES = {
    "x86_64": (0xC000003E, 56, 435, (319, 447, 29, 68, 64, 425, 426, 427, 323, 272, 308, 165, 428, 429, 430, 431, 432,
                                     442, 321, 298, 248, 249, 250)),
    "aarch64": (0xC00000B7, 220, 435, (279, 447, 194, 186, 190, 425, 426, 427, 282, 97, 268, 40, 428, 429, 430, 431,
                                       432, 442, 280, 241, 217, 218, 219)),
}
"""By kind of machine: its number, those of clone and clone3, and those of the calls that are refused.

Refused are memfd_create, memfd_secret, shmget, msgget, semget, the three of io_uring, userfaultfd, unshare, setns,
mount, the six of the newer ways to mount, bpf, perf_event_open, and the three of keys.
"""
X32_CALLS = 1 << 30
"""Numbers from here on are calls of a second, rarely used set on x86_64."""
OWN_PROCESSES = 2
"""The outer process and init."""
SIOCSIFFLAGS, IFF_UP = 0x8914, 1
LOW_PRIORITY = 10
"""A nice value. A process with this value gets a tenth of the processor time of an ordinary process."""

_libc = ctypes.CDLL(None, use_errno=True)


def check(result: int, what: str) -> None:
    """Raise OSError if a call of the C library failed."""
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")


def mount(source: str, target: str, kind: str = "", flags: int = 0, data: str = "") -> None:
    """Mount a file system, or bind a path to another."""
    check(_libc.mount(source.encode(), target.encode(), kind.encode() or None, ctypes.c_ulong(flags),
                      data.encode() or None), f"mount {target}")


# -- the walls ---------------------------------------------------------------------------------------------------------


def enter_namespaces(loopback: bool) -> None:
    """Move this process into new namespaces. If the caller is not root, create a user namespace as well."""
    kinds = NEWNS | NEWPID | NEWNET | NEWIPC | NEWUTS
    if os.getuid() == 0:
        check(_libc.unshare(kinds), "unshare")
        if loopback:
            raise_loopback()
        return
    uid, gid = os.getuid(), os.getgid()
    check(_libc.unshare(kinds | NEWUSER), "unshare (user namespace)")
    for name, text in (("setgroups", "deny"), ("uid_map", f"{uid} {uid} 1"), ("gid_map", f"{gid} {gid} 1")):
        with open(f"/proc/self/{name}", "w", encoding="ascii") as file:
            file.write(text)
    if loopback:
        raise_loopback()


def raise_loopback() -> None:
    """Switch on the loopback interface of the new namespace, so that a bot can connect to itself over TCP and to nobody
    else.
    """
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as device:
        fcntl.ioctl(device, SIOCSIFFLAGS, struct.pack("16sh14x", b"lo", IFF_UP))


def build_root(config: dict[str, Any]) -> None:
    """Build a file system that contains a private /tmp and, read-only, what the bot needs. Make it the root of this
    process.
    """
    mount("none", "/", "", MS_REC | MS_PRIVATE)
    root = config["scratch"]
    mount("tmpfs", root, "tmpfs", MS_NOSUID | MS_NODEV,
          f"size={config['temporary_mb']}m,nr_inodes={FILES_MAX},mode=755")
    # a folder must be mounted before the folders inside it
    for path in [*SYSTEM, *sorted(config["readable"], key=len)]:
        show(root, path)
    for path in DEVICES:
        show(root, path, writable=True)
    for path in config["hidden"]:
        hide(root, path)
    os.makedirs(root + "/etc", exist_ok=True)
    with open(root + "/etc/hosts", "w", encoding="ascii") as hosts:
        hosts.write("127.0.0.1 localhost\n")  # the only address in the bot's network
    os.makedirs(root + "/tmp", exist_ok=True)
    os.chmod(root + "/tmp", 0o1777)
    copy_folder(root, config)
    os.makedirs(root + config["cwd"], exist_ok=True)
    os.makedirs(root + "/proc", exist_ok=True)
    os.makedirs(root + "/.old", exist_ok=True)
    check(_libc.pivot_root(root.encode(), (root + "/.old").encode()), "pivot_root")
    os.chdir("/")
    # in a container that masks parts of /proc a new one cannot be mounted; then the bot has no /proc
    with suppress(OSError):
        mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC)
    check(_libc.umount2(b"/.old", 2), "umount")
    os.rmdir("/.old")


def show(root: str, path: str, writable: bool = False) -> None:
    """Mount a path of the host in the bot's file system, read-only unless the path is a device."""
    target = root + path
    if os.path.lexists(target) or not os.path.exists(path):
        return
    if os.path.islink(path) and path in SYSTEM:
        os.symlink(os.readlink(path), target)
        return
    if os.path.isdir(path):
        os.makedirs(target, exist_ok=True)
    else:
        os.makedirs(os.path.dirname(target), exist_ok=True)
        os.close(os.open(target, os.O_CREAT | os.O_WRONLY, 0o644))
    mount(path, target, "", MS_BIND | MS_REC)
    if not writable:
        make_read_only(target)


def make_read_only(target: str) -> None:
    """Remount a path read-only and keep its other flags."""
    flags = os.statvfs(target).f_flag & KEPT_FLAGS
    mount("none", target, "", MS_BIND | MS_REMOUNT | MS_RDONLY | flags)


def hide(root: str, path: str) -> None:
    """Hide a path that the bot must not see, such as another bot's file, by mounting something empty over it."""
    target = root + path
    if os.path.isdir(target):
        mount("tmpfs", target, "tmpfs", MS_NOSUID | MS_NODEV | MS_RDONLY, "size=4k")
    elif os.path.exists(target):
        mount("/dev/null", target, "", MS_BIND)


def copy_folder(root: str, config: dict[str, Any]) -> None:
    """Copy the folders that the bot's user may not read into a place where it may."""
    left_out = {*config["hidden"], root}  # without the copy itself, which may be inside the bot's folder
    for folder in config["copied"]:
        for base, folders, files in os.walk(folder):
            folders[:] = [name for name in folders if os.path.join(base, name) not in left_out]
            os.makedirs(root + base, exist_ok=True)
            for name in files:
                path = os.path.join(base, name)
                if path in config["hidden"] or not os.path.isfile(path):
                    continue
                with open(path, "rb") as source, open(root + path, "wb") as target:
                    target.write(source.read())
                os.chmod(root + path, 0o755 if os.access(path, os.X_OK) else 0o644)


def set_limits(config: dict[str, Any], owns_user: bool) -> None:
    """Set the limits that the kernel enforces for each process."""
    memory, cpu = config["memory_mb"] << 20, config["cpu_seconds"]
    # limits data instead of address space, because node and Java reserve far more addresses than they use
    for kind, limit in ((resource.RLIMIT_DATA, memory), (resource.RLIMIT_CPU, cpu), (resource.RLIMIT_CORE, 0),
                        (resource.RLIMIT_NOFILE, config["open_files"]),
                        (resource.RLIMIT_FSIZE, config["temporary_mb"] << 20)):
        resource.setrlimit(kind, (limit, limit))
    # The kernel counts all tasks of the user. In a user namespace two of these are ours. Without namespaces the tasks
    # that run now are added to the limit.
    others = 0 if owns_user else OWN_PROCESSES if config["namespaces"] else tasks_of_user()
    resource.setrlimit(resource.RLIMIT_NPROC, (others + config["processes"],) * 2)


def tasks_of_user() -> int:
    """Return the number of processes and threads of this user."""
    count = 0
    for name in os.listdir("/proc") if os.path.isdir("/proc") else []:
        with suppress(OSError):
            if name.isdecimal() and os.stat(f"/proc/{name}").st_uid == os.getuid():
                count += len(os.listdir(f"/proc/{name}/task"))
    return count


def drop_rights(uid: int | None, reads_all: bool) -> None:
    """Change to the bot's own user for good. Without namespaces the bot keeps root's right to read every file."""
    if uid is not None:
        _libc.prctl(PR_SET_KEEPCAPS, int(reads_all), 0, 0, 0)
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)
        if reads_all:
            keep_reading()
    _libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)


def can_filter_calls() -> bool:
    """Return True if this kernel filters system calls and the numbers of this machine's calls are known."""
    return platform.machine() in MACHINES and _libc.prctl(PR_GET_SECCOMP, 0, 0, 0, 0) >= 0


def filter_calls() -> None:
    """Refuse system calls that get memory which belongs to no process, or namespaces in which there are such calls.

    The limits on memory count what processes hold. Files in memory, shared memory that is not attached, and temporary
    file systems of the bot's own would be counted nowhere. The filter holds for every process that the bot starts.
    """
    machine, clone, clone3, refused = MACHINES[platform.machine()]
    # clone3 does not exist for the bot: its flags cannot be seen by a filter, and libraries then use clone
    tests = [(LOAD, 0, 0, CALL_MACHINE), (EQUAL, 1, 0, machine), (RETURN, 0, 0, REFUSE | ENOSYS),
             (LOAD, 0, 0, CALL_NUMBER), (ANY_BIT, 0, 1, X32_CALLS), (RETURN, 0, 0, REFUSE | ENOSYS)]
    for number in (clone3, *refused):
        tests += [(EQUAL, 0, 1, number), (RETURN, 0, 0, REFUSE | (ENOSYS if number == clone3 else EPERM))]
    tests += [(EQUAL, 0, 3, clone), (LOAD, 0, 0, CALL_FLAGS), (ANY_BIT, 0, 1, NEWUSER), (RETURN, 0, 0, REFUSE | EPERM),
              (RETURN, 0, 0, ALLOW)]
    code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *test) for test in tests))
    program = struct.pack("HxxxxxxP", len(tests), ctypes.addressof(code))
    check(_libc.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, program, 0, 0), "filter of system calls")


def keep_reading() -> None:
    """Keep root's right to read every file, because a bot's files may be readable by root alone."""
    header = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION_3, 0)
    rights = (ctypes.c_uint32 * 6)(*[1 << CAP_DAC_READ_SEARCH] * 3, 0, 0, 0)
    check(_libc.capset(header, rights), "capset")
    check(_libc.prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, CAP_DAC_READ_SEARCH, 0, 0), "ambient rights")


def can_change_user() -> bool:
    """Return True if this process can become another user and keep the right to read files."""
    if os.getuid() != 0:
        return False
    with suppress(OSError), open("/proc/self/status", encoding="ascii", errors="replace") as status:
        for line in status:
            if line.startswith("CapEff:"):
                needed = 1 << CAP_DAC_READ_SEARCH | 1 << CAP_SETUID | 1 << CAP_SETGID
                return int(line.split()[1], 16) & needed == needed
    return False


# -- the processes -----------------------------------------------------------------------------------------------------


def run_bot(config: dict[str, Any], uid: int | None) -> int:
    """Start the bot's program, and reap every process that ends until the bot itself ends. Return the bot's status."""
    pid = os.fork()
    if pid == 0:
        try:
            set_limits(config, uid is not None)
            drop_rights(uid, not config["namespaces"])
            if can_filter_calls():
                filter_calls()
            os.chdir(config["cwd"])
            os.execve(config["command"][0], config["command"], config["environment"])
        except OSError as error:
            print(f"cannot start {config['command'][0]}: {error}", file=sys.stderr)
            os._exit(127)
    for stream in (0, 1):  # closed here, so that the streams end when the bot ends
        os.close(stream)
    while True:
        ended, status = os.wait()
        if ended == pid:
            return status


def code_of(status: int) -> int:
    """Return the exit code of a status. As in shells, the code of a signal is 128 plus its number."""
    return 128 + os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)


def end_with_parent(child: int, parent: int) -> int:
    """Wait for the child and return its status. Kill the child if our own parent has ended."""
    waited = os.pidfd_open(child) if hasattr(os, "pidfd_open") else None
    while True:
        if waited is not None:
            select.select([waited], [], [], PARENT_POLL_SECONDS)
        else:
            time.sleep(0.05)
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return status
        if os.getppid() != parent:
            os.kill(child, signal.SIGKILL)


def lower_priority() -> None:
    """Lower the priority of this process and of every process that it starts."""
    os.setpriority(os.PRIO_PROCESS, 0, LOW_PRIORITY)
    # if the kernel groups processes by session, the session has its own priority
    with suppress(OSError), open("/proc/self/autogroup", "w", encoding="ascii") as file:
        file.write(str(LOW_PRIORITY))


def main(config: dict[str, Any]) -> int:
    """Set up the sandbox and run the bot. Return the bot's exit code."""
    os.umask(0o022)
    if config["low_priority"]:
        lower_priority()
    parent = os.getppid()
    owns_user = os.getuid() == 0 if config["namespaces"] else can_change_user()
    uid = FIRST_PRIVATE_UID + os.getpid() if owns_user else None
    if config["namespaces"]:
        enter_namespaces(config.get("loopback", False))
    else:
        _libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        if uid is not None:
            os.chown(config["scratch"], uid, uid)
    child = os.fork()
    if child == 0:
        _libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        if config["namespaces"]:
            build_root(config)
        os._exit(code_of(run_bot(config, uid)))
    for stream in (0, 1):
        os.close(stream)
    return code_of(end_with_parent(child, parent))


def probe() -> int:
    """Test every part of the sandbox once with a program that does nothing."""
    import tempfile

    with tempfile.TemporaryDirectory() as scratch:
        return main({"scratch": scratch, "readable": [sys.prefix, sys.base_prefix], "hidden": [], "copied": [],
                     "cwd": "/tmp", "command": ["/bin/true"], "environment": {}, "namespaces": True, "memory_mb": 256,
                     "low_priority": False, "cpu_seconds": 10, "open_files": 16, "processes": 16, "temporary_mb": 16})


if __name__ == "__main__":
    try:
        sys.exit(probe() if sys.argv[1:] == ["probe"] else main(json.loads(sys.argv[1])))
    except OSError as error:
        print(error, file=sys.stderr)
        sys.exit(126)
