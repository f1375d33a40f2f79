"""Organisation: news, roster, reviews, forms, people and requests."""

import datetime
import re
import struct
import zlib

from playwright.sync_api import expect

from api import Connection, api
from patience import until
from settings import HOSTILE, dialog
from world import (
    ZONE, World, device, kept_answer, kept_files, look, nothing_waits, opened,
    origin_of, running, signed_in, something_waits, to, toasts_stay, undo,
)


def organisation(world, name="Acme"):
    """One of Anna's, with Ben in it, who belongs to the site Dam; its id and that of the site."""
    api(world, None, "POST", "people", {"name": "Ben"})
    group = api(world, "anna", "POST", "groups", {"kind": "organisation", "name": name})["id"]
    site = api(world, "anna", "POST", f"groups/{group}/sites", {
        "name": "Dam", "lat": 52.3731, "lon": 4.8926})["id"]
    api(world, "ben", "POST", f"groups/{group}/requests", {"site": site})
    request, = api(world, "anna", "GET", "requests")["requests"]
    api(world, "anna", "POST", f"requests/{request['id']}/accept", {"site": site})
    return group, site


def part(page, group, name=""):
    opened(page, f"{origin_of(page)}/organisation/{group}/{name}".rstrip("/"))


def png(width=64, height=40):
    """A picture of one colour."""
    def chunk(name, contents):
        return (struct.pack(">I", len(contents)) + name + contents
                + struct.pack(">I", zlib.crc32(name + contents)))

    rows = (b"\0" + b"\x20\x80\xc0" * width) * height
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def illustrate(world, bulletin):
    """Gives a bulletin, by its address in /api, a picture."""
    connection = Connection(world.socket)
    connection.request("PUT", f"/api/{bulletin}/picture", png(), {
        "Content-Type": "image/png", "Geofenced-Person": "anna"})
    answer = connection.getresponse()
    assert answer.status < 300, answer.read()
    connection.close()


def shift(world, group, what, people=(), site=None):
    """An event of today, from 9:00 to 17:00; its number."""
    start = datetime.datetime.now(ZONE).replace(hour=9, minute=0, second=0, microsecond=0)
    return api(world, "anna", "POST", f"groups/{group}/events", {
        "what": what, "start": start.isoformat(), "end": start.replace(hour=17).isoformat(),
        "zone": ZONE.key, "people": list(people), **({"where": {"site": site}} if site else {})})["id"]


QUESTIONS = [{"text": "Does the till agree?", "kind": "yesno"},
             {"text": "How clean is the floor?", "kind": "scale"},
             {"text": "What stood out?", "kind": "text"}]


def each_part_fits_every_width_in_light_and_dark(browser, programs, folder):
    with running(programs, World) as world:
        group, site = organisation(world, HOSTILE[0])
        for index, title in enumerate([*HOSTILE, "The lift is out of order"]):
            news = api(world, "anna", "POST", f"groups/{group}/bulletins", {
                "title": title, "text": "Use the stairs.\n" * (1 + 3 * index),
                "site": site if index % 2 else None})["id"]
        for what in [*HOSTILE, "Early shift"]:
            shift(world, group, what, ["anna", "ben"], site)
        form = api(world, "anna", "POST", f"groups/{group}/forms", {
            "name": "Opening round", "questions": [*QUESTIONS, {"text": HOSTILE[2], "kind": "scale"}],
            "every_days": 30})["id"]
        review = api(world, "anna", "POST", f"groups/{group}/reviews", {
            "form": form, "of": "ben", "site": site, "answers": [True, 4, HOSTILE[1], None],
            "result": "Good", "remark": "As last time."})["id"]
        with device(browser) as page:
            signed_in(page, world.link("anna"))
            to(page, "organisation")
            for name in ["news", f"news/{news}", "calendar", "reviews", f"reviews/{review}", "reviews/new",
                         "forms", "people", "requests"]:
                part(page, group, name)
                look(page, f"organisation {name.split('/')[0]}{name.count('/')}{name.endswith('new')}")
            part(page, group, "news")
            page.click("button:has-text('Write')")
            page.wait_for_selector("dialog")
            look(page, "dialog news")
            part(page, group, "calendar")
            page.click("button:has-text('Edit') >> nth=0")
            page.wait_for_selector("dialog")
            look(page, "dialog shift")
            part(page, group, "forms")
            page.click("button:has-text('Edit')")
            page.wait_for_selector("dialog")
            look(page, "dialog form")
        with device(browser, language="nl-NL") as page:
            signed_in(page, world.link("ben"))
            part(page, group, "calendar")
            page.wait_for_selector("text=Wie wanneer en waar werkt", state="attached")
            page.wait_for_selector(".events li:has-text(', u')")
            look(page, "organisation calendar of a member")
        # Who is in none.
        api(world, None, "POST", "people", {"name": "Eve"})
        with device(browser, language="nl-NL") as page:
            signed_in(page, world.link("eve"))
            opened(page, f"{origin_of(page)}/organisation")
            page.wait_for_selector("text=U zit nog in geen organisatie")
            look(page, "organisation none")


def news_is_written_read_changed_and_ended(browser, programs, folder):
    with running(programs, World) as world:
        group, _ = organisation(world)
        with device(browser) as anna, device(browser) as ben:
            signed_in(anna, world.link("anna"))
            signed_in(ben, world.link("ben"))
            to(anna, "organisation")
            anna.click("button:has-text('Write')")
            anna.fill("dialog input >> nth=0", "The lift is out of order")
            anna.fill("dialog textarea", "Use the stairs.\nSorry!")
            # What is no picture is said at once.
            anna.set_input_files("dialog input[type=file]", {
                "name": "a.pdf", "mimeType": "application/pdf", "buffer": b"%PDF"})
            anna.wait_for_selector("text=This is none of JPEG")
            # As large as /api takes them, and no larger.
            most = 5 << 20
            for size, shown in [(most + 1, "text=larger than 5 MB"), (most, ".preview img"), (0, ".preview img")]:
                anna.set_input_files("dialog input[type=file]", {
                    "name": "a.png", "mimeType": "image/png", "buffer": png().ljust(size, b"\0")})
                anna.wait_for_selector(shown)
            dialog(anna, "Publish")
            # Who wrote it knows it.
            anna.wait_for_selector(".news li:has-text('The lift'):not(.unread)")
            to(ben, "organisation")
            ben.wait_for_selector("nav .badge:has-text('1 new')", state="attached")
            part(anna, group, "news")
            anna.wait_for_selector(".news li:has-text('The lift'):not(.unread)")
            expect(anna.locator("nav.parts .badge, .news .badge")).to_have_count(0)
            ben.click(".news li.unread a")
            ben.wait_for_selector("h1:has-text('The lift')")
            ben.wait_for_selector(".article img")
            ben.wait_for_function("() => document.querySelector('.article img')?.naturalWidth > 0")
            expect(ben).to_have_url(re.compile("/news/"))
            address = ben.url
            part(ben, group, "news")
            ben.wait_for_selector(".news li:not(.unread)")
            expect(ben.locator("button:has-text('Write')")).to_have_count(0)
            anna.goto(address)
            # Anna has read it, too, as soon as that is known.
            anna.wait_for_selector("text=/[12] of 2 have read it/")
            anna.click("summary")
            anna.wait_for_selector("li:has-text('Ben'):has-text('read')")
            anna.click("button:text-is('Edit')")
            anna.fill("dialog input >> nth=0", "The lift works again")
            dialog(anna, "Save")
            anna.wait_for_selector("h1:has-text('The lift works again')")
            toasts_stay(anna)
            anna.click("button:has-text('End it now')")
            anna.wait_for_selector("text=has ended")
            # Now it is over for Ben.
            opened(ben, address)
            ben.wait_for_selector("text=It is not there any more")
            undo(anna)
            anna.wait_for_selector("button:has-text('End it now')")
            opened(ben, address)
            ben.wait_for_selector("h1:has-text('The lift works again')")
            # What is removed while one changes it can be written anew.
            anna.click("button:text-is('Edit')")
            anna.fill("dialog input >> nth=0", "The lift is new")
            api(world, "anna", "DELETE", f"groups/{group}/bulletins/{address.split('/')[-1]}")
            anna.click("dialog button:has-text('Save')")
            anna.wait_for_selector("text=Somebody has removed this meanwhile.")
            dialog(anna, "Add it anew")
            ben.wait_for_selector(".news li:has-text('The lift is new')")


def save(page):
    page.click("dialog button[type=submit]")
    page.wait_for_selector("dialog", state="detached")


def the_roster_is_written_by_admins_and_read_by_members(browser, programs, folder):
    with running(programs, World) as world:
        group, site = organisation(world)
        path = f"groups/{group}"
        zone = "Europe/Amsterdam"
        with device(browser, zone=zone) as anna, device(browser, zone=zone) as ben:
            for page, person in [(anna, "anna"), (ben, "ben")]:
                signed_in(page, world.link(person))
                part(page, group, "calendar?day=2027-03-30")
            shown = ben.locator(".events li")
            ben.wait_for_selector("text=Nothing is planned for you.")
            expect(ben.locator("button:has-text('Add an event')")).to_have_count(0)
            anna.click("button:has-text('Add an event')")
            anna.get_by_label("What", exact=True).fill("Early shift")
            anna.get_by_label("Begins").fill("2027-03-30T07:00")
            anna.get_by_label("Ends").fill("2027-03-30T15:00")
            anna.get_by_label("Where").select_option(label="Dam")
            anna.check("dialog label:has-text('Ben')")
            save(anna)
            expect(shown).to_contain_text("Early shift")
            for words in ["07:00 to 15:00", "Dam", "you"]:
                expect(shown).to_contain_text(words)
            expect(ben.locator(".events button")).to_have_count(0)
            event, = api(world, "ben", "GET", f"{path}/events")["events"]
            assert event["where"]["site"] == site and "text" not in event["where"], event
            assert [one["person"] for one in event["people"]] == ["ben"], event
            # What is for others is among all, what names nobody is for each.
            day = {"start": "2027-03-30T05:00:00Z", "end": "2027-03-30T13:00:00Z", "zone": zone}
            api(world, "anna", "POST", f"{path}/events", {**day, "what": "Office", "people": ["anna"]})
            api(world, "anna", "POST", f"{path}/events", {**day, "what": "Meeting"})
            ben.wait_for_selector(".events li:has-text('Meeting'):has-text('for all')")
            expect(shown).to_have_count(2)
            ben.wait_for_selector("button[aria-label*='30 March'][aria-label*='2 events']")
            ben.click(".chips button:has-text('All')")
            ben.wait_for_selector(".events li:has-text('Office'):has-text('Anna')")
            expect(anna.locator(".events li")).to_have_count(3)
            opened(ben, ben.url)
            expect(shown).to_have_count(3)
            ben.click(".chips button:has-text('For me')")
            expect(shown).to_have_count(2)
            # Of what is changed, the rest stays; who has left, too.
            anna.click("button[aria-label='Edit: Early shift']")
            anna.get_by_label("Note").fill("Keys are with Anna")
            save(anna)
            expect(shown.first).to_contain_text("Keys are with Anna")
            now = api(world, "ben", "GET", f"{path}/events")["events"][0]
            assert (now["where"], now["people"], now["start"]) == (
                event["where"], event["people"], event["start"]), now
            # A site takes its shifts along.
            version = next(one for one in api(world, "anna", "GET", path)["sites"])
            api(world, "anna", "PATCH", f"{path}/sites/{version['id']}", {"name": "Damrak"})
            expect(shown.first).to_contain_text("Damrak")
            # One who has become an admin, of this site alone, writes as well.
            api(world, "anna", "PATCH", f"{path}/members/ben", {"role": "admin"})
            expect(ben.locator("button[aria-label^='Edit: ']")).to_have_count(1)
            ben.click("button:has-text('Add an event')")
            expect(ben.get_by_label("Where").locator("option")).to_have_text(["Damrak"])
            ben.keyboard.press("Escape")
            ben.click("button[aria-label='Remove: Early shift']")
            save(ben)
            expect(anna.locator(".events li")).to_have_count(2)
            # The link for other calendars is everybody's own.
            ben.click("button:has-text('Make a link')")
            ben.wait_for_selector("input[readonly]")
            assert api(world, "ben", "GET", f"{path}/calendar")["exists"]
            assert not api(world, "anna", "GET", f"{path}/calendar")["exists"]


def a_shift_keeps_whoever_has_left(browser, programs, folder):
    with running(programs, World) as world:
        group, site = organisation(world)
        number = shift(world, group, "Early shift", ["anna", "ben"], site)
        api(world, "ben", "DELETE", f"groups/{group}/members/ben")
        with device(browser) as page:
            signed_in(page, world.link("anna"))
            part(page, group, "calendar")
            page.click("button[aria-label='Edit: Early shift']")
            page.get_by_label("What", exact=True).fill("Late shift")
            save(page)
            page.wait_for_selector(".events li:has-text('Late shift'):has-text('Ben')")
            event, = api(world, "anna", "GET", f"groups/{group}/events")["events"]
            assert event["id"] == number and len(event["people"]) == 2, event


def news_and_roster_are_read_without_a_network(browser, programs, folder):
    with running(programs, World) as world:
        group, site = organisation(world)
        path = f"groups/{group}"
        shift(world, group, "Early shift", ["ben"], site)
        news = api(world, "anna", "POST", f"{path}/bulletins", {
            "title": "The lift is out of order", "text": "Use the stairs."})["id"]
        illustrate(world, f"{path}/bulletins/{news}")
        with device(browser, worker=True) as anna, device(browser, worker=True) as ben:
            for page, person in [(anna, "anna"), (ben, "ben")]:
                signed_in(page, world.link(person))
                kept_files(page)
                page.reload()
                to(page, "organisation")
                page.wait_for_function("() => document.querySelector('.news img')?.naturalWidth > 0")
                part(page, group, "calendar")
                page.wait_for_selector(".events li:has-text('Early shift')")
                for name, words in [("me", person.title()), (path, "Dam"), (f"{path}/events", "Early shift"),
                                    (f"{path}/bulletins", "The lift")]:
                    kept_answer(page, name, words)
                page.context.set_offline(True)
                # Also where one begins anew.
                page.reload()
                page.wait_for_selector(".events li:has-text('Early shift'):has-text('Dam')")
                page.wait_for_selector("text=No connection: as it was at")
                page.click("nav.parts a:has-text('News')")
                page.click(".news a:has-text('The lift')")
                page.wait_for_selector("h1:has-text('The lift')")
                page.wait_for_selector("text=Use the stairs.")
                page.wait_for_function("() => document.querySelector('.article img')?.naturalWidth > 0")
                something_waits(page)
                page.wait_for_selector("text=No connection: as it was at")
            # What was read counts here at once, and for the admins once it is sent.
            opened(ben, f"{origin_of(ben)}/organisation/{group}")
            ben.wait_for_selector(".news li:not(.unread)")
            expect(ben.locator("nav.parts .badge")).to_have_count(0)
            expect(ben.locator("section.waits:visible")).to_have_count(0)
            # What an admin plans meanwhile waits.
            part(anna, group, "calendar")
            anna.click("button[aria-label='Edit: Early shift']")
            anna.get_by_label("Note").fill("Use the back door")
            save(anna)
            anna.wait_for_selector("section.waits li:has-text('Early shift')")
            readers = f"{path}/bulletins/{news}/readers"
            assert not any(one.get("read") for one in api(world, "anna", "GET", readers)["readers"])
            for page in [anna, ben]:
                page.context.set_offline(False)
                page.wait_for_selector("#away", state="hidden")
            anna.wait_for_selector(".events li:has-text('Use the back door')")
            anna.wait_for_selector("section.waits", state="hidden")
            part(ben, group, "calendar")
            ben.wait_for_selector(".events li:has-text('Use the back door')")
            for page in [anna, ben]:
                nothing_waits(page)
            assert all(one.get("read") for one in api(world, "anna", "GET", readers)["readers"])


def what_changes_while_a_view_is_made_is_shown(browser, programs, folder):
    with running(programs, World) as world:
        group, _ = organisation(world)
        with device(browser) as ben:
            signed_in(ben, world.link("ben"))
            held, holds = [], [True]
            ben.route("**/bulletins",
                      lambda route: held.append(route) if holds else route.continue_())
            ben.evaluate("""async () => {
                const { hear } = await import("/base/events.js");
                hear("change", ({ of }) => { window.hasHeard ||= of?.includes("bulletins"); });
                document.querySelector(".to-organisation a").click();
            }""")
            # The list, and how much is new.
            until("what the page reads", lambda: held, lambda held: len(held) == 2, ben)
            api(world, "anna", "POST", f"groups/{group}/bulletins", {
                "title": "The lift is out of order", "text": "Use the stairs."})
            ben.wait_for_function("() => window.hasHeard")
            holds.clear()
            for route in held:
                route.fulfill(json={"bulletins": []})
            ben.wait_for_selector(".news li:has-text('The lift')")


def what_was_read_of_something_gone_waits_no_more(browser, programs, folder):
    with running(programs, World) as world:
        group, _ = organisation(world)
        news = api(world, "anna", "POST", f"groups/{group}/bulletins", {
            "title": "The lift is out of order", "text": "Use the stairs."})["id"]
        with device(browser, worker=True) as ben:
            signed_in(ben, world.link("ben"))
            kept_files(ben)
            ben.reload()
            to(ben, "organisation")
            ben.wait_for_selector(".news li:has-text('The lift')")
            for name, words in [("me", "Ben"), (f"groups/{group}/bulletins", "The lift")]:
                kept_answer(ben, name, words)
            ben.context.set_offline(True)
            ben.click(".news a:has-text('The lift')")
            ben.wait_for_selector("text=Use the stairs.")
            something_waits(ben)
            api(world, "anna", "DELETE", f"groups/{group}/bulletins/{news}")
            ben.context.set_offline(False)
            nothing_waits(ben)
            ben.wait_for_selector("section.waits", state="hidden")


def a_member_is_reviewed_by_a_form_and_sees_own_results_only(browser, programs, folder):
    with running(programs, World) as world:
        group, _ = organisation(world)
        with device(browser) as anna, device(browser) as ben:
            signed_in(anna, world.link("anna"))
            signed_in(ben, world.link("ben"))
            part(anna, group, "reviews")
            anna.click("main a.button:has-text('Forms')")
            anna.click("text=Add a form")
            anna.fill("dialog input >> nth=0", "Opening round")
            anna.fill("dialog input[type=number]", "30")
            for index, question in enumerate([QUESTIONS[1], QUESTIONS[2], QUESTIONS[0]]):
                if index > 0:
                    anna.click("text=Add a question")
                anna.fill(f".questions li:nth-child({index + 1}) input", question["text"])
                anna.select_option(f".questions li:nth-child({index + 1}) select", question["kind"])
            # The last becomes the first, by keyboard.
            for _ in range(2):
                last = anna.evaluate("""() => { const all = [...document.querySelectorAll(".questions li")];
                    const item = all.find(one => one.querySelector("input").value.startsWith("Does"));
                    item.querySelector(".up").focus(); return all.indexOf(item); }""")
                anna.keyboard.press("Enter")
                anna.wait_for_selector(f"text=Now question {last}", state="attached")
            dialog(anna, "Save")
            anna.wait_for_selector("text=3 questions · version 1 · every 30 days")
            form, = api(world, "anna", "GET", f"groups/{group}/forms")["forms"]
            assert form["questions"] == QUESTIONS, form
            part(anna, group, f"reviews/new?form={form['id']}&of=ben")
            # Where he belongs.
            expect(anna.locator("select").nth(2)).not_to_have_value("")
            assert anna.get_attribute(".asked textarea", "maxlength") == "1000", "not as /api takes"
            anna.click(".rating.yesno label:has-text('Yes')")
            anna.click(".rating.scale label:has-text('4')")
            anna.fill(".asked textarea", "The window")
            anna.fill("form input:not([type]), form input[type=text]", "Good")
            anna.click("form button[type=submit]")
            anna.wait_for_selector("h1:has-text('Ben: Opening round')")
            expect(anna.locator(".answers")).to_contain_text("4 of 5")
            review, = api(world, "ben", "GET", f"groups/{group}/reviews")["reviews"]
            assert review["answers"] == [True, 4, "The window"] and review["result"] == "Good", review
            part(ben, group, "reviews")
            ben.click("a:has-text('Opening round')")
            ben.wait_for_selector("text=The window")
            expect(ben.locator("button:has-text('Edit')")).to_have_count(0)
            expect(ben.locator("nav a:has-text('Forms')")).to_have_count(0)
            # Other questions leave it as it was.
            part(anna, group, "forms")
            anna.click("button:has-text('Edit')")
            anna.click(".questions li:nth-child(3) .danger")
            dialog(anna, "Save")
            anna.wait_for_selector("text=2 questions · version 2")
            part(ben, group, f"reviews/{review['id']}")
            ben.wait_for_selector("text=What stood out?")


def a_review_is_found_among_many_and_looked_after_once_its_writer_is_no_admin(
        browser, programs, folder):
    with running(programs, World) as world:
        group, site = organisation(world)
        path = f"groups/{group}"
        form = api(world, "anna", "POST", f"{path}/forms", {
            "name": "Opening round", "questions": QUESTIONS})["id"]
        review = api(world, "anna", "POST", f"{path}/reviews", {
            "form": form, "of": "ben", "site": site, "answers": [True, 4, None]})
        api(world, None, "POST", "people", {"name": "Eve"})
        api(world, "eve", "POST", f"{path}/requests", {})
        request, = api(world, "anna", "GET", "requests")["requests"]
        api(world, "anna", "POST", f"requests/{request['id']}/accept", {})
        api(world, "anna", "PATCH", f"{path}/members/eve", {"role": "admin"})
        with device(browser) as eve:
            newer = [{**review, "id": 5000 - index} for index in range(1000)]

            def after_many(route):
                if "before=" not in route.request.url:
                    return route.fulfill(json={"reviews": newer})
                assert "before=4001" in route.request.url, route.request.url
                return route.fulfill(json={"reviews": [review]})
            eve.route("**/reviews?*", after_many)
            signed_in(eve, world.link("eve"))
            part(eve, group, f"reviews/{review['id']}")
            eve.wait_for_selector("h1:has-text('Ben: Opening round')")
            expect(eve.locator(".answers")).to_have_count(1)
            eve.unroute("**/reviews?*")
            # It is for Anna to change as long as she is an admin.
            expect(eve.locator("main button:has-text('Edit')")).to_have_count(0)
            api(world, "anna", "PATCH", f"{path}/members/anna", {"role": "member"})
            part(eve, group, f"reviews/{review['id']}")
            eve.click("main button:has-text('Edit')")
            eve.get_by_label("Result").fill("Good")
            eve.click("form button[type=submit]")
            eve.wait_for_selector("strong:has-text('Good')")
            # What is removed while one changes it can be written anew.
            eve.click("main button:has-text('Edit')")
            eve.get_by_label("Result").fill("Better")
            api(world, "eve", "DELETE", f"{path}/reviews/{review['id']}")
            eve.click("form button[type=submit]")
            eve.wait_for_selector("text=It was removed elsewhere meanwhile.")
            eve.click("form button[type=submit]")
            eve.wait_for_selector("strong:has-text('Better')")
            now, = api(world, "eve", "GET", f"{path}/reviews")["reviews"]
            assert now["observer"]["person"] == "eve" and now["answers"] == review["answers"], now


def people_are_accepted_with_another_name_and_site(browser, programs, folder):
    with running(programs, World) as world:
        group, site = organisation(world)
        api(world, None, "POST", "people", {"name": "Eve"})
        with device(browser) as anna, device(browser) as eve:
            signed_in(anna, world.link("anna"))
            signed_in(eve, world.link("eve"))
            opened(eve, f"{origin_of(eve)}/organisation")
            eve.fill("input[type=search]:visible", "acm")
            eve.click("button[aria-label='Ask to join: Acme']")
            # She calls herself as somebody else is called.
            eve.fill("dialog input", "Ben")
            dialog(eve, "Ask to join")
            part(anna, group, "requests")
            anna.wait_for_selector("nav .badge:has-text('1 waiting')", state="attached")
            expect(anna.locator("main li p").first).to_have_text(
                "\u2068\u2068Ben\u2069 (eve)\u2069 asks to join \u2068Acme\u2069.")
            anna.click("button[aria-label^='Accept']")
            anna.wait_for_selector("dialog h2:has-text('(eve)')")
            anna.fill("dialog input", "Eva")
            anna.select_option("dialog select", label="Dam")
            dialog(anna, "Accept")
            anna.wait_for_selector("text=Nobody asks to join.")
            # She is in it now.
            eve.wait_for_selector("h1:has-text('Acme')")
            part(anna, group, "people")
            anna.click("button[aria-label='Edit: Eva']")
            anna.fill("dialog input >> nth=1", "0042")
            dialog(anna, "Save")
            anna.wait_for_selector("li:has-text('Eva'):has-text('number 0042'):has-text('Dam')")
            # Who that is, as the name is another one.
            members = anna.locator("section:has(h2:text-is('Members')) li")
            expect(members.filter(has_text="Eva")).to_contain_text("Eva (eve)")
            expect(members.filter(has_text="Ben")).not_to_contain_text("(ben)")
            # Or two have the same.
            api(world, "anna", "PATCH", f"groups/{group}/members/eve", {"nick_name": "Ben"})
            expect(members.filter(has_text="Ben (eve)")).to_have_count(1)
            expect(members.filter(has_text="Ben (ben)")).to_have_count(1)
            anna.wait_for_selector("button[aria-label='Edit: Ben (ben)']")
            # Also at none, where a site was asked for.
            api(world, None, "POST", "people", {"name": "Finn"})
            api(world, "finn", "POST", f"groups/{group}/requests", {"site": site})
            part(anna, group, "requests")
            anna.wait_for_selector("li:has-text('Finn'):has-text('(finn)'):has-text(', at \u2068Dam\u2069, asks')")
            anna.click("button[aria-label^='Accept: ']")
            anna.select_option("dialog select", label="none")
            dialog(anna, "Accept")
            anna.wait_for_selector("text=Nobody asks to join.")
            members = api(world, "anna", "GET", f"groups/{group}")["members"]
            assert next(one["sites"] for one in members if one["person"] == "finn") == [], members


CHECKS = [
    each_part_fits_every_width_in_light_and_dark,
    news_is_written_read_changed_and_ended,
    the_roster_is_written_by_admins_and_read_by_members,
    a_shift_keeps_whoever_has_left,
    news_and_roster_are_read_without_a_network,
    what_changes_while_a_view_is_made_is_shown,
    what_was_read_of_something_gone_waits_no_more,
    a_member_is_reviewed_by_a_form_and_sees_own_results_only,
    a_review_is_found_among_many_and_looked_after_once_its_writer_is_no_admin,
    people_are_accepted_with_another_name_and_site,
]
