"""Households on two nodes. While their phones send, one node is killed, and then divided in two.
Each phone is told each shop on its way once, by one node. Then dividing is killed, and done again.
$1: where the programs are; $2: how many phones, 2000 unless it is said."""

import pathlib
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from math import cos, hypot, radians

from broker import Broker
from phones import Phone, Sending
from stations import BRAND, Station, populate

from node import eventually, tied
from servers import Servers

PROGRAMS = pathlib.Path(sys.argv[1]).resolve()
PHONES = int(sys.argv[2]) if len(sys.argv) > 2 else 2000
# Phones while dividing is killed, and the parts of each step after which it is.
FEW, MOMENTS = 64, (0.1, 0.3, 0.6, 0.9)
# Seconds for all of it.
LONGEST = 900
# Faults of a kind that are named.
MOST_NAMED = 20
BEGUN = time.monotonic()
# Kinds of faults.
failed = []


def say(text):
    print(f"scale: {time.monotonic() - BEGUN:3.0f} s: {text}", flush=True)


def require_none(what, faults):
    """Says which there are; the check goes on, and fails at its end."""
    if faults := list(faults):
        failed.append(what)
        say("\n  ".join([f"FAULT: {what}: {len(faults)}", *faults[:MOST_NAMED]]))


def settings(name, servers, broker, phones):
    devices = ", ".join(f'"{phone.id}"' for phone in phones)
    return f"""
[[places.provider]]
name = "shops"
kind = "ogc-features"
url = "{servers.cache}"
collection = "public.places"
[mqtt]
url = "mqtt://127.0.0.1:{broker.port}"
client_id = "{name}"
node = "{name}"
positions = []
devices = [{devices}]
owntracks_events = false
home_assistant = ""
"""


def check_places(servers, phones, broker):
    """Whether each was told the shops on its way and no others, and once."""
    shops = servers.sql(f"""SELECT id, ST_Y(geom), ST_X(geom) FROM places
                            WHERE "brand:wikidata" = '{BRAND}'""")
    enters = defaultdict(dict)
    for (node, number, *_), notice in broker.told.items():
        region = notice["data"]["region"]
        if notice["type"] == "geofence.enter" and region["kind"] == "favourite":
            place = int(region["id"].split("/")[2])
            enters[notice["device"], place].setdefault(number, f"{node} {number}")
    missing, doubled, wrong, clear = [], [], [], 0
    for phone in phones:
        north, narrow = phone.way[0]["lat"], cos(radians(phone.way[0]["lat"]))

        def metres(lat, lon):
            return 111195 * lat, 111195 * lon * narrow

        spots = [metres(fix["lat"], fix["lon"]) for fix in phone.way]
        near = {place: metres(lat, lon) for place, lat, lon in shops if abs(lat - north) < 0.05}
        for place, at in near.items():
            apart = [hypot(at[0] - spot[0], at[1] - spot[1]) for spot in spots]
            told, nearest = enters[phone.id, place].values(), min(apart)
            what = f"{phone.id} of {phone.node.name}, place {place}, {nearest:.0f} m: "
            # Of two that are as one, either is told. What is at the beginning may come too late.
            alone = all(hypot(at[0] - other[0], at[1] - other[1]) > 80
                        for number, other in near.items() if number != place)
            is_clear = alone and nearest < 185 and min(apart[:2]) > 300
            clear += is_clear
            missing += [what + "not told"] if is_clear and not told else []
            doubled += [what + ", ".join(told)] if len(told) > 1 else []
            wrong += [what + ", ".join(told)] if told and nearest > 215 else []
    require_none("shops on the way that were not told", missing)
    require_none("shops that were told more than once", doubled)
    require_none("shops that were told and are not on the way", wrong)
    require_none("shops on the way are too few", [f"{clear}"] if clear < len(phones) / 2 else [])
    return clear


def check_notices(phones, broker):
    """Whether each id is of one notice, which one node has told, after those before it."""
    last, late, nodes, things = {}, [], defaultdict(list), defaultdict(set)
    for (node, number, *_), notice in broker.told.items():
        key, now = (node, notice["device"]), (notice["sequence"], notice["time"])
        if any(one > other for one, other in zip(last.get(key, now), now)):
            late.append(f"{key}: {now} after {last[key]}")
        last[key] = now
        nodes[number].append(node)
        things[number].add(f"{notice['time']} {notice['device']} {notice['subject']}")
    require_none("notices that came before earlier ones", late)
    require_none("ids of two notices", (
        f"{number}: {'; '.join(both)}" for number, both in things.items() if len(both) > 1))
    require_none("notices that two nodes have told", (
        f"{number} of {', '.join(things[number])}: {', '.join(both)}"
        for number, both in nodes.items() if len(both) > 1 and len(things[number]) == 1))
    require_none("positions that were taken from the broker while the phone was there", (
        f"{phone.id} of {phone.node.name}" for phone in phones
        if (phone.node.name, phone.id) in broker.taken_back))
    kept = defaultdict(list)
    for (node, device), contents in broker.positions.items():
        kept[device] += [node] if contents else []
    require_none("positions that the broker does not keep for the node of the phone alone", (
        f"{phone.id} of {phone.node.name}: kept for {', '.join(kept[phone.id]) or 'none'}"
        for phone in phones if kept[phone.id] != [phone.node.name]))


def check_homes(nodes, phones):
    """Whether each person, group and device is on the node of its phone, and on no other."""
    def strays():
        for what, name in ("people", "person"), ("groups", "group"), ("devices", "id"):
            homes = defaultdict(list)
            for node in nodes:
                for one in node.ids(what):
                    homes[one].append(node.name)
            for phone in phones:
                found = homes[one := getattr(phone, name)]
                if found != [phone.node.name]:
                    yield f"{one}: on {', '.join(found) or 'none'} instead of {phone.node.name}"
    # The daemon is told after people have been.
    until = time.monotonic() + 60
    while (found := list(strays())) and time.monotonic() < until:
        time.sleep(1)
    require_none("people, groups and devices that are elsewhere", found)


def figures(nodes, servers, broker):
    for node in nodes:
        way = node.provider("shops")
        memory = ", ".join(f"{name} {node.memory(name):.0f} MB" for name in sorted(node.running))
        say(f"{node.name}: {memory}, {way['kept']['cells']} cells, "
            f"{way['counts'].get('requests', 0)} requests for them since it began")
    asked = Counter(request["cache"] for request in servers.requests())
    say(f"cache: {asked.total()} requests, {asked['HIT'] / asked.total():.0%} of them hits; "
        f"broker: {len(broker.told)} notices, {broker.again} of them twice")


def divide(b, c, moving, phones, backup):
    """As docs/scale.md says."""
    b.end()
    b.back_up(backup)
    c.put_back(backup)
    c.run(*c.restoring(backup, moving))
    c.start()
    for phone in phones:
        if phone.group in moving:
            phone.node = c
    b.start()
    b.run(*b.removing(moving))


def a_node_is_killed_and_divided(folder, servers, broker):
    start = int(time.time()) - 100_000
    phones = [Phone(number, start) for number in range(PHONES)]
    moving = sorted({phone.group for phone in phones if phone.household % 4 == 1})
    a, b, c = nodes = [
        Station(folder / name, PROGRAMS, settings(name, servers, broker, phones)) for name in "abc"]
    try:
        for node in (a, b):
            node.start()
        for phone in phones:
            phone.node = (a, b)[phone.household % 2]
        populate(phones)
        say(f"{PHONES} phones are on two nodes")
        # Places are asked for with the first positions, and are here before a phone passes one.
        seconds = Sending(phones, 1).end()
        for node in (a, b):
            eventually("places are here", lambda node=node: (
                way := node.provider("shops"))["behind"] == 0 and way["kept"]["cells"])
        say("places are here")
        sending = Sending(phones)
        sending.reach(0.25)
        for name in "geofenced-gateway", "geofenced":
            b.stop(name, signal.SIGKILL)
        b.start()
        say("a node was killed, and is there again")
        sending.reach(0.5)
        divide(b, c, moving, phones, folder / "backup.sqlite")
        say(f"{len(moving)} households have moved to a third node")
        seconds += sending.end()
        broker.settle()
        positions = sum(len(phone.way) for phone in phones)
        say(f"{positions} positions in {seconds:.0f} s, {positions / seconds:.0f} a second, "
            f"{sending.refused} were refused at first")
        figures(nodes, servers, broker)
        check_homes(nodes, phones)
        check_notices(phones, broker)
        say(f"{check_places(servers, phones, broker)} shops are clearly on the way of a phone")
    except BaseException:
        for node in nodes:
            if node.running:
                print(node.log("geofenced-gateway")[-1000:], file=sys.stderr)
        raise
    finally:
        for node in nodes:
            node.end()


def killed(process, seconds):
    time.sleep(seconds)
    process.kill()
    process.wait()


def dividing_is_killed(folder):
    """At moments of each of its steps, and is done again with the same backup."""
    north, south = nodes = [Station(folder / name, PROGRAMS) for name in ("north", "south")]
    phones = [Phone(number, 0) for number in range(FEW)]
    moving = sorted({phone.group for phone in phones if phone.household % 2})
    backup, gateway = folder / "few.sqlite", "geofenced-gateway"
    restoring, removing = south.restoring(backup, moving), north.removing(moving)
    lengths = []

    def step(moment, begin, do):
        """Does it, after it was begun and killed once."""
        if moment:
            killed(begin(), moment * lengths.pop(0))
        begun = time.monotonic()
        do()
        lengths.append(time.monotonic() - begun)

    def begin_removing():
        """What is to be killed: the command, or every other time the gateway."""
        process = north.command(*removing)
        return north.running.pop(gateway) if moment in MOMENTS[::2] else process

    def remove():
        if gateway not in north.running:
            north.start(gateway)
        eventually("groups are removed", remove_rest)

    def remove_rest():
        left = sorted(set(moving) & set(north.ids("groups")))
        if left:
            north.command(*north.removing(left)).wait()
        return not left

    try:
        north.start()
        for phone in phones:
            phone.node = north
        populate(phones)
        north.stop("geofenced")
        north.back_up(backup)
        north.end()
        for moment in (0, *MOMENTS):
            for node in nodes:
                node.put_back(backup)
            north.run(*north.restoring(backup))
            north.start()
            for phone in phones:
                phone.node = north
            check_homes([north], phones)
            step(moment, lambda: south.command(*restoring), lambda: south.run(*restoring))
            south.start("geofenced")
            step(moment, lambda: subprocess.Popen(
                [PROGRAMS / gateway, "--config", south.folder / "gateway.toml"],
                stderr=subprocess.DEVNULL, preexec_fn=tied()), lambda: south.start(gateway))
            step(moment, begin_removing, remove)
            for phone in phones:
                phone.node = south if phone.group in moving else north
            check_homes(nodes, phones)
            for node in nodes:
                node.end()
        say(f"dividing was killed {len(MOMENTS)} times in each step, and done again")
    finally:
        for node in nodes:
            node.end()


def main():
    def end(number, _):
        what = f"not done within {LONGEST} s" if number == signal.SIGALRM else "ended"
        raise SystemExit(f"scale: {what}")

    for number in signal.SIGALRM, signal.SIGTERM:
        signal.signal(number, end)
    signal.alarm(LONGEST)
    with tempfile.TemporaryDirectory(prefix="scale-") as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        with Servers(folder / "servers", places=12_000) as servers, Broker(folder) as broker:
            a_node_is_killed_and_divided(folder, servers, broker)
        dividing_is_killed(folder)
    say("done")
    if failed:
        raise SystemExit(f"scale: failed: {'; '.join(failed)}")


main()
