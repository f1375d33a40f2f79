"""Programs that serve the page, and browsers that look at it."""

import contextlib
import datetime
import http.client
import json
import mimetypes
import os
import pathlib
import socket
import subprocess
import tempfile
import urllib.parse
import urllib.request
import zoneinfo

from browser import SCHEMES, check_accessible, check_layout, drawn

ROOT = pathlib.Path(__file__).resolve().parents[2]
TRACES = ROOT / "traces"
WIDTHS = [(320, 640), (360, 800), (768, 1024), (1440, 900), (2560, 1440)]
# One for each hour, none with a summer time.
ZONES = [
    "Pacific/Pago_Pago", "Pacific/Honolulu", "Pacific/Gambier", "Pacific/Pitcairn",
    "America/Phoenix", "America/Costa_Rica", "America/Bogota", "America/Puerto_Rico",
    "America/Sao_Paulo", "Atlantic/South_Georgia", "Atlantic/Cape_Verde", "Africa/Abidjan",
    "Africa/Lagos", "Africa/Maputo", "Africa/Nairobi", "Asia/Dubai", "Asia/Karachi", "Asia/Dhaka",
    "Asia/Bangkok", "Asia/Singapore", "Asia/Tokyo", "Australia/Brisbane", "Pacific/Noumea",
    "Pacific/Fiji"]
CONTENTS = ["h1", "h2", "label", "input", "button", "svg", "output"]


def zone_of_midday():
    """A zone in which it is about midday now: whatever the time, a walk of today, and what follows
    it, are of one day."""
    now = datetime.datetime.now(datetime.timezone.utc)
    zones = map(zoneinfo.ZoneInfo, ZONES)
    return next(zone for zone in zones if (now + datetime.timedelta(minutes=30)).astimezone(zone).hour == 12)


# Of every browser here.
ZONE = zone_of_midday()


class Gateway:
    """A gateway of its own, and its admin's terminal. Without `World`, it has no daemon."""

    def __init__(self, programs, folder, more=""):
        """`more`: of gateway.toml."""
        self.programs, self.folder = programs, folder
        self.socket, self.control = f"{folder}/gateway.sock", f"{folder}/control.sock"
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        with open(f"{folder}/gateway.toml", "w") as file:
            file.write(f"""
                listen = "127.0.0.1:{self.port}"
                state_directory = "{folder}/state"
                socket = "{self.socket}"
                [daemon]
                control = "{self.control}"
                notifications = "{folder}/notifications.sock"
                [people]
                signup = "approve"
                {more}
                """)
        self.start()

    def start(self):
        log = open(f"{self.folder}/gateway.log", "w")
        self.process = subprocess.Popen(
            [f"{self.programs}/geofenced-gateway", "--config", f"{self.folder}/gateway.toml"],
            stderr=log)
        wait_for(self.process, f"{self.folder}/gateway.log", "listening")

    def ask(self, *arguments):
        finished = subprocess.run(
            [f"{self.programs}/geofencectl", *arguments, "--json", "--gateway-socket", self.socket],
            check=True, capture_output=True, text=True, timeout=60)
        return json.loads(finished.stdout)

    def link(self, person):
        return self.ask("people", "link", person)["url"]

    def end(self):
        self.process.terminate()
        self.process.wait(timeout=60)


class World(Gateway):
    """A gateway and a daemon that knows the places and deals of Amsterdam and follows a walk
    through it, to its end at once; its device is Anna's, who is an admin."""

    def __init__(self, programs, folder, speed=100000, more=""):
        self.config = f"{folder}/geofenced.toml"
        with open(self.config, "w") as file:
            file.write(f"""
                source = "nmea:{TRACES}/amsterdam-walk.nmea"
                speed = {speed}
                at_end = "wait"
                now = true
                state_directory = "{folder}/daemon"
                [notifications]
                socket = "{folder}/notifications.sock"
                transitions = ["enter", "exit"]
                [control]
                socket = "{folder}/control.sock"
                """)
        self.programs, self.folder = programs, folder
        os.mkdir(f"{folder}/daemon", 0o700)
        database = ["--database", f"{folder}/daemon/places.sqlite"]
        self.ctl("places", "import", f"{TRACES}/amsterdam-places.csv", *database)
        self.ctl("favourites", "add", "starbucks", "albert heijn", "hema", *database)
        for name, company, category, at in [
                ("Canal cruise, 2 for 1", "Damrak Boats", "activities", "52.3761,4.8971"),
                ("Coffee and pie, 5 euros", "Café Dam", "food", "52.3728,4.8936"),
                ("Books by weight", "Spui Book Market", "shopping", "52.3687,4.8896"),
                ("Matinee tickets", "Theatre at Leidseplein", "activities", "52.3641,4.8818")]:
            self.ctl("deals", "add", "--name", name, "--company", company, "--category", category,
                     "--at", at, "--until", "+8h", "--capacity", "5", *database)
        self.start_daemon()
        super().__init__(programs, folder, more)
        self.ask("people", "add", "Anna", "--admin")

    def start_daemon(self):
        log = open(f"{self.folder}/daemon.log", "w")
        self.daemon = subprocess.Popen(
            [f"{self.programs}/geofenced", "--config", self.config], stderr=log)
        wait_for(self.daemon, f"{self.folder}/daemon.log", "notifications.sock")

    def ctl(self, *arguments):
        """geofencectl for the daemon, or for its files while it is not there."""
        return subprocess.run(
            [f"{self.programs}/geofencectl", *arguments,
             *([] if "--database" in arguments else ["--config", self.config])],
            check=True, stdout=subprocess.PIPE, text=True, timeout=60).stdout

    def end_daemon(self):
        self.daemon.terminate()
        self.daemon.wait(timeout=60)

    def end(self):
        super().end()
        self.end_daemon()


def post(path, address, body):
    """Asks a program of this machine at its socket `path`."""
    connection = http.client.HTTPConnection("localhost", timeout=60)
    connection.sock = socket.socket(socket.AF_UNIX)
    connection.sock.connect(path)
    connection.request(
        "POST", address, json.dumps(body), {"Content-Type": "application/json"})
    reply = connection.getresponse()
    text = reply.read()
    assert reply.status < 300, text
    return json.loads(text)


def wait_for(process, log, words):
    """Waits until the log of `process` has `words`."""
    with open(log) as file:
        text = ""
        while words not in text:
            line = file.readline()
            text += line
            assert line or process.poll() is None, f"it has ended: {text}"


@contextlib.contextmanager
def running(programs, kind=Gateway, **options):
    """A `kind` of world, ended at the end."""
    with tempfile.TemporaryDirectory() as folder:
        gateway = kind(programs, folder, **options)
        try:
            yield gateway
        finally:
            gateway.end()


@contextlib.contextmanager
def device(browser, language="en-GB", worker=False, zone=ZONE.key, **options):
    """A browser of its own; at the end it must have said nothing, and asked nobody else. `worker`:
    it may have the page's service worker, which asks for all files once more."""
    context = browser.new_context(
        viewport={"width": 360, "height": 800}, locale=language, timezone_id=zone,
        service_workers="allow" if worker else "block", **options)
    page = context.new_page()
    said, asked = [], set()
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: asked.add("/".join(request.url.split("/")[:3])))
    if os.environ.get("PAGE_FILES"):
        context.route("**/*", lambda route: from_sources(route))
    yield page
    context.close()
    # Chromium says of itself what /api refuses, as it does to whoever has not signed in, and what a
    # sign-out has cleared.
    usual = ("Failed to load resource", "Clear-Site-Data", "Service Worker registration blocked")
    said = [text for text in said if not text.startswith(usual)]
    assert not said, f"the console has {said}"
    assert len({url for url in asked if not url.startswith("data:")}) == 1, f"it asked {asked}"


# Files of the page as they are in the sources, not as the gateway was built with them: PAGE_FILES=1.
SOURCES = [ROOT / "Sources/Page/Files", ROOT / "Sources/MapDrawing"]


def from_sources(route):
    name = urllib.parse.urlsplit(route.request.url).path.lstrip("/")
    is_view = route.request.resource_type == "document"
    for folder in SOURCES:
        path = folder / ("index.html" if is_view else name)
        if (is_view or "." in name) and path.is_file():
            address = urllib.parse.urlsplit(route.request.url)
            # As the gateway says of all that it serves.
            with urllib.request.urlopen(f"http://127.0.0.1:{address.port}/health") as health:
                headers = {name.lower(): value for name, value in health.headers.items()
                           if name.lower() not in ("content-length", "connection", "date")}
            kind = mimetypes.guess_type(path.name)[0]
            return route.fulfill(
                status=200, body=path.read_bytes(),
                headers={**headers, "content-type": f"{kind}; charset=utf-8"})
    route.continue_()


def opened(page, link):
    """The view of `link`, once it is there."""
    page.goto(link)
    page.wait_for_selector("main:not([aria-busy]) h1")


def signed_in(page, link):
    opened(page, link)
    page.click("section button")
    page.wait_for_selector("nav")


def to(page, view):
    """Another view, by its link."""
    page.wait_for_selector(f".to-{view} a", state="attached")
    if not page.is_visible(f".to-{view} a"):
        page.click(".to-rest button")
        page.click(f"dialog a[href='/{view}']")
    else:
        page.click(f".to-{view} a")
    page.wait_for_selector(f"nav a[href='/{view}'][aria-current]", state="attached")
    page.wait_for_selector("main:not([aria-busy]) h1")


def origin_of(page):
    return "/".join(page.url.split("/")[:3])


def section(page, name, words=None):
    """A section of the settings, once it is there; `words`: of it."""
    opened(page, f"{origin_of(page)}/settings/{name}")
    page.wait_for_selector(f"text={words}" if words else ".settings .part > section:visible")


def look(page, name):
    """Looks at a view in all widths, light and dark."""
    for size in WIDTHS:
        for scheme in SCHEMES:
            page.set_viewport_size({"width": size[0], "height": size[1]})
            page.emulate_media(color_scheme=scheme)
            drawn(page)
            try:
                check_layout(page, *(f"main {name}" for name in CONTENTS))
                if size in (WIDTHS[1], WIDTHS[3]):
                    check_accessible(page)
            except AssertionError as error:
                raise AssertionError(f"{name}, {size[0]} px, {scheme}: {error}") from error
            pictures = os.environ.get("PICTURES")
            if pictures and size in (WIDTHS[1], WIDTHS[3]):
                page.screenshot(path=f"{pictures}/{name}-{size[0]}-{scheme}.png", full_page=True)
    page.set_viewport_size({"width": 360, "height": 800})
