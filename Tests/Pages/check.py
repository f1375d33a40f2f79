"""Looks at the pages that the programs write. The argument: where the programs are."""

import os
import signal
import subprocess
import sys
import tempfile
import traceback

import deals
import demo
import history
import household
import journey
import map
import notices
import organisation
import people
import phones
import places
import settings
from browser import chromium

# A page is a module with CHECKS: functions that take the browser, the folder of the programs, and a
# folder to write to, and raise an AssertionError.
PAGES = [deals, demo, history, household, journey, map, notices, organisation, people, phones,
         places, settings]


# Seconds for one page; on two busy cores the longest takes five minutes.
PATIENCE = 900


def main(programs):
    """Each page has a browser of its own: one that answers no more is ended, and tried once more."""
    counts = []
    for page in PAGES:
        count = checked(programs, page.__name__) or checked(programs, page.__name__)
        if not count:
            print(f"pages: {page.__name__}: took longer than {PATIENCE} s, twice")
        counts.append(count or -1)
    if min(counts) < 0:
        sys.exit(1)
    print(f"the pages are as they should be in chromium: {sum(counts)} checks")


def checked(programs, page):
    """How many checks it has, or -1 if some have failed; None if it took too long."""
    process = subprocess.Popen([sys.executable, __file__, programs, page], start_new_session=True)
    try:
        return -1 if process.wait(PATIENCE) else len(sys.modules[page].CHECKS)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        return None


def check(programs, page):
    """A browser and three programs on a busy machine: what fails has a second try, in a new browser,
    and it is said."""
    failed = tried(sys.modules[page].CHECKS, programs)
    for one, error in failed.items():
        cause = error.__cause__ or error
        words = str(cause).partition("\n")[0]
        print(f"{named(page, one)}: tried again after {type(cause).__name__} {words}")
    failed = tried(failed, programs) if failed else {}
    for one, error in failed.items():
        print(f"{named(page, one)}: failed")
        traceback.print_exception(error)
    sys.exit(len(failed) > 0)


def tried(checks, programs):
    """Those that failed, and why."""
    failed = {}
    with chromium() as browser:
        for one in checks:
            try:
                with tempfile.TemporaryDirectory() as folder:
                    one(browser, programs, folder)
            except Exception as error:
                failed[one] = error
    return failed


def named(page, one):
    return f"pages: {page}: {one.__name__.replace('_', ' ')}"


if len(sys.argv) > 2:
    check(*sys.argv[1:])
else:
    main(sys.argv[1])
