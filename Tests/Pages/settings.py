"""Settings: a section for each thing that one may change."""

import json
import zipfile
from urllib.parse import quote

from api import api, known, push
from patience import until_is
from playwright.sync_api import expect
from world import (
    ZONE, World, device, look, opened, origin_of, running, section, signed_in, to,
    toasts_stay, undo,
)

HOSTILE = ["<img src=x onerror=alert(1)>", "\u05d3\u05e0\u05d4 \u05db\u05d4\u05df", "x" * 80, "👩‍👩‍👧‍👦🏳️‍🌈"]
# The list has the first of them; sessions and people are looked at with their links.
SECTIONS = ["told", "phones", "groups", "places", "status"]


def household(world, name="Home", currency="EUR"):
    """One of Anna's, with Ben in it; its id."""
    api(world, None, "POST", "people", {"name": "Ben"})
    group = api(world, "anna", "POST", "groups", {
        "kind": "household", "name": name, "currency": currency})["id"]
    api(world, "anna", "POST", f"groups/{group}/requests", {"person": "Ben"})
    request, = api(world, "ben", "GET", "requests")["requests"]
    api(world, "ben", "POST", f"requests/{request['id']}/accept", {})
    return group


def dialog(page, action):
    """Does the action of the dialog, which closes."""
    page.click(f"dialog button[type=submit]:has-text('{action}')")
    page.wait_for_selector("dialog, dialog [role=alert]", state="detached")


def each_section_fits_every_width_in_light_and_dark(browser, programs, folder):
    with running(programs, World) as world:
        group = household(world, HOSTILE[2])
        company = api(world, "anna", "POST", "groups", {
            "kind": "organisation", "name": HOSTILE[0]})["id"]
        for index in range(3):
            api(world, "anna", "POST", f"groups/{company}/sites", {
                "name": f"Site {index}", "lat": 52.37, "lon": 4.9, "address": HOSTILE[1]})
            api(world, "anna", "POST", f"groups/{group}/places", {
                "name": HOSTILE[index], "lat": 52.37, "lon": 4.9})
            api(world, "anna", "POST", "mutes", {"target": "Starbucks", "title": HOSTILE[index]})
            api(world, "anna", "POST", "phones", {"name": HOSTILE[index], "id": f"phone-{index}"})
            person = api(world, None, "POST", "people", {"name": HOSTILE[index]})["person"]["id"]
            phone = api(world, person, "POST", "phones", {"name": HOSTILE[index], "id": f"of-{index}"})
            assert phone["owner"] == person
        api(world, "anna", "PUT", f"phones/phone-0/sharing/{group}", {"level": "position"})
        api(world, "anna", "PATCH", "settings", {
            "quiet": {"from": "22:00", "to": "07:00", "time_zone": "Europe/Amsterdam"},
            "kinds": ["favourite", HOSTILE[0][:60]]})
        api(world, "anna", "POST", "places", {"name": HOSTILE[1], "at": [52.37, 4.9]})
        with device(browser) as page:
            signed_in(page, world.link("anna"))
            to(page, "settings")
            look(page, "settings")
            people = [one["id"] for one in api(world, "anna", "GET", "people")["people"]]
            assert len(people) == 5
            for name in [*SECTIONS, f"groups/{group}", f"groups/{company}", f"people/{people[0]}"]:
                section(page, name)
                look(page, f"settings {name.replace('/', ' ')}")
            # And those of the dialogs with most in them.
            section(page, "phones")
            page.click("button:has-text('Share') >> nth=0")
            page.wait_for_selector("dialog")
            look(page, "dialog share")
            section(page, f"groups/{group}")
            page.click("button:has-text('Add a place')")
            page.wait_for_selector(".circle-map canvas")
            look(page, "dialog place")


def one_changes_ones_name_takes_ones_data_and_is_forgotten(browser, programs, folder):
    with running(programs, World) as world:
        api(world, None, "POST", "people", {"name": "Ben"})
        with device(browser, accept_downloads=True) as page:
            signed_in(page, world.link("ben"))
            to(page, "settings")
            page.click("nav.parts a[href='/settings/me']")
            page.fill("form input", HOSTILE[0])
            page.click("form button:has-text('Save')")
            page.wait_for_selector(f"text=You are signed in as {HOSTILE[0]}")
            # Elsewhere it changes as well, and what one types stays.
            api(world, "anna", "PATCH", "people/ben", {"name": "Benjamin"})
            page.wait_for_selector("text=You are signed in as Benjamin")
            expect(page.locator("form input")).to_have_value("Benjamin")
            page.fill("form input", "Be")
            api(world, "anna", "PATCH", "people/ben", {"name": "Ben"})
            page.wait_for_selector("p:has(bdi:text-is('Ben'))")
            expect(page.locator("form input")).to_have_value("Be")
            with page.expect_download() as download:
                page.click("text=Export my data")
            assert download.value.suggested_filename == "ben.zip"
            with zipfile.ZipFile(download.value.path()) as file:
                known = json.loads(file.read("person.json"))
            assert known["community"]["person"]["name"] == "Ben", known
            page.click("button:has-text('Forget me')")
            page.fill("dialog input", "Bent")
            page.click("dialog button:has-text('Forget me')")
            page.wait_for_selector("text=nothing was done")
            page.fill("dialog input", "Ben")
            page.click("dialog button:has-text('Forget me')")
            page.wait_for_selector("text=With a link")
            people = [one["id"] for one in api(world, "anna", "GET", "people")["people"]]
            assert people == ["anna"], people


def what_one_is_told_is_saved_at_once_and_follows_another_tab(browser, programs, folder):
    with running(programs, World) as world:
        api(world, "anna", "POST", "mutes", {"target": "Starbucks", "title": "Starbucks"})
        with device(browser) as page, device(browser) as other:
            for one in (page, other):
                signed_in(one, world.link("anna"))
                section(one, "told", "Quiet hours")
            settings = lambda: api(world, "anna", "GET", "settings")
            page.click("text=leaves")
            other.wait_for_selector("label:has-text('leaves') input:checked")
            assert settings()["transitions"] == ["enter", "exit"]
            page.click("label:has-text('deals')")
            other.wait_for_selector("label:has-text('deals') input:not(:checked)")
            others = ["favourite", "errand", "event", "bulletin", "watch", "region"]
            assert settings()["kinds"] == others, settings()
            page.click("label:has-text('deals')")
            other.wait_for_selector("label:has-text('deals') input:checked")
            assert settings().get("kinds") is None
            # A form that one fills in stays as it is, and says so.
            other.fill("input[type=time] >> nth=0", "21:30")
            page.fill("input[type=time] >> nth=0", "23:00")
            page.click("section:has-text('Quiet hours') button:has-text('Save')")
            other.wait_for_selector("text=This has been changed elsewhere")
            assert other.input_value("input[type=time] >> nth=0") == "21:30"
            other.click("section:has-text('Quiet hours') button:has-text('Save')")
            page.wait_for_selector(f"text=Quiet from 21:30 to 07:00, {ZONE.key}.")
            page.click("text=No quiet hours")
            other.wait_for_selector("text=There are none.")
            # What was muted is told again, and that can be undone.
            toasts_stay(page)
            page.click("text=Tell me again")
            other.wait_for_selector("text=is listed here")
            undo(page)
            other.wait_for_selector("text=all of Starbucks")


def messages_go_to_the_broker_where_there_is_one(browser, programs, folder):
    # Nobody listens there: what one chooses is saved all the same.
    for more, boxes in (("", 0), ('[mqtt]\nurl = "mqtt://127.0.0.1:1"', 1)):
        with running(programs, World, more=more) as world, device(browser) as page:
            signed_in(page, world.link("anna"))
            section(page, "told", "Quiet hours")
            box = "label:has-text('Messages go to the broker') input"
            expect(page.locator(box)).to_have_count(boxes)
            if not boxes:
                continue
            expect(page.locator("main")).to_contain_text("geofenced/messages/anna")
            for is_on in (True, False):
                with page.expect_response(lambda one: one.request.method == "PATCH") as answer:
                    page.set_checked(box, is_on)
                assert answer.value.status == 200
                assert api(world, "anna", "GET", "settings")["ways"]["mqtt"] is is_on
            api(world, "anna", "PATCH", "settings", {"ways": {"mqtt": True}})
            page.wait_for_selector(f"{box}:checked")


def a_phone_is_seen_by_whom_its_owner_lets_see_it(browser, programs, folder):
    with running(programs, World) as world:
        group = household(world)
        with device(browser) as anna, device(browser) as ben:
            signed_in(anna, world.link("anna"))
            section(anna, "phones", "You have none yet")
            signed_in(ben, world.link("ben"))
            section(ben, "phones", "Nobody shares a phone with you")
            anna.fill("section form input", HOSTILE[0])
            anna.click("text=Add a phone")
            anna.wait_for_selector("dialog .chips")
            anna.keyboard.press("Escape")
            anna.wait_for_selector("text=Only you see it.")
            phone = api(world, "anna", "GET", "phones")["phones"][0]["id"]
            known(world, phone)
            push(world, phone, [("2026-01-01T10:00:00Z", 52.37, 4.9)])
            anna.wait_for_selector("text=Last seen")
            expect(ben.locator("main")).to_contain_text("Nobody shares a phone with you")
            for level, words in [("arrivals", "You may see when it comes"), ("position", "You see where it is.")]:
                anna.click("button:has-text('Share')")
                anna.select_option("dialog select", level)
                dialog(anna, "Save")
                ben.wait_for_selector(f"text={words}")
                expect(ben.locator("main")).to_contain_text("of Anna")
            anna.click("button:has-text('Share')")
            anna.fill("dialog input[type=datetime-local]", "2099-01-01T12:00")
            dialog(anna, "Save")
            anna.wait_for_selector("text=until 1 Jan 2099")
            anna.click("button:has-text('Edit')")
            anna.fill("dialog input", "Phone")
            dialog(anna, "Save")
            ben.wait_for_selector("li bdi:text-is('Phone')")
            anna.click("button:has-text('Share')")
            anna.select_option("dialog select", "nothing")
            dialog(anna, "Save")
            ben.wait_for_selector("text=Nobody shares a phone with you")
            anna.click("button:has-text('Remove')")
            anna.check("dialog input")
            dialog(anna, "Remove")
            anna.wait_for_selector("text=You have none yet")
            # The machine's own device goes to whom an admin says.
            anna.select_option("select", "ben")
            anna.click("form:has(select) button")
            anna.wait_for_selector("text=It is Ben's.")


def a_household_is_made_joined_changed_and_left(browser, programs, folder):
    with running(programs, World) as world:
        api(world, None, "POST", "people", {"name": "Ben"})
        with device(browser) as anna, device(browser) as ben:
            signed_in(anna, world.link("anna"))
            section(anna, "groups", "A new household")
            signed_in(ben, world.link("ben"))
            section(ben, "groups", "A new household")
            anna.fill("section:has-text('A new household') input >> nth=0", "Home")
            anna.fill("section:has-text('A new household') input >> nth=1", "eur")
            anna.click("text=Make a household")
            anna.wait_for_selector("text=currency EUR")
            anna.click("text=Make a link")
            anna.wait_for_selector("svg.qr")
            anna.fill("section:has-text('Invite') form input", "ben")
            anna.click("section:has-text('Invite') form button")
            anna.wait_for_selector("text=ben is asked, if there is such a person.")
            ben.wait_for_selector("text=asks you to join")
            ben.wait_for_selector("nav .badge:has-text('1 waiting')", state="attached")
            ben.click("button:has-text('Accept')")
            ben.click("a:has-text('Home')")
            ben.wait_for_selector("text=Places of the household")
            anna.wait_for_selector("section:has-text('Members') li:has-text('Ben')")
            # A place, by an address.
            ben.click("text=Add a place")
            ben.fill("dialog input >> nth=0", "Work")
            ben.fill("dialog input >> nth=1", "Stationsplein 33")
            ben.keyboard.press("Enter")
            ben.wait_for_selector("text=Found: Stationsplein 33")
            dialog(ben, "Save")
            anna.wait_for_selector("text=100 m around it")
            # One changes it while the other has it open: the second is told, and nothing is lost.
            anna.click("button[aria-label='Edit: Work']")
            anna.fill("dialog input >> nth=0", "Annas work")
            ben.click("button[aria-label='Edit: Work']")
            ben.fill("dialog input >> nth=0", "Bens work")
            dialog(ben, "Save")
            anna.wait_for_selector("strong:has-text('Bens work')")
            assert anna.input_value("dialog input >> nth=0") == "Annas work"
            anna.click("dialog button:has-text('Save')")
            anna.wait_for_selector("text=Somebody has changed this meanwhile. It is now: Bens work")
            dialog(anna, "Save")
            ben.wait_for_selector("strong:has-text('Annas work')")
            anna.click("button[aria-label='Edit: Ben']")
            anna.fill("dialog input", "Benny")
            anna.select_option("dialog select", "admin")
            dialog(anna, "Save")
            ben.wait_for_selector("button:has-text('Change name')")
            ben.click("text=Change name")
            ben.fill("dialog input", "Our home")
            dialog(ben, "Save")
            anna.wait_for_selector("h1:has-text('Our home')")
            # What is removed while one changes it can be added anew.
            anna.click("button[aria-label='Edit: Annas work']")
            anna.fill("dialog input >> nth=0", "Allotment")
            ben.click("button[aria-label='Remove: Annas work']")
            dialog(ben, "Remove")
            anna.wait_for_selector("text=arrivals are told at none")
            anna.click("dialog button:has-text('Save')")
            anna.wait_for_selector("text=Somebody has removed this meanwhile.")
            dialog(anna, "Add it anew")
            ben.wait_for_selector("strong:has-text('Allotment')")
            anna.click("button:has-text('Leave')")
            dialog(anna, "Leave")
            anna.wait_for_selector("text=You are in no group yet")
            ben.click("button:has-text('Delete')")
            ben.fill("dialog input", "Our home")
            dialog(ben, "Delete")
            ben.wait_for_selector("text=You are in no group yet")


def an_organisation_takes_whom_its_admin_accepts(browser, programs, folder):
    with running(programs, World) as world:
        api(world, None, "POST", "people", {"name": "Ben"})
        with device(browser) as anna, device(browser) as ben:
            signed_in(anna, world.link("anna"))
            signed_in(ben, world.link("ben"))
            for page in (anna, ben):
                section(page, "groups", "Register an organisation")
            anna.fill("section:has-text('Register an organisation') input", "Acme")
            anna.click("button:has-text('Register')")
            anna.click("text=Add a site")
            anna.fill("dialog input >> nth=0", "Dam")
            anna.click("text=Where my device is")
            anna.wait_for_selector("text=Where your device is.")
            anna.fill("dialog input[type=number]", "250")
            dialog(anna, "Save")
            anna.wait_for_selector("text=250 m around it")
            ben.fill("section:has-text('Register an organisation') input", "A.C.M.E.")
            ben.click("button:has-text('Register')")
            ben.wait_for_selector("text=The name A.C.M.E. is taken")
            ben.fill("input[type=search] >> nth=-1", "acm")
            ben.click("button[aria-label='Ask to join: Acme']")
            ben.select_option("dialog select", label="Dam")
            dialog(ben, "Ask to join")
            ben.wait_for_selector("text=You ask to join")
            anna.click("button[aria-label^='Accept']")
            anna.fill("dialog input", "Benjamin")
            dialog(anna, "Accept")
            anna.wait_for_selector("li:has-text('Benjamin')")
            ben.click("a:has-text('Acme')")
            ben.wait_for_selector("h1:has-text('Acme')")
            ben.wait_for_selector("li:has-text('Dam')")
            # Members change nothing of it.
            expect(ben.locator("button:has-text('Add a site')")).to_have_count(0)
            expect(ben.locator("button:has-text('Edit')")).to_have_count(0)
            anna.click("button[aria-label='Remove: Benjamin']")
            dialog(anna, "Remove")
            ben.wait_for_selector("text=You are in no group yet")


def an_admin_lets_people_in_and_looks_after_them(browser, programs, folder):
    with running(programs, World) as world:
        with device(browser) as anna, device(browser) as ben, device(browser) as eve:
            signed_in(anna, world.link("anna"))
            section(anna, "people", "Let somebody in")
            anna.fill("form input", "Ben")
            anna.click("form button:has-text('Add')")
            anna.wait_for_selector("svg.qr")
            signed_in(ben, anna.input_value("input[readonly]"))
            expect(ben.locator("text=People")).to_have_count(0)
            opened(eve, origin_of(anna))
            eve.fill("input[autocomplete=name]", "Eve")
            eve.click("button:text-is('Ask')")
            anna.wait_for_selector("text=Who asks for an account")
            anna.click("button[aria-label='Let in: Eve']")
            anna.fill("dialog input", "Eva")
            dialog(anna, "Let in")
            eve.wait_for_selector("nav")
            anna.click("a:has-text('Ben')")
            anna.wait_for_selector("h1:has-text('Ben')")
            anna.click("text=Change name and role")
            anna.fill("dialog input >> nth=0", "Benjamin")
            anna.check("dialog input[type=checkbox]")
            dialog(anna, "Save")
            anna.wait_for_selector("h1:has-text('Benjamin')")
            to(ben, "settings")
            ben.wait_for_selector("text=People")
            anna.click("section:has-text('Where they are signed in') button:has-text('End') >> nth=0")
            ben.wait_for_selector("text=With a link")
            anna.click("section:has-text('Export and remove') button")
            anna.fill("dialog input", "Benjamin")
            dialog(anna, "Remove")
            anna.wait_for_selector("a:has-text('Eva')")
            expect(anna.locator("a:has-text('Benjamin')")).to_have_count(0)


def links_that_are_open_are_seen_and_ended_and_all_devices_put_out(browser, programs, folder):
    with running(programs, World) as world:
        household(world)
        with device(browser) as page, device(browser) as other:
            signed_in(other, world.link("anna"))
            signed_in(page, world.link("anna"))
            section(page, "sessions", "Open links")
            api(world, "anna", "POST", "groups/home/invitations")
            page.wait_for_selector("text=Invitation to Home")
            page.click("button:has-text('A link for another device')")
            page.wait_for_selector("li:has-text('Signs in') button:has-text('End')")
            look(page, "settings open links")
            page.click("li:has-text('Invitation to Home') button:has-text('End')")
            page.wait_for_selector("text=Invitation to Home", state="detached")
            # With the others ends what was not made here.
            api(world, "anna", "POST", "links")
            page.click("button:has-text('End all others')")
            page.wait_for_selector("text=Ended, with the links and codes")
            page.wait_for_selector("a:has-text('Make them new as well')")
            until_is("what is left of the links", lambda: len(
                api(world, "anna", "GET", "links")["links"]), 1)
            other.wait_for_selector("text=With a link")


def an_own_place_is_added_by_a_click_on_the_map(browser, programs, folder):
    with running(programs, World) as world:
        with device(browser) as page:
            signed_in(page, world.link("anna"))
            section(page, "places", "Places of your own")
            page.click("text=Add a place")
            page.fill("dialog input >> nth=0", HOSTILE[1])
            page.wait_for_selector(".circle-map canvas")
            page.click(".circle-map", position={"x": 60, "y": 60})
            page.wait_for_selector("text=As you clicked.")
            page.click("dialog summary")
            page.fill("dialog textarea", HOSTILE[0])
            dialog(page, "Save")
            page.wait_for_selector(f"a:has-text('{HOSTILE[1]}')")
            place, = api(world, "anna", "GET", "places/own")["places"]
            assert place["description"] == HOSTILE[0]
            page.click("button:has-text('Edit')")
            page.fill("dialog input >> nth=0", "Home")
            dialog(page, "Save")
            page.wait_for_selector("a:has-text('Home')")
            # What is removed elsewhere while one changes it can be added anew.
            page.click("button:has-text('Edit')")
            page.fill("dialog input >> nth=0", "Garden")
            api(world, "anna", "DELETE", f"places/{quote(place['id'])}")
            page.click("dialog button:has-text('Save')")
            page.wait_for_selector("text=Somebody has removed this meanwhile.")
            dialog(page, "Add it anew")
            page.wait_for_selector("a:has-text('Garden')")
            again, = api(world, "anna", "GET", "places/own")["places"]
            for name in ["description", "lat", "lon"]:
                assert again[name] == place[name], again
            page.click("button:has-text('Remove')")
            dialog(page, "Remove")
            page.wait_for_selector("text=None yet.")


def many_of_everything_are_found(browser, programs, folder):
    with running(programs, World) as world:
        company = api(world, "anna", "POST", "groups", {"kind": "organisation", "name": "Acme"})["id"]
        for index in range(60):
            person = api(world, None, "POST", "people", {"name": f"Member {index}"})["person"]["id"]
            api(world, person, "POST", f"groups/{company}/requests", {})
        for request in api(world, "anna", "GET", "requests")["requests"]:
            api(world, "anna", "POST", f"requests/{request['id']}/accept", {})
        with device(browser) as page:
            signed_in(page, world.link("anna"))
            section(page, f"groups/{company}")
            expect(page.locator("section:has-text('Members') li")).to_have_count(61)
            page.fill("section:has-text('Members') input[type=search]", "member 17")
            page.wait_for_selector("text=1 found")
            expect(page.locator("section:has-text('Members') li")).to_have_count(1)
            section(page, "people")
            page.fill("input[type=search]:visible", "member 42")
            page.wait_for_selector("text=1 found")


def all_of_it_works_by_keyboard_and_while_the_daemon_is_away(browser, programs, folder):
    with running(programs, World) as world, device(browser) as page:
        signed_in(page, world.link("anna"))
        to(page, "settings")
        page.set_viewport_size({"width": 1440, "height": 900})
        page.focus("nav.parts a[href='/settings/status']")
        page.keyboard.press("Enter")
        page.wait_for_selector("text=all works")
        world.end_daemon()
        page.wait_for_selector("text=geofenced is away")
        section(page, "phones", "You have none yet")
        page.focus("section form input")
        page.keyboard.type("Phone")
        page.keyboard.press("Enter")
        page.wait_for_selector("text=A part of the service is away")
        # What one has typed is there still, for when it is back.
        assert page.input_value("section form input") == "Phone"
        world.start_daemon()
        section(page, "status")
        page.wait_for_selector("text=all works")
        section(page, "groups", "A new household")
        page.focus("section:has-text('A new household') input >> nth=0")
        page.keyboard.type("Home")
        page.keyboard.press("Enter")
        page.wait_for_selector("text=Places of the household")
        page.focus("text=Add a place")
        page.keyboard.press("Enter")
        # The dialog has the focus, keeps it, and gives it back.
        page.wait_for_function("() => document.activeElement.closest('dialog') !== null")
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog", state="detached")
        page.wait_for_function("() => document.activeElement.textContent === 'Add a place'")


CHECKS = [
    each_section_fits_every_width_in_light_and_dark,
    one_changes_ones_name_takes_ones_data_and_is_forgotten,
    what_one_is_told_is_saved_at_once_and_follows_another_tab,
    messages_go_to_the_broker_where_there_is_one,
    a_phone_is_seen_by_whom_its_owner_lets_see_it,
    a_household_is_made_joined_changed_and_left,
    an_organisation_takes_whom_its_admin_accepts,
    an_admin_lets_people_in_and_looks_after_them,
    links_that_are_open_are_seen_and_ended_and_all_devices_put_out,
    an_own_place_is_added_by_a_click_on_the_map,
    many_of_everything_are_found,
    all_of_it_works_by_keyboard_and_while_the_daemon_is_away,
]
