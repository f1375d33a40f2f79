"""The page: what it weighs, how soon it is there, how smoothly it moves, how soon a notice is on it.

    Benchmarks/page.py PROGRAMS           # its rows of docs/performance.md; debug programs will do
    Benchmarks/page.py PROGRAMS frames    # some: first, frames, notices, tiles, search

A browser, the gateway and the daemon share the machine. The town is that of traces/.
"""
import contextlib
import json
import math
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from urllib.parse import quote

from measuring import PROGRAMS, ROOT, ROUNDS, Row, interleaved, measured_by, median, ratio, say
from page_world import DEVICES, MIDDLE, REGIONS, Peer, Stage, World, fix

SECONDS = 6  # of each look at frames
NOTICES = 200
PLACES = 100_000
# Typed a letter at a time.
WORDS = ["museum", "starbucks", "café", "pharmacy", "albert heijn", "visserskade", "hotel", "haring"]


def measure():
    """Rows of the table; the browser is driven by a Python of its own."""
    return measured_by("browser-tools", __file__)


# MARK: First view

def first_view(stage, address, content, is_signed_in):
    """Bytes on the way without tiles, and seconds until `content` is there, of a browser that has
    never been here."""
    context = stage.window(is_signed_in)
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    counted, addresses = [], {}
    session.on("Network.requestWillBeSent",
               lambda event: addresses.setdefault(event["requestId"], event["request"]["url"]))
    session.on("Network.loadingFinished", lambda event: counted.append(
        (addresses.get(event["requestId"], ""), event["encodedDataLength"])))
    began = time.monotonic()
    page.goto(address, wait_until="commit")
    page.wait_for_selector(content, state="attached")
    seconds = time.monotonic() - began
    page.wait_for_timeout(1500)  # what else it fetches
    context.close()
    return sum(size for url, size in counted if "/tiles/" not in url), seconds


def first_view_rows(stage):
    say("page: first view")
    content = ".map-panel-content li"
    values = interleaved(ROUNDS, {
        "ours": lambda: first_view(stage, f"{stage.page}/map", content, True),
        "leaflet": lambda: first_view(stage, f"{stage.peer.address}?circles=1", ".content", False)})
    ours, theirs = ([[value[i] for value in values[name]] for i in (0, 1)]
                    for name in ("ours", "leaflet"))
    size, seconds = median(ours[0]), median(ours[1])
    words = "Leaflet alone, one circle, the floor"
    return [
        Row("Page, first view of the map", "packed, without tiles", f"{size / 1000:.0f} kB", words,
            f"{median(theirs[0]) / 1000:.0f} kB", f"{1 / ratio(ours[0], theirs[0]):.1f} × as large",
            "≤ 350 kB", size <= 350_000),
        Row("Page, first view of the map", "until it says where one is", f"{seconds * 1000:.0f} ms",
            words, f"{median(theirs[1]) * 1000:.0f} ms",
            f"{1 / ratio(ours[1], theirs[1]):.1f} × as long", "≤ 1 s", seconds <= 1)]


# MARK: Frames

FRAMES = """(milliseconds) => new Promise((done) => {
    const times = [];
    const frame = (time) => {
        times.push(time);
        if (time - times[0] < milliseconds) return requestAnimationFrame(frame);
        const gaps = times.slice(1).map((time, i) => time - times[i]).sort((a, b) => a - b);
        done([1000 * gaps.length / (time - times[0]), gaps[Math.floor(gaps.length * 0.99)]]);
    };
    requestAnimationFrame(frame);
})"""


def frames(page, is_dragged):
    """Frames a second, and the longest but one of a hundred in milliseconds."""
    page.evaluate(f"window.counted = ({FRAMES})({SECONDS * 1000})")
    end, step = time.monotonic() + SECONDS, 0
    if is_dragged:
        page.mouse.move(800, 450)
        page.mouse.down()
        while time.monotonic() < end:
            step += 1
            page.mouse.move(800 + 200 * math.sin(step / 20), 450 + 120 * math.sin(step / 31))
            time.sleep(1 / 60)  # as often as a screen is drawn
        page.mouse.up()
    return page.evaluate("window.counted")


def frame_rows(stage):
    say(f"page: frames, {REGIONS} regions, {DEVICES} devices")
    at = f"{MIDDLE[0]},{MIDDLE[1]}"
    pages = {"ours": f"{stage.page}/map?at={at}&zoom=15", "leaflet": (
        f"{stage.peer.address}?lat={MIDDLE[0]}&lon={MIDDLE[1]}&circles={REGIONS}&devices={DEVICES}")}
    opened = {}
    for name, address in pages.items():
        opened[name] = stage.window(is_signed_in=name == "ours").new_page()
        opened[name].goto(address)
        opened[name].wait_for_selector(".leaflet-pane", state="attached")
        opened[name].wait_for_timeout(3000)

    def look(name, is_dragged):
        opened[name].bring_to_front()
        return frames(opened[name], is_dragged)

    rows = []
    with stage.world.moving():
        for is_dragged, words in ((False, "devices move"), (True, "the map is dragged as well")):
            values = interleaved(3, {name: lambda name=name: look(name, is_dragged) for name in pages})
            ours, theirs = ([median(rate[i] for rate in values[name]) for i in (0, 1)]
                            for name in pages)
            rows.append(Row(
                f"Page, {REGIONS:,} regions, {DEVICES} moving devices",
                f"frames a second, 99 of 100 at most, {words}", f"{ours[0]:.0f}, {ours[1]:.0f} ms",
                "Leaflet alone, circles of SVG", f"{theirs[0]:.0f}, {theirs[1]:.0f} ms",
                f"{ours[0] / theirs[0]:.2f} × as many", "≥ 30", ours[0] >= 30))
    for one in opened.values():
        one.context.close()
    return rows


# MARK: Notices

def listened(path, arrived):
    """Notes when each line came at the daemon's own socket."""
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(str(path))
    connection.sendall(b'{"devices": ["runner"]}\n')

    def read():
        with contextlib.suppress(OSError, ValueError):
            for line in connection.makefile():
                notice = json.loads(line)
                if "data" in notice:
                    arrived[notice["data"]["region"]["name"]] = time.time()

    threading.Thread(target=read, daemon=True).start()
    return connection


def notice_rows(stage):
    """A device runs through regions that nobody has been told of; each is a message."""
    say("page: notices")
    world = stage.world
    spots = [(MIDDLE[0] + 0.02 + 0.004 * (i // 20), MIDDLE[1] + 0.005 * (i % 20 if i // 20 % 2 else
             19 - i % 20)) for i in range(NOTICES)]
    world.ask("PUT", "/v1/watches/run", [
        {"id": f"r{i}", "title": f"Run {i}", "at": spot, "radius": 60, "audience": "person/anna"}
        for i, spot in enumerate(spots)], at="control.sock")
    world.ask("POST", "/api/phones", {"name": "Runner", "id": "runner"}, "anna")
    context = stage.window()
    view = context.new_page()
    view.goto(f"{stage.page}/settings")
    view.wait_for_selector("nav")
    view.evaluate("""() => {
        window.arrived = {};
        const events = new EventSource("/api/events");
        events.addEventListener("message", ({ data }) => {
            const now = (performance.timeOrigin + performance.now()) / 1000;
            window.arrived[JSON.parse(data).title] = now;
        });
        return new Promise((done) => events.addEventListener("open", done));
    }""")
    told = {}
    connection = listened(world.folder / "notifications.sock", told)
    pushed, start = {}, time.time() - NOTICES * 30
    for i, spot in enumerate(spots):
        pushed[f"Run {i}"] = time.time()
        world.push("runner", [fix(start + i * 30, *spot)])
        time.sleep(0.02)
    time.sleep(2)
    shown = view.evaluate("window.arrived")
    connection.close()
    context.close()
    names = [name for name in pushed if name in told and name in shown]
    if len(names) < NOTICES * 0.9:
        raise SystemExit(f"bench: {len(told)} of {NOTICES} notices were told, {len(shown)} shown")
    ours = sorted(shown[name] - pushed[name] for name in names)
    theirs = sorted(told[name] - pushed[name] for name in names)
    return [Row("Page, notices", "position in to message on the page, p50 / p99", both(ours),
                "a listener at the daemon's socket", both(theirs),
                f"{median(ours) / median(theirs):.1f} × its p50", "p99 ≤ 1 s", at(ours, 99) <= 1)]


def at(values, percent):
    return sorted(values)[min(len(values) - 1, len(values) * percent // 100)]


def both(values):
    return f"{at(values, 50) * 1000:.0f} / {at(values, 99) * 1000:.0f} ms"


# MARK: Search and tiles

def search_rows(stage):
    rows = []
    for words, count in (("the town", None), (f"{PLACES:,} places", PLACES)):
        if count:
            say(f"page: importing {count:,} places")
            more = stage.world.folder / "more.geojsonseq"
            with open(more, "wb") as file:
                subprocess.run([ROOT / "Benchmarks/make-places", str(count)], stdout=file, check=True)
            stage.world.bring("places", "import", more)
        say(f"page: search, {words}")
        connection = stage.connection()
        near = f"near={MIDDLE[0]},{MIDDLE[1]}"
        typed = [word[:end] for word in WORDS for end in range(1, len(word) + 1)] * 3
        times, floor = [], []
        for text in typed:
            times.append(connection.get(f"/api/places?limit=25&sort=distance&{near}&text="
                                        + quote(text)))
            floor.append(connection.get("/api/me"))
        rows.append(Row(f"Page, search as one types, {words}", "answer of /api/places, p50 / p95",
                        f"{at(times, 50) * 1000:.1f} / {at(times, 95) * 1000:.1f} ms",
                        "/api/me, the floor",
                        f"{at(floor, 50) * 1000:.1f} / {at(floor, 95) * 1000:.1f} ms",
                        f"{at(times, 95) / at(floor, 95):.1f} × its p95", "p95 ≤ 30 ms",
                        at(times, 95) <= 0.030))
    return rows


def tile_rows(stage):
    """Of the base map, as fast as eight connections take them."""
    base = stage.world.ask("GET", "/api/basemap", person="anna")
    if not base.get("available"):
        say("page: no base map: tiles are not measured")
        return []
    say("page: tiles")
    file = stage.world.folder / "gateway/basemap.mbtiles"
    with contextlib.closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as tiles:
        known = tiles.execute("SELECT zoom_level, tile_column, tile_row FROM tiles").fetchall()
    paths = [base["tiles"].format(z=z, x=x, y=2**z - 1 - y) for z, x, y in known]

    def served():
        connections = [stage.connection() for _ in range(8)]
        each = 4000 // len(connections)
        began = time.monotonic()
        threads = [threading.Thread(target=lambda one=one, i=i: [
            one.get(paths[(i + n) % len(paths)]) for n in range(each)])
            for i, one in enumerate(connections)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return (time.monotonic() - began) / 4000

    def read():
        with contextlib.closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as tiles:
            began = time.monotonic()
            for n in range(4000):
                z, x, y = known[n % len(known)]
                tiles.execute("SELECT tile_data FROM tiles WHERE zoom_level = ? AND tile_column = ? "
                              "AND tile_row = ?", (z, x, y)).fetchone()
            return (time.monotonic() - began) / 4000

    values = interleaved(3, {"ours": served, "sqlite": read})
    ours, theirs = median(values["ours"]), median(values["sqlite"])
    return [Row("Page, tiles of the base map", "tiles a second, eight connections", f"{1 / ours:,.0f}",
                "Python reading them from SQLite, the floor", f"{1 / theirs:,.0f}",
                f"{1 / ratio(values['ours'], values['sqlite']):.1f} × its time")]


PARTS = {"first": first_view_rows, "frames": frame_rows, "notices": notice_rows, "tiles": tile_rows,
         "search": search_rows}


def main(programs, parts):
    from playwright.sync_api import sync_playwright
    with tempfile.TemporaryDirectory(prefix="geofenced-bench-") as folder, \
            sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium",
                                             args=["--no-sandbox"])
        world = World(programs, folder)
        try:
            world.start()
            link = world.link()
            context = browser.new_context()
            page = context.new_page()
            page.goto(link)
            page.click("section button")
            page.wait_for_selector("nav")
            stage = Stage(browser, world, Peer(), "/".join(link.split("/")[:3]),
                          context.storage_state())
            context.close()
            return [row for part in parts or PARTS for row in PARTS[part](stage)]
        finally:
            world.end()
            browser.close()


if __name__ == "__main__":
    found = main(sys.argv[1], [word for word in sys.argv[2:] if word != "--json"])
    if "--json" in sys.argv:
        print(json.dumps([row.stored() for row in found]))
    else:
        print("\n".join(row.markdown() for row in found))
