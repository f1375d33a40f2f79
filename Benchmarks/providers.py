"""Places from a server: an ordinary hour of many devices, and a cold start, with tipg over a real
PostGIS behind a cache of nginx.

    python=$(scripts/provider-tools)
    $python Benchmarks/providers.py PROGRAMS             # its rows; debug programs will do
    $python Benchmarks/providers.py PROGRAMS cold        # some: hour, cold
    $python Benchmarks/providers.py PROGRAMS --devices 100 --places 1000000 --minutes 20

The hour is told 60 times as fast as it is lived. Each cell is asked for once in it, however fast
that is: `refresh` is a day by the clock of the machine, and the cache here keeps answers as long.
But by the devices' clock a cell takes 60 times as long to come, so nothing here says whether places
are there in time: Tests/Providers does.
"""
import argparse
import http.client
import json
import random
import shutil
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from math import cos, floor, pi, radians, sin

from footprint import Footprint
from measuring import PROGRAMS, ROOT, Row, measured_by, median, ratio, say, until, workshop

DEVICES, PLACES, MINUTES = 500, 200_000, 60
# The clock of the devices goes so much faster than ours.
SPEED_UP = 60
# Of all places in the middle of a town; the others are spread over so many degrees each way.
IN_TOWNS, AROUND = 20_000, 0.2
CELL, DEGREE = 0.05, 110_574  # degrees; metres
CONNECTIONS = 4  # as the gateway has
ROUNDS = 3
PATIENCE = 600


def measure():
    """Rows of the table; the servers need a Python of their own."""
    return measured_by("provider-tools", __file__)


# MARK: Devices

def wanderer(number, middle, minutes):
    """For each minute, the positions that a phone sends then: one in 10 s while it moves, one in
    5 min while it stands. Of ten, eight walk, one cycles and one drives."""
    chance = random.Random(number)
    speed = {8: 5, 9: 14}.get(number % 10, 1.4)
    narrow = cos(radians(middle[0]))
    lat = middle[0] + chance.gauss(0, 0.015)
    lon = middle[1] + chance.gauss(0, 0.015) / narrow
    left, moves, track, batches = 0, chance.random() < 0.5, 0, []
    for minute in range(minutes):
        if left == 0:
            moves, left, track = not moves, chance.randint(5, 15), chance.uniform(0, 2 * pi)
        left -= 1
        batch = []
        for second in range(0, 60, 10) if moves else [0] * (minute % 5 == 0):
            if moves:
                lat += speed * 10 * cos(track) / DEGREE
                lon += speed * 10 * sin(track) / DEGREE / narrow
            batch.append({"time": 60 * minute + second, "lat": lat, "lon": lon, "accuracy": 8,
                          "speed": speed if moves else 0, "track": track * 180 / pi})
        batches.append(batch)
    return batches


def dated(batch, start):
    def when(second):
        return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(start + second))
    return json.dumps([{**one, "time": when(one["time"])} for one in batch])


def touched(lat, lon, reach):
    """The cells that a circle touches."""
    def cells(middle, half):
        return range(floor((middle - half) / CELL), floor((middle + half) / CELL) + 1)
    found = set()
    for y in cells(lat, reach / DEGREE):
        away = max(0, y * CELL - lat, lat - (y + 1) * CELL) * DEGREE
        narrow = cos(radians(max(abs(y), abs(y + 1)) * CELL))
        width = max(0, reach * reach - away * away) ** 0.5 / DEGREE / narrow
        found |= {(y, x) for x in cells(lon, width)}
    return found


# MARK: Nodes

class Measured:
    """A node with a provider, whose look-ups are heard; ended with the block."""

    def __init__(self, world, name):
        settings = (f'[[places.provider]]\nname = "bench"\nkind = "ogc-features"\n'
                    f'url = "{world.servers.cache}"\ncollection = "public.places"\n')
        self.world, self.name = world, name
        self.node = world.new_node(world.folder / name, world.programs, settings)
        self.local, self.count = threading.local(), 0
        # By device, the cells within reach of where regions were looked up.
        self.needed = {}

    def __enter__(self):
        try:
            self.node.start()
            self.node.ask("POST", "/v1/favourites",
                          {"wikidata": "Q37158", "audience": "everyone"})
            self.footprints = [Footprint(self.node.running[name].pid)
                               for name in ("geofenced", "geofenced-gateway")]
            self.stream = self.connection()
            self.stream.request("GET", "/v1/lookups")
            threading.Thread(
                target=self.hear, args=[self.stream.getresponse()], daemon=True).start()
            time.sleep(3)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self.node.end()

    def connection(self):
        return self.world.connection(str(self.node.control))

    def hear(self, stream):
        try:
            for line in stream:
                if line.startswith(b"data:"):
                    said = json.loads(line[5:])
                    self.count += 1
                    self.needed.setdefault(said["device"], set()).update(
                        touched(*said["center"], said["reach"]))
        except (OSError, http.client.HTTPException):
            pass  # the daemon has ended

    def push(self, device, body):
        if not hasattr(self.local, "connection"):
            self.local.connection = self.connection()
        self.local.connection.request("POST", f"/v1/devices/{device}/positions", body,
                                      {"Content-Type": "application/json"})
        answer = self.local.connection.getresponse()
        text = answer.read()
        if answer.status >= 300:
            raise SystemExit(f"bench: positions of {device}: {answer.status} {text[:200]}")

    def live(self, journeys, start):
        """A minute of all devices after another; returns the positions."""
        with ThreadPoolExecutor(8) as pool:
            for minute in range(len(journeys[0])):
                begun = time.monotonic()
                pushes = [pool.submit(self.push, f"d{number}", dated(journey[minute], start))
                          for number, journey in enumerate(journeys) if journey[minute]]
                for push in pushes:
                    push.result()
                spent = time.monotonic() - begun
                if spent > 60 / SPEED_UP and minute % 10 == 9:
                    say(f"{self.name}: minute {minute + 1} took {spent:.1f} s")
                time.sleep(max(0, 60 / SPEED_UP - spent))
        self.settle()
        return sum(len(batch) for journey in journeys for batch in journey)

    def cells(self):
        return self.node.provider("bench")["kept"]["cells"]

    def settle(self):
        """Waits until all is here that was wanted, and no more is wanted."""
        def is_settled():
            before = self.cells()
            time.sleep(1)
            way = self.node.provider("bench")
            return way["behind"] == 0 and way["kept"]["cells"] == before
        until(is_settled, PATIENCE, "the cells")
        if faults := self.faults():
            say(f"{self.name}: {faults} faults: {self.node.provider('bench').get('error')}")

    def faults(self):
        return self.node.provider("bench")["counts"].get("faults", 0)

    def memory(self):
        return [footprint.share() for footprint in self.footprints]

    def processor(self):
        return [footprint.processor() for footprint in self.footprints]

    def on_disk(self):
        """Of places, and of what the gateway knows."""
        return sum(path.stat().st_size for pattern in ("state/places.sqlite*", "gateway/*")
                   for path in self.node.folder.glob(pattern))


# MARK: Servers

class World:
    """The servers, what they have, and what they have done."""

    def __init__(self, folder, programs, options):
        sys.path.insert(0, str(ROOT / "Tests/Providers"))
        import servers
        from api import Connection
        from node import Node
        from processes import descendants, stat
        self.folder, self.programs, self.options = folder, programs, options
        self.new_node, self.connection = Node, Connection
        self.descendants, self.stat = descendants, stat
        self.towns = list(servers.TOWNS.values())
        self.servers = servers.Servers(
            folder / "servers", min(IN_TOWNS, options.places), cache_seconds=24 * 3600)
        self.first = servers.FIRST_IN_TOWNS + 1_000_000_000

    def __enter__(self):
        self.servers.__enter__()
        self.servers.sql("""
            INSERT INTO places (id, name, brand, "brand:wikidata", amenity, "addr:city", geom)
            SELECT %(first)s + n, 'Café ' || n,
                CASE WHEN mod(n, 100) = 0 THEN 'Starbucks' END,
                CASE WHEN mod(n, 100) = 0 THEN 'Q37158' END, 'cafe', 'Around',
                ST_SetSRID(ST_MakePoint(lon + %(around)s * (2 * random() - 1),
                    lat + %(around)s * (2 * random() - 1)), 4326)
            FROM generate_series(0, %(count)s - 1) n JOIN
                (SELECT row_number() OVER () - 1, * FROM unnest(%(lats)s::float8[],
                    %(lons)s::float8[])) AS town (number, lat, lon) ON number = mod(n, %(towns)s)
            """, {"first": self.first, "around": AROUND, "towns": len(self.towns),
                  "count": max(0, self.options.places - IN_TOWNS),
                  "lats": [town[0] for town in self.towns],
                  "lons": [town[1] for town in self.towns]})
        self.servers.sql("ANALYZE")
        return self

    def __exit__(self, *_):
        self.servers.__exit__()

    def forget(self):
        """Empties the cache."""
        self.servers.stop("nginx")
        shutil.rmtree(self.servers.folder / "cache")
        self.servers.start("nginx")

    def spent(self):
        """Of each server, seconds of processor time; of PostGIS, what it has done."""
        found = {}
        for name in "postgres", "tipg", "nginx":
            leader = self.servers.running[name].pid
            fields = [self.stat(one) for one in [leader, *self.descendants(leader)]]
            # utime and stime of each; what has ended is with its parent (proc(5)).
            ticks = sum(int(one[11]) + int(one[12]) for one in fields if one)
            found[name] = (ticks + sum(map(int, self.stat(leader)[13:15]))) / 100
        row = self.servers.sql(
            "SELECT xact_commit, blks_hit + blks_read, tup_returned FROM pg_stat_database "
            "WHERE datname = 'geo'")[0]
        return {**found, **dict(zip(["queries", "blocks", "rows"], row))}

    def since(self, before):
        time.sleep(2)  # a backend says each second at most what it has done
        return {key: value - before[key] for key, value in self.spent().items()}

    def asked(self, number=0):
        """What gateways have asked the cache for, since the request of that number."""
        return [one for one in self.servers.requests()[number:] if "/items" in one["uri"]]

    def position(self):
        return len(self.servers.requests())


def fetched(world, uris):
    """Seconds in which a plain loop has all of them, on as many connections, and their bytes."""
    host, sizes = world.servers.cache.removeprefix("http://"), []

    def fetch(mine):
        connection = http.client.HTTPConnection(host, timeout=60)
        for uri in mine:
            connection.request("GET", uri, headers={
                "Accept": "application/geo+json", "Accept-Encoding": "gzip",
                "User-Agent": "floor"})
            answer = connection.getresponse()
            sizes.append(len(answer.read()))
            if answer.status != 200:
                raise SystemExit(f"bench: {uri}: {answer.status}")
        connection.close()

    begun = time.monotonic()
    with ThreadPoolExecutor(CONNECTIONS) as pool:
        list(pool.map(fetch, [uris[start::CONNECTIONS] for start in range(CONNECTIONS)]))
    return time.monotonic() - begun, sum(sizes)


# MARK: Parts

def hour(world):
    """An hour of all devices at a node, and the same hour at a second one."""
    options = world.options
    journeys = [wanderer(number, world.towns[number % len(world.towns)], options.minutes)
                for number in range(options.devices)]
    work = f"Places of a server, {options.devices:,} devices, {options.minutes} min"
    start = int(time.time()) - 60 * options.minutes - 600
    with Measured(world, "first") as node:
        before, mark, memory = world.spent(), world.position(), node.memory()
        disk, cpu = node.on_disk(), node.processor()
        positions = node.live(journeys, start)
        load, asked = world.since(before), world.asked(mark)
        spent = [after - before for before, after in zip(cpu, node.processor())]
        made = [*asked_rows(work, options, node, asked, positions),
                *load_rows(work, load, len(asked) - hits(asked), spent),
                *size_rows(world, work, node, asked, memory, disk)]
    with Measured(world, "second") as node:
        mark = world.position()
        node.live(journeys, start)
        asked = world.asked(mark)
    share = hits(asked) / len(asked)
    return made + [Row(work, "hits of the cache at a second node, the same journeys",
                       f"{share:.1%} of {len(asked):,}", target="≥ 95 %", met=share >= 0.95)]


def hits(asked):
    return [one["cache"] for one in asked].count("HIT")


def asked_rows(work, options, node, asked, positions):
    per_hour = options.devices * options.minutes / 60
    alone = sum(map(len, node.needed.values()))
    least = len(set().union(*node.needed.values()))
    return [
        Row(work, "requests to the cache, a device and hour", f"{len(asked) / per_hour:.2f}",
            "each device for itself, the cells of its look-ups", f"{alone / per_hour:.2f}",
            f"{len(asked) / alone:.2f} ×"),
        Row(work, "requests, with those ahead and next pages", f"{len(asked):,}",
            "cells of all look-ups, each once, the floor", f"{least:,}",
            f"{len(asked) / least:.2f} ×"),
        Row(work, "look-ups of regions, of the positions", f"{node.count:,} of {positions:,}",
            ratio=f"{node.count / per_hour:.1f} a device and hour"),
        Row(work, "answers that were not taken", f"{node.faults()}", target="0",
            met=node.faults() == 0)]


def load_rows(work, load, missed, spent):
    """`load`: of the servers, while so many requests missed; `spent`: by daemon and gateway."""
    scale, servers = 1000 / missed, load["postgres"] + load["tipg"] + load["nginx"]
    return [
        Row(work, "CPU of daemon, gateway", f"{spent[0]:.1f}, {spent[1]:.1f} s",
            "PostGIS, tipg, nginx meanwhile",
            f"{load['postgres']:.1f}, {load['tipg']:.1f}, {load['nginx']:.1f} s",
            f"{sum(spent) / servers:.1f} ×"),
        Row(work, "PostGIS, for 1,000 requests that miss: CPU; transactions; blocks read",
            f"{load['postgres'] * scale:.1f} s; {load['queries'] * scale:,.0f}; "
            f"{load['blocks'] * scale:,.0f}", "CPU of tipg 1.6.1 for the same",
            f"{load['tipg'] * scale:.1f} s", f"{load['postgres'] / load['tipg']:.2f} ×")]


def size_rows(world, work, node, asked, memory, disk):
    after, cells, disk = node.memory(), node.cells(), node.on_disk() - disk
    packed = fetched(world, sorted({one["uri"] for one in asked}))[1]
    return [
        Row(work, "memory (PSS) after, daemon, gateway", f"{after[0]:.1f}, {after[1]:.1f} MiB",
            "before", f"{memory[0]:.1f}, {memory[1]:.1f} MiB",
            f"{(sum(after) - sum(memory)) * 1024 / cells:.1f} KiB a cell, with the devices"),
        Row(work, f"bytes on the disk a cell, of {cells:,}", f"{disk / cells:,.0f} B",
            "its answer from the cache, packed", f"{packed / cells:,.0f} B",
            f"{disk / packed:.1f} ×")]


def spots(world):
    """Where devices stand so that all cells around a town are wanted: at each second corner."""
    for lat, lon in world.towns:
        y, x = round(lat / CELL), round(lon / CELL)
        for north in range(-3, 4, 2):
            for east in range(-3, 4, 2):
                yield (y + north) * CELL, (x + east) * CELL


def started(world, name):
    """Seconds until all cells are here that devices want at once; how many; what was asked; CPU."""
    with Measured(world, name) as node:
        mark, cpu = world.position(), node.processor()
        places = sorted(set(spots(world)))
        begun = time.monotonic()
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(
                lambda one: node.push(f"s{one[0]}", dated([{
                    "time": 0, "lat": one[1][0], "lon": one[1][1], "accuracy": 8}],
                    int(time.time()) - 60)), enumerate(places)))
        # Once it says that nothing is missing, the last request is the end.
        until(lambda: node.node.provider("bench")["behind"] == 0 and
              node.cells() >= len(places), PATIENCE, "the cells of a cold start")
        seconds = time.monotonic() - begun
        node.settle()
        spent = [after - before for before, after in zip(cpu, node.processor())]
        return seconds, node.cells(), [one["uri"] for one in world.asked(mark)], spent


def cold(world):
    """Cold starts, from an empty cache and from a full one, and the same requests without us."""
    values = {name: [] for name in ("empty", "floor, empty", "full", "floor, full")}
    costs = []
    for number in range(world.options.rounds):
        world.forget()
        seconds, cells, uris, _ = started(world, f"empty-{number}")
        values["empty"].append(seconds)
        world.forget()
        values["floor, empty"].append(fetched(world, uris)[0])
        values["floor, full"].append(fetched(world, uris)[0])
        seconds, cells, _, spent = started(world, f"full-{number}")
        values["full"].append(seconds)
        costs.append([one / cells * 1000 for one in spent])
        say(f"round {number + 1}: " + ", ".join(
            f"{name} {times[-1]:.1f} s" for name, times in values.items()))
    work = f"Places of a server, cold start, {cells:,} cells, {world.options.places:,} places"
    made = []
    for kind in "empty", "full":
        ours, theirs = values[kind], values[f"floor, {kind}"]
        made.append(Row(
            work, f"cells a second, the cache {kind}", f"{cells / median(ours):,.0f}/s",
            "Python that fetches the same and drops it, 4 connections, the floor",
            f"{cells / median(theirs):,.0f}/s", f"{1 / ratio(ours, theirs):.1f} × its time"))
    daemon, gateway = (median(one) for one in zip(*costs))
    made.append(Row(work, "CPU of a cell, the cache full: daemon, gateway",
                    f"{daemon:.1f}, {gateway:.1f} ms"))
    return made


PARTS = {"hour": hour, "cold": cold}


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="?", default=PROGRAMS)
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    for name, usual in (("devices", DEVICES), ("places", PLACES), ("minutes", MINUTES),
                        ("rounds", ROUNDS)):
        parser.add_argument(f"--{name}", type=int, default=usual, metavar="NUMBER")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with workshop() as folder, World(folder, options.programs, options) as world:
        made = []
        for part in options.parts or PARTS:
            rows = PARTS[part](world)
            made += rows
            for row in rows:
                say(row.markdown())
    print(json.dumps([row.stored() for row in made]) if options.json
          else "\n".join(row.markdown() for row in made))


if __name__ == "__main__":
    main()
