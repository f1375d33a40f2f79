"""Size: memory, processor time, wake-ups, start and binary of the daemon, with a million places and a
thousand regions around it, beside gpsd and mosquitto in the same seconds."""
import math
import shutil
import socket
import sqlite3
import subprocess
import threading
import time
from contextlib import suppress
from pathlib import Path
from footprint import Footprint, over
from live import HELLO, SKY, Daemon, epoch, position
from measuring import PROGRAMS, Row, has, installed, median, say, workshop
from places import copy_imported, imported_database
from servers import accepted, gpsd, listening, mosquitto

REGIONS = 1000
FAVOURITES = ["amenity=cafe", "amenity=bar"]
# Metres, as the daemon looks by default.
LOAD_RADIUS = 3000
STARTS = 10
# Seconds. The daemon asks a silent gpsd after 10, 30 and 70 of them, and then each minute.
BUSY, SILENCE, IDLE = 30, 35, 40


def crowded(database):
    """A place with about as many regions around it as are wanted, and how many those are."""
    rows = sqlite3.connect(f"file:{database}-imported-1?mode=ro", uri=True).execute(
        "SELECT latitude, longitude FROM place WHERE " + " OR ".join(
            f"categories = '{text}'" for text in FAVOURITES)).fetchall()
    cells = {}
    for latitude, longitude in rows:
        cells.setdefault((round(latitude, 1), round(longitude, 1)), []).append(
            (latitude, longitude))
    latitude, longitude = max(cells, key=lambda cell: len(cells[cell]))
    reach = LOAD_RADIUS + 200
    best = None
    for step in range(80):
        here = (latitude + (step - 40) * 0.002, longitude)
        east = math.cos(math.radians(here[0]))
        count = sum(1 for y, x in rows
                    if math.hypot(y - here[0], (x - here[1]) * east) * 111_200 <= reach)
        if best is None or abs(count - REGIONS) < abs(best[1] - REGIONS):
            best = here, count
    return best


def published(text):
    """A PUBLISH packet of fewer than 16,384 bytes."""
    count = len(text) + 3
    return bytes([0x30, count % 128 | 0x80, count // 128, 0, 1]) + b"t" + text


def start_times(directory, binary):
    made, source = [], listening()
    for _ in range(STARTS):
        daemon = Daemon(directory, source.getsockname()[1], program=binary)
        made.append(daemon.ready)
        daemon.stop()
    return made


def measure():
    stored = imported_database()
    point, regions = crowded(stored)
    with workshop() as directory, gpsd() as receiver, mosquitto() as broker:
        binary, words = installed(directory)
        state = directory / "state-full"
        state.mkdir()
        copy_imported(state)
        subprocess.run([PROGRAMS / "geofencectl", "favourites", "add", *FAVOURITES, "--database",
                        state / "places.sqlite"], check=True, stdout=subprocess.DEVNULL)
        say("size: starts")
        ready = start_times(directory, binary)
        source = listening()
        daemon = Daemon(directory, source.getsockname()[1], program=binary)
        guest = accepted(source)
        threading.Thread(target=answer, args=[guest], daemon=True).start()
        guest.sendall(HELLO + position(0, point[0], 1.4, point[1]))
        processes = [daemon] + [Footprint(peer.pid) for peer in (receiver, broker) if peer]
        say(f"size: {BUSY} s at 1 Hz")

        def each_second(second):
            latitude = point[0] + second * 1.3e-5
            guest.sendall(position(second + 1, latitude, 1.4, point[1]) + SKY)
            if receiver:
                receiver.sentences.sendall(epoch(second))
            if broker:
                broker.publisher.sendall(published(position(second, latitude, 1.4, point[1])))

        each_second(0)
        time.sleep(2)
        busy = over(BUSY, processes, each_second)
        owns = [process.own() for process in processes]
        shares = [process.share() for process in processes]
        say(f"size: {IDLE} s without input")
        guest.sendall(b'{"class":"DEVICES","devices":[]}\n')
        time.sleep(SILENCE)
        idle = over(IDLE, processes)
        watched = loaded(daemon)
        asked = daemon.share()
        daemon.stop()
        names = ["ours"] + [name for name, peer in [("gpsd", receiver), ("mosquitto", broker)]
                            if peer]
        readies = [median(ready)] + [peer.ready for peer in (receiver, broker) if peer]
        # Debian's are stripped as well.
        sizes = [Path(path).stat().st_size / 1e6 for path in
                 [binary] + [has(name) for name in names[1:]]]
    return rows(f"Size, 1,000,000 places, {watched or regions:,} regions", words, names, owns,
                shares, busy, idle, readies, sizes, asked)


def loaded(daemon):
    """How many regions it says that it watches."""
    client = socket.socket(socket.AF_UNIX)
    client.connect(daemon.control)
    client.sendall(b"GET /v1/metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    text = b""
    while piece := client.recv(65536):
        text += piece
    for line in text.decode().splitlines():
        if line.startswith("geofenced_regions{"):
            return int(float(line.split()[-1]))
    return None


def answer(guest):
    """The daemon asks whether gpsd is still there, when it is silent."""
    with suppress(ConnectionError):
        while guest.recv(4096):
            guest.sendall(HELLO.splitlines(keepends=True)[0])


def rows(work, words, names, owns, shares, busy, idle, readies, sizes, asked):
    made = []
    for measure, values, form, target, most in [
        ("private dirty memory after a walk", owns, "{:.1f} MiB", "≤ 4 MiB", 4),
        ("memory (PSS) after a walk", shares, "{:.1f} MiB", "≤ 20 MiB", 20),
        ("processor time a second at 1 Hz", [one[1] for one in busy], "{:.2f} ms", "≤ 1 ms", 1),
        ("wake-ups a second at 1 Hz", [one[0] for one in busy], "{:.1f}", "", None),
        ("wake-ups a second without input", [one[0] for one in idle], "{:.2f}", "≤ 1, goal 0", 1),
        ("processor time a second without input", [one[1] for one in idle], "{:.2f} ms", "", None),
        (f"start to READY, median of {STARTS} (peers: to answering)",
         [1000 * one for one in readies], "{:.0f} ms", "≤ 100 ms", 100),
        (f"binary, stripped, {words}", sizes, "{:.2f} MB", "≤ 28 MB", 28),
    ]:
        others = list(zip(names, values))[1:]
        made.append(Row(work, measure, form.format(values[0]),
                        ", ".join(name for name, _ in others),
                        ", ".join(form.format(value) for _, value in others),
                        ", ".join(f"{values[0] / value:.1f} ×" if value else "–"
                                  for _, value in others),
                        target, None if most is None else values[0] <= most))
        if measure.startswith("memory (PSS)"):
            made.append(Row(work, "the same, once somebody has asked for the metrics",
                            f"{asked:.1f} MiB"))
    return made
