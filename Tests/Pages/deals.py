"""Deals of organisations: added with a picture, reserved, rated, and looked after."""

import datetime
import re

from api import api
from organisation import part, png
from places import press_until
from playwright.sync_api import expect
from settings import HOSTILE, dialog
from world import (
    World, device, look, opened, origin_of, running, signed_in, to,
    toasts_stay, undo,
)


def shop(world, name="Bakery"):
    """An organisation of Ben's with two sites; its id and those of the sites. Eve and Finn, who are
    in none."""
    for person in ["Ben", "Eve", "Finn"]:
        api(world, None, "POST", "people", {"name": person})
    group = api(world, "ben", "POST", "groups", {"kind": "organisation", "name": name})["id"]
    sites = [
        api(world, "ben", "POST", f"groups/{group}/sites", {
            "name": site, "lat": lat, "lon": lon, "address": address})["id"]
        for site, lat, lon, address in [
            ("Dam", 52.3731, 4.8926, "Dam 20, Amsterdam"), ("Spui", 52.3687, 4.8896, "Spui 1, Amsterdam")]]
    return group, sites


def in_hours(hours):
    now = datetime.datetime.now(datetime.timezone.utc)
    return (now + datetime.timedelta(hours=hours)).strftime("%Y-%m-%dT%H:%M:%SZ")


def deal_of(world, group, **more):
    return api(world, "ben", "POST", f"groups/{group}/deals", {
        "name": "Bread of yesterday", "category": "food", "ends": in_hours(8), **more})


def at(page, path):
    opened(page, f"{origin_of(page)}/deals{path}")


def rate(page, rating, text=None):
    page.locator(".rating label", has_text=rating).click()
    if text is not None:
        page.get_by_label("What should others know?").fill(text)
    page.get_by_role("button", name="Save").click()


def each_view_fits_every_width_in_light_and_dark(browser, programs, folder):
    with running(programs, World) as world:
        group, sites = shop(world, HOSTILE[0])
        number = deal_of(
            world, group, site=sites[0], capacity=9, website="https://bakery.example/",
            description="As long as there is any.\nBring a bag.",
            opening_hours="Mo-Fr 08:00-18:00; Sa 09:00-17:00; PH off")["id"]
        api(world, "ben", "PUT", f"groups/{group}/deals/{number}/picture", png(1600, 900))
        full = deal_of(world, group, name=HOSTILE[2], capacity=1, lat=52.37, lon=4.89)["id"]
        api(world, "ben", "PUT", f"groups/{group}/deals/{full}/picture", png(30, 90))
        deal_of(world, group, name=HOSTILE[1], starts=in_hours(2), site=sites[1])
        api(world, "eve", "POST", f"deals/{full}/reserve", {})
        for person, name, rating, text in [
                ("eve", HOSTILE[2], 4, "x" * 400), ("finn", HOSTILE[3], 1, HOSTILE[0])]:
            api(world, person, "PATCH", "me", {"name": name})
            api(world, person, "POST", f"deals/{number}/reserve", {})
            api(world, person, "PUT", f"tips/deal/{number}", {"rating": rating, "text": text})
        with device(browser) as ben, device(browser, language="nl-NL") as eve:
            signed_in(ben, world.link("ben"))
            signed_in(eve, world.link("eve"))
            at(ben, "?show=organisation")
            expect(ben.locator(".deals > li")).to_have_count(3)
            expect(ben.locator(".deals .thumbnail")).to_have_count(2)
            look(ben, "deals of mine")
            for name, path in [("deal managed", f"/{number}"), ("deal full", f"/{full}"),
                               ("deal added", f"/new?group={group}")]:
                at(ben, path)
                look(ben, name)
            ben.get_by_label("Site", exact=True).select_option(label="elsewhere")
            look(ben, "deal added elsewhere")
            at(ben, f"/{number}")
            ben.get_by_role("button", name="Edit this deal").click()
            expect(ben.get_by_label("What is offered")).to_be_visible()
            look(ben, "deal edited")
            part(ben, group, "deals")
            expect(ben.locator(".deals > li")).to_have_count(3)
            look(ben, "organisation deals")
            at(eve, f"/{number}")
            look(eve, "deal rated")
            at(eve, "")
            expect(eve.get_by_role("button", name="Van mijn organisatie")).to_have_count(0)
            look(eve, "deals of others")


def a_deal_with_a_picture_is_full_after_one_who_rates_it(browser, programs, folder):
    with running(programs, World) as world:
        group, _ = shop(world)
        with device(browser) as ben, device(browser) as eve, device(browser) as finn:
            for page, person in [(ben, "ben"), (eve, "eve"), (finn, "finn")]:
                signed_in(page, world.link(person))
                to(page, "deals")
                expect(page.locator(".deals > li")).to_have_count(4)
            expect(eve.get_by_role("link", name="Add a deal")).to_have_count(0)
            ben.get_by_role("link", name="Add a deal of Bakery").click()
            ben.get_by_label("What is offered").fill("Bread of yesterday")
            ben.get_by_label("Category: one word").fill("food")
            ben.get_by_label("Site", exact=True).select_option(label="Spui")
            ben.get_by_label("How many can reserve").fill("1")
            ben.get_by_label("Opening hours").fill("Mo-Sa 08:00-18:00")
            # Both are said where they are, and nothing that was typed is gone.
            ben.get_by_label("Picture").set_input_files({
                "name": "a.pdf", "mimeType": "application/pdf", "buffer": b"%PDF"})
            expect(ben.get_by_text("This is none of JPEG")).to_be_visible()
            ben.get_by_label("Picture").set_input_files({
                "name": "a.png", "mimeType": "image/png", "buffer": png()})
            expect(ben.locator(".preview img")).to_be_visible()
            ben.get_by_label("Until").fill("2020-01-01T12:00")
            ben.get_by_role("button", name="Save").click()
            until = ben.get_by_label("Until")
            expect(until).to_be_focused()
            expect(until).to_have_attribute("aria-invalid", "true")
            expect(ben.locator(".field:has([aria-invalid]) .fault")).to_contain_text("after the start")
            until.fill(ben.evaluate("""() => { const later = new Date(Date.now() + 7_200_000);
                return new Date(later - later.getTimezoneOffset() * 60_000).toISOString().slice(0, 16); }"""))
            ben.get_by_role("button", name="Save").click()
            expect(ben.locator("h1")).to_have_text("Bread of yesterday")
            assert len(api(world, "ben", "GET", f"groups/{group}/deals")["deals"]) == 1, "added twice"
            expect(ben.get_by_text("Nobody has reserved it yet.")).to_be_visible()
            for words in ["Spui · Spui 1, Amsterdam", "Mon–Sat 08:00–18:00", "0 of 1 reserved"]:
                expect(ben.locator("main")).to_contain_text(words)

            row = eve.locator(".deals > li", has_text="Bread of yesterday")
            expect(row).to_contain_text("Bakery · food")
            eve.wait_for_function("() => document.querySelector('.deals .thumbnail')?.naturalWidth > 0")
            row.get_by_role("link").click()
            expect(eve.get_by_alt_text("Picture of Bread of yesterday")).to_be_visible()
            expect(eve.locator(".rating")).to_be_hidden()
            expect(eve.get_by_text("Who has reserved")).to_have_count(0)
            expect(eve.get_by_role("button", name="Edit this deal")).to_have_count(0)
            eve.get_by_role("button", name="Reserve").click()

            # Full: off the list and its map for others, and said so.
            expect(finn.locator(".deals > li")).to_have_count(4)
            finn.get_by_role("button", name="Map", exact=True).click()
            expect(finn.locator(".pin.is-deal, .cluster").first).to_be_visible()
            expect(finn.locator("[aria-label*='Bread of yesterday']")).to_have_count(0)
            finn.get_by_role("button", name="List", exact=True).click()
            finn.get_by_role("button", name="All", exact=True).click()
            row = finn.locator(".deals > li", has_text="Bread of yesterday")
            expect(row).to_contain_text("full")
            row.get_by_role("link").click()
            expect(finn.get_by_text("Full: all are reserved.")).to_be_visible()
            expect(finn.get_by_role("button", name="Reserve")).to_have_count(0)

            # Whose deal it is sees who.
            expect(ben.locator("section:has(h2:text('Who has reserved')) li")).to_contain_text("Eve")
            expect(ben.get_by_text("1 of 1 reserved").first).to_be_visible()

            # Only who has it says how it was, and not without stars.
            eve.get_by_label("What should others know?").fill("Still crisp")
            eve.get_by_role("button", name="Save").click()
            expect(eve.locator(".tips li")).to_have_count(0)
            rate(eve, "4")
            expect(eve.locator(".tips li")).to_contain_text("Still crisp")
            expect(finn.get_by_text("4 of 5 · ratings: 1")).to_be_visible()
            expect(finn.locator(".rating")).to_be_hidden()
            customer = ben.locator("section:has(h2:text('Who has reserved')) li")
            expect(customer).to_contain_text("Still crisp")
            expect(customer.get_by_role("img", name="4 of 5")).to_be_visible()
            rate(eve, "2")
            expect(finn.get_by_text("2 of 5 · ratings: 1")).to_be_visible()
            look(ben, "deal of a customer")
            finn.go_back()
            expect(finn.get_by_role("img", name="2 of 5, ratings: 1")).to_be_visible()
            eve.get_by_role("button", name="Delete my rating").click()
            expect(eve.get_by_text("Nobody has rated it yet.")).to_be_visible()
            rate(eve, "5")
            expect(finn.get_by_role("img", name="5 of 5, ratings: 1")).to_be_visible()

            # Who gives it back says nothing of it any more.
            eve.get_by_role("button", name="Give my reservation back").click()
            expect(eve.get_by_role("button", name="Reserve")).to_be_visible()
            expect(eve.get_by_text("Nobody has rated it yet.")).to_be_visible()
            expect(eve.locator(".rating")).to_be_hidden()
            expect(ben.get_by_text("Nobody has reserved it yet.")).to_be_visible()


def an_organisation_changes_ends_and_removes_its_deals(browser, programs, folder):
    with running(programs, World) as world:
        group, sites = shop(world)
        number = deal_of(world, group, site=sites[0])["id"]
        api(world, "ben", "PUT", f"groups/{group}/deals/{number}/picture", png())
        api(world, "eve", "POST", f"deals/{number}/reserve", {})
        with device(browser) as ben, device(browser) as anna:
            signed_in(ben, world.link("ben"))
            signed_in(anna, world.link("anna"))
            part(ben, group)
            ben.locator(".parts a", has_text="Deals").click()
            ben.get_by_role("link", name=re.compile("Bread of yesterday")).click()

            # Changed meanwhile by another: said, and what one types is kept.
            ben.get_by_role("button", name="Edit this deal").click()
            expect(ben.get_by_label("Company")).to_have_count(0)
            api(world, "ben", "PATCH", f"groups/{group}/deals/{number}", {"description": "Crisp"})
            ben.get_by_label("What is offered").fill("Cake of yesterday")
            ben.get_by_label("Site", exact=True).select_option(label="elsewhere")
            ben.get_by_label("Where: an address").fill("52.37010,4.89020")
            ben.get_by_label("Without the picture").check()
            ben.get_by_role("button", name="Save").click()
            expect(ben.get_by_text("This deal was changed on another page")).to_be_visible()
            ben.get_by_role("button", name="Save").click()
            expect(ben.locator("h1")).to_have_text("Cake of yesterday")
            for words in ["Crisp", "52.37010,4.89020"]:
                expect(ben.locator("main")).to_contain_text(words)
            expect(ben.locator("img.picture")).to_have_count(0)
            deal = api(world, "ben", "GET", f"deals/{number}")
            assert "site" not in deal and "picture" not in deal, deal
            # And back to a site, which says where it is.
            ben.get_by_role("button", name="Edit this deal").click()
            ben.get_by_label("Site", exact=True).select_option(label="Spui")
            ben.get_by_role("button", name="Save").click()
            expect(ben.locator("main")).to_contain_text("Spui · Spui 1, Amsterdam")

            toasts_stay(ben)
            ben.get_by_role("button", name="End it now").click()
            expect(ben.get_by_text("Over.", exact=True)).to_be_visible()
            undo(ben)
            expect(ben.get_by_role("button", name="End it now")).to_be_visible()

            # Who looks after one site writes for it alone.
            api(world, "finn", "POST", f"groups/{group}/requests", {"site": sites[0]})
            request, = api(world, "ben", "GET", "requests")["requests"]
            api(world, "ben", "POST", f"requests/{request['id']}/accept", {"site": sites[0]})
            api(world, "ben", "PATCH", f"groups/{group}/members/finn", {"role": "admin"})
            with device(browser) as finn:
                signed_in(finn, world.link("finn"))
                at(finn, f"/new?group={group}")
                expect(finn.get_by_label("Site", exact=True).locator("option")).to_have_text(["Dam"])
                at(finn, f"/{number}")
                expect(finn.get_by_role("button", name="Reserve")).to_be_visible()
                expect(finn.get_by_role("button", name="Edit this deal")).to_have_count(0)
                # Of what one is not in, nobody adds anything.
                at(finn, "/new?group=other")
                expect(finn.locator("h1")).to_have_text("Deals")

            # An admin of this machine takes it away; what it says is not theirs.
            at(anna, f"/{number}")
            expect(anna.get_by_role("button", name="End this deal")).to_be_visible()
            expect(anna.get_by_role("button", name="Edit this deal")).to_have_count(0)
            expect(anna.get_by_text("Who has reserved")).to_have_count(0)

            ben.get_by_role("button", name="Remove").click()
            expect(ben.locator("dialog")).to_contain_text("the reservation of one person")
            dialog(ben, "Remove")
            expect(ben.locator("h1")).to_have_text("Deals")
            part(ben, group, "deals")
            expect(ben.get_by_text("There are no deals yet.")).to_be_visible()


def a_deal_is_reserved_and_rated_by_keyboard_alone(browser, programs, folder):
    with running(programs, World) as world:
        group, sites = shop(world)
        number = deal_of(world, group, site=sites[0])["id"]
        with device(browser) as page:
            signed_in(page, world.link("eve"))
            at(page, f"/{number}")
            page.get_by_role("button", name="Reserve").focus()
            page.keyboard.press("Enter")
            expect(page.get_by_role("button", name="Give my reservation back")).to_be_focused()
            expect(page.locator(".rating").first).to_be_visible()
            press_until(page, "[type=radio]")
            page.keyboard.press("ArrowRight")
            page.keyboard.press("Tab")
            page.keyboard.type("Fine")
            page.keyboard.press("Tab")
            page.keyboard.press("Enter")
            expect(page.locator(".tips li")).to_contain_text("Fine")
            assert api(world, "eve", "GET", f"deals/{number}")["my_rating"] == 2


CHECKS = [
    each_view_fits_every_width_in_light_and_dark,
    a_deal_with_a_picture_is_full_after_one_who_rates_it,
    an_organisation_changes_ends_and_removes_its_deals,
    a_deal_is_reserved_and_rated_by_keyboard_alone,
]
