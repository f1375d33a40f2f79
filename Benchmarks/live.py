"""Measures the daemon with a live receiver: a made-up gpsd sends positions, a listener waits.

The time from a position arriving to its notice being there, beside a relay in plain C that copies
lines from one socket to the other, and beside what the real gpsd takes from the sentences of an
epoch to its TPV. And processor time; wake-ups; memory.
"""
import atexit
import json
import os
import random
import socket
import subprocess
import time
from contextlib import contextmanager
from footprint import Footprint, over
from measuring import PROGRAMS, Row, built, installed, median, say, workshop
from servers import accepted, gpsd, listening

FIXES = 2000
# From fix to fix: each is in a circle of its own, and few are so far on that regions are looked up
# again.
SECONDS, DEGREES, SPEED, RADIUS = 10, 0.0009, 10.0, 40
HOUR = 3600
START = 1796126400  # 2026-12-01T12:00:00Z
HELLO = (b'{"class":"VERSION","release":"3.22","proto_major":3,"proto_minor":14}\n'
         b'{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/a","driver":"u-blox"}]}\n')
SKY = b'{"class":"SKY","device":"/dev/a","hdop":0.9,"satellites":[' + b",".join(
    b'{"PRN":%d,"el":%d.0,"az":%d.0,"ss":30.0,"used":true,"gnssid":0,"svid":%d}' % (i, i, i, i)
    for i in range(1, 21)) + b"]}\n"


def position(second, latitude, speed, longitude=4.9):
    when = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(START + int(second)))
    milliseconds = round(second % 1 * 1000)
    return (f'{{"class":"TPV","device":"/dev/a","mode":3,"time":"{when}.{milliseconds:03}Z",'
            f'"ept":0.005,"lat":{latitude:.9f},"lon":{longitude:.9f},"altHAE":45.0,"altMSL":2.0,'
            f'"epx":4.0,"epy":4.0,"epv":9.0,"track":0.0,"speed":{speed},"climb":0.0,"eph":5.0}}\n'
            ).encode()


class Daemon(Footprint):
    """geofenced, with a source at a port."""

    def __init__(self, directory, port, durability="full", regions=None, program=None):
        self.socket, self.control = f"{directory}/n.sock", f"{directory}/c.sock"
        regions = f'[regions]\nfile = "{regions}"\n' if regions else ""
        with open(f"{directory}/geofenced.toml", "w") as file:
            file.write(f'source = "gpsd:127.0.0.1:{port}"\n'
                       f'state_directory = "{directory}/state-{durability}"\n{regions}'
                       f'[notifications]\nsocket = "{self.socket}"\n'
                       f'durability = "{durability}"\n'
                       f'[control]\nsocket = "{self.control}"\n')
        notify = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        notify.bind(f"{directory}/notify")
        notify.settimeout(60)
        start = time.monotonic()
        self.process = subprocess.Popen(
            [program or PROGRAMS / "geofenced", "--config", f"{directory}/geofenced.toml"],
            env=os.environ | {"NOTIFY_SOCKET": f"{directory}/notify"}, stderr=subprocess.DEVNULL)
        super().__init__(self.process.pid)
        # It must not outlive a measurement that fails.
        atexit.register(self.process.kill)
        while b"READY=1" not in notify.recv(4096):
            pass
        # Seconds from its start to its saying so.
        self.ready = time.monotonic() - start
        notify.close()
        os.unlink(f"{directory}/notify")

    def stop(self):
        self.process.terminate()
        self.process.wait()


def connect(path):
    while True:
        client = socket.socket(socket.AF_UNIX)
        try:
            client.connect(path)
            client.settimeout(20)
            return client
        except OSError:
            client.close()
            time.sleep(0.05)


def line(client, wanted=b""):
    """What comes until there is a whole line with this in it."""
    rest = b""
    while True:
        piece = client.recv(65536)
        if not piece:
            raise SystemExit("bench: the connection has ended")
        *lines, rest = (rest + piece).split(b"\n")
        if any(wanted in line for line in lines):
            return


def sentence(body):
    total = 0
    for byte in body.encode():
        total ^= byte
    return f"${body}*{total:02X}\r\n".encode()


def epoch(second):
    """As a receiver says it, at another place each time."""
    clock = time.strftime("%H%M%S.00", time.gmtime(START + second))
    date = time.strftime("%d%m%y", time.gmtime(START + second))
    where = f"52{second / 1e5 % 60:08.5f},N,00453.40000,E"
    return b"".join(map(sentence, [
        f"GNRMC,{clock},A,{where},2.200,359.89,{date},,,A",
        f"GNGGA,{clock},{where},1,12,0.83,4.6,M,45.9,M,,",
        "GNGSA,A,3,05,07,08,10,15,18,21,27,,,,,1.50,0.83,1.25",
        f"GNGST,{clock},7.2,,,,2.39,2.15,3.82"]))


@contextmanager
def trained_gpsd():
    """Where sentences go into Debian's gpsd, and where its reports come out; None without one."""
    with gpsd() as started:
        if not started:
            yield None
            return
        # It learns which sentence ends an epoch.
        for second in range(-10, 0):
            started.sentences.sendall(epoch(second))
            time.sleep(0.05)
        line(started.client, b'"class":"TPV"')
        yield started.sentences, started.client


def percentile(samples, share):
    return sorted(samples)[min(len(samples) - 1, int(len(samples) * share))] / 1000


def latency(directory, durability):
    """Nanoseconds from a line in to a line out, by who has done it; and MiB of the daemon."""
    server, other = listening(), listening()
    relay_socket = f"{directory}/relay.sock"
    daemon = Daemon(directory, server.getsockname()[1], durability,
                    regions=f"{directory}/regions.geojson", program=installed(directory)[0])
    relay = subprocess.Popen([built(directory, "relay.c", "-w"), str(other.getsockname()[1]),
                              relay_socket])
    listener = connect(daemon.socket)
    listener.sendall(b'{"after":0}\n')
    line(listener)
    beside = connect(relay_socket)
    source, plain = accepted(server), accepted(other)
    source.sendall(HELLO)
    ways = {"daemon": (source, listener), "relay": (plain, beside)}
    with trained_gpsd() as real:
        if real:
            ways["gpsd"] = real
        times = {name: [] for name in ways}
        for number in range(FIXES):
            tpv = position(number * SECONDS, 52 + number * DEGREES, SPEED)
            sentences = epoch(number)
            when = time.strftime('"time":"%Y-%m-%dT%H:%M:%S', time.gmtime(START + number)).encode()
            for name, (way, back) in ways.items():
                text, wanted = (sentences, when) if name == "gpsd" else (tpv, b"")
                time.sleep(random.uniform(0.001, 0.004))
                start = time.perf_counter_ns()
                way.sendall(text)
                line(back, wanted)
                times[name].append(time.perf_counter_ns() - start)
    memory = daemon.memory()
    daemon.stop()
    relay.terminate()
    relay.wait()
    os.unlink(relay_socket)
    return times, memory


def hours(directory):
    """Processor seconds of an hour, by the rate; played in seconds, a message at a time."""
    found = {}
    for rate, count, pause in [(1, HOUR, 0.004), (10, 2 * HOUR, 0.002)]:
        server = listening()
        daemon = Daemon(directory, server.getsockname()[1], regions=f"{directory}/regions.geojson")
        source = accepted(server)
        source.sendall(HELLO + position(0, 52, 1.0))
        time.sleep(1)
        before = daemon.processor()
        for number in range(1, count + 1):
            source.sendall(position(number / rate, 52 + number * 1e-7, 1.0))
            if number % rate == 0:
                source.sendall(SKY)
            time.sleep(pause)
        time.sleep(0.5)
        found[rate] = (daemon.processor() - before) * rate * HOUR / count
        if rate == 10:
            flood = b"".join(position(10_000 + n / 1000, 52, 1.0) for n in range(60_000))
            source.sendall(flood)
            time.sleep(5)
            found["memory"] = daemon.memory()
        daemon.stop()
    return found


def idle(directory):
    found = {}
    server = listening()
    daemon = Daemon(directory, server.getsockname()[1], regions=f"{directory}/regions.geojson")
    source = accepted(server)
    source.sendall(b'{"class":"VERSION"}\n{"class":"DEVICES","devices":[]}\n')
    time.sleep(1)
    found["gpsd without a receiver"] = over(8, [daemon])[0]
    source.sendall(HELLO)
    found["a fix a second, with its SKY"] = over(
        15, [daemon], lambda second: source.sendall(position(second, 52, 0.0) + SKY))[0]
    source.close()
    server.close()
    time.sleep(8)
    found["no gpsd"] = over(20, [daemon])[0]
    daemon.stop()
    return found


def write_regions(directory):
    """One for each fix."""
    with open(f"{directory}/regions.geojson", "w") as file:
        json.dump({"type": "FeatureCollection", "features": [
            {"type": "Feature", "id": f"{n}", "properties": {"name": f"{n}", "radius": RADIUS},
             "geometry": {"type": "Point", "coordinates": [4.9, 52 + n * DEGREES]}}
            for n in range(FIXES)]}, file)


def measure():
    """Rows of the table: latency."""
    made = []
    with workshop() as directory:
        write_regions(directory)
        for durability in ("normal", "full"):
            say(f"latency: {FIXES} fixes, {durability}")
            times, _ = latency(directory, durability)
            made += rows(f'Latency, `durability = "{durability}"`', durability, times)
    return made


def rows(work, durability, times):
    def words(name):
        return f"{percentile(times[name], .5):.0f} / {percentile(times[name], .99):.0f} µs"

    made = []
    for name, peer in [("gpsd", "gpsd, NMEA epoch in to TPV out"), ("relay", "C relay, the floor")]:
        if name not in times:
            continue
        # Fix by fix, as both came in the same moment.
        share = median(a / b for a, b in zip(times["daemon"], times[name]))
        target, met = "", None
        if name == "gpsd" and durability == "normal":
            target, met = "p50 ≤ 1 × gpsd's", share <= 1
        made.append(Row(work, "gpsd's line in to notice out, p50 / p99", words("daemon"), peer,
                        words(name), f"{share:.2f} × its p50", target, met))
    return made


def tables():
    """All there is to say of a live receiver."""
    with workshop() as directory:
        write_regions(directory)
        print(f"| from a position to its notice, {FIXES} times | p50 | p99 |")
        print("|---|---|---|")
        for durability in ("normal", "full"):
            times, memory = latency(directory, durability)
            names = {"daemon": f"geofenced, durability {durability}", "relay": "a relay in C",
                     "gpsd": "gpsd, from NMEA to TPV"}
            for name, samples in times.items():
                print(f"| {names[name]} | {percentile(samples, .5):.0f} µs "
                      f"| {percentile(samples, .99):.0f} µs |")
        spent = hours(directory)
        print("\n| an hour of fixes, played faster | processor time |\n|---|---|")
        print(f"| 1 a second | {spent[1]:.2f} s |")
        print(f"| 10 a second (from 12 minutes, times 5) | {spent[10]:.2f} s |")
        print("\n| while | wake-ups a second | processor time a second |\n|---|---|---|")
        for name, (wakes, milliseconds) in idle(directory).items():
            print(f"| {name} | {wakes:.2f} | {milliseconds:.2f} ms |")
        print(f"\nResident memory: {memory:.0f} MiB after {FIXES} notices, "
              f"{spent['memory']:.0f} MiB after a flood of 60 000 fixes at once.")


if __name__ == "__main__":
    tables()
