"""The gateway: positions in until they are durable, notices out, and what it costs.

    Benchmarks/gateway.py PROGRAMS            # its rows of docs/performance.md; debug programs will do
    Benchmarks/gateway.py PROGRAMS http mqtt  # some: http, mqtt, webhook, notices, memory

Daemon, gateway, broker and load share the machine: what the load costs is in the figures.
"""
import json
import subprocess
import sys
import threading
import time

from gateway_world import (
    Hook, Publisher, Sender, World, basic, load, overland, owntracks, plain, rfc, walked,
)
from measuring import PROGRAMS, Row, has, median, say, until, workshop

CONNECTIONS, SECONDS = 64, 8
MESSAGES = 20_000
NOTICES = 500  # one after another, from a phone to the webhook
REGIONS = 1000  # in a row, 100 m apart
MANY = 3000  # phones
HOUR = 3600


class Server:
    """A world, started; ended with the block."""

    def __init__(self, programs, phones, **options):
        self.programs, self.count, self.options = programs, phones, options

    def __enter__(self):
        self.place = workshop()
        self.world = World(self.programs, self.place.__enter__(), **self.options)
        try:
            self.world.start()
            self.world.add(self.count)
        except BaseException:
            self.__exit__()
            raise
        return self.world

    def __exit__(self, *_):
        self.world.end()
        self.place.__exit__(None, None, None)


# MARK: Positions in

def http(programs):
    made = []
    start = time.time() - 1000 * HOUR
    with Server(programs, CONNECTIONS) as world:
        for batch in (1, 100):
            phones = list(enumerate(world.phones))
            floor = load([(index, str(world.folder / "control.sock"),
                           f"/v1/devices/{name}/positions", {"Host": "localhost"}, batch, plain)
                          for index, (name, _, _) in phones], SECONDS, start)
            # Each measurement is of later positions: those of the one before are over.
            start += 300 * HOUR
            host = f"127.0.0.1:{world.port}"
            if batch == 1:
                jobs = [(index, world.port, "/owntracks",
                         {"Host": host, "Authorization": basic(name, token)}, 1,
                         lambda positions: owntracks(positions[0]))
                        for index, (name, token, _) in phones]
            else:
                jobs = [(index, world.port, "/overland",
                         {"Host": host, "Authorization": f"Bearer {token}"}, batch, overland)
                        for index, (_, token, _) in phones]
            ours = load(jobs, SECONDS, start)
            start += 300 * HOUR
            made.append(Row("Gateway, HTTP",
                            f"positions a second until durable, {CONNECTIONS} phones, "
                            f"{'OwnTracks' if batch == 1 else 'Overland'}, batches of {batch}",
                            f"{ours:,.0f}/s", "the same load at the daemon's own socket",
                            f"{floor:,.0f}/s", f"{floor / ours:.1f} ×"))
            say(made[-1].markdown())
    return made


def mqtt(programs):
    start = time.time() - 1000 * HOUR
    with Server(programs, CONNECTIONS) as world:
        publisher = Publisher(world.broker)
        each = MESSAGES // CONNECTIONS
        messages = [(topic, owntracks(walked(index, number, start)))
                    for number in range(each)
                    for index, (_, _, topic) in enumerate(world.phones)]
        # Where nobody but mosquitto_sub listens.
        aside = [(f"aside/{topic}", payload) for topic, payload in messages]
        reader = subprocess.Popen(
            ["mosquitto_sub", "-p", str(world.broker), "-q", "1", "-t", "aside/#", "-C",
             str(len(aside))], stdout=subprocess.DEVNULL)
        time.sleep(1)
        began = time.monotonic()
        publisher.publish(aside)
        reader.wait(timeout=120)
        floor = len(aside) / (time.monotonic() - began)
        began = time.monotonic()
        publisher.publish(messages)
        until(lambda: sum(world.taken().values()) >= len(messages), 300, "positions over MQTT")
        ours = len(messages) / (time.monotonic() - began)
    return [Row("Gateway, MQTT",
                f"positions a second until durable, OwnTracks, {CONNECTIONS} topics, QoS 1",
                f"{ours:,.0f}/s", "the same messages to mosquitto_sub", f"{floor:,.0f}/s",
                f"{floor / ours:.1f} ×")]


# MARK: Notices out

def circles(world, audience):
    world.ask("PUT", "/v1/watches/bench", [
        {"id": f"w{number}", "title": f"Watch {number}", "at": [52 + number * 0.0018, 4.9],
         "radius": 40, "audience": audience} for number in range(REGIONS)], at="control.sock")


def through(number, start):
    """The position in the middle of a circle; from one to the next are 200 m and 20 s."""
    return start + number * 20, 52 + number * 0.0018, 4.9


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] * 1000


def webhook(programs):
    hook = Hook()
    start = time.time() - 10 * HOUR
    with Server(programs, 1, hook=hook) as world:
        circles(world, "everyone")
        name, token, _ = world.phones[0]
        headers = {"Host": f"127.0.0.1:{world.port}", "Authorization": basic(name, token)}
        sender, floor = Sender(world.port), Sender(int(hook.address.split(":")[2].strip("/")))
        ours, theirs = [], []
        for number in range(NOTICES):
            moment, latitude, longitude = through(number, start)
            body = json.dumps({"_type": "location", "tst": int(moment), "lat": latitude,
                               "lon": longitude, "acc": 8, "vel": 36, "cog": 0}).encode()
            region = f"watch/bench/w{number}"
            began = time.monotonic()
            sender.post("/owntracks", headers, body)
            ours.append(hook.wait(region) - began)
            notice = json.dumps({"type": "geofence.enter", "data": {"region": {"id": f"x{number}"}}})
            began = time.monotonic()
            floor.post("/", {"Host": "localhost"}, notice.encode())
            theirs.append(hook.wait(f"x{number}") - began)
    return [Row("Gateway, webhook", "position at /owntracks to notice at the webhook, p50 / p99",
                f"{percentile(ours, 0.5):.1f} / {percentile(ours, 0.99):.1f} ms",
                "one POST to the webhook itself",
                f"{percentile(theirs, 0.5):.1f} / {percentile(theirs, 0.99):.1f} ms",
                f"{median(ours) / median(theirs):.0f} × its p50")]


def notices(programs):
    """What has waited while the gateway was away."""
    told = [f"phone-0-{number}" for number in range(10)]
    start = time.time() - 100 * HOUR
    with Server(programs, 10, told=told) as world:
        circles(world, "everyone")
        # Its place in the log is known from now on.
        world.stop_gateway()
        count = 0
        for name in told:
            positions = [through(number, start) for number in range(REGIONS)]
            answer = world.ask("POST", f"/v1/devices/{name}/positions", [
                {"time": rfc(moment), "lat": latitude, "lon": longitude, "accuracy": 8, "speed": 10,
                 "track": 0} for moment, latitude, longitude in positions], at="control.sock")
            count += len(answer["notices"])
        moments = []
        reader = subprocess.Popen(
            ["mosquitto_sub", "-p", str(world.broker), "-q", "1", "-t", "geofenced/notices/#", "-C",
             str(count)], stdout=subprocess.PIPE, text=True)
        time.sleep(1)
        lines = []

        def read():
            for line in reader.stdout:
                moments.append(time.monotonic())
                lines.append(line)

        thread = threading.Thread(target=read)
        thread.start()
        world.start_gateway()
        thread.join(timeout=300)
        if len(moments) < count:
            raise SystemExit(f"bench: {len(moments)} of {count} notices came to the broker")
        ours = (count - 1) / (moments[-1] - moments[0])
        floor = passed_on(world.broker, lines)
    return [Row("Gateway, MQTT", f"notices a second to the broker, of {count:,} that waited",
                f"{ours:,.0f}/s", "the same lines, mosquitto_pub to mosquitto_sub",
                f"{floor:,.0f}/s", f"{floor / ours:.1f} ×")]


def passed_on(broker, lines):
    reader = subprocess.Popen(["mosquitto_sub", "-p", str(broker), "-q", "1", "-t", "aside", "-C",
                               str(len(lines))], stdout=subprocess.DEVNULL)
    time.sleep(1)
    began = time.monotonic()
    subprocess.run(["mosquitto_pub", "-p", str(broker), "-q", "1", "-t", "aside", "-l"],
                   input="".join(lines), text=True, check=True)
    reader.wait(timeout=120)
    return len(lines) / (time.monotonic() - began)


# MARK: What it costs

def memory(programs, phones=MANY):
    with Server(programs, 0) as world:
        time.sleep(3)
        empty, share = world.footprint.own(), world.footprint.share()
        world.add(phones)
        known = world.footprint.own()
        publisher = Publisher(world.broker)
        start = time.time() - HOUR
        publisher.publish((topic, owntracks(walked(index % 1000, 0, start)))
                          for index, (_, _, topic) in enumerate(world.phones))
        until(lambda: sum(world.taken().values()) >= phones, 300, "a position of each phone")
        used = world.footprint.own()
    return [
        Row("Gateway", "memory while it waits, no phones: private, dirty / PSS",
            f"{empty:.1f} / {share:.1f} MiB"),
        Row("Gateway", f"memory with {phones:,} phones, then with a position of each",
            f"{known:.1f}, {used:.1f} MiB", "without", f"{empty:.1f} MiB",
            f"{(used - empty) * 1024 / phones:.2f} KiB a phone"),
    ]


PARTS = {"http": http, "mqtt": mqtt, "webhook": webhook, "notices": notices, "memory": memory}


def measure(programs=PROGRAMS, parts=tuple(PARTS)):
    """Rows of the table."""
    if not has("mosquitto") or not has("mosquitto_sub"):
        return []
    made = []
    for part in parts:
        say(f"gateway: {part}")
        made += PARTS[part](programs)
    return made


def main():
    programs, *parts = sys.argv[1:] or [PROGRAMS]
    print("\n".join(row.markdown() for row in measure(programs, parts or tuple(PARTS))))


if __name__ == "__main__":
    main()
