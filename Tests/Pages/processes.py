"""Programs that end with the process that has started them, whatever ends that."""

import ctypes
import os
import signal
import subprocess

from patience import PATIENCE

LIBC = ctypes.CDLL(None, use_errno=True)
# linux/prctl.h
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36


def tied(number=signal.SIGKILL):
    """What a new process runs first: it gets the signal when this one ends, as by a SIGKILL."""
    parent = os.getpid()

    def tie():
        end_with_parent(number)
        if os.getppid() != parent:
            os._exit(1)
    return tie


def end_with_parent(number):
    LIBC.prctl(PR_SET_PDEATHSIG, number)


def finished(arguments, **options):
    """A program that has run to its end."""
    return subprocess.run(
        arguments, stdin=subprocess.DEVNULL, timeout=PATIENCE, preexec_fn=tied(), **options)


def adopt_orphans():
    """What the processes below have left behind are children of this one from now on."""
    LIBC.prctl(PR_SET_CHILD_SUBREAPER, 1)


def stat(process):
    """State, parent, group and session of a process, and more, as proc(5) has them; empty: it is gone."""
    try:
        with open(f"/proc/{process}/stat") as file:
            # What stands in brackets before them may have any letters.
            return file.read().rpartition(")")[2].split()
    except OSError:
        return []


def all_processes():
    """The numbers of those that have not ended, which may wait for a parent to ask how; with `stat`."""
    every = {int(name): stat(name) for name in os.listdir("/proc") if name.isdigit()}
    return {process: fields for process, fields in every.items() if fields and fields[0] not in "ZX"}


def descendants(process):
    children = {}
    for child, fields in all_processes().items():
        children.setdefault(int(fields[1]), []).append(child)
    found, new = [], [process]
    while new:
        new = [child for one in new for child in children.get(one, [])]
        found += new
    return found


def end_all_below(process):
    """Ends all that a process has started, and what these have. It may start none meanwhile."""
    while below := descendants(process):
        end(below)


def end_session(leader):
    """Ends what a process that has begun a session has left running in it."""
    end([one for one, fields in all_processes().items() if int(fields[3]) == leader])


def end(processes):
    for process in processes:
        try:
            os.kill(process, signal.SIGKILL)
        except ProcessLookupError:
            pass
