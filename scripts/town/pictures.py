"""Pictures of the page on the made-up town: one of a window, one of a phone. The arguments: where the
programs are, and where to write."""

import base64
import gzip
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.dont_write_bytecode = True
from served import TRACES, Household  # noqa: E402

MARKET = "54.9048,3.1940"
EPOCHS = 560  # of the walk, two seconds each: she stands on the market, at the ice cream


class Still(Household):
    """The household at one moment: she has walked so far, and he has come as far."""

    def start(self):
        super().start()
        # What is watched is looked up on the way: the walk begins when all is there.
        daemon = self.running.pop("geofenced")
        daemon.terminate()
        daemon.wait()
        self.config.write_text(self.config.read_text().replace("speed = 1\n", "speed = 100000\n"))
        self.run("geofenced", self.config, "notifications.sock")
        self.ride.skip(0.86)

    def write_configuration(self):
        super().write_configuration()
        trace = self.folder / "walk.nmea"
        with gzip.open(TRACES / "town-walk.nmea.gz", "rt") as walk:
            lines, epochs = [], 0
            for line in walk:
                epochs += line.startswith("$GNRMC")
                if epochs > EPOCHS:
                    break
                lines.append(line)
        trace.write_text("".join(lines))
        text = self.config.read_text()
        self.config.write_text(text.replace(f"{TRACES}/town-walk.nmea.gz", str(trace))
                               .replace('at_end = "loop"', 'at_end = "wait"'))


@contextmanager
def window(browser, link, size, scheme, scale=1):
    """A page, signed in."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, color_scheme=scheme,
        device_scale_factor=scale, locale="en-GB", timezone_id="Europe/Amsterdam",
        reduced_motion="reduce", has_touch=size[0] < 600, is_mobile=size[0] < 600)
    page = context.new_page()
    page.goto(link)
    page.click("section button")
    page.wait_for_selector("nav")
    yield page
    context.close()


def address(page):
    return "/".join(page.url.split("/")[:3])


def settled(page):
    """Once all is fetched and drawn."""
    page.wait_for_load_state("load")
    page.wait_for_timeout(3000)


def webp(browser, pictures, name, quality=0.7):
    """Writes pictures side by side as one, a tenth as large as PNG would be."""
    page = browser.new_page()
    data = page.evaluate(
        """async ({ pictures, gap, quality }) => {
            const all = await Promise.all(pictures.map(async (data) =>
                createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob())));
            const canvas = document.createElement("canvas");
            canvas.width = all.reduce((sum, one) => sum + one.width + gap, -gap);
            canvas.height = Math.max(...all.map((one) => one.height));
            const context = canvas.getContext("2d");
            let left = 0;
            for (const one of all) {
                context.drawImage(one, left, 0);
                left += one.width + gap;
            }
            return canvas.toDataURL("image/webp", quality).split(",")[1];
        }""",
        {"pictures": [base64.b64encode(one).decode() for one in pictures], "gap": 24,
         "quality": quality})
    page.close()
    name.write_bytes(base64.b64decode(data))
    print(f"{name}: {name.stat().st_size // 1000} kB")


def main(programs, folder):
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="geofenced-pictures-") as work, \
            sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium",
                                             args=["--no-sandbox"])
        still = Still(programs, work, speed=1)
        try:
            still.start()
            with window(browser, still.link(), (1440, 900), "light") as page:
                page.click(".to-map a")
                settled(page)
                webp(browser, [page.screenshot()], folder / "map-wide.webp")
            with window(browser, still.link(), (375, 760), "dark", 1.5) as page:
                shots = []
                page.goto(f"{address(page)}/map?at={MARKET}&zoom=15")
                for view in ("map", "nearby", "deals"):
                    if view != "map":
                        page.click(f".to-{view} a")
                    settled(page)
                    shots.append(page.screenshot())
                webp(browser, shots, folder / "phone.webp")
        finally:
            still.end()
            browser.close()


main(sys.argv[1], Path(sys.argv[2]))
