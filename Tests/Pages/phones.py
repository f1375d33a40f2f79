"""Phones: what one types and scans, who is told of arrivals, and how each way in and out is."""

import base64
import contextlib
import datetime
import http.server
import json
import shutil
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

from api import api, known, push, send
from patience import PATIENCE, until, until_is
from playwright.sync_api import expect
from processes import finished
from settings import HOSTILE, dialog, household
from share import unchecked
from world import World, device, look, running, section, signed_in

APPS = ["OwnTracks", "Overland", "Traccar Client"]
HOME = 52.30, 4.80
AWAY = 52.31, 4.80


def typed(page):
    """What the open dialog says to type in, by its labels."""
    page.wait_for_selector("dialog .copyable input")
    return {element.get_attribute("aria-label"): element.input_value()
            for element in page.query_selector_all("dialog .copyable input")}


def scanned(page, folder):
    """What a camera reads of the QR code that is shown."""
    page.locator("dialog .qr").screenshot(path=f"{folder}/code.png")
    return finished(["zbarimg", "-q", "--raw", f"{folder}/code.png"], check=True, text=True,
                    capture_output=True).stdout.strip()


def sent(world, address, body=None, headers=None):
    """The status of what an app sends; `address`: as it was typed, which leads to this machine."""
    parts = urllib.parse.urlsplit(address)
    query = f"?{parts.query}" if parts.query else ""
    request = urllib.request.Request(
        f"http://127.0.0.1:{world.port}{parts.path}{query}", data=body,
        headers={"Host": parts.netloc, **(headers or {})})
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            answer.read()
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code


def sends(world, app, values, moment, at):
    """The status of a position as `app` sends it, with what was typed into it."""
    latitude, longitude = at
    when = datetime.datetime.fromtimestamp(moment, datetime.timezone.utc)
    text = when.isoformat(timespec="seconds").replace("+00:00", "Z")
    if app == "OwnTracks":
        secret = base64.b64encode(f"{values['User name']}:{values['Password']}".encode()).decode()
        return sent(world, values["URL"], json.dumps({
            "_type": "location", "tst": int(moment), "lat": latitude, "lon": longitude, "acc": 10,
            "tid": "AN"}).encode(),
            {"Authorization": f"Basic {secret}", "Content-Type": "application/json"})
    if app == "Overland":
        return sent(world, values["URL"], json.dumps({"locations": [{
            "type": "Feature",
            "geometry": {"type": "Point", "coordinates": [longitude, latitude]},
            "properties": {"timestamp": text, "horizontal_accuracy": 10, "speed": -1}}]}).encode(),
            {"Authorization": f"Bearer {values['Access token']}",
             "Content-Type": "application/json"})
    query = urllib.parse.urlencode({
        "id": values["Device id"], "timestamp": int(moment), "lat": latitude, "lon": longitude,
        "accuracy": 10})
    return sent(world, f"{values['URL']}?{query}", b"")


def positions(world, phone):
    devices = api(world, "anna", "GET", "devices")["devices"]
    return next(one.get("accepted", 0) for one in devices if one["id"] == phone)


def what_one_types_or_scans_lets_each_app_send(browser, programs, folder):
    with running(programs, World) as world, device(browser) as page:
        signed_in(page, world.link("anna"))
        section(page, "phones", "You have none yet")
        page.fill("section:has-text('Your phones') form input", HOSTILE[0])
        page.click("text=Add a phone")
        page.wait_for_selector("dialog .chips")
        values = {}
        for app in APPS:
            page.click(f"dialog .chips button:text-is('{app}')")
            page.wait_for_selector(f"dialog li:has-text('{app}')")
            values[app] = typed(page)
            link = page.get_attribute("dialog .setup a.button", "href")
            if shutil.which("zbarimg"):
                assert scanned(page, folder) == link, f"{app}: the code is not the link"
            else:
                unchecked.add("what a camera reads of a phone's codes: zbarimg is not here")
        expect(page.locator("dialog")).to_contain_text("shown only now")
        for app in APPS:
            page.click(f"dialog .chips button:text-is('{app}')")
            look(page, f"dialog set up {app}")
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog", state="detached")
        phone = api(world, "anna", "GET", "phones")["phones"][0]["id"]
        known(world, phone)
        start = time.time() - 1000
        for index, app in enumerate(APPS):
            assert sends(world, app, values[app], start + 60 * index, AWAY) == 200, app
            # The page hears of them in a stream, a moment later.
            until_is("the positions of the phone", lambda: positions(world, phone), index + 1)
        page.wait_for_selector("text=3 positions")
        # One that comes again is not used: the page says how many of them, and why.
        for moment in (start, start + 240):
            assert sends(world, "Traccar Client", values["Traccar Client"], moment, AWAY) == 200
        page.wait_for_selector("text=20% not used, mostly: not later than the one before")
        # The old token ends with the new one.
        page.click("button:has-text('Set up')")
        page.click("dialog button:has-text('Make a new token')")
        page.wait_for_selector("dialog .chips")
        new = typed(page)
        assert sends(world, "OwnTracks", values["OwnTracks"], start + 300, AWAY) == 401
        assert sends(world, "OwnTracks", new, start + 300, AWAY) == 200
        page.keyboard.press("Escape")
        # A topic, for a phone that sends over MQTT.
        page.wait_for_selector("dialog", state="detached")
        page.click("button:has-text('Edit')")
        page.fill("dialog input >> nth=1", "owntracks/anna/phone")
        dialog(page, "Save")
        page.wait_for_selector("text=over MQTT: owntracks/anna/phone")


def arrivals_are_asked_for_allowed_told_and_ended(browser, programs, folder):
    with running(programs, World) as world:
        group = household(world)
        api(world, "anna", "POST", f"groups/{group}/places", {
            "name": HOSTILE[0], "lat": HOME[0], "lon": HOME[1], "radius": 100})
        api(world, "ben", "POST", "phones", {"name": "Phone", "id": "bens"})
        known(world, "bens")
        until("the daemon should know the place",
              lambda: send(world.control, "GET", "/v1/watches/household")["watches"])
        with device(browser) as anna, device(browser) as ben:
            signed_in(anna, world.link("anna"))
            signed_in(ben, world.link("ben"))
            section(ben, "phones", "Nobody is told of yours")
            section(anna, f"groups/{group}", "Tell me when somebody comes or goes")
            anna.click("section:has-text('Arrivals') form button")
            told = f"You are told when ⁨Ben⁩ comes to ⁨{HOSTILE[0]}⁩."
            anna.wait_for_selector(f"text={told}")
            anna.wait_for_selector("text=Nothing is told until")
            # Ben is asked, and says which phone it is.
            ben.wait_for_selector("nav.parts .badge", state="attached")
            ben.click("li:has-text('is told when you come to') button:has-text('Allow')")
            ben.wait_for_selector("dialog")
            look(ben, "dialog allow")
            dialog(ben, "Allow")
            ben.wait_for_selector("li:has-text('is told when you come to') .badge.good")
            anna.wait_for_selector(f"li:has-text('comes to') .badge.good")
            look(anna, "settings arrivals")
            # Of what was before, nobody is told; a phone's clock may be ahead.
            start = time.time() + 1
            push(world, "bens", [
                (stamp(start + 60 * index), *at) for index, at in
                enumerate([AWAY, AWAY, HOME, HOME, HOME])])
            until_is("what Anna is told", lambda: told_titles(world, "anna"), [
                f"Ben has come to {HOSTILE[0]}", f"You are told when Ben gets to {HOSTILE[0]}"])
            # Ben ends it, and Anna sees that.
            ben.click("li:has-text('is told when you come to') button:has-text('End')")
            ben.wait_for_selector("text=Nobody is told of yours")
            anna.wait_for_selector("section:has-text('Arrivals') >> text=Nobody is told of yours")


def told_titles(world, person):
    """What messages about the place say, the last first."""
    every = api(world, person, "GET", "messages")["messages"]
    return [one["title"] for one in every if HOSTILE[0] in one["title"]]


def stamp(moment):
    when = datetime.datetime.fromtimestamp(moment, datetime.timezone.utc)
    return when.isoformat(timespec="seconds").replace("+00:00", "Z")


class Hook(http.server.BaseHTTPRequestHandler):
    """A program that is told notices; `status`: what it answers."""
    status = 503

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(Hook.status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        """Nothing."""


@contextlib.contextmanager
def hook():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Hook)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/told"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def each_way_says_whether_it_works_and_what_to_do(browser, programs, folder):
    with hook() as address:
        Hook.status = 503
        options = {"more": f'[[webhook]]\nurl = "{address}"\ndevices = ["*"]'}
        with running(programs, World, **options) as world, device(browser) as page:
            signed_in(page, world.link("anna"))
            section(page, "status", "Ways in and out")
            api(world, "anna", "POST", "phones", {"name": "Phone", "id": "annas"})
            api(world, "anna", "POST", "favourites", {"text": "starbucks"})
            known(world, "annas")
            push(world, "annas", [(stamp(time.time() - 600 + 60 * index), 52.3791, 4.8994)
                                  for index in range(4)])
            way = "li:has-text('127.0.0.1')"
            page.wait_for_selector(f"{way} >> text=does not work")
            page.wait_for_selector(f"{way} >> text=wait")
            page.wait_for_selector("text=not everything works")
            # The list stands in its section, and not where the ways to the views are.
            assert page.evaluate("""() => {
                const [list, around] = [".ways-in-and-out", "section:has(.ways-in-and-out)"]
                    .map((name) => document.querySelector(name).getBoundingClientRect());
                return around.top < list.top && list.bottom <= around.bottom;
            }"""), "the ways are not in their section"
            look(page, "settings ways")
            Hook.status = 204
            page.wait_for_selector(f"{way} >> text=nothing waits")
            page.wait_for_selector(f"{way} .badge.good")
            page.wait_for_selector(f"{way} >> text=Last error")


CHECKS = [
    what_one_types_or_scans_lets_each_app_send,
    arrivals_are_asked_for_allowed_told_and_ended,
    each_way_says_whether_it_works_and_what_to_do,
]
