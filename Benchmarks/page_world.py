"""What the page is measured on: the made-up town with a thousand regions and a hundred phones, and a
map of Leaflet alone to measure beside."""
import contextlib
import gzip
import http.client
import http.server
import random
import sys
import threading
import time
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path

from measuring import ROOT

sys.path.insert(0, str(ROOT / "scripts/town"))
from served import Served  # noqa: E402

MIDDLE = 54.9045, 3.195
REGIONS, DEVICES = 1000, 100
PHONES = 20  # of a person, at most
LIBRARIES = Path("/usr/share/javascript")


@dataclass
class Stage:
    """What all parts need."""
    browser: object
    world: object
    peer: object
    page: str  # its address, without a path
    state: dict  # what a browser keeps that is signed in

    def window(self, is_signed_in=True):
        return self.browser.new_context(
            storage_state=self.state if is_signed_in else None,
            viewport={"width": 1440, "height": 900}, service_workers="block")

    def connection(self):
        return Connection(self)


class Connection(http.client.HTTPConnection):
    """One to the page, signed in."""

    def __init__(self, stage):
        host = stage.page.split("/")[2]
        super().__init__("127.0.0.1", int(host.split(":")[1]))
        cookies = [f"{one['name']}={one['value']}" for one in stage.state["cookies"]]
        self.usual = {"Cookie": "; ".join(cookies), "Host": host}

    def get(self, path):
        """Seconds to the end of the answer."""
        began = time.monotonic()
        self.request("GET", path, headers=self.usual)
        answer = self.getresponse()
        body = answer.read()
        if answer.status >= 300:
            raise SystemExit(f"bench: {path}: {answer.status}: {body[:200]}")
        return time.monotonic() - began


class Peer(http.server.ThreadingHTTPServer):
    """Serves Leaflet and a page that has nothing else, packed as the gateway packs."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server_address[1]}/"
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    packed = {}

    def do_GET(self):
        path = self.path.split("?")[0]
        file = ROOT / "Benchmarks/peers/leaflet.html" if path == "/" else LIBRARIES / path[1:]
        kind = {".css": "text/css", ".js": "text/javascript"}.get(file.suffix, "text/html")
        if not file.is_file():
            return self.send_error(404)
        body = self.packed.setdefault(path, gzip.compress(file.read_bytes()))
        self.send_response(200)
        for name, value in (("Content-Type", kind), ("Content-Encoding", "gzip"),
                            ("Content-Length", len(body))):
            self.send_header(name, str(value))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        """Nothing: the table is on standard output."""


class World(Served):
    """The town with a thousand regions and a hundred phones, all of which Anna sees."""

    def start(self):
        super().start()
        chance = random.Random(1)
        watches = [{"id": f"w{number}", "title": f"Watch {number}", "at": around(chance), "radius": 200,
                    "audience": "person/anna"} for number in range(REGIONS)]
        self.ask("PUT", "/v1/watches/bench", watches, at="control.sock")
        self.ask("POST", "/api/groups", {"kind": "household", "name": "Home", "admin": "anna"})
        self.phones = []
        for number in range(DEVICES // PHONES):
            owner = self.person(f"Person {number}")
            self.ask("POST", "/api/groups/home/requests", {"person": f"Person {number}"}, "anna")
            request = self.ask("GET", "/api/requests", person=owner)["requests"][0]["id"]
            self.ask("POST", f"/api/requests/{request}/accept", {}, owner)
            for phone in range(PHONES):
                name = f"phone-{number}-{phone}"
                self.ask("POST", "/api/phones", {"name": name, "id": name}, owner)
                self.ask("PUT", f"/api/phones/{name}/sharing/home", {"level": "position"}, owner)
                self.phones.append((name, around(chance)))

    def write_configuration(self):
        super().write_configuration()
        text = self.config.read_text()
        # The device of this machine stands still: what moves is pushed.
        self.config.write_text(text.replace(f"speed = {self.speed}", "speed = 1"))

    def push(self, device, fixes):
        return self.ask("POST", f"/v1/devices/{device}/positions", fixes, at="control.sock")

    @contextlib.contextmanager
    def moving(self):
        """All phones walk, each told once a second."""
        is_over = threading.Event()

        def walk():
            step = 0
            while not is_over.is_set():
                began = time.monotonic()
                for name, (latitude, longitude) in self.phones:
                    self.push(name, [fix(time.time(), latitude + step * 1.2e-5, longitude)])
                step += 1
                is_over.wait(max(0, 1 - (time.monotonic() - began)))

        walker = threading.Thread(target=walk)
        walker.start()
        try:
            yield
        finally:
            is_over.set()
            walker.join()


def around(chance):
    return [MIDDLE[0] + chance.uniform(-0.006, 0.006), MIDDLE[1] + chance.uniform(-0.015, 0.015)]


def fix(moment, latitude, longitude):
    when = datetime.fromtimestamp(moment, timezone.utc).isoformat(timespec="milliseconds")
    return {"time": when.replace("+00:00", "Z"), "lat": round(latitude, 6), "lon": round(longitude, 6),
            "accuracy": 5}
