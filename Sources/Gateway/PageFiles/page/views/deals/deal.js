// /deals/N: a deal, with what people say of it; for those whose it is, also who has reserved it.

import { ask } from "../../base/api.js";
import { moment } from "../../base/dates.js";
import {
  announce, badge, button, confirmed, facts, lines, make, websiteLink,
} from "../../base/elements.js";
import { askToRemove, listSection, name, row } from "../../base/lists.js";
import { isAbout, soon, upToDate } from "../../base/live.js";
import { geoLink, hoursFact, routeLink, sayWays, wayTo, whereOneIs } from "../../base/places.js";
import { say } from "../../base/words.js";
import { smallMap } from "../../map/small.js";
import { addressOf, placeIn } from "../organisation/organisations.js";
import { starsOf, tipsPart } from "../tips.js";
import { dealForm, dealPicture } from "./form.js";
import { atNextMoment, leftWords, stateOf } from "./rows.js";

export async function dealView(view, number) {
  const { me, go } = view;
  let deal = null, map = null, reservations = null, isEditing = false, isEnded = false;
  let isPressed = false, shown = "", stop = () => {};
  const title = make("h1", {}, say("places.loading"));
  const main = make("div", { class: "sections deal-view" });
  const left = make("div", { class: "stack" });
  const said = make("p", { role: "status" });
  const tips = tipsPart(`deal/${number}`, { isOfDeal: true });
  const here = whereOneIs(() => {
    sayWays(main, here.at);
    map?.move();
  });
  const path = `deals/${encodeURIComponent(number)}`;
  /** Of an organisation, for whoever looks after it there: its path in /api. */
  const managed = () => deal.is_manager && deal.group !== undefined
    ? `groups/${encodeURIComponent(deal.group)}/${path}` : null;
  const state = upToDate(async () => {
    const [found] = await Promise.all([
      ask("GET", path), here.read(),
      // A deal without them is a deal still.
      tips.read().catch((error) => { if (error.isAway) throw error; }),
    ]);
    deal = found;
    const own = managed();
    if (!own) reservations = null;
    else if (reservations) await reservations.refresh();
    else reservations = await reservationsPart(`${own}/reservations`);
    stop();
    stop = atNextMoment([deal], () => { shown = ""; state.refresh(); });
    draw();
  });

  function draw() {
    const now = JSON.stringify({ ...deal, distance: null });
    if (isEnded || isEditing || now === shown) return;
    shown = now;
    title.replaceChildren(make("bdi", {}, deal.name));
    document.title = `${deal.name} · geofenced`;
    // Nobody says how it was who has not had it.
    tips.allow(deal.reserved_by_me && new Date(deal.starts) <= Date.now());
    left.replaceChildren(about(), ...(reservations ? [reservations.element] : []));
    if (!map) {
      map = smallMap(
        { ...deal, kind: "deal" }, say("place.map", { name: deal.name }), () => here.at);
      // What somebody types of it stays as it is.
      main.replaceChildren(left, make("div", { class: "stack" }, map.element, tips.element));
      if (main.isConnected) map.drawn();
    }
    sayWays(main, here.at);
    // The button that was pressed has another in its place.
    if (isPressed && document.activeElement === document.body) {
      main.querySelector("[data-focus]")?.focus({ preventScroll: true });
    }
    isPressed = false;
  }

  function about() {
    const state = stateOf(deal);
    let action = null;
    if (deal.reserved_by_me) action = button(say("deals.release"), () => act("release"));
    else if (state === "open") {
      action = button(say("deals.reserve"), () => act("reserve"), { main: true });
    }
    if (action) action.dataset.focus = "action";
    const company = make("bdi", {}, deal.company);
    const isMember = me.groups.some((group) => group.id === deal.group);
    const where = deal.address ?? `${deal.lat.toFixed(5)},${deal.lon.toFixed(5)}`;
    return make("section", { "aria-label": say("deals.about") },
      make("p", { class: "kind" },
        isMember ? make("a", { href: `${addressOf(deal.group)}/deals` }, company) : company,
        badge(deal.category)),
      deal.picture ? dealPicture(deal) : null,
      deal.reserved_by_me ? make("p", { class: "good" }, say("deals.reserved")) : null,
      state === "open" || deal.reserved_by_me && state === "full" ? null
        : make("p", { class: "not-now" }, say(`deals.${state}`)),
      action, said,
      deal.description ? lines(deal.description) : null,
      facts(
        [say("deals.when"),
          say("deals.span", { from: moment(deal.starts), until: moment(deal.ends) })],
        [say("deals.many"), deal.capacity
          ? [say("deals.of", deal), state === "open" ? leftWords(deal) : null]
            .filter(Boolean).join(" · ")
          : state === "open" ? say("deals.anyNumber") : null],
        [say("deals.where"), ...(deal.site_name ? [make("bdi", {}, deal.site_name), " · "] : []),
          make("bdi", {}, where)],
        here.at || deal.distance !== undefined ? [say("place.from"), wayTo(deal)] : null,
        hoursFact(deal.opening_hours),
        [say("deals.website"), deal.website ? websiteLink(deal.website) : null],
      ),
      make("div", { class: "buttons" },
        routeLink(deal, deal.name),
        geoLink(deal, deal.name),
        make("a", {
          class: "button", href: `/map?region=${encodeURIComponent(`deal/${deal.id}`)}`,
        }, say("place.onMap"))),
      managed() ? managing(state) : me.person.admin ? administering() : null);
  }

  /** Twice is as once: who has it already has it, and who has none has given it back. */
  async function act(action) {
    isPressed = true;
    try {
      deal = await ask("POST", `${path}/${action}`, {});
    } catch (error) {
      if (error.status !== 409) throw error;
      deal = await ask("GET", path);
      if (action === "reserve" && !deal.reserved_by_me) {
        said.textContent = say(stateOf(deal) === "over" ? "deals.overNow" : "deals.taken");
        return draw();
      }
    }
    said.textContent = action === "release" ? say("deals.released") : "";
    if (action === "reserve") announce(say("deals.reserved"));
    draw();
  }

  // MARK: Looking after it

  /** What an admin of its organisation does with it. */
  function managing(state) {
    const own = managed();
    return make("div", { class: "buttons" },
      button(say("deals.edit"), edit),
      state === "open" || state === "full" ? button(say("deals.endNow"), async () => {
        const { ends } = deal;
        await ask("POST", `${own}/end`);
        await refresh();
        // Its button is gone.
        title.focus({ preventScroll: true });
        announce(say("deals.endedNow", deal), {
          undo: async () => {
            await ask("PATCH", own, { ends });
            await refresh();
          },
        });
      }) : null,
      button(say("rows.remove"), () => askToRemove(
        say("deals.removeTitle", deal), removeWords(deal), say("rows.remove"), async () => {
          await ask("DELETE", own);
          await go("/deals", { replaces: true });
        }), { style: "danger" }));
  }

  /** What an admin of this machine does; what an organisation says is not for them to change. */
  function administering() {
    return make("div", { class: "buttons" },
      deal.group ? null : button(say("deals.edit"), edit),
      button(say("deals.end"), async () => {
        if (!await confirmed(deal.name, say("deals.endSure"), say("deals.endYes"))) return;
        await ask("DELETE", path);
        announce(say("deals.ended", { name: deal.name }));
        await go("/deals", { replaces: true });
      }, { style: "danger" }));
  }

  async function edit() {
    const organisation = managed() ? await placeIn(deal.group, view) : null;
    isEditing = true;
    const done = async () => {
      isEditing = false;
      shown = "";
      made.end();
      await refresh();
      title.focus({ preventScroll: true });
    };
    const made = dealForm(deal, {
      organisation, cancel: done,
      done: () => {
        announce(say("place.saved"));
        return done();
      },
    });
    map?.end();
    map = null;
    main.replaceChildren(make("section", {}, make("h2", {}, say("deals.edit")), made.form));
    made.drawn();
    made.form.querySelector("input").focus();
  }

  const refresh = () => state.refresh();
  await soon(refresh());
  return {
    body: [
      make("header", {}, title, make("a", { class: "button", href: "/deals" }, say("deals.back"))),
      state.element, main,
    ],
    hears: {
      change: (change) => { if (isAbout(change, "deals", "tips")) refresh(); },
      device: here.hears, back: refresh,
    },
    drawn: () => map?.drawn(),
    end: () => {
      isEnded = true;
      stop();
      state.end();
      map?.end();
    },
  };
}

/** What goes with a deal that is removed. */
function removeWords({ reserved }) {
  if (reserved === 0) return say("deals.removeNone");
  return reserved === 1 ? say("deals.removeOne") : say("deals.removeMany", { count: reserved });
}

/** Who has reserved, since when, and how they found it. */
async function reservationsPart(path) {
  const summary = make("p", { class: "faint" });
  const part = await listSection(say("deals.reservations"), {
    none: say("deals.noReservations"),
    read: async () => {
      const { reserved, capacity, people } = await ask("GET", path);
      summary.textContent = capacity ? say("deals.of", { reserved, capacity }) : "";
      summary.hidden = !capacity;
      // People have no ids here, and some have the same name.
      return people.map((person, id) => ({ ...person, id }));
    },
    words: (person) => person.name,
    row: (person) => row(
      [name(person.name), ...(person.rating ? [" ", starsOf(person.rating)] : [])],
      [
        say("deals.reservedSince", { time: moment(person.reserved) }),
        person.text ? make("span", { class: "lines", dir: "auto" }, person.text) : null,
      ]),
  });
  part.element.querySelector("h2").after(summary);
  return part;
}
