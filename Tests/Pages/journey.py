"""The map of a journey: replay --map."""

import itertools
import json
import math
import os
import re

from browser import SCHEMES, WIDTHS, check_accessible, check_layout, drawn, opened, reopen
from processes import finished
from share import share

TRACES = os.path.join(os.path.dirname(__file__), "../../traces")

# What is on the map, in pixels of it: every position, circle and notice; and the labels.
SHOWN = """() => ({
    size: [canvas.clientWidth, canvas.clientHeight],
    points: at.map(screen).concat(notices.map(n => screen(n.at))),
    circles: regions.map(r => [...screen(r.at), r.radius * view.scale]),
    labels: labels.map(l => [l.text, l.left, l.top, l.right, l.bottom]),
})"""


def write_map(programs, folder, name, trace, *arguments):
    path = os.path.join(folder, f"{name}.html")
    finished(
        [f"{programs}/geofencectl", "replay", trace, *arguments, "--map", path],
        check=True, capture_output=True, env={**os.environ, "TZ": "Europe/Amsterdam"})
    return path


def write_case(programs, folder, name, points, regions):
    """A map of `points` (latitude, longitude, a second apart) and `regions` (name, latitude,
    longitude)."""
    trace = os.path.join(folder, f"{name}.gpx")
    with open(trace, "w") as file:
        file.write('<gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1"><trk><trkseg>')
        for second, (lat, lon) in enumerate(points):
            time = f"2026-05-01T{10 + second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}Z"
            file.write(f'<trkpt lat="{lat:.7f}" lon="{lon:.7f}"><time>{time}</time></trkpt>')
        file.write("</trkseg></trk></gpx>")
    features = [
        {"type": "Feature", "id": f"r{index}", "properties": {"name": text},
         "geometry": {"type": "Point", "coordinates": [lon, lat]}}
        for index, (text, lat, lon) in enumerate(regions)]
    file_of_regions = os.path.join(folder, f"{name}.geojson")
    with open(file_of_regions, "w") as file:
        json.dump({"type": "FeatureCollection", "features": features}, file)
    return write_map(programs, folder, name, trace, "--regions", file_of_regions)


def walk(programs, folder):
    return write_map(
        programs, folder, "walk", f"{TRACES}/amsterdam-walk.nmea", "--places",
        f"{TRACES}/amsterdam-places.csv", "--favourite", "starbucks", "albert heijn", "hema",
        "--deals", f"{TRACES}/amsterdam-deals.geojson", "--transitions", "enter,exit")


def check_map(page):
    shown = page.evaluate(SHOWN)
    width, height = shown["size"]
    for x, y, radius in [(*point, 0) for point in shown["points"]] + shown["circles"]:
        inside = radius - 1 <= x <= width - radius + 1 and radius - 1 <= y <= height - radius + 1
        assert inside, f"({x}, {y}) with {radius} px around it is not within {width} × {height}"
    for index, (text, left, top, right, bottom) in enumerate(shown["labels"]):
        inside = 0 <= left and right <= width and 0 <= top and bottom <= height
        assert inside, f"the label {text!r} is cut off"
        for other, left2, top2, right2, bottom2 in shown["labels"][:index]:
            apart = right <= left2 or right2 <= left or bottom <= top2 or bottom2 <= top
            assert apart, f"the label {text!r} stands over {other!r}"
    check_layout(page, "h1", "#facts", "#tools button", "canvas", "summary", "h2", "li")
    return shown


def fits_every_width_in_light_and_dark(browser, programs, folder):
    with opened(browser, walk(programs, folder)) as page:
        for size, scheme in share("journey", itertools.product(WIDTHS, SCHEMES), 2):
            reopen(page, size, scheme)
            assert len(check_map(page)["labels"]) >= 6
            check_accessible(page)


def fits_again_when_the_window_changes(browser, programs, folder):
    with opened(browser, walk(programs, folder)) as page:
        page.set_viewport_size({"width": 1200, "height": 500})
        drawn(page)
        check_map(page)


def says_which_trace_which_day_how_far_and_what_in_plain_words(browser, programs, folder):
    with opened(browser, walk(programs, folder), WIDTHS[2]) as page:
        heading = "amsterdam-walk.nmea: Friday 1 May 2026, 2.1 km in 34 min"
        assert page.title() == heading, page.title()
        assert page.inner_text("h1") == heading
        facts = page.inner_text("#facts")
        assert facts.startswith("12:00:00 to 12:33:44 · times are CEST (UTC+02:00)"), facts
        assert page.inner_text("li time >> nth=1").startswith("12:01:16")
        text = page.inner_text("body")
        code = re.search(r"\b(initial|accurate|confirmed|startup|segment|_)\b|UTC$", text)
        assert not code, f"{code} is no word for people"


def works_by_keyboard_alone(browser, programs, folder):
    with opened(browser, walk(programs, folder), WIDTHS[2]) as page:
        order = []
        for _ in range(5):
            page.keyboard.press("Tab")
            order.append(page.evaluate(
                """() => document.activeElement.id || document.activeElement.localName"""))
            outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
            assert outline == "solid", f"one does not see that {order[-1]} has the focus"
        assert order == ["closer", "farther", "all", "canvas", "summary"], order
        before = page.evaluate("view.scale")
        page.focus("canvas")
        page.keyboard.press("+")
        assert page.evaluate("view.scale") > before
        page.keyboard.press("0")
        assert page.evaluate("view.scale") == before
        page.focus("li button")
        page.keyboard.press("Enter")
        assert page.get_attribute("li button", "aria-pressed") == "true"
        for scheme in share("journey by keyboard", SCHEMES, 1):
            page.emulate_media(color_scheme=scheme)
            check_accessible(page)
        page.keyboard.press("Escape")
        assert page.get_attribute("li button", "aria-pressed") == "false"


def circle_of_points(lat, lon, count=300):
    return [(lat + 0.01 * math.sin(i / 50), lon + 0.02 * math.cos(i / 50)) for i in range(count)]


def shows_whatever_there_is(browser, programs, folder):
    drive = [(48.1 + i * 0.0003, 11.5 + i * 0.0004) for i in range(1500)]
    pole = [(89.9995, -180 + i * 0.3) for i in range(1200)]
    antimeridian = [(-17.0, (179.99 + i * 0.0001 + 180) % 360 - 180) for i in range(300)]
    hostile = ["<script>alert(1)</script>", "\u202eabc \u05e9\u05dc\u05d5\u05dd", "👨‍👩‍👧‍👦" * 30, "x" * 5000, "&amp;"]
    cases = {
        "drive": (drive, [(f"Region {i}", drive[i * 4][0] + 0.004 * (i % 3 - 1), drive[i * 4][1])
                          for i in range(370)]),
        "one fix": ([(52.37, 4.89)], [("Dam", 52.37, 4.89)]),
        "no region": ([(52.37, 4.89), (52.371, 4.89)], []),
        "none inside": (circle_of_points(52.37, 4.89), [("Aside", 52.39, 4.89)]),
        "far": ([(52.37, 4.89), (52.3701, 4.89)], [("Dam", 52.37, 4.89), ("Tokyo", 35.7, 139.7)]),
        "pole": (pole, [("Flag", 89.9996, 10), ("Other flag", 89.9996, -170)]),
        "180": (antimeridian, [("West", -17.0, 179.995), ("East", -17.0, -179.99)]),
        "<b>names": (circle_of_points(52.37, 4.89),
                     [(text, 52.37 + 0.004 * i, 4.91) for i, text in enumerate(hostile)]),
    }
    for name, (points, regions) in cases.items():
        path = write_case(programs, folder, name, points, regions)
        with opened(browser, path) as page:
            try:
                labels = check_map(page)["labels"]
                assert len(labels) >= (20 if name == "drive" else min(1, len(regions))), labels
                assert page.title().startswith(f"{name}.gpx: Friday 1 May 2026, ")
                assert page.locator("script").count() == 2
                if name == "far":
                    assert page.evaluate("regions.length") == 1
                if name == "<b>names":
                    check_accessible(page)
                reopen(page, WIDTHS[2], "dark")
                check_map(page)
            except AssertionError as error:
                raise AssertionError(f"{name}: {error}") from error


CHECKS = [
    fits_every_width_in_light_and_dark,
    fits_again_when_the_window_changes,
    says_which_trace_which_day_how_far_and_what_in_plain_words,
    works_by_keyboard_alone,
    shows_whatever_there_is,
]
