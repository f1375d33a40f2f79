"""Messages as they come: the stream that tabs share, notifications, and a minute without a network."""

import contextlib
import datetime
import functools
import re

from api import api, known, send
from browser import check_accessible, evaluated, launched
from patience import until, until_is
from playwright.sync_api import expect
from world import (
    World, device, kept_answer, kept_files, look, opened, running, signed_in, to,
    toasts_stay, undo,
)

# Names, and a part of each that is shown.
HOSTILE = {
    "<img src=x onerror=alert(1)>": "<img src=x onerror=alert(1)>",
    "\u202eabc \u05e9\u05dc\u05d5\u05dd": "abc", "x" * 80: "x" * 80,
}

COUNT = "document.querySelector('.to-messages .count')?.firstChild.textContent ?? '0'"


class Walk(World):
    """Anna's phone, which is at a new deal whenever a check wants it to be told something."""

    deals = 0

    def __init__(self, programs, folder):
        super().__init__(programs, folder)
        api(self, None, "POST", "people", {"name": "Ben"})
        api(self, None, "POST", "phones", {"name": "Phone", "id": "phone", "owner": "anna"})
        known(self, "phone")

    def tell(self, name=None):
        """Returns the name of the deal."""
        self.deals += 1
        name = name or f"Deal {self.deals}."
        self.ctl("deals", "add", "--name", name, "--company", "Café", "--category", "food",
                 "--at", "52.3,4.7", "--until", "+1h")
        time = datetime.datetime.now(datetime.UTC).isoformat()
        answer = send(self.control, "POST", "/v1/devices/phone/positions",
                      {"time": time, "lat": 52.3, "lon": 4.7, "accuracy": 5})
        assert len(answer["notices"]) == 1, answer
        return name

    def unread(self):
        """How many messages Anna has not read."""
        return api(self, "anna", "GET", "messages?limit=1")["unread"]

    def arrived(self):
        """The name of a new deal of which Anna has a message."""
        name = self.tell()
        until(f"there should be a message of {name}",
              lambda: [one["title"] for one in api(self, "anna", "GET", "messages")["messages"]],
              lambda titles: name in titles)
        return name


@contextlib.contextmanager
def at_messages(browser, walk, person="anna", **options):
    with device(browser, **options) as page:
        signed_in(page, walk.link(person))
        to(page, "messages")
        yield page


def arrives(page, name):
    """Waits until a message is on the list."""
    page.wait_for_selector(f".message:has-text('{name}')")


def streams(page):
    """Counts the requests for the stream of all pages of the browser."""
    asked = []
    page.context.on(
        "request", lambda request: request.url.endswith("/api/events") and asked.append(request))
    return asked


def a_message_is_there_within_a_second(walk, browser):
    with at_messages(browser, walk) as page:
        page.evaluate("""async () => {
            const { hear } = await import("/base/events.js");
            hear("message", (message) => { window.late = Date.now() - new Date(message.made); });
        }""")
        before = walk.unread()
        until_is("what the bell counts", lambda: int(page.evaluate(COUNT)), before)
        name = walk.tell()
        arrives(page, name)
        until_is("what the bell counts", lambda: int(page.evaluate(COUNT)), before + 1)
        expect(page).to_have_title(re.compile(rf"^\({before + 1}\) Messages"))
        page.click("text=Mark all as read")
        page.wait_for_selector(".to-messages .count", state="detached")
        # They keep their place until the view is opened again; then each stands below its day.
        expect(page.locator(".day").first).to_have_text("Unread")
        to(page, "settings")
        to(page, "messages")
        expect(page.locator(".day").first).to_have_text("today")
        # One may find the machine busy; if the page had to ask for them, all would be late.
        until("a message should be there within a second, in milliseconds",
              lambda: lateness(page, walk.tell()), lambda late: late < 1000)


def lateness(page, name):
    """Milliseconds after which the page has heard of a message."""
    arrives(page, name)
    return page.evaluate("window.late")


def it_goes_on_after_the_gateway_and_the_daemon_were_away(walk, browser):
    with at_messages(browser, walk) as page, at_messages(browser, walk) as other:
        walk.end_gateway()
        page.wait_for_selector("text=No connection since")
        check_accessible(page)
        name = walk.tell()
        walk.start()
        for each in (page, other):
            arrives(each, name)
            each.wait_for_selector("#away", state="hidden")
        walk.end_daemon()
        page.wait_for_selector("text=A part of the service is away since")
        walk.start_daemon()
        page.wait_for_selector("#away", state="hidden")
        known(walk, "phone")
        arrives(page, walk.tell())


def tabs_share_one_stream(walk, browser):
    with device(browser) as first:
        asked = streams(first)
        signed_in(first, walk.link("anna"))
        to(first, "messages")
        others = [first.context.new_page() for _ in range(3)]
        for each in others:
            opened(each, first.url)
        until_is("how often the stream was asked for", lambda: len(asked), 1, first)
        name = walk.tell()
        for each in [first, *others]:
            arrives(each, name)
        first.close()
        # One of those that are left leads.
        name = walk.tell()
        for each in others:
            arrives(each, name)
        until_is("how often the stream was asked for", lambda: len(asked), 2, others[0])


# As a browser has it where the page is neither behind HTTPS nor on this machine.
NO_LOCKS = "Object.defineProperty(Navigator.prototype, 'locks', { value: undefined })"
# Counts how often a tab hears of a message.
COUNT_HEARD = """async () => {
    const { hear } = await import("/base/events.js");
    window.heard = 0;
    hear("message", () => { window.heard += 1; });
}"""


def tabs_share_one_stream_also_without_locks(walk, browser):
    with device(browser) as first:
        first.context.add_init_script(NO_LOCKS)
        signed_in(first, walk.link("anna"))
        tabs = [first, *(first.context.new_page() for _ in range(2))]
        for each in tabs[1:]:
            opened(each, first.url)
        one_leads(tabs)
        for each in tabs:
            each.evaluate(COUNT_HEARD)
        walk.tell()
        heard_of(tabs, 1)
        # When that one goes, another one leads.
        gone, = (each for each in tabs if leads(each))
        tabs.remove(gone)
        gone.goto("about:blank")
        one_leads(tabs)
        walk.tell()
        heard_of(tabs, 2)


def leads(page):
    return page.evaluate("async () => (await import('/base/events.js')).isLeading()")


def one_leads(tabs):
    until_is("how many tabs lead", lambda: sum(leads(each) for each in tabs), 1)


def heard_of(tabs, count):
    until_is("how many messages were heard", lambda: [
        each.evaluate("() => window.heard") for each in tabs], [count] * len(tabs))


def reloads_leave_a_seat_for_the_next(walk, browser):
    with at_messages(browser, walk) as page:
        refused = []
        page.on("response", lambda response: response.status == 429 and refused.append(response))
        for _ in range(30):
            page.reload(wait_until="domcontentloaded")
        page.wait_for_selector("h1")
        arrives(page, walk.tell())
        assert not refused, refused


def a_notification_can_be_acted_on(walk, browser):
    with with_notifications(browser, walk.link("anna")) as (page, worker):
        to(page, "messages")
        name = walk.tell()
        arrives(page, name)
        shown = shown_notification(page, worker, name)
        assert shown["actions"][:2] == ["route", "mute"], shown
        assert "away" in shown["body"] or "there" in shown["body"], shown

        # Not this one again, with the page in front: it is said there, and can be undone.
        toasts_stay(page)
        click(worker, name, "mute")
        page.wait_for_selector(f"text=You will not be told of {name} again.")
        assert [mute["title"] for mute in mutes(page)] == [name]
        undo(page)
        page.wait_for_selector(".toast", state="detached")
        assert mutes(page) == []

        name = walk.tell()
        arrives(page, name)
        shown_notification(page, worker, name)
        click(worker, name, "explain")
        page.wait_for_url("**/map?why=deal*")
        name = walk.tell()
        shown_notification(page, worker, name)
        click(worker, name, "")
        page.wait_for_url("**/messages/*")
        page.wait_for_selector(f".message:not(.unread):has-text('{name}')")
        name = walk.tell()
        shown_notification(page, worker, name)
        click(worker, name, "route")
        page.wait_for_url("**/route?to=*")

        # With no page in front, a notification says so.
        name = walk.tell()
        shown_notification(page, worker, name)
        address = page.url
        page.goto("about:blank")
        click(worker, name, "mute")
        said = f"You will not be told of {name} again."
        assert shown_notification(worker, worker, said)["actions"] == ["unmute"]
        opened(page, address)
        assert [mute["title"] for mute in mutes(page)] == [name]
        click(worker, said, "unmute")
        page.wait_for_function(
            "() => fetch('/api/mutes').then(it => it.json()).then(it => it.mutes.length === 0)")


def mutes(page):
    return page.evaluate("fetch('/api/mutes').then(it => it.json()).then(it => it.mutes)")


# In a page, and in its worker: notes what they have shown. Chromium forgets a notification of which
# somebody asks while it is on its way. An empty page has no workers.
NOTES_SHOWN = """if (self.ServiceWorkerRegistration) {
    const { prototype } = ServiceWorkerRegistration;
    const { showNotification } = prototype;
    self.shown = [];
    prototype.showNotification = async function (title, ...more) {
        await showNotification.call(this, title, ...more);
        self.shown.push(title);
    };
}"""


@contextlib.contextmanager
def with_notifications(browser, link):
    """A page, and its service worker, once that does its work."""
    with device(browser, worker=True, permissions=["notifications"]) as page:
        page.add_init_script(NOTES_SHOWN)
        signed_in(page, link)
        kept_files(page)
        worker = until("there should be a worker", lambda: page.context.service_workers, page=page)[0]
        worker.evaluate(f"() => {{ {NOTES_SHOWN} }}")
        yield page, worker


def shown_notification(by, worker, title):
    """Waits for it; `by`: the page or the worker that shows it."""
    until(f"there should be a notification {title}", lambda: by.evaluate("self.shown"),
          lambda shown: title in shown)
    return until(f"there should be a notification {title}", lambda: notifications(worker),
                 lambda shown: title in shown)[title]


def notifications(worker):
    return worker.evaluate("""async () => {
        const shown = await registration.getNotifications();
        return Object.fromEntries(shown.map(({ title, body, actions }) =>
            [title, { body, actions: actions.map((one) => one.action) }]));
    }""")


def click(worker, title, action):
    """As a person does; the browser of a check has no desktop."""
    worker.evaluate("""async ([title, action]) => {
        const shown = await registration.getNotifications();
        const notification = shown.find((one) => one.title === title);
        dispatchEvent(new NotificationEvent("notificationclick", { notification, action }));
    }""", [title, action])


def a_minute_without_a_network_shows_what_was_known(walk, browser):
    with device(browser, worker=True) as page:
        signed_in(page, walk.link("anna"))
        kept_files(page)
        name = walk.arrived()
        to(page, "messages")
        arrives(page, name)
        for path, words in [("me", "Anna"), ("messages?limit=50", name)]:
            kept_answer(page, path, words)
        # Whoever looks for something meanwhile, or reads on and on, loses nothing of it.
        evaluated(page, """async () => {
            for (let index = 1; index <= 40; index += 1) {
                await fetch(`/api/catalogue?text=${index}`);
                await fetch(`/api/favourites?near=52,${index}`);
            }
            return true;
        }""")
        page.context.set_offline(True)
        page.reload()
        arrives(page, name)
        page.wait_for_selector("text=No connection: as it was at")
        for view in ("settings", "messages"):
            to(page, view)
        page.context.set_offline(False)
        page.wait_for_selector("#away", state="hidden")
        arrives(page, walk.tell())


def a_page_that_was_reloaded_past_the_worker_has_it_again(walk, browser):
    with device(browser, worker=True) as page:
        signed_in(page, walk.link("anna"))
        kept_files(page)
        # As by shift and the button.
        with page.expect_navigation():
            page.context.new_cdp_session(page).send("Page.reload", {"ignoreCache": True})
        shown = []
        page.on("framenavigated", lambda frame: shown.append(frame.url))
        kept_files(page)
        to(page, "settings")
        # If it was loaded anew, it was there before that.
        until_is("what was shown", lambda: [address.rpartition("/")[2] for address in shown],
                 ["settings"], page)


def signing_out_leaves_nothing_for_the_next(walk, browser):
    with with_notifications(browser, walk.link("anna")) as (page, worker):
        name = walk.tell()
        to(page, "messages")
        arrives(page, name)
        shown_notification(page, worker, name)
        expect(page).to_have_url(re.compile("/messages$"))
        address = page.url
        page.evaluate("fetch('/api/signout', { method: 'POST' }).then(() => true)")
        page.wait_for_selector("text=With a link")
        page.wait_for_function("() => caches.has('answers').then((isThere) => !isThere)")
        page.wait_for_function("() => localStorage.length + sessionStorage.length === 0")
        signed_in(page, walk.link("ben"))
        opened(page, address)
        page.wait_for_selector("text=Nothing yet")
        assert name not in page.content(), page.inner_text("main")
        page.wait_for_function("""() => navigator.serviceWorker.ready
            .then((worker) => worker.getNotifications()).then((shown) => shown.length === 0)""")
        # The page has nothing to do with the worker any more.
        kept_files(page)


def nobody_sees_what_another_is_told(walk, browser):
    with at_messages(browser, walk) as anna, at_messages(browser, walk, "ben") as ben:
        name = walk.tell()
        arrives(anna, name)
        assert name not in ben.content()
        # Ben signs in where Anna is, in another tab: hers goes with it.
        tab = anna.context.new_page()
        signed_in(tab, walk.link("ben"))
        anna.wait_for_selector("text=Nothing yet")
        name = walk.tell()
        with at_messages(browser, walk) as elsewhere:
            arrives(elsewhere, name)
        for each in (anna, tab, ben):
            assert name not in each.content()


def it_works_by_keyboard_alone(walk, browser):
    with at_messages(browser, walk) as page:
        name = walk.tell()
        arrives(page, name)
        page.focus(f"h3:has-text('{name}')")
        for _ in range(8):
            page.keyboard.press("Tab")
            if "not this one again" in focused(page).lower():
                break
        toasts_stay(page)
        page.keyboard.press("Enter")
        page.wait_for_selector(".toast")
        assert mutes(page)[0]["title"] == name
        # What was said stands at the end of the page.
        page.keyboard.press("Escape")
        page.focus(".toast button")
        page.keyboard.press("Enter")
        toasts_stay(page, False)
        page.wait_for_selector(".toast", state="detached")
        assert mutes(page) == []
        page.reload()
        page.wait_for_selector("nav")
        page.keyboard.press("Tab")
        assert focused(page) == "To the contents"
        page.keyboard.press("Tab")
        assert focused(page) == "Map"


def focused(page):
    return page.evaluate("""(document.activeElement.ariaLabel
        ?? document.activeElement.textContent).trim()""")


def it_looks_right_with_none_with_ten_and_with_many(walk, browser):
    with at_messages(browser, walk, "ben") as page:
        look(page, "messages-none")
    with at_messages(browser, walk) as page:
        for name, shown in HOSTILE.items():
            walk.tell(name)
            arrives(page, shown)
        expect(page.locator("main img")).to_have_count(0)
        look(page, "messages")
        toasts_stay(page)
        page.click("text=Not this one again >> nth=0")
        page.wait_for_selector(".toast")
        check_accessible(page)


def without_javascript_it_says_so(walk, browser):
    with device(browser, java_script_enabled=False) as page:
        page.goto("/".join(walk.link("anna").split("/")[:3]))
        # `expect` does not see what is in a <noscript>.
        for part, words in [("main", "needs JavaScript"), ("[lang=nl]", "heeft JavaScript nodig")]:
            until(f"what {part} says", lambda: page.inner_text(part), lambda text: words in text)


def on_walk(check):
    @functools.wraps(check)
    def with_a_walk(browser, programs, folder):
        with running(programs, Walk) as walk:
            check(walk, browser)
    return with_a_walk


def in_whole_browser(check):
    """With notifications."""
    @functools.wraps(check)
    def in_another(walk, browser):
        with launched(browser.browser_type) as whole:
            check(walk, whole)
    return in_another


CHECKS = [on_walk(check) for check in [
    a_message_is_there_within_a_second,
    it_goes_on_after_the_gateway_and_the_daemon_were_away,
    tabs_share_one_stream,
    tabs_share_one_stream_also_without_locks,
    reloads_leave_a_seat_for_the_next,
    in_whole_browser(a_notification_can_be_acted_on),
    a_minute_without_a_network_shows_what_was_known,
    a_page_that_was_reloaded_past_the_worker_has_it_again,
    in_whole_browser(signing_out_leaves_nothing_for_the_next),
    nobody_sees_what_another_is_told,
    it_works_by_keyboard_alone,
    it_looks_right_with_none_with_ten_and_with_many,
    without_javascript_it_says_so,
]]
