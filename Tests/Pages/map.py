"""The Map view, and the base map beneath all maps."""

import contextlib
import datetime
import math
import os
import re

from api import Connection, api, known, push, send
from browser import SCHEMES, drawn, evaluated, work
from patience import until
from people import HOSTILE
from playwright.sync_api import expect
from tiles import EXTENT, layer, tile_of, write_map
from world import World, device, look, running, signed_in

DAM = (52.3731, 4.8926)
HEMA = (52.3675, 4.8918)
STARBUCKS = (52.3786, 4.9003)
CRUISE = (52.3761, 4.8971)
# How many pixels of the canvas in a pane of the map are not empty, and how full these are.
INK = """(pane) => {
    const canvas = document.querySelector(`.leaflet-${pane}-pane canvas`);
    if (!canvas || canvas.width === 0) return { count: 0, opacity: 0 };
    const copy = document.createElement("canvas");
    [copy.width, copy.height] = [canvas.width, canvas.height];
    const context = copy.getContext("2d", { willReadFrequently: true });
    context.drawImage(canvas, 0, 0);
    const { data } = context.getImageData(0, 0, copy.width, copy.height);
    let [count, sum] = [0, 0];
    for (let index = 3; index < data.length; index += 4) {
        if (data[index] > 0) { count += 1; sum += data[index]; }
    }
    return { count, opacity: sum / count / 255 };
}"""


def origin(page):
    return "/".join(page.url.split("/")[:3])


def on_map(page, query="", title=None):
    """The Map view, with what is on it; `title`: of the panel, once what `query` asks for is there."""
    page.goto(f"{origin(page)}/map{query}")
    page.wait_for_selector(".map-legend details", state="attached")
    if title:
        expect(panel(page).locator("h2")).to_have_text(title)
    drawn(page)


def ink(page, pane, most=0):
    """What is drawn in a pane, once there are more than `most` pixels of it."""
    return until(f"the pixels of {pane}", lambda: page.evaluate(INK, pane),
                 lambda found: found["count"] > most)


def scale(page):
    """Metres of the map's scale; `None`: there is no map yet."""
    return page.evaluate("""() => {
        const text = document.querySelector(".leaflet-control-scale-line")?.innerText;
        if (!text) return null;
        const [number, unit] = text.split(" ");
        return Number(number.replace(",", "")) * (unit === "km" ? 1000 : 1);
    }""")


def is_in_town(metres):
    return metres is not None and metres <= 2000


def panel(page):
    return page.locator(".map-panel")


def wide(page):
    page.set_viewport_size({"width": 1440, "height": 900})


@contextlib.contextmanager
def anna(browser, programs, **options):
    """A world, and Anna's browser on the Map view."""
    with running(programs, World) as world, device(browser, **options) as page:
        signed_in(page, world.link("anna"))
        wide(page)
        on_map(page)
        yield world, page


def now(seconds=0):
    time = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=seconds)
    return time.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def phone(world, name):
    """A phone of Anna's that the daemon knows; it follows what this machine's device follows."""
    one = api(world, "anna", "POST", "phones", {"name": name})["id"]
    until(f"there should be {one}",
          lambda: [device["id"] for device in api(world, "anna", "GET", "devices")["devices"]],
          lambda devices: one in devices)
    return one


# MARK: - Checks


def everything_fits_every_width_in_light_and_dark(browser, programs, folder):
    with anna(browser, programs) as (world, page):
        look(page, "map")
        wide(page)
        on_map(page, "?region=deal/4", "Matinee tickets")
        look(page, "map-deal")
        wide(page)
        on_map(page, "?why=10", "HEMA Kalvertoren")
        look(page, "map-why")
        page.set_viewport_size({"width": 360, "height": 800})
        on_map(page)
        page.click(".is-list")
        expect(panel(page).locator("h2")).to_have_text("On the map")
        look(page, "map-list")


def a_click_on_a_region_says_what_it_is_and_why_it_was_told(browser, programs, folder):
    with anna(browser, programs) as (world, page):
        on_map(page, f"?at={HEMA[0]},{HEMA[1]}&zoom=16")
        ink(page, "regions", 1000)
        box = page.locator("#map").bounding_box()
        page.mouse.click(box["x"] + box["width"] / 2 + 15, box["y"] + box["height"] / 2 + 20)
        expect(panel(page).locator("h2")).to_have_text("HEMA Kalvertoren")
        expect(panel(page)).to_contain_text("Circle of200 m")
        expect(panel(page).get_by_role("link", name="To the place")).to_have_attribute(
            "href", "/places/amsterdam-places/5")
        panel(page).get_by_role("button", name="Why was I not told?").click()
        # Both times, the last first.
        expect(panel(page).locator(".map-why")).to_contain_text("“left” was told at")
        panel(page).locator("[aria-pressed=false]").click()
        expect(panel(page).locator(".map-why")).to_have_text(re.compile(
            r"“arrived” was told at .*\. The position was 198 m from the centre, 2 m inside the edge, "
            r"as was the one before\."))
        ink(page, "why", 1000)
        expect(panel(page).locator(".is-decisive strong")).to_have_text("arrived")
        # Where one is: since when.
        on_map(page, "?region=favourite/amsterdam-places/2")
        expect(panel(page)).to_contain_text(re.compile(r"You are in it\. Since \d\d:\d\d\."))


def a_map_that_is_new_shows_what_there_is(browser, programs, folder):
    with running(programs, World) as world:
        api(world, None, "POST", "people", {"name": "Ben"})
        # As soon as one knows where they are: all else takes long.
        with device(browser) as page:
            held, holds = [], [True]
            page.route("**/api/favourites*",
                       lambda route: held.append(route) if holds else route.continue_())
            signed_in(page, world.link("anna"))
            until("the scale", lambda: scale(page), is_in_town)
            until("what waits", lambda: held, page=page)
            expect(page.locator(".map-legend details")).to_have_count(0)
            holds.clear()
            for route in held:
                route.continue_()
            page.wait_for_selector(".map-legend details")
            until("the scale", lambda: scale(page), is_in_town)
        # Where there is nothing, as soon as a phone says where it is; but what one looks at stays.
        for has_moved in (False, True):
            name = f"Phone {has_moved}"
            with device(browser) as page:
                page.route("**/api/deals", lambda route: route.fulfill(json={"deals": []}))
                signed_in(page, world.link("ben"))
                assert not is_in_town(until("the scale", lambda: scale(page)))
                if has_moved:
                    page.focus("#map")
                    page.keyboard.press("+")
                one = api(world, "ben", "POST", "phones", {"name": name})["id"]
                known(world, one)
                push(world, one, [(now(-3000), *DAM)])
                if has_moved:
                    page.click(".is-list")
                    page.wait_for_selector(f".map-panel button:has-text('{name}'):has-text('ago')")
                    assert not is_in_town(until("the scale", lambda: scale(page)))
                else:
                    until("the scale", lambda: scale(page), is_in_town)
            # The stream would tell the next one of it.
            api(world, "ben", "DELETE", f"phones/{one}")


def addresses_say_what_is_shown(browser, programs, folder):
    with anna(browser, programs) as (world, page):
        title = panel(page).locator("h2")
        on_map(page, "?brand=Q37158")
        expect(title).to_have_text("Starbucks")
        expect(panel(page)).to_contain_text("2 of Starbucks")
        expect(page.locator(".marker")).to_have_count(2)
        panel(page).get_by_role("button", name="Show everything else too").click()
        expect(title).to_have_text("On the map")
        on_map(page, "?place=amsterdam-places/7")
        expect(title).to_have_text("De Bijenkorf")
        on_map(page, "?why=10")
        expect(panel(page).locator(".map-why")).to_contain_text("198 m from the centre")
        on_map(page, "?why=favourite/amsterdam-places/5&sequence=10")
        expect(panel(page).locator(".map-why")).to_contain_text("198 m from the centre")
        # A deal of which nobody was told.
        one = phone(world, "Phone")
        world.ctl("deals", "add", "--name", "Tulips", "--company", "Bloemenmarkt", "--category", "shopping",
                  "--at", "52.3700,4.8950", "--until", "+8h")
        push(world, one, [(now(-300), *DAM), (now(1), 52.37, 4.895), (now(3), 52.37, 4.895)])
        tulips = until("there should be a message of Tulips", lambda: [
            message for message in api(world, "anna", "GET", "messages")["messages"]
            if message["title"] == "Tulips"])
        on_map(page, f"?message={tulips[0]['id']}")
        expect(panel(page).locator("h2")).to_have_text("Tulips")
        expect(panel(page).locator(".map-why")).to_contain_text("was told at")
        # Of nothing.
        on_map(page, "?at=x&zoom=y")
        on_map(page, "?why=99999", "Why was I told?")
        for query, words in [("?region=deal/99", "That is not near"), ("?message=999999", "That is not there"),
                             ("?place=no/such", "That is not there"), ("?brand=%22", "No place of it")]:
            on_map(page, query)
            expect(page.locator(".map-notice")).to_contain_text(words)


def the_legend_switches_brands_and_categories_off_and_on(browser, programs, folder):
    with anna(browser, programs) as (world, page):
        box = page.locator(".legend").get_by_label(re.compile("Starbucks"))
        pins = page.locator(".marker[aria-label^=Starbucks]")
        on_map(page, f"?at={STARBUCKS[0]},{STARBUCKS[1]}&zoom=17")
        expect(pins).to_have_count(1)
        before = ink(page, "regions")["count"]
        box.uncheck()
        expect(pins).to_have_count(0)
        until("the pixels of all circles but one", lambda: page.evaluate(INK, "regions")["count"],
              lambda count: count < before)
        # It is remembered.
        page.reload()
        expect(box).not_to_be_checked()
        expect(pins).to_have_count(0)
        box.check()
        expect(pins).to_have_count(1)


def it_works_by_keyboard_alone(browser, programs, folder):
    with anna(browser, programs) as (world, page):
        page.locator(".map-panel li button").first.focus()
        for _ in range(30):
            if page.evaluate("document.activeElement.innerText").startswith("HEMA"):
                break
            page.keyboard.press("Tab")
            outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
            assert outline == "solid", "one does not see what has the focus"
        page.keyboard.press("Enter")
        title = panel(page).locator("h2")
        expect(title).to_have_text("HEMA Kalvertoren")
        expect(title).to_be_focused()
        page.keyboard.press("Tab")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(panel(page).locator(".map-why")).to_be_visible()
        page.keyboard.press("Escape")
        expect(title).to_have_text("On the map")
        # A pin, by space, as any button.
        on_map(page, f"?at={STARBUCKS[0]},{STARBUCKS[1]}&zoom=18")
        page.locator(".marker[aria-label^=Starbucks]").focus()
        page.keyboard.press("Space")
        expect(title).to_have_text("Starbucks Centraal")
        # The map itself.
        scale = page.inner_text(".leaflet-control-scale-line")
        page.focus("#map")
        page.keyboard.press("-")
        page.wait_for_function("scale => document.querySelector('.leaflet-control-scale-line').innerText !== scale", arg=scale)


def what_happens_is_seen_as_it_happens(browser, programs, folder):
    with anna(browser, programs) as (world, page):
        one = phone(world, HOSTILE[0])
        row = panel(page).get_by_role("button", name=HOSTILE[0])
        expect(row).to_contain_text("no position yet")
        push(world, one, [(now(-3000), *DAM)])
        expect(row).to_contain_text(re.compile(r"5\d minutes ago"))
        # It comes into a deal's circle.
        inside = panel(page).locator(".map-rows", has=page.get_by_role("heading", name="You are in"))
        expect(inside).not_to_contain_text("Canal cruise")
        push(world, one, [(now(), *CRUISE), (now(2), *CRUISE)])
        expect(inside).to_contain_text("Canal cruise")
        # A deal that is new.
        world.ctl("deals", "add", "--name", HOSTILE[1], "--company", HOSTILE[0], "--category", "food",
                  "--at", f"{DAM[0]},{DAM[1]}", "--until", "+8h")
        expect(panel(page)).to_contain_text(HOSTILE[1])
        # The daemon and the gateway were away, the page was open all the time.
        world.end_daemon()
        world.start_daemon()
        world.end_gateway()
        world.start()
        known(world, one)
        push(world, one, [(now(500), *DAM), (now(510), *DAM)])
        expect(inside).not_to_contain_text("Canal cruise")
        expect(inside).to_contain_text("Coffee and pie")


def names_are_text(browser, programs, folder):
    with anna(browser, programs) as (world, page):
        names = [*HOSTILE, "\U0001F468\u200d\U0001F469\u200d\U0001F467" * 20, "x" * 190]
        one = phone(world, HOSTILE[0])
        for index, name in enumerate(names):
            send(world.control, "PUT", f"/v1/watches/hostile/w{index}", {
                "title": name, "at": [DAM[0] + 0.001 * index, DAM[1]], "radius": 150, "audience": "everyone"})
        push(world, one, [(now(-60), *DAM)])
        for name in names:
            expect(panel(page)).to_contain_text(name[:20])
        on_map(page, f"?at={DAM[0]},{DAM[1]}&zoom=16")
        page.click(f".map-panel button:has-text('{names[0]}') >> nth=1")
        expect(panel(page).locator("h2")).to_have_text(names[0])
        look(page, "map-hostile")


def a_thousand_regions_around_one_point_and_a_hundred_devices(browser, programs, folder):
    with anna(browser, programs) as (world, page):
        send(world.control, "PUT", "/v1/watches/crowd", [
            {"id": f"w{index}", "title": f"Region {index}", "radius": 50 + index % 400, "audience": "everyone",
             "at": [52.3641 + 0.00001 * (index % 37), 4.8827 + 0.00001 * (index % 41)]}
            for index in range(1000)])
        one = phone(world, "In the crowd")
        push(world, one, [(now(-60), 52.3641, 4.8827)])
        expect(panel(page)).to_contain_text("And ")
        page.reload()
        page.wait_for_selector(".map-legend details", state="attached")
        # What lies beneath is still seen: the fills are one.
        opacity = ink(page, "regions")["opacity"]
        assert opacity < 0.75, f"the circles cover the map: {opacity}"
        # A click is about the smallest of them, and says which others there are.
        box = page.locator("#map").bounding_box()
        on_map(page, "?at=52.3643,4.8829&zoom=17")
        ink(page, "regions")
        page.mouse.click(box["x"] + box["width"] / 2 + 40, box["y"] + box["height"] / 2 + 40)
        expect(panel(page)).to_contain_text("Also here")
        # With a hundred devices on the move: what it takes to hear of them, and to draw them.
        page.evaluate("""async () => {
            const { makeMap } = await import("/map/canvas.js");
            const { devices } = await import("/map/devices.js");
            const element = document.createElement("div");
            element.style.cssText = "position: fixed; inset: 0; z-index: 5000";
            document.body.append(element);
            const map = await makeMap(element, { label: "test", center: [52.3641, 4.8827], zoom: 15 });
            const all = Array.from({ length: 100 }, (_, index) => ({
                id: `d${index}`, fix: { lat: 52.364, lon: 4.8827, accuracy: 20, speed: 5, track: index } }));
            const layer = devices(map, all);
            window.moveAll = () => {
                for (const one of all) {
                    layer.change({ ...one, fix: { ...one.fix, lat: 52.36 + Math.random() / 100, lon: 4.88 + Math.random() / 100 } });
                }
            };
        }""")
        handling = work(page, "() => { for (let time = 0; time < 20; time += 1) moveAll(); }") / 20
        assert handling < 0.01, f"it takes {handling} s to hear of all"
        frame = work(page, """async () => {
            for (let time = 0; time < 20; time += 1) {
                moveAll();
                await new Promise(requestAnimationFrame);
            }
        }""") / 20
        assert frame < 0.1, f"it takes {frame} s to draw all"


def ten_thousand_places_stand_in_clusters(browser, programs, folder):
    with anna(browser, programs) as (world, page):
        found = evaluated(page, """async () => {
            const { makeMap } = await import("/map/canvas.js");
            const { pins } = await import("/map/pins.js");
            const element = document.createElement("div");
            element.style.cssText = "position: fixed; inset: 0; z-index: 5000";
            document.body.append(element);
            const map = await makeMap(element, { label: "test", center: [52.37, 4.89], zoom: 12 });
            let slowest = 0;
            let last = performance.now();
            let isOver = false;
            const watch = () => {
                slowest = Math.max(slowest, performance.now() - last);
                last = performance.now();
                if (!isOver) requestAnimationFrame(watch);
            };
            requestAnimationFrame(watch);
            const layer = pins(map, Array.from({ length: 10_000 }, (_, index) => ({
                id: index, name: `Place ${index}`, brand: `Brand ${index % 30}`,
                lat: 52.3 + (index % 100) / 700, lon: 4.8 + Math.floor(index / 100) / 500 })));
            while (true) {
                await new Promise(requestAnimationFrame);
                const counts = [...element.querySelectorAll(".cluster")]
                    .map((one) => Number(one.textContent.replace(/\\D/g, "")));
                const alone = element.querySelectorAll(".pin").length;
                if (counts.reduce((sum, count) => sum + count, alone) >= 9000) {
                    isOver = true;
                    const elements = element.querySelectorAll(".marker").length;
                    layer.remove();
                    map.end();
                    element.remove();
                    return { elements, slowest };
                }
            }
        }""")
        assert found["elements"] < 400, found


# MARK: - The base map


def upload(world, path):
    connection = Connection(world.socket)
    with open(path, "rb") as file:
        connection.request("PUT", "/api/basemap", file.read(), {"Content-Type": "application/vnd.sqlite3"})
    answer = connection.getresponse()
    text = answer.read()
    assert answer.status == 200, text


def streets():
    """A tile at zoom 14: water, a park, streets with names, and a square."""
    (column, row), (x, y) = tile_of(*DAM, 14)
    whole = [(0, 0), (EXTENT, 0), (EXTENT, EXTENT), (0, EXTENT)]
    contents = (
        layer("water", [(3, [(0, 0), (1500, 0), (1500, 1500), (0, 1500)], {"kind": "lake"})])
        + layer("green", [(3, [(2500, 0), (EXTENT, 0), (EXTENT, 1500), (2500, 1500)], {"kind": "park"})])
        + layer("road", [
            # Two ways of one street, and one across the border of the tile.
            (2, [(100, 2000), (2000, 2000)], {"kind": "primary", "name": HOSTILE[0]}),
            (2, [(2000, 2000), (4000, 2000)], {"kind": "primary", "name": HOSTILE[0]}),
            (2, [(-100, 3000), (4200, 3000)], {"kind": "minor", "name": "Langestraat"}),
            (2, [(2000, 100), (2300, 1200), (2000, 2600), (1500, 4000)], {"kind": "secondary", "name": "Kromme Weg"}),
        ])
        + layer("place", [(1, [(x, y)], {"kind": "town", "name": HOSTILE[1]})])
        + layer("name", [(1, [(3300, 700)], {"kind": "park", "name": "Vondelpark"})]))
    lowest = layer("water", [(3, whole, {"kind": "sea"})]) + layer(
        "place", [(1, [(2048, 2048)], {"kind": "city", "name": "Amsterdam"})])
    return (column, row), contents, lowest


def colour_at_middle(page):
    """The colour of the base map there, as [red, green, blue, opacity]."""
    return page.evaluate("""() => {
        const box = document.querySelector("#map").getBoundingClientRect();
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
        for (const tile of document.querySelectorAll(".leaflet-tile-loaded")) {
            const { left, top, right, bottom, width } = tile.getBoundingClientRect();
            if (x < left || y < top || x >= right || y >= bottom) continue;
            const canvas = document.createElement("canvas");
            canvas.width = canvas.height = 1;
            const context = canvas.getContext("2d");
            const scale = tile.width / width;
            context.drawImage(tile, -(x - left) * scale, -(y - top) * scale);
            return [...context.getImageData(0, 0, 1, 1).data];
        }
        return null;
    }""")


def colour_of_map(page, is_so=bool):
    return until("the colour in the middle", lambda: colour_at_middle(page), is_so)


def is_water(colour):
    if not colour:
        return False
    red, green, blue, opacity = colour
    return opacity == 255 and blue > green > red


def the_base_map_is_drawn_from_tiles_and_gives_credit(browser, programs, folder):
    (column, row), contents, lowest = streets()
    path = os.path.join(folder, "map.mbtiles")
    # The one beside it is broken: cut off, and no tile at all.
    around = {(column, row): contents, (column + 1, row): contents[:200], (column, row + 1): b"\xff" * 500}
    write_map(path, DAM, {0: lowest, 14: around})
    with anna(browser, programs) as (world, page):
        expect(page.locator(".map-credit")).to_be_empty()
        # It comes to the page that is open.
        upload(world, path)
        credit = page.get_by_role("link", name="© OpenStreetMap contributors")
        expect(credit).to_have_attribute("href", "https://www.openstreetmap.org/copyright")
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            lake = (row + 700 / EXTENT) / 2 ** 14
            lat = math.degrees(math.atan(math.sinh(math.pi * (1 - 2 * lake))))
            lon = (column + 700 / EXTENT) / 2 ** 14 * 360 - 180
            for zoom in (15, 17, 19):
                on_map(page, f"?at={lat:.7f},{lon:.7f}&zoom={zoom}")
                colour_of_map(page, is_water)
        on_map(page, f"?at={DAM[0]},{DAM[1]}&zoom=15")
        colour_of_map(page)
        ink(page, "labels", 500)
        look(page, "map-base")


CHECKS = [
    everything_fits_every_width_in_light_and_dark,
    a_click_on_a_region_says_what_it_is_and_why_it_was_told,
    a_map_that_is_new_shows_what_there_is,
    addresses_say_what_is_shown,
    the_legend_switches_brands_and_categories_off_and_on,
    it_works_by_keyboard_alone,
    what_happens_is_seen_as_it_happens,
    names_are_text,
    a_thousand_regions_around_one_point_and_a_hundred_devices,
    ten_thousand_places_stand_in_clusters,
    the_base_map_is_drawn_from_tiles_and_gives_credit,
]
