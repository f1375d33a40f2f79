"""Fences: 100,000 fixes judged by all rules among a thousand, a hundred thousand and a million regions
of 200 m, and every enter and exit that the distance alone makes compared with the truth."""
import os
import subprocess
from array import array
from contextlib import ExitStack
from measuring import ROUNDS, Row, built, interleaved, median, ratio, say, swift_built, workshop
from servers import postgis, redis
from world import FIXES, JOURNEY, written

SIZES = [1_000, 100_000, 1_000_000]
# Seconds of processor time that a measurement takes at least.
LEAST = 1.0


class Peer:
    """A process that has the regions loaded, and looks fixes up when told."""

    def __init__(self, command, world, size, events, *, option=(), environment=None, wall=False):
        regions, fixes, self.count = world
        self.events = events
        # Of a server that answers, the time of the clock counts.
        self.wall = wall
        self.process = subprocess.Popen(
            [str(word) for word in [command, regions, size, fixes, self.count, events, *option]],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            env=os.environ | (environment or {}))
        ready = self.process.stdout.readline().split()
        if not ready:
            raise SystemExit(f"bench: {command} has ended")
        self.bytes = float(ready[3])
        self.passes = 1
        self.passes = max(1, int(LEAST / (self.seconds() * self.count)))

    def seconds(self):
        """For each fix."""
        self.process.stdin.write(f"{self.passes}\n")
        self.process.stdin.flush()
        cpu, wall = map(float, self.process.stdout.readline().split())
        return (wall if self.wall else cpu) / self.passes / self.count

    def stop(self):
        self.process.stdin.close()
        self.process.wait()


def tenth(fixes, directory, *, journeys=False):
    """Every tenth fix of all journeys, or every tenth journey, for what is slow."""
    numbers, few = array("d"), array("d")
    with open(fixes, "rb") as file:
        numbers.fromfile(file, FIXES * 2)
    for i in range(FIXES):
        if (i // JOURNEY if journeys else i) % 10 == 0:
            few.extend(numbers[2 * i: 2 * i + 2])
    path = directory / "few"
    with open(path, "wb") as file:
        few.tofile(file)
    return path, FIXES // 10


def events(path):
    words = array("I")
    words.frombytes(path.read_bytes())
    return set(zip(words[::2], words[1::2]))


def deviation(peer, truth):
    """How many events are not as they are in truth: missing, made up, or at another fix."""
    return len(events(peer.events) ^ events(truth)), len(events(truth))


def programs(directory):
    """What is compared, as far as it can be built."""
    geographic = "-lGeographicLib"
    sources = {
        "truth": ["fence-truth.cpp", geographic],
        "boost": ["fence-boost.cpp", geographic],
        "sqlite": ["fence-sqlite.cpp", "-lsqlite3", geographic],
        "redis": ["fence-redis.cpp", "-lhiredis", geographic],
        "postgis": ["fence-postgis.cpp", "-I/usr/include/postgresql", "-lpq", geographic],
    }
    return {name: built(directory, *words) for name, words in sources.items()}


WORDS = {
    "boost": "boost::geometry R-tree, in memory",
    "sqlite": "SQLite R*Tree, in memory, prepared",
    "redis": "Redis GEOSEARCH, pipelined (clock)",
    "postgis": "PostGIS, prepared (clock)",
}
# Of boost's look-ups a second, at least.
SHARE = 1 / 3


def rate(seconds):
    """Fixes a second."""
    speed = 1 / seconds
    return f"{speed / 1e6:.2f} M/s" if speed >= 1e5 else f"{speed:,.0f}/s"


def one_size(size, binaries, ours, all_fixes, few_fixes, directory, sockets):
    say(f"fences: {size:,} regions")
    peers, truths = {}, {}
    for name, world in [("all", all_fixes), ("few", few_fixes)]:
        truths[name] = directory / f"truth-{name}"
        subprocess.run([str(word) for word in [binaries["truth"], world[0], size, *world[1:],
                                               truths[name]]],
                       check=True, stdout=subprocess.DEVNULL)

    def add(name, program, world, **options):
        if program:
            say(f"loading {name}")
            peers[name] = Peer(program, world, size, directory / f"{name}.events", **options)

    add("ours", ours, all_fixes)
    add("boost", binaries["boost"], all_fixes)
    add("sqlite", binaries["sqlite"], few_fixes)
    if sockets["redis"]:
        add("redis", binaries["redis"], few_fixes, option=[sockets["redis"]], wall=True)
    if sockets["postgis"]:
        add("postgis", binaries["postgis"], few_fixes, environment=sockets["postgis"], wall=True)
    values = interleaved(ROUNDS, {name: peer.seconds for name, peer in peers.items()})
    for peer in peers.values():
        peer.stop()
    return rows(size, peers, values, truths)


def rows(size, peers, values, truths):
    work = f"Fences, {size:,} regions"
    ours = median(values["ours"])
    made = []
    for name, words in WORDS.items():
        if name not in peers:
            continue
        times = ratio(values["ours"], values[name])
        target, met = ("≥ a third", times >= SHARE) if name == "boost" else ("", None)
        made.append(Row(work, "all rules (`GeofenceMonitor`)", rate(ours), f"{words}: look-ups",
                        rate(median(values[name])), f"{times:.3g} × as fast", target, met))

    wrong, of = deviation(peers["ours"], truths["all"])
    others = []
    for name in WORDS:
        if name in peers:
            truth = truths["all" if name == "boost" else "few"]
            count, total = deviation(peers[name], truth)
            others.append(f"{name} {count:,} of {total:,}")
    made.append(Row(work, "events by distance alone, other than the exact geodesic's",
                    f"{wrong} of {of:,}", ", ".join(others), target="0", met=wrong == 0))
    if size == SIZES[-1]:
        memory = Row(work, "memory a region: index, names and all",
                     f"{peers['ours'].bytes:.0f} B", target="≤ 100 B",
                     met=peers["ours"].bytes <= 100)
        if "boost" in peers:
            memory.peer, memory.theirs = WORDS["boost"], f"{peers['boost'].bytes:.0f} B"
        made.append(memory)
    return made


def measure():
    ours = swift_built("bench-fences")
    with workshop() as directory, ExitStack() as stack:
        binaries = programs(directory)
        if not binaries["truth"]:
            say("fences: without libgeographiclib-dev there is no truth: not measured")
            return []
        regions, fixes = written()
        all_fixes = (regions, fixes, FIXES)
        few_fixes = (regions, *tenth(fixes, directory))
        sockets = {"redis": stack.enter_context(redis(directory)),
                   "postgis": stack.enter_context(postgis(directory))}
        return [row for size in SIZES
                for row in one_size(size, binaries, ours, all_fixes, few_fixes, directory, sockets)]
