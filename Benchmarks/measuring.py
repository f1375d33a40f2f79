"""What all parts of the benchmark share: processes that are timed, medians, rows of the table."""
import atexit
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROGRAMS = ROOT / ".build/release"
PEERS = ROOT / "Benchmarks/peers"
SWIFT = os.environ.get("SWIFT", "swift")
ROUNDS = 5


@dataclass
class Row:
    """A line of the table. Without a target it is there to compare with."""
    work: str
    measure: str
    ours: str
    peer: str = ""
    theirs: str = ""
    ratio: str = ""
    target: str = ""
    met: bool | None = None

    def markdown(self):
        met = {True: "yes", False: "**no**", None: ""}[self.met]
        return "| " + " | ".join([self.work, self.measure, self.ours, self.peer, self.theirs,
                                  self.ratio, self.target, met]) + " |"

    stored = asdict


HEAD = ("| work | measure | ours | peer | theirs | ratio | target | met |\n"
        "|---|---|---:|---|---:|---:|---|---|")


def say(text):
    """Progress, for whoever waits."""
    print(f"bench: {text}", file=sys.stderr, flush=True)


def measured_by(tools, file):
    """Rows that `file` measures in a Python of its own, which the script `tools` prints."""
    python = subprocess.run([ROOT / "scripts" / tools], capture_output=True, text=True)
    if python.returncode:
        say(f"{Path(file).stem}: not measured: {python.stderr.strip()}")
        return []
    found = subprocess.run([python.stdout.strip(), file, PROGRAMS, "--json"], check=True,
                           stdout=subprocess.PIPE, text=True)
    return [Row(**row) for row in json.loads(found.stdout)]


def has(program):
    """Where a peer is; without it, it is left out in plain words."""
    found = shutil.which(program) or shutil.which(program, path="/usr/sbin:/sbin")
    if not found:
        say(f"{program} is not installed: not compared (scripts/install-packages bench)")
    return found


def installed(directory):
    """The daemon as it is installed: stripped, and the packaged one where that is no older than the
    other. And what to call it."""
    program, words = PROGRAMS / "geofenced", "as `make` builds it"
    packaged = ROOT / ".build/package/release/geofenced"
    if packaged.exists() and packaged.stat().st_mtime >= program.stat().st_mtime:
        program, words = packaged, "as packaged"
    copy = directory / "geofenced"
    subprocess.run(["strip", "-o", copy, program], check=True)
    return copy, words


def new_directory():
    """Never in the checkout, and open to the accounts of servers."""
    directory = Path(tempfile.mkdtemp(prefix="geofenced-bench-"))
    directory.chmod(0o755)
    return directory


@cache
def run_directory():
    """For what several parts need, until the end."""
    directory = new_directory()
    atexit.register(shutil.rmtree, directory, ignore_errors=True)
    return directory


@contextmanager
def workshop():
    """A directory for the time of a part."""
    directory = new_directory()
    try:
        yield directory
    finally:
        shutil.rmtree(directory, ignore_errors=True)


def built(directory, source, *options):
    """The program made of a peer's source, or None where its libraries are missing."""
    program = directory / Path(source).stem
    compiler = ["g++", "-std=c++17"] if source.endswith(".cpp") else ["cc"]
    if not shutil.which(compiler[0]):
        raise SystemExit(f"bench: there is no {compiler[0]}: run scripts/install-packages bench")
    made = subprocess.run([*compiler, "-O2", "-o", program, PEERS / source, *options],
                          stderr=subprocess.PIPE, text=True)
    if made.returncode:
        say(f"{source} does not compile: not compared (scripts/install-packages bench)")
        print(made.stderr[:2000], file=sys.stderr)
        return None
    return program


def swift_built(product):
    made = subprocess.run(
        [SWIFT, "build", "-c", "release", "--static-swift-stdlib", "--product", product],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if made.returncode:
        raise SystemExit(made.stdout)
    return PROGRAMS / product


def processor(command, **options):
    """Seconds of processor time, user and system, of a command that must succeed."""
    process = subprocess.Popen([str(word) for word in command], stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, **options)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"bench: {' '.join(map(str, command))}: exit {process.returncode}")
    return usage.ru_utime + usage.ru_stime


def interleaved(rounds, measurements):
    """Values by name: A B C A B C, so that what else the machine does falls on all alike."""
    values = {name: [] for name in measurements}
    for number in range(rounds):
        for name, measure in measurements.items():
            values[name].append(measure())
        say(f"round {number + 1} of {rounds}")
    return values


median = statistics.median


def ratio(ours, theirs):
    """Theirs in units of ours: the median of the rounds' ratios."""
    return median(b / a for a, b in zip(ours, theirs))


def until(condition, seconds, what):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise SystemExit(f"bench: waited {seconds} s for {what}")
        time.sleep(0.01)
