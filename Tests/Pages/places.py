"""Nearby, Search, places and Deals: what people do there, in a real browser."""

import csv
import random
import re
import urllib.parse

from api import send
from browser import drawn
from patience import until
from people import HOSTILE
from playwright.sync_api import expect
from world import (
    World, device, look, nothing_waits, running, signed_in, to, toast, toasts_stay, undo,
)

FAMILY = "\U0001F468\u200d\U0001F469\u200d\U0001F467\u200d\U0001F466"
NAMES = [*HOSTILE, f"{FAMILY} Family", "A\u0301" * 20, "x" * 1000]
WHERE = "Where: an address, or a tap on the map"
BRANDS = [("Starbucks", "Q37158", "amenity=cafe"), ("HEMA", "Q903805", "shop=department_store"),
          ("", "", "amenity=restaurant"), ("", "", "shop=bakery"), ("", "", "amenity=atm")]


def favourites_are_added_with_one_tap_and_come_back_when_undone(browser, programs, folder):
    with running(programs, World) as world:
        world.ask("people", "add", "Ben")
        world.ask("groups", "add", "household", "Home", "--admin", "anna")
        with device(browser) as anna, device(browser) as ben:
            signed_in(anna, world.link("anna"))
            to(anna, "nearby")
            rows = anna.locator(".favourites > li")
            expect(rows).to_have_count(3)
            expect(rows.first).to_contain_text("Starbucks Leidsestraat")
            expect(rows.first).to_contain_text("95 m north-east")
            expect(rows.first).to_contain_text("places: 2")

            # One tap; what is there is said to be there, also when it is typed.
            anna.get_by_role("button", name="Add De Bijenkorf").click()
            expect(rows).to_have_count(4)
            there = anna.get_by_role("button", name="De Bijenkorf is already there")
            expect(there).to_have_text("Already there")
            there.click(force=True)
            expect(rows).to_have_count(4)
            type_favourite(anna, "DE BIJENKORF")
            toast(anna, "De Bijenkorf was there already.")
            type_favourite(anna, "hema")
            toast(anna, "HEMA was there already.")
            expect(rows).to_have_count(4)

            # A kind of place; what nobody knows, with what one may have meant.
            type_favourite(anna, "Museum")
            expect(rows).to_have_count(5)
            expect(rows.last).to_contain_text("museum")
            type_favourite(anna, HOSTILE[0])
            unknown = f"No brand, kind of place or place is called “{HOSTILE[0]}”."
            expect(anna.get_by_text(unknown)).to_be_visible()
            assert anna.input_value("#find-favourite") == HOSTILE[0], "what was typed is gone"
            type_favourite(anna, "Starbuks")
            anna.get_by_role("button", name="Starbucks", exact=True).click()
            toast(anna, "Starbucks was there already.")

            # Another radius, in this tab and in another; removed, and back again.
            tab = anna.context.new_page()
            tab.goto(anna.url)
            tab.wait_for_selector("text=De Bijenkorf")
            anna.get_by_role("button", name="More about De Bijenkorf").click()
            anna.get_by_label("Told within").select_option("100")
            expect(rows.filter(has_text="De Bijenkorf")).to_contain_text("within 100 m")
            others = tab.locator(".favourites > li")
            expect(others.filter(has_text="De Bijenkorf")).to_contain_text("within 100 m")
            toasts_stay(anna)
            anna.get_by_role("button", name="Remove").click()
            expect(anna.locator("#said")).to_contain_text("De Bijenkorf is removed.")
            expect(rows).to_have_count(4)
            expect(tab.locator(".favourites > li")).to_have_count(4)
            undo(anna)
            expect(rows).to_have_count(5)
            expect(rows.filter(has_text="De Bijenkorf")).to_contain_text("within 100 m")
            expect(tab.locator(".favourites > li")).to_have_count(5)
            tab.close()

            # For a household, of which Ben is no member.
            anna.get_by_label("For whom").select_option(label="Home")
            anna.get_by_role("button", name="Add HEMA").click()
            expect(rows.filter(has_text="Home")).to_have_count(1)
            signed_in(ben, world.link("ben"))
            to(ben, "nearby")
            expect(ben.get_by_text("No favourites yet.")).to_be_visible()
            look(ben, "nearby empty")

            # All of a brand on the map.
            rows.first.get_by_role("button").first.click()
            anna.wait_for_selector(".map-beside .leaflet-container")
            anna.get_by_role("button", name="List").click()
            expect(rows.first.get_by_role("button").first).to_have_attribute("aria-pressed", "true")
            look(anna, "nearby")


def type_favourite(page, text):
    toasts_stay(page)
    page.fill("#find-favourite", text)
    page.press("#find-favourite", "Enter")


def a_favourite_that_cannot_be_sent_is_kept_until_it_can(browser, programs, folder):
    with running(programs, World) as world, device(browser) as page:
        signed_in(page, world.link("anna"))
        to(page, "nearby")
        page.wait_for_selector("text=Add")
        world.end_daemon()
        toasts_stay(page)
        page.get_by_role("button", name="Add De Bijenkorf").click()
        toast(page, "It is kept here")
        expect(page.locator(".favourites > .waits")).to_contain_text("De Bijenkorf")
        # Also when one goes elsewhere and comes back, and begins anew.
        to(page, "search")
        page.reload()
        to(page, "nearby")
        expect(page.locator(".favourites > .waits")).to_contain_text("De Bijenkorf")
        # It is sent in whichever view one is, then.
        to(page, "search")
        page.reload()
        world.start_daemon()
        nothing_waits(page)
        to(page, "nearby")
        expect(page.locator(".favourites > .waits")).to_have_count(0)
        expect(page.locator(".favourites > li").filter(has_text="De Bijenkorf")).to_have_count(1)
        expect(page.locator(".behind")).to_be_hidden()


def many_places(path, count):
    """A CSV file of places around the end of the walk, the first of which have names to be shown as
    they are."""
    chance = random.Random(4)
    with open(path, "w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["id", "name", "brand", "brand_wikidata", "category", "lat", "lon",
                       "housenumber", "street", "city", "phone", "website", "opening_hours",
                       "description"])
        for number in range(count):
            brand, wikidata, category = BRANDS[number % len(BRANDS)]
            is_strange = number < len(NAMES)
            name = NAMES[number] if is_strange else f"{brand or 'Place'} {number}"
            rows.writerow([
                number, name, brand, wikidata, category,
                f"{52.3641 + chance.gauss(0, 0.03):.5f}", f"{4.8828 + chance.gauss(0, 0.05):.5f}",
                number % 99 + 1, "Long Street", "Amsterdam", "+31 20 123 45 67",
                "javascript:alert(1)" if number == 0 else f"https://example.org/{number}",
                "Mo-Fr 09:00-17:00; Sa 10:00-16:00", (name * 10)[:3000] if is_strange else ""])


def places_are_found_as_one_types(browser, programs, folder):
    with running(programs, World) as world, device(browser) as page:
        signed_in(page, world.link("anna"))
        to(page, "search")
        rows = page.locator(".found tbody tr")
        expect(rows).to_have_count(12)
        page.locator("#search-what").press_sequentially("coffee")
        expect(rows).to_have_count(3)
        expect(rows.first).to_contain_text("Starbucks Leidsestraat")
        expect(rows.first).to_contain_text("95 m north-east")
        expect(page).to_have_url(re.compile(r"/search\?what=coffee$"))

        # A slow answer does not come over a later one.
        held, over = [], []
        for event in ("requestfinished", "requestfailed"):
            page.on(event, lambda request: over.append(request.url))
        page.route("**/api/places?*text=hem*", lambda route: held.append(route))
        page.fill("#search-what", "hem")
        until("what waits", lambda: held, page=page)
        page.fill("#search-what", "rijks")
        expect(rows).to_have_count(1)
        held[0].continue_()
        until("what is over", lambda: over, lambda over: held[0].request.url in over, page)
        drawn(page)
        expect(rows).to_contain_text("Rijksmuseum")

        # *Back* goes to what was asked before, and from a place to the list.
        page.press("#search-what", "Enter")
        page.fill("#search-where", "Dam 20")
        expect(page.get_by_text("around Dam 20")).to_be_visible()
        page.get_by_role("link", name="Rijksmuseum").click()
        expect(page.locator("h1")).to_have_text("Rijksmuseum")
        page.go_back()
        expect(page.locator("#search-where")).to_have_value("Dam 20")
        expect(page.locator("#search-what")).to_have_value("rijks")

        # Of several one chooses; what is unknown is said; what was mistyped is mended.
        page.fill("#search-where", "Starbucks")
        page.get_by_role("button", name="Starbucks Centraal").click()
        expect(page.locator("#search-where")).to_have_value("52.3786,4.9003")
        expect(rows).to_have_count(1)
        page.fill("#search-where", "Nowhere")
        expect(page.get_by_text("No place is known as “Nowhere”.")).to_be_visible()
        page.fill("#search-where", "")
        page.fill("#search-what", "starbuks")
        page.get_by_role("button", name="Starbucks").click()
        expect(rows).to_have_count(2)
        page.fill("#search-what", HOSTILE[1])
        expect(page.get_by_text("No place was found.")).to_be_visible()
        look(page, "search nothing")
        page.fill("#search-what", "")
        page.get_by_role("button", name="supermarket").click()
        expect(rows).to_have_count(2)
        page.get_by_role("button", name="Order, how many").click()
        page.get_by_label("Order").select_option("name")
        expect(rows.first).to_contain_text("Albert Heijn Dam")
        page.get_by_label("How many").select_option("10")
        page.reload()
        expect(page.locator(".in-count select")).to_have_value("10")
        expect(rows.first).to_contain_text("Albert Heijn Dam")
        look(page, "search")


def ten_thousand_places_are_shown_with_the_names_that_they_have(browser, programs, folder):
    with running(programs, World) as world, device(browser) as page:
        many_places(f"{world.folder}/many.csv", 10_000)
        world.ctl("places", "import", f"{world.folder}/many.csv")
        signed_in(page, world.link("anna"))
        page.set_viewport_size({"width": 1440, "height": 900})
        to(page, "search")
        page.get_by_label("How many").select_option("1000")
        rows = page.locator(".found tbody tr")
        expect(rows).to_have_count(1000)
        page.wait_for_selector(".map-beside .leaflet-container")
        page.locator("#search-what").press_sequentially("starbucks")
        expect(rows).to_have_count(1000)
        for number, name in enumerate(NAMES):
            page.fill("#search-what", name[:100])
            page.wait_for_selector(f".found tbody tr a[href='/places/many/{number}']")
            page.click(f".found tbody tr a[href='/places/many/{number}']")
            expect(page.locator("h1")).to_have_text(name)
            expect(page.locator(".lines")).to_have_text((name * 10)[:3000])
            if number == 0:
                expect(page.locator("a[href^='javascript:']")).to_have_count(0)
                look(page, "place with a strange name")
                page.set_viewport_size({"width": 1440, "height": 900})
            page.go_back()
            page.wait_for_selector(".found")
        page.goto(page.url.split("/search")[0] + "/search?count=100")
        expect(rows).to_have_count(100)
        look(page, "search among ten thousand")
        to(page, "nearby")
        page.set_viewport_size({"width": 1440, "height": 900})
        page.locator(".favourites > li").first.get_by_role("button").first.click()
        expect(page.locator(".map-beside .cluster").first).to_be_visible()


def a_place_says_all_that_is_known_and_takes_favourites(browser, programs, folder):
    with running(programs, World) as world:
        world.ask("people", "add", "Ben")
        with device(browser) as anna, device(browser, "nl-NL") as ben:
            signed_in(anna, world.link("anna"))
            signed_in(ben, world.link("ben"))
            base = anna.url.rstrip("/").removesuffix("/map")
            anna.goto(f"{base}/places/amsterdam-places/6")
            expect(anna.locator("h1")).to_have_text("Café Dam")
            for words in ["café", "Dam 20, 1012 NP Amsterdam", "1.2 km north-east",
                          "Mon–Sun 09:00–01:00", "52.37270,4.89360", "Coffee and pie, 5 euros"]:
                expect(anna.locator("main")).to_contain_text(words)
            assert anna.get_attribute("a[href^='geo:']", "href").startswith("geo:52.3727,4.8936")
            anna.get_by_role("button", name="Tell me about this one").click()
            expect(anna.get_by_text("You are told about this one.")).to_be_visible()
            expect(anna.get_by_role("link", name="Why was I told?")).to_have_attribute(
                "href", "/map?region=favourite%2Famsterdam-places%2F6")
            anna.get_by_role("button", name="Not any more").click()
            expect(anna.get_by_role("button", name="Tell me about this one")).to_be_visible()
            ben.goto(f"{base}/places/amsterdam-places/1")
            expect(ben.get_by_role("button", name="Bericht bij elke Starbucks")).to_be_visible()

            # What people say is seen by others at once; two tabs of one person do not overwrite
            # each other unknowingly.
            ben.goto(f"{base}/places/amsterdam-places/6")
            expect(ben.get_by_text("Schrijf de eerste.")).to_be_visible()
            tab = anna.context.new_page()
            tab.goto(anna.url)
            tab.get_by_label("4", exact=True).check()
            tab.get_by_label("What should others know?").fill(f"{HOSTILE[0]}\n{HOSTILE[1][1:]}")
            say(anna, "Half of it")
            say(tab, None)
            expect(ben.locator(".tips")).to_contain_text(HOSTILE[0])
            expect(ben.get_by_role("img", name="4 van 5")).to_be_visible()
            expect(anna.locator(".tips")).to_contain_text(HOSTILE[0])
            assert anna.input_value("#tip-text") == "Half of it", "what was typed is gone"
            anna.get_by_role("button", name="Save").click()
            expect(anna.get_by_text("Your tip was changed on another page")).to_be_visible()
            assert anna.input_value("#tip-text") == "Half of it", "what was typed is gone"
            anna.get_by_role("button", name="Save").click()
            expect(ben.locator(".tips")).to_contain_text("Half of it")
            expect(tab.locator("#tip-text")).to_have_value("Half of it")
            tab.close()
            look(anna, "place")
            anna.get_by_role("button", name="Delete my tip").click()
            expect(ben.get_by_text("Schrijf de eerste.")).to_be_visible()

            # One's own place, which everybody sees, and only admins change.
            anna.goto(f"{base}/search")
            anna.get_by_role("link", name="Add a place").click()
            anna.get_by_label("Name").fill(HOSTILE[0])
            anna.get_by_label(WHERE, exact=True).fill("Dam 20, Amsterdam")
            anna.get_by_label("Kind of place").fill("museum")
            look(anna, "place new")
            anna.get_by_role("button", name="Save").click()
            expect(anna.locator("h1")).to_have_text(HOSTILE[0])
            expect(anna).to_have_url(re.compile("/places/(?!new$)"))
            own = anna.url
            ben.goto(own)
            expect(ben.locator("h1")).to_have_text(HOSTILE[0])
            expect(ben.get_by_role("button", name="bewerken")).to_have_count(0)
            anna.get_by_role("button", name="Edit this place").click()
            anna.get_by_label("Name").fill(HOSTILE[1][1:])
            anna.get_by_label("Kind of place").fill("")
            anna.get_by_role("button", name="Save").click()
            expect(ben.locator("h1")).to_have_text(HOSTILE[1][1:])
            expect(ben.locator("main")).not_to_contain_text("museum")
            anna.get_by_role("button", name="Remove this place").click()
            anna.locator("dialog").get_by_role("button", name="Remove this place").click()
            anna.wait_for_selector(".search-form")


def say(page, text):
    """Types a tip; saves the one that is typed if `text` is None."""
    if text is None:
        page.get_by_role("button", name="Save").click()
    else:
        page.get_by_label("What should others know?").fill(text)


def a_deal_is_reserved_by_one_and_seen_by_all(browser, programs, folder):
    with running(programs, World) as world:
        world.ask("people", "add", "Ben")
        with device(browser) as anna, device(browser) as ben:
            signed_in(anna, world.link("anna"))
            signed_in(ben, world.link("ben"))
            for page in (anna, ben):
                to(page, "deals")
                expect(page.locator(".deals > li")).to_have_count(4)
            expect(anna.locator(".deals > li").first).to_contain_text("Matinee tickets")
            expect(anna.locator(".deals > li").first).to_contain_text(re.compile(r"6\d m west"))
            anna.get_by_role("button", name="activities").click()
            expect(anna.locator(".deals > li")).to_have_count(2)
            anna.get_by_role("button", name="everything").click()
            anna.get_by_role("button", name="Reserved", exact=True).click()
            expect(anna.get_by_text("You have reserved nothing.")).to_be_visible()
            look(anna, "deals empty")
            anna.go_back()
            expect(anna.locator(".deals > li")).to_have_count(4)

            # The last one of a deal that Anna adds.
            anna.get_by_role("link", name="Add a deal").click()
            anna.get_by_label("What is offered").fill(HOSTILE[0])
            anna.get_by_label("Company").fill(HOSTILE[1][1:])
            anna.get_by_label("Category: one word").fill("food")
            anna.get_by_label(WHERE, exact=True).fill("52.3642,4.8829")
            anna.get_by_label("How many can reserve").fill("1")
            anna.get_by_label("Description").fill(f"{FAMILY} " * 300)
            anna.get_by_label("Website").fill("javascript:alert(1)")
            look(anna, "deal new")
            anna.get_by_role("button", name="Save").click()
            expect(anna.locator("h1")).to_have_text(HOSTILE[0])
            expect(ben.locator(".deals > li")).to_have_count(5)
            ben.get_by_role("link", name=HOSTILE[0]).click()
            expect(ben.get_by_text("0 of 1 reserved · the last one")).to_be_visible()
            ben.get_by_role("button", name="Reserve").dblclick()
            expect(ben.get_by_role("button", name="Give my reservation back")).to_be_visible()
            expect(anna.get_by_text("Full: all are reserved.")).to_be_visible()
            expect(anna.get_by_role("button", name="Reserve")).to_have_count(0)
            expect(anna.locator("main")).not_to_contain_text("Reserved for you")
            look(ben, "deal")
            to(ben, "deals")
            ben.get_by_role("button", name="Reserved", exact=True).click()
            expect(ben.locator(".deals > li")).to_have_count(1)
            to(anna, "deals")
            expect(anna.locator(".deals > li")).to_have_count(4)
            anna.get_by_role("button", name="All", exact=True).click()
            expect(anna.locator(".deals > li").first).to_contain_text("full")
            look(anna, "deals")

            # Changed in two tabs: the second is told, and keeps what was typed.
            anna.get_by_role("link", name=HOSTILE[0]).click()
            tab = anna.context.new_page()
            tab.goto(anna.url)
            for page in (anna, tab):
                page.get_by_role("button", name="Edit this deal").click()
            tab.get_by_label("Company").fill("Somebody")
            tab.get_by_role("button", name="Save").click()
            expect(tab.locator("main")).to_contain_text("Somebody")
            tab.close()
            anna.get_by_label("Description").fill("Short")
            anna.get_by_role("button", name="Save").click()
            expect(anna.get_by_text("This deal was changed on another page")).to_be_visible()
            anna.get_by_role("button", name="Save").click()
            expect(anna.locator("main")).to_contain_text("Short")
            expect(anna.locator("main")).to_contain_text("Somebody")

            # Given back, and ended.
            ben.get_by_role("link", name=HOSTILE[0]).click()
            ben.get_by_role("button", name="Give my reservation back").click()
            expect(ben.get_by_role("button", name="Reserve")).to_be_visible()
            expect(anna.get_by_role("button", name="Reserve")).to_be_visible()
            anna.get_by_role("button", name="End this deal").click()
            anna.get_by_role("button", name="Yes, end it").click()
            expect(anna.locator(".deals > li")).to_have_count(4)


def all_of_it_works_by_keyboard_alone(browser, programs, folder):
    with running(programs, World) as world, device(browser) as page:
        signed_in(page, world.link("anna"))
        to(page, "search")
        page.wait_for_selector(".found a")
        page.locator("h1").focus()
        page.keyboard.press("Tab")
        page.keyboard.type("rijks")
        expect(page.locator(".found tbody tr")).to_have_count(1)
        press_until(page, "a[href^='/places/']")
        page.keyboard.press("Enter")
        expect(page.locator("h1")).to_have_text("Rijksmuseum")
        press_until(page, "button", "Tell me about this one")
        page.keyboard.press("Enter")
        expect(page.get_by_text("You are told about this one.")).to_be_visible()
        expect(page.get_by_role("button", name="Not any more")).to_be_focused()
        to(page, "nearby")
        page.wait_for_selector(".favourites > li")
        press_until(page, ".favourites [aria-label='More about Rijksmuseum']")
        page.keyboard.press("Enter")
        press_until(page, "dialog .danger")
        toasts_stay(page)
        page.keyboard.press("Enter")
        toast(page, "Rijksmuseum is removed.")
        to(page, "deals")
        page.wait_for_selector(".deals > li")
        press_until(page, ".deals a")
        page.keyboard.press("Enter")
        press_until(page, "button.main", "Reserve")
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name="Give my reservation back")).to_be_focused()


def streets(path, start, goal):
    """An extract with a way from `start` to `goal` by two corners 300 m east of them, at each of which
    another street goes on."""
    (north, west), (south, _) = start, goal
    east = west + 0.0045
    points = [start, (north, east), (south, east), goal, (north + 0.003, east), (south - 0.003, east)]
    nodes = "".join(f'<node id="{number}" version="1" lat="{lat}" lon="{lon}"/>'
                    for number, (lat, lon) in enumerate(points, 1))
    ways = "".join(f'<way id="{number}" version="1"><nd ref="{one}"/><nd ref="{two}"/>'
                   f'<tag k="highway" v="residential"/><tag k="name" v="{name}"/></way>'
                   for number, (one, two, name) in enumerate([
                       (1, 2, "Long Street"), (2, 3, "Side Street"), (3, 4, "Museum Lane"),
                       (2, 5, "North Street"), (3, 6, "South Street")], 1))
    # What has no place is refused.
    kiosk = (f'<node id="9" version="1" lat="{south}" lon="{east}"><tag k="name" v="Kiosk"/>'
             '<tag k="shop" v="kiosk"/></node>')
    with open(path, "w") as file:
        file.write(f'<osm version="0.6">{nodes}{kiosk}{ways}</osm>')


def the_way_to_a_place_is_found_and_walked_through_by_keyboard(browser, programs, folder):
    with running(programs, World) as world, device(browser) as page:
        signed_in(page, world.link("anna"))
        to(page, "search")
        page.get_by_label("What").fill("rijks")
        page.get_by_role("link", name="Rijksmuseum").click()
        expect(page.locator("h1")).to_have_text("Rijksmuseum")
        place = page.url

        # Without streets there is the straight way, and an admin is told what to do.
        page.get_by_role("link", name="The way there").click()
        expect(page.locator("h1")).to_have_text("The way to Rijksmuseum")
        expect(page.get_by_text("No streets are known here")).to_be_visible()
        expect(page.get_by_text("The straight way: ")).to_be_visible()
        expect(page.get_by_text("geofencectl places import FILE.osm.pbf")).to_be_visible()

        goal = [float(number) for number in
                urllib.parse.parse_qs(urllib.parse.urlsplit(page.url).query)["to"][0].split(",")]
        fix = send(world.control, "GET", "/v1/devices")["devices"][0]["fix"]
        streets(f"{folder}/streets.osm", (fix["lat"], fix["lon"]), goal)
        world.ask("places", "import", f"{folder}/streets.osm", "--source", "streets", "--no-map",
                  "--routes", "--socket", world.control)
        page.goto(place)
        press_until(page, "a", "The way there")
        page.keyboard.press("Enter")
        steps = page.locator(".route-steps button")
        expect(steps).to_have_count(4)
        expect(steps.first).to_contain_text("Head east on Long Street")
        expect(steps.nth(1)).to_contain_text("Turn right onto Side Street")
        expect(steps.nth(2)).to_contain_text("Turn right onto Museum Lane")
        expect(steps.last).to_contain_text("You are there")
        look(page, "route")
        press_until(page, ".route-steps button")
        page.keyboard.press("ArrowDown")
        expect(steps.nth(1)).to_be_focused()
        expect(steps.nth(1)).to_have_attribute("aria-current", "step")
        on_foot = page.locator(".route-sum").inner_text()
        page.get_by_role("button", name="By bike").click()
        expect(page.locator(".route-sum")).not_to_have_text(on_foot)
        assert "by=bike" in page.url
        with page.expect_download() as download:
            page.get_by_role("button", name="Save as GPX").click()
        text = open(download.value.path()).read()
        assert "<name>Rijksmuseum</name>" in text and "onto Museum Lane" in text, text

        # From somewhere that is typed; from nowhere.
        page.get_by_label("From").fill("Nowhere at all")
        page.keyboard.press("Enter")
        expect(page.get_by_text("Nowhere at all").last).to_be_visible()
        expect(steps).to_have_count(0)
        page.get_by_label("From").fill(f"{goal[0]},{goal[1]}")
        page.keyboard.press("Enter")
        expect(page.get_by_text("0 m").first).to_be_visible()


def press_until(page, selector, text=""):
    """Presses Tab until what `selector` says, with `text` in it, has the focus."""
    page.locator(selector).filter(has_text=text).first.wait_for()
    for _ in range(120):
        page.keyboard.press("Tab")
        if page.evaluate(
                """([selector, text]) => document.activeElement.matches(selector)
                    && document.activeElement.textContent.includes(text)""", [selector, text]):
            return
    raise AssertionError(f"no Tab comes to {selector} {text}")


CHECKS = [
    favourites_are_added_with_one_tap_and_come_back_when_undone,
    a_favourite_that_cannot_be_sent_is_kept_until_it_can,
    places_are_found_as_one_types,
    ten_thousand_places_are_shown_with_the_names_that_they_have,
    a_place_says_all_that_is_known_and_takes_favourites,
    a_deal_is_reserved_by_one_and_seen_by_all,
    all_of_it_works_by_keyboard_alone,
    the_way_to_a_place_is_found_and_walked_through_by_keyboard,
]
