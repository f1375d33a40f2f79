"""Looks at the pages that the programs write. Arguments: where the programs are; then which checks, as
`map` or `map:names_are_text`, where not all are wanted.

From the environment:
- TEST_JOBS: how many of them at a time, each in a process with a browser of its own;
- TEST_SHARE=all: does all checks, and not a quarter of them, and looks at each view in all widths, light and
  dark, and not in a share of them;
- TEST_SEED: says which share; without it, the commit does;
- TEST_PROGRESS: a file that gets a line for each check that is over."""

import json
import os
import selectors
import signal
import subprocess
import sys
import tempfile
import time

from checks import CHECKS, chosen
from processes import adopt_orphans, end_all_below, tied

# Seconds for one check in which things become so one after another, each in its own patience.
LONGEST = 1200


class Worker:
    """A process with a browser of its own, which does one check after another."""

    def __init__(self, programs):
        here = os.path.dirname(os.path.abspath(__file__))
        self.process = subprocess.Popen(
            [sys.executable, f"{here}/worker.py", programs], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True, start_new_session=True, preexec_fn=tied())
        self.name = None

    def do(self, name):
        self.name, self.since = name, time.monotonic()
        try:
            print(name, file=self.process.stdin, flush=True)
        except BrokenPipeError:
            # It has ended, and `answer` says so.
            pass

    def answer(self):
        """How the check went, once there is something to be read."""
        line = self.process.stdout.readline()
        return json.loads(line) if line else self.failed("its process has ended")

    @property
    def is_late(self):
        return time.monotonic() - self.since > LONGEST

    def failed(self, error):
        return {"seconds": time.monotonic() - self.since, "error": error, "unchecked": [],
                "looked": {"at": 0, "of": 0}}

    def end(self):
        end_all_below(self.process.pid)
        self.process.kill()
        self.process.wait()


class Run:
    """All checks, by a few workers at a time."""

    def __init__(self, programs, names):
        self.programs, self.waiting = programs, names
        self.failed, self.count, self.looked = [], len(names), {"at": 0, "of": 0}
        self.unchecked = set()
        self.ready = selectors.DefaultSelector()

    def play(self, jobs):
        for _ in range(min(jobs, self.count)):
            self.start()
        while workers := [key.data for key in self.ready.get_map().values()]:
            for key, _ in self.ready.select(timeout=1):
                self.take(key.data, key.data.answer())
            for worker in workers:
                if worker.name and worker.is_late:
                    self.take(worker, worker.failed(f"it took longer than {LONGEST} s"))

    def start(self):
        worker = Worker(self.programs)
        self.ready.register(worker.process.stdout, selectors.EVENT_READ, worker)
        worker.do(self.waiting.pop(0))

    def take(self, worker, answer):
        """What a check has come to; its worker goes on, or another one where it may be broken."""
        name, worker.name = worker.name, None
        self.note(name, answer)
        if answer["error"] or not self.waiting:
            self.ready.unregister(worker.process.stdout)
            worker.end()
            if self.waiting:
                self.start()
        else:
            worker.do(self.waiting.pop(0))

    def note(self, name, answer):
        self.unchecked.update(answer["unchecked"])
        for key, count in answer["looked"].items():
            self.looked[key] += count
        if path := os.environ.get("TEST_PROGRESS"):
            with open(path, "a") as file:
                state = "failed" if answer["error"] else "passed"
                print(f"pages {name} {state} {answer['seconds']:.1f}", file=file)
        if answer["error"]:
            self.failed.append(name)
            page, check = name.split(":")
            print(f"pages: {page}: {check.replace('_', ' ')}: failed")
            print("    " + answer["error"].replace("\n", "\n    "), flush=True)

    def summary(self, seed):
        """What was checked, and what was not."""
        lines = [f"pages: not checked: {reason}" for reason in sorted(self.unchecked)]
        checks = f"{self.count} of {len(CHECKS)} checks"
        windows, choice = f"views in {self.looked['at']} of {self.looked['of']} windows", ""
        if self.looked["at"] < self.looked["of"]:
            windows += f" (seed {seed}; TEST_SHARE=all looks in all)"
            choice = f"TEST_SEED={seed} "
        elif self.looked["at"]:
            choice = "TEST_SHARE=all "
        if not self.failed:
            return [*lines, f"the pages are as they should be in chromium: {checks}, {windows}"]
        return [*lines, f"pages: {len(self.failed)} of {checks} failed, {windows}; again:",
                f"    {choice}scripts/check-pages {self.programs} {' '.join(self.failed)}"]


def seed():
    """Of this run: the same for the same commit, unless it is said."""
    if said := os.environ.get("TEST_SEED"):
        return said
    try:
        found = subprocess.run(["git", "rev-parse", "--short=12", "HEAD"], text=True,
                               capture_output=True, cwd=os.path.dirname(os.path.abspath(__file__)))
        return found.stdout.strip() or "1"
    except OSError:
        return "1"


def ended(number, _):
    raise SystemExit(128 + number)


def main(programs, *wanted):
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, ended)
    adopt_orphans()
    os.environ["TEST_SEED"] = seed()
    run = Run(os.path.abspath(programs), chosen(wanted, os.environ["TEST_SEED"]))
    # A short path: sockets have their place in it.
    with tempfile.TemporaryDirectory(prefix="pages-", ignore_cleanup_errors=True) as folder:
        os.environ["TMPDIR"] = folder
        try:
            run.play(int(os.environ.get("TEST_JOBS", 3)))
        finally:
            # Not again: what has begun to end shall come to its end.
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                signal.signal(number, signal.SIG_IGN)
            end_all_below(os.getpid())
    print("\n".join(run.summary(os.environ["TEST_SEED"])))
    return len(run.failed) > 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
