"""All of geofenced on the made-up town of traces/, in a folder of its own: for the demo, its pictures
and its figures."""

import gzip
import http.client
import json
import os
import socket
import subprocess
import sys
import time
from datetime import datetime, timezone
from pathlib import Path
from xml.etree import ElementTree

TRACES = Path(__file__).resolve().parents[2] / "traces"
# Its map is nobody's data but ours.
CREDIT = "Meeuwhaven, a town that does not exist"


class Failure(Exception):
    """What keeps the demo from going on, in words for whoever started it."""


class Served:
    """The daemon on the walk, and the gateway, which serves its page, in a folder of their own. The
    device is Anna's, who is the admin."""

    device, device_name = "annas-phone", "Anna's phone"

    def __init__(self, programs, folder, speed=10.0, port=0):
        """`port`: of the page; another if it is taken."""
        self.programs, self.folder, self.speed = Path(programs).resolve(), Path(folder), speed
        self.config = self.folder / "geofenced.toml"
        self.socket = self.folder / "gateway.sock"
        self.running = {}  # name: process
        self.port = free_port(port)
        for program in ("geofenced", "geofenced-gateway", "geofencectl"):
            if not (self.programs / program).exists():
                raise Failure(f"there is no {self.programs / program}: run make first")

    def start(self):
        self.write_configuration()
        self.run("geofenced", self.config, "notifications.sock")
        self.run("geofenced-gateway", self.folder / "gateway.toml", "listening")
        said = self.bring("places", "import", TRACES / "town.osm.pbf", "--source", "meeuwhaven",
                          "--credit", CREDIT, "--gateway-socket", self.socket)
        # Why there is no base map, where tilemaker is missing.
        print(said, end="", file=sys.stderr)
        self.person("Anna", admin=True)
        self.ask("PATCH", f"/v1/devices/{self.device}", {"name": self.device_name},
                 at="control.sock")

    def write_configuration(self):
        self.config.write_text(f"""
            source = "nmea:{TRACES}/town-walk.nmea.gz"
            speed = {self.speed}
            now = true
            at_end = "loop"
            state_directory = "{self.folder}/daemon"
            [device]
            id = "{self.device}"
            [notifications]
            socket = "{self.folder}/notifications.sock"
            transitions = ["enter", "exit"]
            [control]
            socket = "{self.folder}/control.sock"
            """)
        (self.folder / "gateway.toml").write_text(f"""
            listen = "127.0.0.1:{self.port}"
            state_directory = "{self.folder}/gateway"
            socket = "{self.socket}"
            [daemon]
            control = "{self.folder}/control.sock"
            notifications = "{self.folder}/notifications.sock"
            """)

    def run(self, program, config, words):
        self.run_other(self.programs / program, ["--config", config], words)

    def run_other(self, path, arguments, words):
        """Starts a program, and waits until its log has `words`."""
        program = Path(path).name
        log = self.folder / f"{program}.log"
        with open(log, "w") as file:
            # A group of its own: Ctrl-C is for this script, which ends them in turn.
            self.running[program] = subprocess.Popen(
                [path, *arguments], stdin=subprocess.DEVNULL, stdout=file, stderr=file,
                start_new_session=True)
        while words not in log.read_text():
            self.check()
            time.sleep(0.05)

    def check(self):
        for program, process in self.running.items():
            if process.poll() is not None:
                log = (self.folder / f"{program}.log").read_text()
                raise Failure(f"{program} has ended:\n{log}")

    def bring(self, *arguments):
        """geofencectl for the daemon; what it says besides."""
        return self.ctl(*arguments, "--config", self.config)

    def ctl(self, *arguments):
        process = subprocess.Popen(
            [self.programs / "geofencectl", *arguments], text=True, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=os.environ | {"TMPDIR": str(self.folder)})
        try:
            output, errors = process.communicate()
        except BaseException:
            # It takes away what it has begun.
            process.terminate()
            process.wait()
            raise
        if process.returncode:
            raise Failure(f"geofencectl {' '.join(map(str, arguments))}: {errors}")
        return errors

    def ask(self, method, path, body=None, person=None, at="gateway.sock"):
        """The answer of one of the two programs, on its own socket."""
        try:
            return asked(self.folder / at, method, path, body, person)
        except (OSError, http.client.HTTPException) as error:
            self.check()
            raise Failure(f"{method} {path}: {error}") from error

    def person(self, name, admin=False):
        return self.ask("POST", "/api/people", {"name": name, "admin": admin})["person"]["id"]

    def link(self):
        return self.ask("POST", "/api/people/anna/links", {})["url"]

    def end(self):
        for process in reversed(self.running.values()):
            process.terminate()
        for process in self.running.values():
            come_to_end(process)


class Household(Served):
    """With Ben, whose phone comes by bicycle, what the two care about, and the deals of the day."""

    def start(self):
        super().start()
        self.people()
        self.deals()

    def go_on(self):
        self.ride.go_on()

    def people(self):
        self.person("Ben")
        self.ask("POST", "/api/groups", {"kind": "household", "name": "Home", "admin": "anna"})
        self.ask("POST", "/api/groups/home/requests", {"person": "Ben"}, "anna")
        request = self.ask("GET", "/api/requests", person="ben")["requests"][0]
        self.ask("POST", f"/api/requests/{request['id']}/accept", {}, "ben")
        phone = "bens-phone"
        self.ask("POST", "/api/phones", {"name": "Ben's phone", "id": phone}, "ben")
        self.ask("PUT", f"/api/phones/{phone}/sharing/home", {"level": "position"}, "ben")
        self.ride = Ride(self, phone)
        _, latitude, longitude = self.ride.fixes[-1]
        self.ask("POST", "/api/groups/home/places", {
            "name": "Home", "lat": latitude, "lon": longitude, "radius": 100}, "anna")
        for person, favourites in (("anna", ["starbucks", "albert heijn", "hema", "tourism=museum"]),
                                   ("ben", ["lidl", "kruidvat", "shell"])):
            for text in favourites:
                self.ask("POST", "/api/favourites", {"text": text}, person)

    def deals(self):
        with open(TRACES / "town-deals.geojson") as file:
            features = json.load(file)["features"]
        for feature in features:
            longitude, latitude = feature["geometry"]["coordinates"]
            deal = feature["properties"]
            room = ["--capacity", str(deal["capacity"])] if "capacity" in deal else []
            # The device's clock is soon ahead of the computer's: it walks ten minutes in one.
            self.bring("deals", "add", "--name", deal["name"], "--company", deal["company"],
                       "--category", deal["category"], "--description", deal["description"],
                       "--at", f"{latitude},{longitude}", "--until", "+7d", *room)
        for deal in self.ask("GET", "/api/deals", person="ben")["deals"]:
            if "Harbour" in deal["name"]:
                self.ask("POST", f"/api/deals/{deal['id']}/reserve", {}, "ben")


class Ride:
    """The positions of Ben's phone: they come to town ten times faster than life, so that the last
    is of now, and go back and forth in its pace. None may be ahead of the computer's clock."""

    REST = 60  # seconds, where it turns

    def __init__(self, served, phone):
        self.served, self.phone = served, phone
        with gzip.open(TRACES / "town-ride.gpx.gz") as file:
            points = [element for element in ElementTree.parse(file).iter()
                      if element.tag.endswith("}trkpt")]
        times = [datetime.fromisoformat(point.findtext("{*}time").replace("Z", "+00:00"))
                 for point in points]
        self.fixes = [((moment - times[0]).total_seconds(), float(point.get("lat")),
                       float(point.get("lon"))) for moment, point in zip(times, points)]
        self.start = time.time()
        self.waiting = self.plan()
        self.next = next(self.waiting)

    def plan(self):
        """For ever: when to send which position, and of when it is; Unix seconds."""
        length = self.fixes[-1][0]
        arrival = self.start + length / self.served.speed
        for seconds, latitude, longitude in self.fixes:
            yield (self.start + seconds / self.served.speed, arrival - length + seconds,
                   latitude, longitude)
        start, way = arrival, self.fixes
        while True:
            start += self.REST
            way = [(length - seconds, *point) for seconds, *point in reversed(way)]
            for seconds, latitude, longitude in way:
                yield start + seconds, start + seconds, latitude, longitude
            start += length

    def go_on(self):
        due = []
        while self.next[0] <= time.time():
            due.append(self.next[1:])
            self.next = next(self.waiting)
        self.push(due)

    def skip(self, part):
        """All of the ride to a part of it, from 0 to 1, as if it had come there just now."""
        come = self.fixes[:round(len(self.fixes) * part)]
        self.push([(time.time() - come[-1][0] + seconds, *point) for seconds, *point in come])

    def push(self, fixes):
        positions = []
        for moment, latitude, longitude in fixes:
            when = datetime.fromtimestamp(moment, timezone.utc).isoformat(timespec="milliseconds")
            positions.append({"time": when.replace("+00:00", "Z"), "lat": latitude,
                              "lon": longitude, "accuracy": 8})
        if positions:
            self.served.ask("POST", f"/v1/devices/{self.phone}/positions", positions,
                            at="control.sock")


def come_to_end(process):
    """Waits for a process that is to end; one that takes too long is ended."""
    try:
        process.wait(timeout=10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def asked(path_of_socket, method, path, body=None, person=None, content_type="application/json"):
    """What a program of this machine answers on its socket; refusals are a Failure. `body`: bytes, or
    what is to be JSON."""
    connection = http.client.HTTPConnection("localhost", timeout=60)
    connection.sock = socket.socket(socket.AF_UNIX)
    headers = {"Content-Type": content_type}
    if not isinstance(body, (bytes, type(None))):
        body = json.dumps(body)
    if person:
        headers["Geofenced-Person"] = person
    try:
        connection.sock.connect(str(path_of_socket))
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        text = answer.read()
    finally:
        connection.close()
    if answer.status >= 300:
        raise Failure(f"{method} {path}: {text.decode()}")
    return json.loads(text) if text else None


def free_port(wanted):
    """`wanted`, or one of those after it: a port that Linux chooses may be somebody else's a moment
    later. 0: any."""
    for port in [*range(wanted, wanted + 20 if wanted else 0), 0]:
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return probe.getsockname()[1]
    raise Failure("no port is free")
