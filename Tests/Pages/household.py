"""The household: its list, inventory, bills and calendar."""

import contextlib
import datetime
import re

from playwright.sync_api import expect

from api import api
from patience import until_is
from settings import HOSTILE, household
from world import (
    device, kept_answer, kept_files, look, nothing_waits, opened, origin_of,
    running, section, signed_in, something_waits, to, toast, toasts_stay, undo,
)


@contextlib.contextmanager
def home(programs, name="Home"):
    """A gateway with a household of Anna's, with Ben in it, and its id."""
    with running(programs) as world:
        api(world, None, "POST", "people", {"name": "Anna"})
        yield world, household(world, name)


@contextlib.contextmanager
def at_household(browser, world, person="anna", **options):
    """A browser in which the person is signed in, at their household."""
    with device(browser, **options) as page:
        signed_in(page, world.link(person))
        to(page, "household")
        yield page


def part(page, group, name=""):
    """A part of a household, once it is there."""
    opened(page, f"{origin_of(page)}/household/{group}{'/' if name else ''}{name}")
    page.wait_for_selector(".tabs a[aria-current]")


def add(page, text, amount="", where=""):
    """Types something onto the list, or into the inventory."""
    page.fill(".add-thing input >> nth=0", text)
    page.fill(".add-thing input >> nth=1", amount)
    if where:
        page.fill(".add-thing input >> nth=2", where)
    page.click(".add-thing button[type=submit]")


def rows(page):
    return page.locator(".things > li")


def row(page, text):
    return rows(page).filter(has_text=text)


def tick(page, text):
    page.locator(f"button[aria-label^='Bought: {text}']").click()


def waits(page):
    return page.locator("section.waits li")


def things(world, group, state="wanted"):
    """As /api has them."""
    return api(world, "anna", "GET", f"groups/{group}/things?state={state}")["things"]


def texts(world, group, state="wanted"):
    return [one["text"] for one in things(world, group, state)]


def until_there_are(world, group, state, those):
    until_is(f"what is {state}", lambda: texts(world, group, state), those)


def bills(world, group):
    """What they are for, the newest first."""
    return [one["what"] for one in api(world, "anna", "GET", f"groups/{group}/bills")["bills"]]


def buy(page, text, price):
    row(page, text).locator(".wide").click()
    page.get_by_label("Price EUR").fill(price)
    page.click("dialog button:has-text('Bought')")


def write_bill(page, what, amount):
    page.click("button:has-text('Write a bill')")
    page.get_by_label("For what", exact=True).fill(what)
    page.get_by_label("Amount EUR").fill(amount)


def save(page):
    page.click("dialog button[type=submit]")


def each_part_fits_every_width_in_light_and_dark(browser, programs, folder):
    with home(programs, HOSTILE[2]) as (world, group):
        other = api(world, "anna", "POST", "groups", {"kind": "household", "name": "Boat"})["id"]
        path = f"groups/{group}"
        for index, text in enumerate([*HOSTILE, "Milk", "Bread", "Apples"]):
            target = ["", "shop=bakery", HOSTILE[0], "Albert Heijn"][index % 4]
            api(world, ["anna", "ben"][index % 2], "POST", f"{path}/things", {
                "text": text, "amount": HOSTILE[index % 4][:40], **({"target": target} if target else {})})
            api(world, "anna", "POST", f"{path}/things", {
                "text": text, "amount": "2 l", "state": "home"})
            api(world, ["anna", "ben"][index % 2], "POST", f"{path}/bills", {
                "what": text, "amount": 12345 * index + 1})
        api(world, "ben", "POST", f"{path}/bills", {
            "what": "Paid", "amount": 700, "kind": "payment", "for": ["anna"]})
        api(world, "ben", "POST", f"{path}/bills", {"what": "Own", "amount": 1000, "shares": [
            {"person": "anna", "amount": 300}, {"person": "ben", "amount": 700}]})
        events(world, group)
        with at_household(browser, world) as page:
            page.wait_for_selector("text=Which household")
            look(page, "household choice")
            for name in ["", "inventory", "bills", "calendar"]:
                part(page, group, name)
                page.wait_for_selector({
                    "": ".things li", "inventory": ".things li", "bills": ".bills li",
                    "calendar": ".event-name"}[name], state="attached")
                look(page, f"household {name}".strip())
            page.click("button:has-text('Add an event')")
            page.wait_for_selector("dialog")
            look(page, "dialog event")
            part(page, group, "bills")
            write_bill(page, HOSTILE[0], "1e3")
            page.check("text=To each an amount")
            save(page)
            page.wait_for_selector("dialog [role=alert]")
            look(page, "dialog bill")
            part(page, group)
            page.locator(".things .wide").first.click()
            page.wait_for_selector("dialog")
            look(page, "dialog item")
            # Empty.
            for name in ["", "inventory", "bills", "calendar"]:
                part(page, other, name)
                look(page, f"household empty {name}".strip())


def events(world, group):
    day = datetime.date.today()
    for index, text in enumerate(HOSTILE):
        api(world, "anna", "POST", f"groups/{group}/events", {
            "what": text, "start": f"{day}T1{index}:00:00Z", "end": f"{day}T1{index}:30:00Z",
            "zone": "Europe/Amsterdam", "note": "\n".join(HOSTILE), "people": ["anna", "ben"],
            "where": {"text": HOSTILE[index], "lat": 52.37, "lon": 4.9}})
    api(world, "anna", "POST", f"groups/{group}/events", {
        "what": "Away", "start": str(day), "end": str(day + datetime.timedelta(days=2)),
        "all_day": True})


def the_list_is_filled_and_ticked_off_by_two_at_once(browser, programs, folder):
    with home(programs) as (world, group):
        with at_household(browser, world) as anna, at_household(browser, world, "ben") as ben:
            for page in anna, ben:
                page.wait_for_selector("text=Nothing is to be bought")
            add(anna, HOSTILE[0], "2 l")
            row(ben, HOSTILE[0]).wait_for()
            expect(row(ben, HOSTILE[0])).to_contain_text("added by \u2068Anna\u2069")
            # One types the next at once, for the same place.
            add(anna, "Aspirin", "", "Chemist")
            add(anna, "Plasters")
            ben.wait_for_selector("section:has(h2:has-text('Chemist')) li:has-text('Plasters')")
            expect(ben.locator("section:has(h2:has-text('Chemist')) li")).to_have_count(2)
            assert things(world, group)[1]["target"] == "shop=chemist"
            # What is bought is gone for both, and taken back for both.
            toasts_stay(ben)
            tick(ben, "Aspirin")
            expect(row(anna, "Aspirin")).to_have_count(0)
            undo(ben)
            row(anna, "Aspirin").wait_for()
            until_there_are(world, group, "home", [])
            # With a price, it is a bill, which is taken back with it; its number is another one.
            for what in ["Rent", "Water"]:
                api(world, "ben", "POST", f"groups/{group}/bills", {"what": what, "amount": 100})
            toasts_stay(ben)
            buy(ben, "Aspirin", "2,50")
            expect(row(anna, "Aspirin")).to_have_count(0)
            undo(ben)
            row(anna, "Aspirin").wait_for()
            until_there_are(world, group, "home", [])
            until_is("the bills", lambda: bills(world, group), ["Water", "Rent"])
            row(ben, "Aspirin").locator(".wide").click()
            ben.get_by_label("Price EUR").fill("1e3")
            ben.click("dialog button:has-text('Bought')")
            ben.wait_for_selector("dialog >> text=is no sum of money")
            ben.get_by_label("Price EUR").fill("2,50")
            ben.click("dialog button:has-text('Bought')")
            expect(row(anna, "Aspirin")).to_have_count(0)
            bill = api(world, "ben", "GET", f"groups/{group}/bills")["bills"][0]
            assert bill["what"] == "Aspirin" and bill["amount"] == 250 and bill["paid_by"]["person"] == "ben", bill
            # What both change: the later one hears of the other, and what she wrote is kept.
            row(anna, "Plasters").locator(".wide").click()
            anna.wait_for_selector("dialog")
            item = things(world, group)[-1]
            api(world, "ben", "PATCH", f"groups/{group}/things/{item['id']}", {"text": "Bandage"})
            anna.locator("dialog").get_by_label("Amount").last.fill("3")
            toasts_stay(anna)
            save_item(anna)
            toast(anna, "It is now: Bandage")
            expect(waits(anna)).to_contain_text("Change Plasters to: Plasters, 3")
            expect(waits(anna)).to_contain_text("It is now: Bandage.")
            anna.reload()
            anna.click("button[aria-label^='Save mine']")
            expect(anna.locator("section.waits")).to_be_hidden()
            expect(row(ben, "Bandage")).to_contain_text("3")
            # What one writes about something that the other has taken away meanwhile is kept.
            row(anna, "Bandage").locator(".wide").click()
            anna.wait_for_selector("dialog")
            anna.locator("dialog").get_by_label("Amount").last.fill("4")
            api(world, "ben", "DELETE", f"groups/{group}/things/{item['id']}")
            toasts_stay(anna)
            save_item(anna)
            toast(anna, "taken it off the list")
            expect(waits(anna)).to_contain_text("Change Bandage to: Bandage, 4")
            anna.click("button[aria-label^='Add it anew']")
            expect(row(ben, "Bandage")).to_contain_text("4")
            expect(anna.locator("section.waits")).to_be_hidden()
            row(ben, "Bandage").locator(".wide").click()
            toasts_stay(ben)
            ben.click("dialog button:has-text('Take off the list')")
            expect(row(anna, "Bandage")).to_have_count(0)
            undo(ben)
            row(anna, "Bandage").wait_for()
            # What is there, is used up.
            anna.click(".tabs a:has-text('At home')")
            row(anna, "Aspirin").wait_for()
            add(anna, "Salt", "1 kg")
            row(anna, "Salt").wait_for()
            toasts_stay(anna)
            anna.click("button[aria-label='Used up: Salt, 1 kg']")
            row(ben, "Salt").wait_for()
            until_there_are(world, group, "home", ["Aspirin"])
            undo(anna)
            expect(row(ben, "Salt")).to_have_count(0)
            until_there_are(world, group, "home", ["Aspirin", "Salt"])
            # What both change there is kept as well, until one does without it.
            row(anna, "Salt").locator(".wide").click()
            anna.wait_for_selector("dialog")
            salt = things(world, group, "home")[-1]
            api(world, "ben", "PATCH", f"groups/{group}/things/{salt['id']}", {"amount": "2 kg"})
            anna.locator("dialog").get_by_label("Amount").last.fill("3 kg")
            save_item(anna)
            expect(waits(anna)).to_contain_text("Change Salt to: Salt, 3 kg")
            expect(waits(anna)).to_contain_text("It is now: Salt, 2 kg.")
            expect(row(anna, "Salt")).to_contain_text("2 kg")
            anna.click("button[aria-label^='Drop it']")
            expect(anna.locator("section.waits")).to_be_hidden()
            expect(row(anna, "Salt")).to_contain_text("2 kg")


def what_changes_elsewhere_costs_a_list_nothing(browser, programs, folder):
    with running(programs) as world:
        for name in ["Anna", "Cleo"]:
            api(world, None, "POST", "people", {"name": name})
        home = household(world)
        nest = api(world, "anna", "POST", "groups", {"kind": "household", "name": "Nest"})["id"]
        far = api(world, "cleo", "POST", "groups", {"kind": "household", "name": "Far"})["id"]
        with device(browser) as page:
            signed_in(page, world.link("anna"))
            part(page, home)
            page.wait_for_selector("text=Nothing is to be bought")
            asked = []
            page.on("request", lambda request: asked.append(request.url))
            for person, group in [("cleo", far), ("anna", nest), ("ben", home)]:
                api(world, person, "POST", f"groups/{group}/things", {"text": "Milk"})
            row(page, "Milk").wait_for()
            assert [url.split("/api/")[1] for url in asked] == [f"groups/{home}/things?state=wanted"], asked


def what_another_has_bought_meanwhile_is_bought_once(browser, programs, folder):
    with home(programs) as (world, group):
        path = f"groups/{group}"
        for text in ["Milk", "Tea", "Salt"]:
            api(world, "anna", "POST", f"{path}/things", {"text": text})
        with at_household(browser, world) as page:
            expect(rows(page)).to_have_count(3)
            is_full = []

            def conflict(route):
                # Ben is faster; or something else does not go together.
                if not is_full:
                    api(world, "ben", "POST", route.request.url.split("/api/")[1], {})
                route.fulfill(status=409, json={"detail": "the inventory is full"},
                              content_type="application/problem+json")
            page.route("**/bought", conflict)
            toasts_stay(page)
            tick(page, "Milk")
            toast(page, "Milk: Somebody else has bought it meanwhile")
            expect(rows(page)).to_have_count(2)
            expect(page.locator("section.waits")).to_be_hidden()
            # What was paid is not lost.
            toasts_stay(page)
            buy(page, "Tea", "2,50")
            toast(page, "What you have paid is not written down")
            page.click("button[aria-label^='Write the bill only']")
            expect(page.locator("section.waits")).to_be_hidden()
            bill, = api(world, "ben", "GET", f"{path}/bills")["bills"]
            assert (bill["what"], bill["amount"]) == ("Tea", 250), bill
            is_full.append(True)
            toasts_stay(page)
            tick(page, "Salt")
            toast(page, "This was not taken: the inventory is full")
            expect(rows(page)).to_have_count(1)
            until_there_are(world, group, "home", ["Milk", "Tea"])
            nothing_waits(page)


def save_item(page):
    page.click("dialog button:has-text('Save')")


def a_minute_without_a_network_loses_and_doubles_nothing(browser, programs, folder):
    with home(programs) as (world, group):
        path = f"groups/{group}/things"
        for text in ["Milk", "Bread", "Eggs", "Tea"]:
            api(world, "anna", "POST", path, {"text": text})
        ids = {one["text"]: one["id"] for one in things(world, group)}
        with device(browser, worker=True) as page:
            signed_in(page, world.link("anna"))
            kept_files(page)
            page.reload()
            to(page, "household")
            expect(rows(page)).to_have_count(4)
            kept_answer(page, "me", "Anna")
            kept_answer(page, f"{path}?state=wanted", "Tea")
            page.context.set_offline(True)
            tick(page, "Milk")
            tick(page, "Bread")
            add(page, "Salt", "1 kg")
            row(page, "Salt").locator(".wide").click()
            page.locator("dialog").get_by_label("Amount").last.fill("2 kg")
            save_item(page)
            row(page, "Tea").locator(".wide").click()
            page.locator("dialog").get_by_label("What to buy").last.fill("Green tea")
            save_item(page)
            expect(waits(page)).to_have_count(5)
            expect(waits(page).nth(0)).to_contain_text("Bought: Milk")
            expect(row(page, "Salt")).to_contain_text("waits")
            # As it was known last, with what was done since, also when one begins anew.
            page.reload()
            expect(waits(page)).to_have_count(5)
            expect(rows(page)).to_have_count(3)
            expect(row(page, "Salt")).to_contain_text("2 kg")
            row(page, "Green tea").wait_for()
            # Meanwhile, the other one buys the bread, and changes the tea.
            api(world, "ben", "POST", f"{path}/{ids['Bread']}/bought", {})
            api(world, "ben", "PATCH", f"{path}/{ids['Tea']}", {"text": "Tea, black"})
            page.context.set_offline(False)
            page.wait_for_selector("section.waits >> text=Somebody else has bought it meanwhile")
            page.wait_for_selector("section.waits >> text=It is now: Tea, black")
            expect(waits(page)).to_have_count(2)
            until_there_are(world, group, "wanted", ["Eggs", "Tea, black", "Salt"])
            until_there_are(world, group, "home", ["Bread", "Milk"])
            page.click("button[aria-label^='Drop it: Bought: Bread']")
            page.click("button[aria-label^='Save mine']")
            expect(page.locator("section.waits")).to_be_hidden()
            row(page, "Green tea").wait_for()
            until_there_are(world, group, "wanted", ["Eggs", "Green tea", "Salt"])
            amounts = {one["text"]: one.get("amount") for one in things(world, group)}
            assert amounts == {"Eggs": None, "Green tea": None, "Salt": "2 kg"}, amounts


def an_answer_that_is_lost_makes_nothing_twice(browser, programs, folder):
    with home(programs) as (world, group):
        path = f"groups/{group}"
        with at_household(browser, world) as page:
            lost = []

            def lose(route):
                # The gateway has done it; the browser does not hear of it.
                if route.request.method == "GET" or len(lost) >= 4:
                    return route.fallback()
                lost.append(route.request.url)
                address = route.request.url.split("/api/")[1]
                body = route.request.post_data_json
                api(world, "anna", route.request.method, address, body)
                route.abort()
            page.route("**/api/groups/**", lose)
            add(page, "Milk")
            nothing_waits(page)
            expect(rows(page)).to_have_count(1)
            assert texts(world, group) == ["Milk"] and lost, lost
            tick(page, "Milk")
            expect(page.locator("section.waits")).to_be_hidden()
            nothing_waits(page)
            assert texts(world, group) == [] and texts(world, group, "home") == ["Milk"]
            assert api(world, "anna", "GET", f"{path}/bills")["bills"] == []


# What a proxy, or whatever else is on the way, answers on its own: the status, and of which kind.
NO_ANSWERS = [
    (502, "text/html"), (504, "text/html"), (503, "text/html"), (500, "text/plain"),
    (403, "application/json"), (401, "text/html"), (408, "text/html"), (429, "text/html"),
    (200, "text/html"), (429, "application/problem+json"), (502, "application/problem+json"),
]


def what_a_proxy_answers_for_the_gateway_loses_nothing(browser, programs, folder):
    with home(programs) as (world, group):
        with at_household(browser, world) as page:
            waiting = [*NO_ANSWERS]

            def answer(route):
                if route.request.method == "GET" or not waiting:
                    return route.fallback()
                status, kind = waiting.pop(0)
                route.fulfill(status=status, content_type=kind, body='{"detail": "<h1>Oops</h1>"}')
            page.route("**/api/groups/**", answer)
            add(page, "Milk")
            expect(waits(page)).to_contain_text("Waits to be sent")
            # As soon as there may be a network again, it is tried again.
            until_is("what the proxy answers", lambda: page.evaluate(
                "() => dispatchEvent(new Event('online'))") and waiting, [], page)
            nothing_waits(page)
            assert texts(world, group) == ["Milk"]
            expect(row(page, "Milk")).not_to_contain_text("waits")


def what_waits_from_the_page_before_this_one_arrives_once(browser, programs, folder):
    """Goes with the paths that it asks, as what a browser has kept of an earlier version."""
    with home(programs) as (world, group):
        of = f"groups/{group}"
        salt = api(world, "anna", "POST", f"{of}/items", {"text": "Salt"})

        def wish(key, path, item, words, **more):
            body = {"key": key} | more.pop("body", {})
            return {"key": key, "of": of, "method": "POST", "path": f"{of}/{path}", "item": item,
                    "body": body, "words": words} | more
        milk, tea = {"text": "Milk", "target": "shop=supermarket"}, {"text": "Tea"}
        waiting = [
            wish("k1", "items", milk, ["wish.add.items", {"what": "Milk"}], body=milk,
                 add={"list": "items", "item": milk}),
            wish("k2", "items/@k1/bought", milk | {"id": "@k1"}, ["wish.bought", {"what": "Milk"}],
                 makes="stock", gone="wish.gone.items", remove={"list": "items", "id": "@k1"},
                 add={"list": "inventory", "item": milk}, body={"price": 250}),
            wish("k3", "inventory/@k2/used-up", milk | {"id": "@k2"}, ["wish.usedUp", {"what": "Milk"}],
                 makes="item", gone="wish.gone.inventory", remove={"list": "inventory", "id": "@k2"},
                 add={"list": "items", "item": milk}),
            wish("k4", "inventory", tea, ["wish.add.inventory", {"what": "Tea"}], body=tea,
                 add={"list": "inventory", "item": tea}),
            {"key": "k5", "of": of, "method": "PATCH", "path": f"{of}/items/{salt['id']}", "item": salt,
             "body": {"amount": "1 kg"}, "version": salt["version"], "gone": "wish.gone.items",
             "words": ["wish.edit", {"what": "Salt", "now": "Salt, 1 kg"}],
             "edit": {"list": "items", "id": salt["id"], "item": {"amount": "1 kg"}}},
        ]
        with device(browser) as page:
            signed_in(page, world.link("anna"))
            page.evaluate("(all) => localStorage.setItem('waiting/anna', JSON.stringify(all))", waiting)
            part(page, group)
            nothing_waits(page)
            until_there_are(world, group, "wanted", ["Salt", "Milk"])
            until_there_are(world, group, "home", ["Tea"])
            assert bills(world, group) == ["Milk"]
            expect(row(page, "Salt")).to_contain_text("1 kg")
            row(page, "Milk").wait_for()


def a_session_that_ends_loses_nothing_that_was_written(browser, programs, folder):
    with home(programs) as (world, group):
        with at_household(browser, world) as page:
            page.context.set_offline(True)
            add(page, "Salt")
            row(page, "Salt").locator(".wide").click()
            page.locator("dialog").get_by_label("Amount").last.fill("1 kg")
            save_item(page)
            expect(waits(page)).to_have_count(2)
            api(world, "anna", "DELETE", "sessions")
            page.context.set_offline(False)
            page.wait_for_selector("text=Changes made in this browser that are not sent yet: 2.")
            # Ben, at the same browser, neither sees nor sends it.
            signed_in(page, world.link("ben"))
            to(page, "household")
            add(page, "Pepper")
            until_there_are(world, group, "wanted", ["Pepper"])
            expect(rows(page)).to_have_count(1)
            expect(page.locator("section.waits")).to_be_hidden()
            # With Anna, it goes on.
            signed_in(page, world.link("anna"))
            until_there_are(world, group, "wanted", ["Pepper", "Salt"])
            nothing_waits(page)
            salt = things(world, group)[1]
            assert (salt["amount"], salt["by"]["person"]) == ("1 kg", "anna"), salt
            # Whoever signs out, hears what that loses.
            to(page, "household")
            page.route("**/things", lambda route: route.abort())
            add(page, "Tea")
            expect(waits(page)).to_have_count(1)
            section(page, "me")
            page.click("button:has-text('Sign out')")
            page.wait_for_selector("dialog >> text=that are not sent yet: 1. They go for good.")
            page.click("dialog button:has-text('Cancel')")
            something_waits(page)
            page.click("button:has-text('Sign out')")
            page.click("dialog button:has-text('Sign out')")
            page.wait_for_selector("text=With a link")
            nothing_waits(page)


# No currency has them; a terminal takes none of them, either.
WRONG_SUMS = [
    "1e3", "abc", "2,50,3", "1 000", "1.000.000", "1,000,000", "1.000,50", "1,000.50", "1'000", "€12",
    "12 €", "EUR 12", "+1", "2.", ".50", ",5", "½", "٣", "２", "0x10",
]


def bills_are_written_as_people_write_money_and_settled(browser, programs, folder):
    with home(programs) as (world, group):
        path = f"groups/{group}"
        with device(browser, "nl-NL") as anna, device(browser) as ben:
            for page, person in [(anna, "anna"), (ben, "ben")]:
                signed_in(page, world.link(person))
                part(page, group, "bills")
            anna.wait_for_selector("text=Nog geen bonnen")
            write_bill(ben, "Dinner", "")
            many = "too many digits"
            none = "no sum of money"
            for wrong, words in [("0", "more than nothing"), ("-0", "more than nothing"), ("--1", none),
                                 ("1000000000.01", "more than one can write"), ("2,505", many),
                                 ("2.505", many), ("1,000", many), ("1.234", many),
                                 *[(text, none) for text in WRONG_SUMS]]:
                ben.get_by_label("Amount EUR").fill(wrong)
                save(ben)
                alert = ben.locator("dialog [role=alert]")
                expect(alert).to_contain_text(words)
                # What is wrong with this one, and not with the one before.
                if words in (many, none):
                    expect(alert).to_contain_text(f"“{wrong}”")
            ben.get_by_label("Amount EUR").fill("2,50")
            save(ben)
            anna.wait_for_selector(".bills li:has-text('Dinner')")
            anna.wait_for_selector("text=Je bent € 1,25 schuldig.")
            # In Dutch it is the same, and own shares sum to the bill.
            anna.click("text=Schrijf een bon")
            anna.get_by_label("Waarvoor", exact=True).fill("Boot")
            anna.get_by_label("Bedrag EUR").fill("1.234,56")
            save(anna)
            anna.wait_for_selector("dialog [role=alert]:has-text('is geen bedrag')")
            anna.get_by_label("Bedrag EUR").fill("1234.56")
            anna.check("text=Ieder een eigen bedrag")
            own = anna.locator(".shares input")
            own.nth(0).fill("1.000")
            save(anna)
            anna.wait_for_selector("dialog [role=alert]:has-text('te veel cijfers')")
            own.nth(0).fill("1000")
            save(anna)
            anna.wait_for_selector("dialog [role=alert]:has-text('234,56 is nog van niemand')")
            own.nth(1).fill("234,56")
            anna.wait_for_selector("text=Dat is alles.")
            save(anna)
            ben.wait_for_selector("text=You owe €233.31.")
            # It is settled by a click, which can be taken back.
            toasts_stay(ben)
            ben.click("button:has-text('Paid back')")
            anna.wait_for_selector("text=Alles is vereffend.")
            undo(ben)
            ben.wait_for_selector("text=You owe €233.31.")
            ben.click("button:has-text('Paid back')")
            anna.wait_for_selector("text=Alles is vereffend.")
            # Only who wrote it changes it.
            expect(ben.locator(".bills li:has-text('Boot') button")).to_have_count(0)
            ben.click("button[aria-label='Edit: Dinner']")
            expect(ben.get_by_label("Amount EUR")).to_have_value("2.50")
            ben.get_by_label("Amount EUR").fill("5")
            save(ben)
            anna.wait_for_selector("text=Je bent € 1,25 schuldig.")
            # One that is removed meanwhile can be written anew.
            ben.click("button[aria-label='Edit: Dinner']")
            ben.get_by_label("Amount EUR").fill("6")
            dinner = api(world, "ben", "GET", f"{path}/bills")["bills"]
            dinner = next(one["id"] for one in dinner if one["what"] == "Dinner")
            api(world, "ben", "DELETE", f"{path}/bills/{dinner}")
            save(ben)
            ben.wait_for_selector("dialog [role=alert]:has-text('The bill was removed meanwhile.')")
            ben.click("dialog button:has-text('Add it anew')")
            anna.wait_for_selector("text=Je bent € 1,75 schuldig.")
            ben.click("button[aria-label='Remove: Dinner']")
            save(ben)
            expect(anna.locator(".bills li:has-text('Dinner')")).to_have_count(0)
            # Money that comes back has a minus; its own shares need none.
            write_bill(ben, "Boot, back", "-10")
            ben.check("text=To each an amount of their own")
            own = ben.locator(".shares input")
            own.nth(0).fill("-7")
            ben.wait_for_selector("text=€3.00 is nobody’s yet.")
            own.nth(1).fill("4")
            ben.wait_for_selector("text=The shares are €1.00 more than the bill.")
            own.nth(1).fill("3")
            ben.wait_for_selector("text=That is all of it.")
            save(ben)
            expect(anna.locator(".bills li:has-text('Boot, back')")).to_contain_text("€ -10,00")
            back = next(one for one in api(world, "ben", "GET", f"{path}/bills")["bills"]
                        if one["what"] == "Boot, back")
            assert back["amount"] == -1000, back
            assert sorted(one["amount"] for one in back["shares"]) == [-700, -300], back
            ben.click("button[aria-label='Edit: Boot, back']")
            expect(ben.get_by_label("Amount EUR")).to_have_value("-10.00")
            save(ben)
            ben.wait_for_selector("dialog", state="detached")
            ben.click("button[aria-label='Remove: Boot, back']")
            save(ben)
            expect(anna.locator(".bills li:has-text('Boot, back')")).to_have_count(0)
            balances = api(world, "anna", "GET", f"{path}/balances")["balances"]
            assert sum(one["balance"] for one in balances) == 0
            # A list that was longer than one reading.
            for index in range(120):
                api(world, "ben", "POST", f"{path}/bills", {"what": f"Bill {index}", "amount": 2})
            expect(ben.locator(".bills > li")).to_have_count(100)
            ben.click("text=Earlier ones")
            expect(ben.locator(".bills > li")).to_have_count(122)


def a_currency_has_its_own_digits(browser, programs, folder):
    with running(programs) as world:
        api(world, None, "POST", "people", {"name": "Anna"})
        for currency, right, wrong, words in [
                ("JPY", [("1250", 1250)], ["2.5", "1,000"], "whole numbers only"),
                ("KWD", [("2,505", 2505), ("1.000", 1000), ("2.5", 2500)], ["2.5055"], "at most 3")]:
            group = api(world, "anna", "POST", "groups", {
                "kind": "household", "name": currency, "currency": currency})["id"]
            with device(browser) as page:
                signed_in(page, world.link("anna"))
                part(page, group, "bills")
                for index, (typed, units) in enumerate(right):
                    page.click("button:has-text('Write a bill')")
                    page.get_by_label("For what", exact=True).fill(f"Bill {index}")
                    for other in wrong:
                        page.get_by_label(f"Amount {currency}").fill(other)
                        save(page)
                        expect(page.locator("dialog [role=alert]")).to_contain_text(words)
                    page.get_by_label(f"Amount {currency}").fill(typed)
                    save(page)
                    # What waits to be sent cannot be changed yet.
                    edit = f"button[aria-label='Edit: Bill {index}']"
                    page.wait_for_selector(edit)
                    bills = api(world, "anna", "GET", f"groups/{group}/bills")["bills"]
                    amount, = [one["amount"] for one in bills if one["what"] == f"Bill {index}"]
                    assert amount == units, (typed, amount)
                    # It stands in the field as one can type it.
                    page.click(edit)
                    save(page)
                    page.wait_for_selector("dialog", state="detached")


def the_calendar_is_kept_together(browser, programs, folder):
    with home(programs) as (world, group):
        path = f"groups/{group}"
        api(world, "anna", "POST", f"{path}/places", {"name": "Garden", "lat": 52.37, "lon": 4.9})
        zone = "Europe/Amsterdam"
        with device(browser, zone=zone) as anna, device(browser, zone=zone) as ben:
            for page, person in [(anna, "anna"), (ben, "ben")]:
                signed_in(page, world.link(person))
                part(page, group, "calendar?day=2027-03-28")
            anna.click("button:has-text('Add an event')")
            anna.get_by_label("What", exact=True).fill(HOSTILE[0])
            anna.get_by_label("Begins").fill("2027-03-28T01:30")
            anna.get_by_label("Ends").fill("2027-03-28T03:30")
            anna.get_by_label("Where").select_option(label="Garden")
            anna.check("dialog label:has-text('Ben')")
            save(anna)
            expect(ben.locator(".events li")).to_contain_text("01:30 to 03:30")
            expect(ben.locator(".events li")).to_contain_text("Garden")
            event, = api(world, "ben", "GET", f"{path}/events")["events"]
            # The clocks go forward that night: it takes an hour.
            assert event["start"].startswith("2027-03-28T00:30:00") and event["end"].startswith("2027-03-28T01:30:00"), event
            assert event["zone"] == "Europe/Amsterdam" and event["where"]["lat"] == 52.37, event
            assert [one["person"] for one in event["people"]] == ["ben"], event
            ben.click("button:has-text('Edit')")
            ben.check("text=Whole days")
            ben.get_by_label("First day").fill("2027-03-30")
            expect(ben.get_by_label("Last day")).to_have_value("2027-03-30")
            ben.get_by_label("Last day").fill("2027-04-02")
            save(ben)
            ben.wait_for_selector("h2:has-text('30 March')")
            anna.wait_for_selector("button[aria-label*='31 March'][aria-label*='1 event']")
            # By keyboard, from day to day and into the next month.
            anna.focus(".month [aria-current=true]")
            for key in ["ArrowDown", "ArrowLeft", "ArrowLeft"]:
                anna.keyboard.press(key)
            anna.wait_for_selector(".stack h2:has-text('2 April')")
            anna.wait_for_selector(".month-part h2:has-text('April 2027')")
            expect(anna).to_have_url(re.compile("day=2027-04-02"))
            expect(anna.locator(".events li")).to_have_count(1)
            ben.click("button:has-text('Edit')")
            ben.get_by_label("Note").fill("Bring boots")
            anna.click("button:has-text('Remove')")
            save(anna)
            expect(anna.locator(".events li")).to_have_count(0)
            # What Ben has typed is not lost.
            save(ben)
            ben.wait_for_selector("dialog [role=alert]:has-text('The event was removed meanwhile.')")
            ben.click("dialog button:has-text('Add it anew')")
            expect(anna.locator(".events li")).to_contain_text("Bring boots")
            again, = api(world, "ben", "GET", f"{path}/events")["events"]
            assert again["people"] == event["people"] and again["where"] == event["where"], again
            assert (again["start"], again["end"]) == ("2027-03-30", "2027-04-02"), again
            # Nor what waited.
            ben.route("**/events/*", lambda route: route.abort())
            ben.click("button:has-text('Edit')")
            ben.get_by_label("Note").fill("Bring gloves")
            save(ben)
            expect(waits(ben)).to_contain_text("Waits to be sent")
            api(world, "anna", "DELETE", f"{path}/events/{again['id']}")
            ben.unroute("**/events/*")
            ben.click("button:has-text('Send now')")
            expect(waits(ben)).to_contain_text("The event was removed meanwhile.")
            ben.click("button[aria-label^='Add it anew']")
            expect(anna.locator(".events li")).to_contain_text("Bring gloves")
            expect(waits(ben)).to_have_count(0)
            # The link for other calendars.
            anna.click("button:has-text('Make a link')")
            link = anna.locator("input[readonly]")
            link.wait_for()
            assert link.input_value().endswith(".ics")
            assert api(world, "anna", "GET", f"{path}/calendar")["exists"]
            anna.click("button:has-text('End the link')")
            anna.wait_for_selector("button:has-text('Make a link')")
            assert not api(world, "anna", "GET", f"{path}/calendar")["exists"]


def one_without_a_household_finds_the_way_to_one(browser, programs, folder):
    with running(programs) as world:
        api(world, None, "POST", "people", {"name": "Anna"})
        with at_household(browser, world) as page:
            page.wait_for_selector("text=You are in no household yet")
            page.click("a:has-text('Make a household')")
            page.wait_for_selector("text=A new household")
            first = api(world, "anna", "POST", "groups", {"kind": "household", "name": "Home"})["id"]
            second = api(world, "anna", "POST", "groups", {"kind": "household", "name": "Boat"})["id"]
            to(page, "household")
            page.click("a:has-text('Boat')")
            page.wait_for_selector("h1:has-text('Boat')")
            expect(page).to_have_url(re.compile(f"/household/{second}$"))
            page.click(".chips button:has-text('Home')")
            page.wait_for_selector("h1:has-text('Home')")
            # The one that was looked at last.
            to(page, "map")
            to(page, "household")
            page.wait_for_selector("h1:has-text('Home')")
            opened(page, f"{origin_of(page)}/household/nobodys")
            page.wait_for_selector("text=nothing at this address")
            # All by keyboard.
            part(page, first)
            page.focus(".add-thing input")
            page.keyboard.type("Milk")
            page.keyboard.press("Enter")
            row(page, "Milk").wait_for()
            page.wait_for_function("() => document.activeElement.matches('.add-thing input')")
            page.focus(".tick")
            page.keyboard.press("Enter")
            expect(rows(page)).to_have_count(0)


def many_things_are_drawn_at_once(browser, programs, folder):
    with home(programs) as (world, group):
        for index in range(1000):
            api(world, "anna", "POST", f"groups/{group}/things", {"text": f"Thing {index}"})
        with device(browser) as page:
            signed_in(page, world.link("anna"))
            part(page, group)
            row(page, "Thing 999").wait_for()
            page.click("button[aria-label='Bought: Thing 500']")
            expect(page.locator("button[aria-label='Bought: Thing 500']")).to_have_count(0)
            expect(rows(page)).to_have_count(999)


CHECKS = [
    each_part_fits_every_width_in_light_and_dark,
    the_list_is_filled_and_ticked_off_by_two_at_once,
    what_changes_elsewhere_costs_a_list_nothing,
    what_another_has_bought_meanwhile_is_bought_once,
    a_minute_without_a_network_loses_and_doubles_nothing,
    an_answer_that_is_lost_makes_nothing_twice,
    what_a_proxy_answers_for_the_gateway_loses_nothing,
    a_session_that_ends_loses_nothing_that_was_written,
    what_waits_from_the_page_before_this_one_arrives_once,
    bills_are_written_as_people_write_money_and_settled,
    a_currency_has_its_own_digits,
    the_calendar_is_kept_together,
    one_without_a_household_finds_the_way_to_one,
    many_things_are_drawn_at_once,
]
