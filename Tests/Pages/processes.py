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
        LIBC.prctl(PR_SET_PDEATHSIG, number)
        if os.getppid() != parent:
            os._exit(1)
    return tie


def finished(arguments, **options):
    """A program that has run to its end."""
    return subprocess.run(
        arguments, stdin=subprocess.DEVNULL, timeout=PATIENCE, preexec_fn=tied(), **options)


def adopt_orphans():
    """What the processes below have left behind are children of this one from now on."""
    LIBC.prctl(PR_SET_CHILD_SUBREAPER, 1)


def descendants(process):
    children = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat") as file:
                # What stands in brackets may have any letters.
                parent = int(file.read().rpartition(")")[2].split()[1])
        except OSError:
            continue
        children.setdefault(parent, []).append(int(name))
    found, new = [], [process]
    while new:
        new = [child for one in new for child in children.get(one, [])]
        found += new
    return found


def end_all_below(process):
    """Ends all that a process has started, and what these have. It may start none meanwhile."""
    while below := [one for one in descendants(process) if not has_ended(one)]:
        for one in below:
            try:
                os.kill(one, signal.SIGKILL)
            except ProcessLookupError:
                pass


def has_ended(process):
    """It may wait for its parent to ask how."""
    try:
        with open(f"/proc/{process}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] in "ZX"
    except OSError:
        return True
