"""Programs that serve the page, and browsers that look at it."""

import contextlib
import datetime
import functools
import itertools
import json
import mimetypes
import os
import pathlib
import shutil
import socket
import subprocess
import tempfile
import urllib.parse
import urllib.request
import zoneinfo

from api import send
from browser import SCHEMES, check_accessible, check_layout, drawn, evaluated
from patience import PATIENCE, until
from playwright.sync_api import expect
from processes import finished, tied
from share import share

ROOT = pathlib.Path(__file__).resolve().parents[2]
TRACES = ROOT / "traces"
WIDTHS = [(320, 640), (360, 800), (768, 1024), (1440, 900), (2560, 1440)]
# A window of the browser: its size, and light or dark.
WINDOWS = [(size, scheme) for size in WIDTHS for scheme in SCHEMES]
# Those in which axe looks at a view, too, and pictures are taken.
WITH_AXE = [window for window in WINDOWS if window[0] in (WIDTHS[1], WIDTHS[3])]
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


# Below those that Linux gives to whoever asks for any, so that nobody is given one that was found to
# be free; other processes begin elsewhere.
PORTS = itertools.count(10_000 + os.getpid() * 100 % 20_000)


def free_port():
    for port in PORTS:
        with contextlib.suppress(OSError), socket.socket() as free:
            free.bind(("127.0.0.1", port))
            return port


class Gateway:
    """A gateway of its own, and its admin's terminal. Without `World`, it has no daemon."""

    def __init__(self, programs, folder, more=""):
        """`more`: of gateway.toml."""
        self.programs, self.folder = programs, folder
        self.socket, self.control = f"{folder}/gateway.sock", f"{folder}/control.sock"
        self.port = free_port()
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
        self.process = started(
            [f"{self.programs}/geofenced-gateway", "--config", f"{self.folder}/gateway.toml"],
            f"{self.folder}/gateway.log", "listening")

    def ask(self, *arguments):
        answer = finished(
            [f"{self.programs}/geofencectl", *arguments, "--json", "--gateway-socket", self.socket],
            check=True, capture_output=True, text=True)
        return json.loads(answer.stdout)

    def link(self, person):
        return self.ask("people", "link", person)["url"]

    def end_gateway(self):
        ended(self.process)

    def end(self):
        self.end_gateway()


class World(Gateway):
    """A gateway and a daemon that knows the places and deals of Amsterdam and has followed a walk
    through it to its end; its device is Anna's, who is an admin."""

    def __init__(self, programs, folder, speed=100000, more=""):
        self.programs, self.folder = programs, folder
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
        shutil.copytree(state_of_daemon(programs), f"{folder}/daemon")
        self.start_daemon()
        # Before anybody is told of it.
        until("the walk should come to its end",
              lambda: send(f"{folder}/control.sock", "GET", "/v1/status")["source"],
              lambda source: source["ended"])
        super().__init__(programs, folder, more)
        self.ask("people", "add", "Anna", "--admin")

    def start_daemon(self):
        self.daemon = started(
            [f"{self.programs}/geofenced", "--config", self.config], f"{self.folder}/daemon.log",
            "notifications.sock")

    def ctl(self, *arguments):
        return ctl(self.programs, *arguments, "--config", self.config)

    def end_daemon(self):
        ended(self.daemon)

    def end(self):
        super().end()
        self.end_daemon()


def ctl(programs, *arguments):
    """What geofencectl says, for the daemon, or for its files while it is not there."""
    return finished([f"{programs}/geofencectl", *arguments], check=True, text=True,
                    stdout=subprocess.PIPE).stdout


@functools.cache
def state_of_daemon(programs):
    """The folder of a daemon that has not run yet: it is made once, and each world has a copy."""
    folder = tempfile.mkdtemp()
    database = ["--database", f"{folder}/places.sqlite"]
    ctl(programs, "places", "import", f"{TRACES}/amsterdam-places.csv", *database)
    ctl(programs, "favourites", "add", "starbucks", "albert heijn", "hema", *database)
    for name, company, category, at in [
            ("Canal cruise, 2 for 1", "Damrak Boats", "activities", "52.3761,4.8971"),
            ("Coffee and pie, 5 euros", "Café Dam", "food", "52.3728,4.8936"),
            ("Books by weight", "Spui Book Market", "shopping", "52.3687,4.8896"),
            ("Matinee tickets", "Theatre at Leidseplein", "activities", "52.3641,4.8818")]:
        ctl(programs, "deals", "add", "--name", name, "--company", company, "--category", category,
            "--at", at, "--until", "+8h", "--capacity", "5", *database)
    return folder


def started(arguments, log, words):
    """A program whose log has come to `words`."""
    with open(log, "w") as file:
        process = subprocess.Popen(arguments, stdin=subprocess.DEVNULL, stderr=file, preexec_fn=tied())

    def said():
        text = pathlib.Path(log).read_text()
        assert words in text or process.poll() is None, f"{arguments[0]} has ended: {text}"
        return text
    until(f"the log of {arguments[0]} should have {words!r}", said, lambda text: words in text)
    return process


def ended(process):
    process.terminate()
    process.wait(timeout=PATIENCE)


@contextlib.contextmanager
def running(programs, kind=Gateway, **options):
    """A `kind` of world, ended at the end."""
    with tempfile.TemporaryDirectory() as folder:
        gateway = kind(programs, folder, **options)
        try:
            yield gateway
        finally:
            gateway.end()


# How long a line on the map stays, and how long the page waits for an answer before it says that
# something waits to be sent, is made for people: here it is as long as for all else. Toasts stay as
# long where a check is about them; others go at once, as they stand before what is beneath.
FOR_PEOPLE = """{
    const inTime = window.setTimeout;
    const isFor = (what, action) => what.test(`${action}`);
    window.setTimeout = (action, milliseconds, ...more) => {
        const isToast = isFor(/toast\\.remove\\(/, action);
        const isLong = isToast ? window.toastsStay : isFor(/notice\\.hidden|settle\\(key/, action);
        return inTime(action, isLong ? %d : isToast ? 0 : milliseconds, ...more);
    };
}""" % (PATIENCE * 1000)


def toasts_stay(page, stay=True):
    """Until one was read, or undone what it says."""
    page.evaluate("(stay) => { window.toastsStay = stay; }", stay)


def toast(page, words):
    """The toast says this; then it is closed."""
    expect(page.locator("#said")).to_contain_text(words)
    toasts_stay(page, False)
    page.click("#said .only-icon")


def undo(page):
    """Takes back what the toast says."""
    page.click("#said button:has-text('Undo')")
    toasts_stay(page, False)


@contextlib.contextmanager
def device(browser, language="en-GB", worker=False, zone=ZONE.key, **options):
    """A browser of its own; at the end it must have said nothing, and asked nobody else. `worker`:
    it may have the page's service worker, which asks for all files once more."""
    context = browser.new_context(
        viewport={"width": 360, "height": 800}, locale=language, timezone_id=zone,
        service_workers="allow" if worker else "block", **options)
    context.set_default_timeout(PATIENCE * 1000)
    context.add_init_script(FOR_PEOPLE)
    page = context.new_page()
    said, asked = [], set()
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: asked.add("/".join(request.url.split("/")[:3])))
    if os.environ.get("PAGE_FILES"):
        context.route("**/*", lambda route: from_sources(route))
    try:
        yield page
    except Exception as error:
        for one in context.pages:
            error.add_note(seen(one))
        error.add_note(f"the console has {said}")
        raise
    finally:
        context.close()
    # Chromium says of itself what /api refuses, as it does to whoever has not signed in, and what a
    # sign-out has cleared.
    usual = ("Failed to load resource", "Clear-Site-Data", "Service Worker registration blocked")
    said = [text for text in said if not text.startswith(usual)]
    assert not said, f"the console has {said}"
    assert len({url for url in asked if not url.startswith("data:")}) == 1, f"it asked {asked}"


def seen(page):
    """What a page shows, in brief; where it answers no more, that."""
    try:
        page.set_default_timeout(5000)
        words = " ".join(page.locator("body").inner_text().split())
    except Exception as error:
        words = f"({error})"
    return f"{page.url.partition('#')[0]} shows: {words[:1500]}"


# Files of the page as they are in the sources, not as the gateway was built with them: PAGE_FILES=1.
SOURCES = [ROOT / "Sources/Gateway/PageFiles/page", ROOT / "Sources/Base/Formats/MapDrawing"]


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
    """Signs in by a link; what happens from then on, the page hears."""
    opened(page, link)
    with page.context.expect_event("response", lambda one: one.url.endswith("/api/events")):
        page.click("section button")
    page.wait_for_selector("nav")


def kept_files(page):
    """Waits until the service worker has the page's files, and hears what is asked from now on; and
    until the page has looked for a newer one."""
    page.wait_for_function("() => navigator.serviceWorker?.controller")
    evaluated(page, """() => navigator.serviceWorker.getRegistration()
        .then((registration) => registration.update()).then(() => true)""")


def kept_answer(page, path, words):
    """Waits until the service worker has kept an answer of /api with `words` in it."""
    page.wait_for_function("""([path, words]) => caches.match(`/api/${path}`)
        .then((answer) => answer?.text()).then((text) => text?.includes(words))""", arg=[path, words])


def nothing_waits(page):
    """Waits until all that was changed there has been sent."""
    page.wait_for_function(
        "() => !Object.keys(localStorage).some((key) => key.startsWith('waiting/'))")


def something_waits(page):
    page.wait_for_function(
        "() => Object.keys(localStorage).some((key) => key.startsWith('waiting/'))")


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
    """Looks at a view in its share of all windows; in each of `WITH_AXE` of that, axe does, too."""
    for size, scheme in windows(name):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.emulate_media(color_scheme=scheme)
        drawn(page)
        has_axe = (size, scheme) in WITH_AXE
        try:
            check_layout(page, *(f"main {name}" for name in CONTENTS))
            if has_axe:
                check_accessible(page)
        except AssertionError as error:
            raise AssertionError(f"{name}, {size[0]} px, {scheme}: {error}") from error
        pictures = os.environ.get("PICTURES")
        if pictures and has_axe:
            page.screenshot(path=f"{pictures}/{name}-{size[0]}-{scheme}.png", full_page=True)
    page.emulate_media(color_scheme="light")
    page.set_viewport_size({"width": 360, "height": 800})


def windows(name):
    """Two of a view: one with axe, one without."""
    others = [window for window in WINDOWS if window not in WITH_AXE]
    return sorted(share(name, WITH_AXE, 1) + share(name, others, 1), key=WINDOWS.index)
