"""A fleet: 10,000 and 100,000 devices push their positions, among a million places and 100,000 regions.

    Benchmarks/fleet.py                  # the figures of docs/performance.md, 20 minutes
    Benchmarks/fleet.py --devices 1000   # of so many devices
    Benchmarks/fleet.py --watches        # the regions are a set of watches instead of a file

Devices mostly stand (92 of 100, a position each 5 min), walk (6, each 5 s) or drive (2, each second);
they live where the places are.
"""
import argparse
import http.client
import json
import random
import re
import socket
import subprocess
import time
from array import array
from functools import cache
from fences import Peer, programs, rate, tenth
from live import Daemon, listening
from measuring import Row, median, run_directory, say, swift_built, workshop
from places import copy_imported, made_up
from servers import postgis, redis
from world import written

DEVICES = [10_000, 100_000]
REGIONS = 100_000
RADIUS = 100
BATCHES = [1, 10, 100]
# Positions of a measurement.
COUNTS = {1: 60_000, 10: 300_000, 100: 600_000}
A_SECOND, SECONDS = 1000, 30
# What is told to geofenced only: the favourites that all devices have.
TARGETS = ["Starbucks", "Shell"]


@cache
def points():
    """Where places are: longitude and latitude, in the order of the file."""
    point = re.compile(rb'"coordinates":\[+(-?[0-9.]+),(-?[0-9.]+)')
    found = []
    with open(made_up(), "rb") as file:
        for line in file:
            x, y = point.search(line).groups()
            found.append((float(x), float(y)))
    return found


def homes():
    path = run_directory() / "homes"
    if not path.exists():
        chance, numbers = random.Random(3), array("d")
        for x, y in chance.sample(points(), max(DEVICES)):
            numbers.extend([y + chance.gauss(0, 0.002), x + chance.gauss(0, 0.002)])
        with open(path, "wb") as file:
            numbers.tofile(file)
    return path


def circles():
    """Longitude and latitude of the regions' middles."""
    return random.Random(4).sample(points(), REGIONS)


def region_file():
    path = run_directory() / "regions.geojson"
    if not path.exists():
        with open(path, "w") as file:
            json.dump({"type": "FeatureCollection", "features": [
                {"type": "Feature", "id": f"region/{number}",
                 "properties": {"name": f"Region {number}", "radius": RADIUS},
                 "geometry": {"type": "Point", "coordinates": point}}
                for number, point in enumerate(circles())]}, file)
    return path


class Control(http.client.HTTPConnection):
    """The daemon's control socket."""

    def __init__(self, path):
        super().__init__("localhost", timeout=300)
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self.path)


def asked(path, method, target, body=None, kind="application/json"):
    connection = Control(path)
    connection.request(method, target, body, {"Content-Type": kind})
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    if answer.status >= 300:
        raise SystemExit(f"bench: {method} {target}: {answer.status}: {text[:500]}")
    return text


class Fleet:
    """A daemon in a directory, and what is pushed to it."""

    def __init__(self, directory, devices, as_watches):
        self.directory, self.devices, self.as_watches = directory, devices, as_watches
        self.program = swift_built("bench-fleet")
        self.source = listening()
        self.state = directory / "state-full"
        if not self.state.exists():
            self.state.mkdir()
            copy_imported(self.state)
        # Each run is an hour after the one before, and all are over by now.
        self.time = int(time.time()) - 24 * 3600
        self.daemon = None

    def start(self):
        """Seconds to READY."""
        self.daemon = Daemon(self.directory, self.source.getsockname()[1],
                             regions=None if self.as_watches else region_file())
        return self.daemon.ready

    def stop(self):
        self.daemon.stop()

    def ask(self, *words):
        return asked(self.daemon.control, *words)

    def want(self):
        """Adds what is to be told of."""
        for target in TARGETS:
            self.ask("POST", "/v1/favourites",
                     json.dumps({"text": target, "audience": "everyone"}))
        if self.as_watches:
            lines = "".join(
                json.dumps({"id": str(number), "title": f"Region {number}", "at": [y, x],
                            "radius": RADIUS}) + "\n"
                for number, (x, y) in enumerate(circles()))
            self.ask("PUT", "/v1/watches/bench", lines, "application/x-ndjson")

    def load(self, *words):
        """Lines of what the load generator has found, each a dictionary."""
        self.time += 3600
        word, *rest = map(str, words)
        spent = self.daemon.processor()
        output = subprocess.run(
            [self.program, self.daemon.control, homes(), str(self.devices), word, str(self.time),
             *rest], stdout=subprocess.PIPE, text=True, check=True).stdout
        spent = self.daemon.processor() - spent
        found = []
        for line in output.splitlines():
            name, *members = line.split("\t")
            values = {key: float(value) for key, value in (m.split("=") for m in members)}
            found.append({"name": name, "daemon": spent, **values})
            say(line.replace("\t", " "))
        return found

    def bytes_on_disk(self):
        """Of what is kept of devices and notices, once the log of SQLite is emptied."""
        return sum(path.stat().st_size for path in self.state.glob("notifications.sqlite*"))


def one_fleet(devices, as_watches):
    """Rows of the table."""
    work = f"Fleet, {devices:,} devices, {REGIONS:,} {'watches' if as_watches else 'regions'}"
    say(work)
    made = []
    with workshop() as directory:
        fleet = Fleet(directory, devices, as_watches)
        fleet.start()
        fleet.want()
        fleet.stop()
        # What a device costs is the difference to a daemon without any.
        empty_start = median(restarted(fleet) for _ in range(3))
        fleet.start()
        empty, empty_bytes = fleet.daemon.own(), fleet.bytes_on_disk()
        fleet.load("add")
        fleet.stop()
        known_bytes = fleet.bytes_on_disk()
        made.append(on_disk(work, (known_bytes - empty_bytes) / devices))
        known_start = median(restarted(fleet) for _ in range(3))
        made.append(Row(work, "time to READY, all devices known", f"{known_start * 1000:.0f} ms",
                        "without devices", f"{empty_start * 1000:.0f} ms", target="≤ 200 ms",
                        met=known_start <= 0.2))
        fleet.start()
        parked = fleet.daemon.own()
        made.append(Row(work, "memory of a parked device (private, dirty)",
                        f"{(parked - empty) * 2**20 / devices:.0f} B", target="0",
                        met=parked - empty <= 1))
        for batch in BATCHES:
            found = fleet.load("push", batch, COUNTS[batch])[0]
            made.append(throughput(work, batch, found))
        moving = fleet.daemon.own()
        # Of 100 devices, 8 move.
        in_use = min(10_000, devices)
        each = (moving - parked) * 2**20 / in_use
        made.append(Row(work, f"memory of a device in use, of {in_use:,} (private, dirty)",
                        f"{each / 1024:.1f} KiB", target="≤ 8 KiB", met=each <= 8192))
        made.append(latency(work, fleet.load("pace", A_SECOND, SECONDS, fleet.daemon.socket)[0]))
        fleet.stop()
    return made


def restarted(fleet):
    ready = fleet.start()
    fleet.stop()
    return ready


def on_disk(work, each):
    return Row(work, "bytes on the disk of a device with one position", f"{each:,.0f} B",
               target="≤ 4 KiB", met=each <= 4096)


def throughput(work, batch, found):
    speed = found["accepted"] / found["seconds"]
    share = found["daemon"] / found["seconds"]
    busy = f", {found['busy']:.0f} × 503" if found["busy"] else ""
    return Row(
        work, f"positions a second, durably, in batches of {batch}", f"{speed:,.0f}/s",
        "answer, p50 / p99; daemon's processors",
        f"{found['p50_us'] / 1000:.1f} / {found['p99_us'] / 1000:.1f} ms; {share:.2f}{busy}",
        target="≥ 20,000/s" if batch == 10 else "", met=speed >= 20_000 if batch == 10 else None)


def latency(work, found):
    # The generator must not be what waits.
    kept = found["positions"] / found["seconds"]
    return Row(
        work, f"position in to notice out at {A_SECOND:,}/s, p50 / p99",
        f"{found['p50_us'] / 1000:.1f} / {found['p99_us'] / 1000:.1f} ms",
        f"{found['notices']:.0f} notices; sent",
        f"{kept:,.0f}/s, p99 {found['late_p99_us'] / 1000:.1f} ms late",
        target="p99 ≤ 20 ms", met=found["p99_us"] <= 20_000)


def peers():
    """Membership alone, of as many regions: nothing is kept, no rule decides, one client asks."""
    made = []
    with workshop() as directory, redis(directory) as socket_path, \
            postgis(directory) as environment:
        binaries = programs(directory)
        regions, fixes = written()
        few = tenth(fixes, directory)
        servers = {
            "Redis GEOSEARCH, pipelined": (binaries["redis"], {"option": [socket_path]},
                                           socket_path),
            "PostGIS, prepared": (binaries["postgis"], {"environment": environment}, environment),
        }
        for words, (program, options, is_there) in servers.items():
            if not program or not is_there:
                continue
            peer = Peer(program, (regions, *few), REGIONS, directory / "events",
                        wall=True, **options)
            seconds = median(peer.seconds() for _ in range(3))
            peer.stop()
            made.append(Row(f"Fleet, {REGIONS:,} regions", "membership alone, nothing kept", "",
                            words, rate(seconds)))
    made.append(Row("Fleet", "a fleet among fences, as its users say", "",
                    "Tile38, 400 polygons (its issue 245)", "83/s"))
    return made


def measure(sizes=None, as_watches=None):
    made = []
    for devices in sizes or DEVICES:
        for watches in [False, True] if as_watches is None else [as_watches]:
            # Where the regions come from matters once.
            if as_watches is None and watches and devices != DEVICES[0]:
                continue
            made += one_fleet(devices, watches)
    return made + ([] if sizes else peers())


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--devices", type=int, action="append", choices=range(100, 100_001),
                        metavar="NUMBER")
    parser.add_argument("--watches", action="store_true")
    options = parser.parse_args()
    if options.devices:
        rows = measure(options.devices, options.watches)
    else:
        rows = measure(as_watches=options.watches or None)
    print("\n".join(row.markdown() for row in rows))


if __name__ == "__main__":
    main()
