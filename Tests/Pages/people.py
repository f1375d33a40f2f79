"""The page of the gateway: the ways in, and what is there for whoever has signed in."""

import contextlib
import json
import os
import socket
import subprocess
import tempfile

from browser import SCHEMES, check_accessible, check_layout, drawn

WIDTHS = [(320, 640), (360, 800), (768, 1024), (1440, 900), (2560, 1440)]
HOSTILE = ["<img src=x onerror=alert(1)>", "\u202eabc \u05e9\u05dc\u05d5\u05dd", "x" * 80]


class Gateway:
    """A gateway of its own, without a daemon, and its admin's terminal."""

    def __init__(self, programs, folder):
        self.programs, self.socket = programs, f"{folder}/gateway.sock"
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        with open(f"{folder}/gateway.toml", "w") as file:
            file.write(f"""
                listen = "127.0.0.1:{self.port}"
                state_directory = "{folder}/state"
                socket = "{self.socket}"
                [daemon]
                control = "{folder}/none"
                notifications = "{folder}/nobody"
                [people]
                signup = "approve"
                """)
        self.process = subprocess.Popen(
            [f"{programs}/geofenced-gateway", "--config", f"{folder}/gateway.toml"],
            stderr=subprocess.PIPE, text=True)
        while "listening" not in (line := self.process.stderr.readline()):
            assert line, "the gateway has ended"

    def ask(self, *arguments):
        finished = subprocess.run(
            [f"{self.programs}/geofencectl", *arguments, "--json", "--gateway-socket", self.socket],
            check=True, capture_output=True, text=True, timeout=60)
        return json.loads(finished.stdout)

    def link(self, person):
        return self.ask("people", "link", person)["url"]

    def end(self):
        self.process.terminate()
        self.process.communicate(timeout=60)


@contextlib.contextmanager
def running(programs):
    with tempfile.TemporaryDirectory() as folder:
        gateway = Gateway(programs, folder)
        try:
            yield gateway
        finally:
            gateway.end()


@contextlib.contextmanager
def device(browser, language="en-GB"):
    """A browser of its own; at the end it must have said nothing, and asked nobody else."""
    context = browser.new_context(
        viewport={"width": 360, "height": 800}, locale=language, timezone_id="Europe/Amsterdam")
    page = context.new_page()
    said, asked = [], set()
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: asked.add("/".join(request.url.split("/")[:3])))
    yield page
    # Chromium says of itself what /api refuses, as it does to whoever has not signed in, and what a
    # sign-out has cleared.
    usual = ("Failed to load resource", "Clear-Site-Data")
    said = [text for text in said if not text.startswith(usual)]
    context.close()
    assert not said, f"the console has {said}"
    assert len({url for url in asked if not url.startswith("data:")}) == 1, f"it asked {asked}"


def opened(page, link):
    """The view of `link`, once it is there."""
    page.goto(link)
    page.wait_for_selector("h1")


def signed_in(page, link):
    opened(page, link)
    page.click("section button")
    page.wait_for_selector("header h1")


def look(page, name):
    """Looks at a view in all widths, light and dark."""
    for size in WIDTHS:
        for scheme in SCHEMES:
            page.set_viewport_size({"width": size[0], "height": size[1]})
            page.emulate_media(color_scheme=scheme)
            drawn(page)
            try:
                check_layout(page, "h1", "h2", "label", "input", "button", "svg", "output")
                if size in (WIDTHS[1], WIDTHS[3]):
                    check_accessible(page)
            except AssertionError as error:
                raise AssertionError(f"{name}, {size[0]} px, {scheme}: {error}") from error
            pictures = os.environ.get("PICTURES")
            if pictures and size in (WIDTHS[1], WIDTHS[3]):
                page.screenshot(path=f"{pictures}/{name}-{size[0]}-{scheme}.png", full_page=True)
    page.set_viewport_size({"width": 360, "height": 800})


def each_view_fits_every_width_in_light_and_dark(browser, programs, folder):
    with running(programs) as gateway:
        gateway.ask("people", "add", "Anna", "--admin")
        gateway.ask("groups", "add", "household", HOSTILE[2], "--admin", "anna")
        invitation = gateway.ask("groups", "invite", HOSTILE[2])["url"]
        with device(browser) as page, device(browser, "nl-NL") as other:
            opened(page, gateway.link("anna"))
            look(page, "join")
            opened(other, invitation)
            look(other, "invitation")
            opened(other, invitation[:-1] + ("A" if invitation[-1] != "A" else "B"))
            look(other, "over")
            opened(other, "/".join(invitation.split("/")[:3]))
            other.click("text=Code tonen")
            other.wait_for_selector("output")
            look(other, "sign in")
            other.fill("input >> nth=-1", HOSTILE[0])
            other.click("text=Aanvragen")
            other.wait_for_selector("text=Niet wachten")
            signed_in(page, page.url)
            page.click("text=Invite")
            page.click("text=A link for another device")
            page.wait_for_selector("svg >> nth=1")
            page.wait_for_selector("text=Let in")
            look(page, "home")


def a_link_works_once_and_leaves_the_address(browser, programs, folder):
    with running(programs) as gateway:
        link = gateway.ask("people", "add", HOSTILE[0])["link"]["url"]
        with device(browser) as page, device(browser) as other:
            opened(page, link)
            assert page.inner_text("h1") == f"Sign in as {HOSTILE[0]} on this device?"
            assert "on Linux" in page.input_value("input")
            page.click("text=Sign in >> nth=-1")
            page.wait_for_selector("header h1")
            assert page.url.endswith("/") and "#" not in page.url, page.url
            assert page.inner_text("header h1") == f"Hello, {HOSTILE[0]}"
            page.go_back()
            assert "#" not in page.url, page.url
            opened(other, link)
            assert other.inner_text("h1") == "This link is not good any more"
            assert "#" not in other.url, other.url


def a_second_device_signs_in_by_a_code(browser, programs, folder):
    with running(programs) as gateway:
        link = gateway.ask("people", "add", "Anna")["link"]["url"]
        with device(browser) as first, device(browser) as second:
            signed_in(first, link)
            opened(second, "/".join(link.split("/")[:3]))
            second.fill("input >> nth=0", HOSTILE[1])
            second.keyboard.press("Enter")
            code = second.inner_text("output")
            first.fill("input[placeholder]", code.lower())
            first.keyboard.press("Enter")
            second.wait_for_selector("header h1")
            assert second.inner_text("header h1") == "Hello, Anna"
            # It is seen at once, and can be ended.
            first.wait_for_selector("section li button:text-is('End')")
            first.click("section li button:text-is('End')")
            first.wait_for_selector("section li button:text-is('End')", state="detached")
            second.reload()
            second.wait_for_selector("text=With a link")


def somebody_asks_for_an_account_is_let_in_and_joins_a_household(browser, programs, folder):
    with running(programs) as gateway:
        link = gateway.ask("people", "add", "Anna", "--admin")["link"]["url"]
        with device(browser) as anna, device(browser) as ben:
            signed_in(anna, link)
            opened(ben, "/".join(link.split("/")[:3]))
            ben.fill("input[autocomplete=name]", "Ben")
            ben.keyboard.press("Enter")
            ben.wait_for_selector("text=You have asked")
            ben.reload()
            ben.wait_for_selector("text=You have asked")
            anna.click("text=Let in")
            ben.wait_for_selector("text=Hello, Ben")
            anna.fill("form input >> nth=0", "Home")
            anna.keyboard.press("Enter")
            anna.click("text=Invite")
            anna.wait_for_selector("svg")
            invitation = anna.input_value("input[readonly]")
            opened(ben, invitation)
            assert ben.inner_text("h1") == "Anna invites you to the household Home"
            ben.click("text=Join as Ben")
            ben.wait_for_selector("text=members: 2")
            anna.wait_for_selector("text=members: 2")
            ben.click("text=Sign out")
            ben.wait_for_selector("text=With a link")


def it_works_by_keyboard_alone(browser, programs, folder):
    with running(programs) as gateway:
        link = gateway.ask("people", "add", "Anna")["link"]["url"]
        with device(browser) as page:
            opened(page, link)
            for _ in range(2):
                page.keyboard.press("Tab")
                outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
                assert outline == "solid", "one does not see what has the focus"
            page.keyboard.press("Enter")
            page.wait_for_selector("header h1")
            assert page.evaluate("document.activeElement.localName") == "h1"


CHECKS = [
    each_view_fits_every_width_in_light_and_dark,
    a_link_works_once_and_leaves_the_address,
    a_second_device_signs_in_by_a_code,
    somebody_asks_for_an_account_is_let_in_and_joins_a_household,
    it_works_by_keyboard_alone,
]
