"""The page of the gateway: the ways in, and what is there for whoever has signed in."""

import re

from playwright.sync_api import expect
from world import device, look, opened, running, section, signed_in, to

HOSTILE = ["<img src=x onerror=alert(1)>", "\u202eabc \u05e9\u05dc\u05d5\u05dd", "x" * 80]


def each_view_fits_every_width_in_light_and_dark(browser, programs, folder):
    with running(programs) as gateway:
        gateway.ask("people", "add", "Anna", "--admin")
        group = gateway.ask("groups", "add", "household", HOSTILE[2], "--admin", "anna")["id"]
        invitation = gateway.ask("groups", "invite", HOSTILE[2])["url"]
        with device(browser) as page, device(browser, "nl-NL") as other:
            opened(page, gateway.link("anna"))
            look(page, "join")
            opened(other, invitation)
            look(other, "invitation")
            invited = other.inner_text("h1")
            # The same document: only what stands behind # is another.
            other.goto(invitation[:-1] + ("A" if invitation[-1] != "A" else "B"))
            expect(other.locator("h1")).not_to_have_text(invited)
            look(other, "over")
            opened(other, "/".join(invitation.split("/")[:3]))
            other.click("text=Code tonen")
            other.wait_for_selector("output")
            look(other, "sign in")
            other.fill("input >> nth=-1", HOSTILE[0])
            other.click("text=Aanvragen")
            other.wait_for_selector("text=Niet wachten")
            signed_in(page, page.url)
            section(page, f"groups/{group}")
            page.click("text=Make a link")
            page.wait_for_selector("svg.qr")
            look(page, "a link for a household")
            section(page, "sessions")
            page.click("text=A link for another device")
            page.wait_for_selector("svg.qr")
            look(page, "a link for another device")
            section(page, "people")
            page.wait_for_selector("button:has-text('Let in')")
            look(page, "who asks")


def a_link_works_once_and_leaves_the_address(browser, programs, folder):
    with running(programs) as gateway:
        link = gateway.ask("people", "add", HOSTILE[0])["link"]["url"]
        with device(browser) as page, device(browser) as other:
            opened(page, link)
            expect(page.locator("h1")).to_have_text(f"Sign in as {HOSTILE[0]} on this device?")
            expect(page.locator("input")).to_have_value(re.compile("on Linux"))
            page.click("text=Sign in >> nth=-1")
            page.wait_for_selector("nav")
            expect(page).to_have_url(re.compile("^[^#]*/$"))
            to(page, "settings")
            section(page, "me", f"You are signed in as {HOSTILE[0]}")
            page.go_back()
            page.go_back()
            page.go_back()
            expect(page).to_have_url(re.compile("^[^#]*$"))
            opened(other, link)
            expect(other.locator("h1")).to_have_text("This link is not good any more")
            expect(other).to_have_url(re.compile("^[^#]*$"))


def a_second_device_signs_in_by_a_code(browser, programs, folder):
    with running(programs) as gateway:
        link = gateway.ask("people", "add", "Anna")["link"]["url"]
        with device(browser) as first, device(browser) as second:
            signed_in(first, link)
            section(first, "sessions")
            opened(second, "/".join(link.split("/")[:3]))
            second.fill("input >> nth=0", HOSTILE[1])
            second.keyboard.press("Enter")
            second.wait_for_selector("output:not(:empty)")
            code = second.inner_text("output")
            first.fill("input[placeholder]", code.lower())
            first.keyboard.press("Enter")
            second.wait_for_selector("nav")
            section(second, "me", "You are signed in as Anna")
            # It is seen at once, and can be ended.
            first.wait_for_selector("section li button:text-is('End')")
            first.click("section li button:text-is('End')")
            first.wait_for_selector("section li button:text-is('End')", state="detached")
            second.reload()
            second.wait_for_selector("text=With a link")


def somebody_asks_for_an_account_is_let_in_and_joins_a_household(browser, programs, folder):
    with running(programs) as gateway:
        link = gateway.ask("people", "add", "Anna", "--admin")["link"]["url"]
        with device(browser) as anna, device(browser) as ben:
            signed_in(anna, link)
            section(anna, "people")
            opened(ben, "/".join(link.split("/")[:3]))
            ben.fill("input[autocomplete=name]", "Ben")
            ben.keyboard.press("Enter")
            ben.wait_for_selector("text=You have asked")
            ben.reload()
            ben.wait_for_selector("text=You have asked")
            anna.click("button:has-text('Let in')")
            anna.click("dialog button:has-text('Let in')")
            ben.wait_for_selector("nav")
            section(anna, "groups")
            anna.fill("form input >> nth=0", "Home")
            anna.keyboard.press("Enter")
            anna.click("text=Make a link")
            anna.wait_for_selector("svg.qr")
            invitation = anna.input_value("input[readonly]")
            opened(ben, invitation)
            expect(ben.locator("h1")).to_have_text("Anna invites you to the household Home")
            ben.click("text=Join as Ben")
            ben.wait_for_selector("nav")
            section(ben, "groups", "members: 2")
            anna.wait_for_selector("text=members: 2")
            section(ben, "me")
            ben.click("button:has-text('Sign out')")
            ben.wait_for_selector("text=With a link")


def it_works_by_keyboard_alone(browser, programs, folder):
    with running(programs) as gateway:
        link = gateway.ask("people", "add", "Anna")["link"]["url"]
        with device(browser) as page:
            opened(page, link)
            for _ in range(2):
                page.keyboard.press("Tab")
                outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
                assert outline == "solid", "one does not see what has the focus"
            page.keyboard.press("Enter")
            page.wait_for_selector("nav")
            page.wait_for_function("() => document.activeElement.localName === 'h1'")


CHECKS = [
    each_view_fits_every_width_in_light_and_dark,
    a_link_works_once_and_leaves_the_address,
    a_second_device_signs_in_by_a_code,
    somebody_asks_for_an_account_is_let_in_and_joins_a_household,
    it_works_by_keyboard_alone,
]
