"""A page in Debian's chromium, and what must be true of every page of ours."""

import contextlib
import json
import pathlib
import shutil

from axe_playwright_python.sync_playwright import Axe
from patience import PATIENCE
from playwright.sync_api import expect, sync_playwright

expect.set_options(timeout=PATIENCE * 1000)

WIDTHS = [(390, 800), (768, 1024), (1440, 900)]
SCHEMES = ["light", "dark"]


WHOLE = shutil.which("chromium")
# The same without windows, and with less than half the work; it shows no notifications.
SHELL = shutil.which("chromium-headless-shell") or WHOLE


@contextlib.contextmanager
def chromium():
    with sync_playwright() as playwright, launched(playwright.chromium, SHELL) as browser:
        yield browser


@contextlib.contextmanager
def launched(kind, program=WHOLE):
    """`kind`: a browser's `browser_type`."""
    # Root, as a container has it, gets no sandbox from chromium.
    browser = kind.launch(executable_path=program, args=["--no-sandbox"])
    try:
        yield browser
    finally:
        browser.close()


@contextlib.contextmanager
def opened(browser, path, size=WIDTHS[0]):
    """The page in `path`, drawn; at the end it must have said nothing, and asked for nothing."""
    page = browser.new_page(
        viewport={"width": size[0], "height": size[1]},
        # Not the page's zone: it must not count.
        timezone_id="Asia/Tokyo")
    page.set_default_timeout(PATIENCE * 1000)
    said, asked = [], []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    address = pathlib.Path(path).as_uri()
    page.goto(address)
    drawn(page)
    yield page
    page.close()
    assert not said, f"the console has {said}"
    assert set(asked) == {address}, f"it asked for {asked}"


def reopen(page, size, scheme):
    """As `opened`, with another window; that is faster."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.emulate_media(color_scheme=scheme)
    page.reload()
    drawn(page)


def evaluated(page, script, argument=None):
    """What a function of the page comes to once that is something; it may have to wait for it."""
    return page.wait_for_function(script, arg=argument).json_value()


def drawn(page):
    """Waits until the browser has drawn twice: a page draws when it has its size."""
    evaluated(page, """() => new Promise(done =>
        requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(
            () => done(true)))))""")


def work(page, script):
    """Seconds of the processor that the page needs for a script."""
    devtools = page.context.new_cdp_session(page)
    # Not those in which the processor does something else.
    devtools.send("Performance.enable", {"timeDomain": "threadTicks"})

    def so_far():
        metrics = devtools.send("Performance.getMetrics")["metrics"]
        return next(one["value"] for one in metrics if one["name"] == "TaskDuration")
    before = so_far()
    page.evaluate(script)
    return so_far() - before


def longest_task(browser, page, action):
    """Seconds of the processor for which the page does nothing else while `action` is done."""
    browser.start_tracing(page=page, categories=["toplevel"])
    try:
        action()
    finally:
        events = json.loads(browser.stop_tracing())["traceEvents"]
    pages = {(one["pid"], one["tid"]) for one in events
             if one["name"] == "thread_name" and one["args"]["name"] == "CrRendererMain"}
    return max(one["tdur"] for one in events
               if "tdur" in one and (one["pid"], one["tid"]) in pages) / 1e6


AXE = Axe()


def check_accessible(page):
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.axe_script)
    violations = evaluated(page, """async () => {
        const { violations } = await axe.run({ resultTypes: ["violations"] });
        return { all: violations.map(({ id, help, nodes }) =>
            `${id}: ${help}: ${nodes.map((node) => node.html.slice(0, 300)).join(" ")}`) };
    }""")["all"]
    assert not violations, "\n".join(violations)


def check_layout(page, *selectors):
    """Nothing stands over another that it is not in, and nothing is wider than the window."""
    boxes = page.evaluate(
        """names => {
            const found = names.flatMap(name =>
                [...document.querySelectorAll(name)].map(element => [name, element]));
            return found.map(([name, element]) => {
                const box = element.getBoundingClientRect();
                return [name + ' ' + element.textContent.slice(0, 20),
                        box.left, box.top, box.right, box.bottom,
                        found.flatMap(([, other], index) =>
                            element.contains(other) || other.contains(element) ? [index] : [])];
            });
        }""", selectors)
    for index, (name, left, top, right, bottom, related) in enumerate(boxes):
        for at, (other, left2, top2, right2, bottom2, _) in enumerate(boxes[:index]):
            apart = right <= left2 or right2 <= left or bottom <= top2 or bottom2 <= top
            assert apart or at in related, f"{name!r} stands over {other!r}"
    wider = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wider <= 0, f"it is {wider} px wider than the window"
