"""History: where one was on a day."""

import datetime
import json
import os
import re
import xml.etree.ElementTree

from api import api, known, push
from browser import drawn, longest_task
from playwright.sync_api import expect
from processes import finished
from world import ZONE, World, device, look, opened, origin_of, running, signed_in, to

NAME = "<b>Anna's</b> \u05d8\u05dc\u05e4\u05d5\u05df"
STARBUCKS = (52.3786, 4.9003)
GPX = "{http://www.topografix.com/GPX/1/1}"


def at(days_ago, hour, minute=0):
    """A time in the zone of the browser."""
    day = datetime.datetime.now(ZONE).date() - datetime.timedelta(days=days_ago)
    return datetime.datetime.combine(day, datetime.time(hour, minute), ZONE)


def day_of(time):
    return time.astimezone(ZONE).date().isoformat()


def visit(start, minutes, middle=STARBUCKS):
    """Comes from 600 m away, stays, and goes again: positions, one each 10 s."""
    seconds = [*range(-300, 0, 10), *range(0, minutes * 60, 10), *range(minutes * 60, minutes * 60 + 300, 10)]
    positions = []
    for second in seconds:
        away = max(0, -second, second - minutes * 60) * 2 / 111_320
        time = (start + datetime.timedelta(seconds=second)).astimezone(datetime.timezone.utc)
        positions.append((time.isoformat().replace("+00:00", "Z"), middle[0] + away, middle[1]))
    return positions


def phone_of(world, positions, name="Anna's phone"):
    """A phone of Anna's, who likes Starbucks, and where it was."""
    phone = api(world, "anna", "POST", "phones", {"name": name})["id"]
    api(world, "anna", "POST", "favourites", {"text": "starbucks", "audience": "person/anna"})
    known(world, phone)
    push(world, phone, positions)
    return phone


def day_opened(page, origin, phone, day):
    opened(page, f"{origin}/history?device={phone}&day={day}")
    page.wait_for_selector(".history section h2")
    page.wait_for_selector(".history p:has-text('Reading…')", state="detached")


def a_day_has_its_visits_its_way_and_a_file(browser, programs, folder):
    with running(programs, World) as world:
        twice = visit(at(1, 10), 30) + visit(at(1, 15), 90)
        phone = phone_of(world, visit(at(3, 12), 20) + twice, NAME)
        with device(browser, accept_downloads=True) as page:
            signed_in(page, world.link("anna"))
            to(page, "history")
            # The machine's own walk is of today, and its visit goes on.
            page.wait_for_selector(".visits .going")
            expect(page.locator(".visits")).to_contain_text("Starbucks Leidsestraat")
            look(page, "history")
            page.select_option("select", phone)
            page.wait_for_selector("text=Nothing is kept of this day.")
            look(page, "history, nothing")
            page.click("button[aria-label='Previous day']")
            page.wait_for_selector(".visits li >> nth=1")
            expect(page).to_have_url(re.compile(day_of(at(1, 12))))
            shown = page.inner_text(".visits").split("\n")
            times = [line for line in shown if "–" in line]
            # One has left as soon as one is seen outside: 200 m and 10 s later.
            assert times == ["09:58 – 10:32", "14:58 – 16:32"], times
            assert "2.4 km" in page.inner_text(".history section"), page.inner_text(".history section")
            look(page, "history, two visits")
            page.click("summary:has-text('What happened')")
            why = page.get_attribute("details li a", "href")
            assert why.startswith("/map?why=") and phone in why, why
            # The file is what geofencectl can read, point for point.
            with page.expect_download() as download:
                page.click("text=GPX of this day")
            assert download.value.suggested_filename == f"{phone}-{day_of(at(1, 12))}.gpx"
            path = os.path.join(folder, "day.gpx")
            download.value.save_as(path)
            points = points_of(path)
            page.wait_for_selector(f"text={len(points)} positions.")
            assert all(lat >= 52.378 for lat, _, _ in points)
            assert day_of(datetime.datetime.fromisoformat(points[0][2])) == day_of(at(1, 12))
            replay = finished(
                [f"{programs}/geofencectl", "replay", path, "--json"], capture_output=True, text=True)
            assert replay.returncode == 0, replay.stderr
            page.click("summary:has-text('Of several days')")
            page.fill("input[type=date] >> nth=1", day_of(at(5, 12)))
            page.fill("input[type=date] >> nth=2", day_of(at(1, 12)))
            with page.expect_download() as download:
                page.click("text=GPX of these days")
            expected = f"{phone}-{day_of(at(5, 12))}--{day_of(at(1, 12))}.gpx"
            assert download.value.suggested_filename == expected
            download.value.save_as(path)
            assert len(points_of(path)) > len(points)
            # The day stands in the address: a reload and the way back keep it.
            page.reload()
            page.wait_for_selector(".visits li >> nth=1")
            page.go_back()
            page.wait_for_selector("text=Nothing is kept of this day.")


def points_of(path):
    """(latitude, longitude, time) of a file that is GPX 1.1, as its schema has it."""
    root = xml.etree.ElementTree.parse(path).getroot()
    assert root.tag == f"{GPX}gpx" and root.get("version") == "1.1" and root.get("creator")
    track, = root
    name, *segments = track
    assert name.tag == f"{GPX}name" and NAME in name.text, name.text
    points = [point for segment in segments for point in segment]
    for point in points:
        assert [child.tag for child in point] in ([f"{GPX}time"], [f"{GPX}ele", f"{GPX}time"])
    return [(float(one.get("lat")), float(one.get("lon")), one[-1].text) for one in points]


def today_goes_on_by_itself_also_when_the_daemon_was_away(browser, programs, folder):
    with running(programs, World) as world:
        now = datetime.datetime.now(ZONE) - datetime.timedelta(minutes=9)
        coming = visit(now, 8)
        phone = phone_of(world, coming[:20])
        with device(browser) as page:
            signed_in(page, world.link("anna"))
            day_opened(page, origin_of(page), phone, day_of(now))
            page.wait_for_selector("text=positions from")
            expect(page.locator(".visits li")).to_have_count(0)
            push(world, phone, coming[20:50])
            page.wait_for_selector(".visits .going")
            push(world, phone, coming[50:])
            page.wait_for_selector(".visits .going", state="detached")
            expect(page.locator(".visits")).to_contain_text("–")
            world.end_daemon()
            page.click("button[aria-label='Previous day']")
            page.wait_for_selector("text=A part of the service is away")
            world.start_daemon()
            page.wait_for_selector("text=Nothing is kept of this day.")


def a_day_of_a_hundred_thousand_positions_stays_fluid(browser, programs, folder):
    with running(programs, World) as world, device(browser) as page:
        signed_in(page, world.link("anna"))
        start = at(0, 0).astimezone(datetime.timezone.utc)
        lines = []
        for index in range(100_000):
            time = start + datetime.timedelta(seconds=index * 0.8)
            lines.append(json.dumps({
                "time": time.isoformat().replace("+00:00", "Z"), "lat": 52.3 + index % 997 * 1e-4,
                "lon": 4.8 + index % 1013 * 1e-4, "accuracy": 5}))
        body = "\n".join(lines) + "\n"
        page.route("**/api/devices/*/positions*", lambda route: route.fulfill(
            body=lines[0] if "limit=1" in route.request.url else body,
            content_type="application/x-ndjson"))

        def show():
            opened(page, f"{origin_of(page)}/history")
            page.wait_for_selector("text=100,000 positions")
            page.wait_for_selector(".history-map canvas")
            page.click("button[aria-label='Closer']")
            drawn(page)
        longest = longest_task(browser, page, show)
        assert longest < 2, f"the page did nothing else for {longest} s"


def each_sees_ones_own_days_only(browser, programs, folder):
    with running(programs, World) as world:
        phone = phone_of(world, visit(at(1, 10), 30))
        api(world, None, "POST", "people", {"name": "Ben"})
        with device(browser) as page:
            signed_in(page, world.link("ben"))
            opened(page, f"{origin_of(page)}/history?device={phone}&day={day_of(at(1, 10))}")
            page.wait_for_selector("text=You have no device yet")
            assert "Starbucks" not in page.inner_text("body")
            look(page, "history, no device")


def days_are_chosen_by_keyboard_alone(browser, programs, folder):
    with running(programs, World) as world, device(browser) as page:
        signed_in(page, world.link("anna"))
        to(page, "history")
        page.wait_for_selector(".visits li")
        page.focus("h1")
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.ariaLabel") == "Previous day"
        page.keyboard.press("Enter")
        page.wait_for_selector("text=Nothing is kept of this day.")
        # The focus stays where it was.
        assert page.evaluate("document.activeElement.ariaLabel") == "Previous day"
        page.focus("text=Today")
        page.keyboard.press("Enter")
        page.wait_for_selector(".visits li")
        page.focus(".visits li button")
        page.keyboard.press("Enter")


CHECKS = [
    a_day_has_its_visits_its_way_and_a_file,
    today_goes_on_by_itself_also_when_the_daemon_was_away,
    a_day_of_a_hundred_thousand_positions_stays_fluid,
    each_sees_ones_own_days_only,
    days_are_chosen_by_keyboard_alone,
]
