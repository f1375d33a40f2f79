// /deals: offers, as a list and on a map. /deals/N: one. /deals/new: for admins.

import { ask } from "./api.js";
import { colourOf, devices, fit, pins } from "./canvas.js";
import {
  announce, badge, button, chips, confirmed, empty, make, moment, showList, straightWay,
} from "./elements.js";
import {
  concerns, editor, facts, fields, geoLink, lines, oneself, sayWays, smallMap, soon, spotMap,
  swatch, upToDate, wayTo, websiteLink, whereOneIs, withMap,
} from "./places.js";
import { say } from "./words.js";

export default function dealsView(state) {
  const [number] = state.path;
  if (number === "new" && state.me.person.admin) return newDeal(state);
  return number ? dealView(state, number) : listView(state);
}

// MARK: - What a deal is

/** `open`, `full`, `toCome` or `over`. */
function stateOf(deal) {
  if (deal.active) return "open";
  if (new Date(deal.ends) <= Date.now()) return "over";
  if (deal.capacity && deal.reserved >= deal.capacity) return "full";
  return new Date(deal.starts) > Date.now() ? "toCome" : "over";
}

const stateWords = { full: "isFull", over: "isOver", toCome: "isToCome" };
const tag = "M3 12V4a1 1 0 0 1 1-1h8l9 9-9 9-9-9Zm4.5-4.5h.01";

const left = (deal) => deal.capacity ? deal.capacity - deal.reserved : null;

/** When, and how many are left, in a line. */
function shortWords(deal) {
  const state = stateOf(deal);
  const count = left(deal);
  return [
    state === "toCome" ? say("deals.from", { time: moment(deal.starts) })
      : say(state === "over" ? "deals.was" : "deals.until", { time: moment(deal.ends) }),
    state !== "open" || count === null ? null
      : count === 1 ? say("deals.lastOne") : say("deals.left", { count }),
  ].filter(Boolean).join(" · ");
}

/** Calls `act` when the next of `deals` begins or ends. Returns what stops that. */
function atNextMoment(deals, act) {
  const next = Math.min(...deals.flatMap((deal) => [new Date(deal.starts), new Date(deal.ends)])
    .map((time) => time - Date.now()).filter((rest) => rest > 0));
  // A longer one than a browser takes is at once; a day is enough.
  const timer = setTimeout(act, Math.min(next + 500, 86_400_000));
  return () => clearTimeout(timer);
}

// MARK: - All

async function listView({ me, url, go }) {
  let deals = null, shown = [], isEnded = false, stop = () => {};
  let category = url.searchParams.get("category") ?? "";
  let which = url.searchParams.get("show") ?? "now";
  const here = whereOneIs(() => {
    sayWays(list, here.at);
    showMap();
  });
  const state = upToDate(async () => {
    const [found] = await Promise.all([ask("GET", "deals?all=true"), here.read()]);
    deals = found.deals;
    stop();
    stop = atNextMoment(deals, () => state.refresh());
    draw();
  });

  const list = make("ul", { class: "deals" });
  const none = make("div", { class: "none" });
  const row = ({ deal, state }) => make("li", {},
    make("a", { class: "wide", href: `/deals/${deal.id}` },
      swatch(colourOf(deal)),
      make("span", { class: "words" },
        make("strong", {}, make("bdi", {}, deal.name)),
        make("span", { class: "line small faint" },
          make("bdi", {}, deal.company), " · ", make("bdi", {}, deal.category)),
        make("span", { class: "line small faint" },
          wayTo(deal), make("span", { class: "dot" }, " · "), shortWords(deal))),
      deal.reserved_by_me ? badge(say("deals.isMine"), "good")
        : state === "open" ? null : badge(say(`deals.${stateWords[state]}`), "off")));

  function pick(values) {
    if (values.which !== undefined) which = values.which;
    if (values.category !== undefined) category = values.category;
    const query = new URLSearchParams();
    if (category) query.set("category", category);
    if (which !== "now") query.set("show", which);
    history.pushState(history.state, "", query.size > 0 ? `/deals?${query}` : "/deals");
    draw();
  }

  const whichOf = chips(
    say("deals.show"), ["now", "all", "mine"].map((value) => [value, say(`deals.${value}`)]),
    { chosen: which, onChange: (value) => pick({ which: value }) });
  const categories = make("div", {
    class: "chips line", role: "group", "aria-label": say("deals.category"),
  });
  const categoryChip = ({ name, isChosen }) => make("button", {
    type: "button", "aria-pressed": String(isChosen), on: { click: () => pick({ category: name }) },
  }, ...(name === "" ? [say("deals.anyCategory")]
    : [swatch(colourOf({ category: name })), make("bdi", {}, name)]));

  const side = withMap({
    list: make("div", { class: "stack" }, none, list,
      me.person.admin ? make("p", {}, make("a", { href: "/deals/new" }, say("deals.new"))) : ""),
    label: say("deals.map"),
    draw: (canvas, map) => {
      const own = devices(map, []);
      const layer = pins(map, [], { onChoose: (deal) => go(`/deals/${deal.id}`) });
      let seen = null;
      return ({ shown, at }) => {
        own.set(oneself(at));
        const now = JSON.stringify(shown.map(({ id, lat, lon, name }) => [id, lat, lon, name]));
        if (now === seen) return;
        const isFirst = seen === null;
        seen = now;
        layer.set(shown.map((deal) => ({ ...deal, kind: "deal" })));
        const all = [...shown, ...(at && isFirst ? [at] : [])];
        fit(map, all.map((one) => [one.lat, one.lon]), { metres: 500 });
      };
    },
  });

  function draw() {
    if (isEnded || !deals) return;
    const far = (deal) => here.at ? straightWay(here.at, deal).distance : 0;
    const isWanted = { all: () => true, mine: (deal) => deal.reserved_by_me }[which]
      ?? ((deal) => deal.active);
    const those = deals.filter(isWanted)
      .map((deal) => ({ deal, far: far(deal) }))
      .sort((one, other) => one.far - other.far || one.deal.id - other.deal.id)
      .map(({ deal }) => deal);
    const names = [...new Set(those.map((deal) => deal.category))];
    if (category && !names.includes(category)) names.push(category);
    names.sort((one, other) => one.localeCompare(other));
    categories.hidden = names.length < 2 && !category;
    showList(categories, ["", ...names].map((name) => ({ name, isChosen: name === category })),
      (one) => one.name, categoryChip);
    shown = those.filter((deal) => !category || deal.category === category);
    none.hidden = shown.length > 0;
    const why = category ? "deals.noneOf" : which === "mine" ? "deals.noneMine" : "deals.none";
    if (!none.hidden) {
      none.replaceChildren(empty(tag, say(why),
        ...(category ? [button(say("deals.showAll"), () => pick({ category: "" }))] : [])));
    }
    showList(
      list,
      shown.map((deal) => ({ deal: { ...deal, distance: undefined }, state: stateOf(deal) })),
      (one) => one.deal.id, row);
    sayWays(list, here.at);
    showMap();
  }

  function showMap() {
    side.show({ shown, at: here.at });
  }

  await soon(state.refresh());
  const refresh = () => state.refresh();
  return {
    body: [
      make("h1", {}, say("view.deals")),
      make("div", { class: "buttons tools" }, whichOf, side.toggle),
      categories, state.element, side.body,
    ],
    hears: {
      change: (change) => { if (concerns(change, "deals")) refresh(); },
      device: here.hears, back: refresh,
    },
    drawn: side.drawn,
    end: () => {
      isEnded = true;
      stop();
      state.end();
      side.end();
    },
  };
}

// MARK: - One

async function dealView({ me, go }, number) {
  let deal = null, map = null, isEditing = false, isEnded = false, isPressed = false;
  let shown = "", stop = () => {};
  const title = make("h1", {}, say("places.loading"));
  const main = make("div", { class: "sections deal-view" });
  const said = make("p", { role: "status" });
  const here = whereOneIs(() => {
    sayWays(main, here.at);
    map?.move();
  });
  const path = `deals/${encodeURIComponent(number)}`;
  const state = upToDate(async () => {
    [deal] = await Promise.all([ask("GET", path), here.read()]);
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
    if (!map) {
      map = smallMap(
        { ...deal, kind: "deal" }, say("place.map", { name: deal.name }), () => here.at);
      if (main.isConnected) map.drawn();
    }
    main.replaceChildren(about(), map.element);
    sayWays(main, here.at);
    // The button that was pressed has another in its place.
    if (isPressed && document.activeElement === document.body) {
      main.querySelector("[data-focus]")?.focus({ preventScroll: true });
    }
    isPressed = false;
  }

  function about() {
    const position = `${deal.lat.toFixed(5)},${deal.lon.toFixed(5)}`;
    const state = stateOf(deal);
    let action = null;
    if (deal.reserved_by_me) action = button(say("deals.release"), () => act("release"));
    else if (state === "open") {
      action = button(say("deals.reserve"), () => act("reserve"), { main: true });
    }
    if (action) action.dataset.focus = "action";
    const count = left(deal);
    const still = count === 1 ? say("deals.lastOne") : say("deals.left", { count });
    return make("section", { "aria-label": say("deals.about") },
      make("p", { class: "kind" }, make("bdi", {}, deal.company),
        badge(deal.category)),
      deal.reserved_by_me ? make("p", { class: "good" }, say("deals.reserved")) : "",
      state === "open" || deal.reserved_by_me && state === "full" ? ""
        : make("p", { class: "not-now" }, say(`deals.${state}`)),
      action ?? "", said,
      deal.description ? lines(deal.description) : "",
      facts(
        [say("deals.when"),
          say("deals.span", { from: moment(deal.starts), until: moment(deal.ends) })],
        [say("deals.many"), deal.capacity
          ? [say("deals.of", deal), ...(state === "open" ? [still] : [])].join(" · ")
          : state === "open" ? say("deals.anyNumber") : null],
        [say("deals.where"), deal.address ? make("bdi", {}, deal.address) : position],
        here.at || deal.distance !== undefined ? [say("place.from"), wayTo(deal)] : null,
        [say("deals.website"), deal.website ? websiteLink(deal.website) : null],
      ),
      make("div", { class: "buttons" },
        geoLink(deal, deal.name),
        make("a", {
          class: "button", href: `/map?region=${encodeURIComponent(`deal/${deal.id}`)}`,
        }, say("place.onMap"))),
      me.person.admin ? make("div", { class: "buttons" },
        button(say("deals.edit"), edit),
        button(say("deals.end"), async () => {
          if (!await confirmed(deal.name, say("deals.endSure"), say("deals.endYes"))) return;
          await ask("DELETE", path);
          announce(say("deals.ended", { name: deal.name }));
          await go("/deals", { replaces: true });
        }, { style: "danger" })) : "");
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

  function edit() {
    isEditing = true;
    const done = () => {
      isEditing = false;
      shown = "";
      spot.end();
      state.refresh();
    };
    const { form, spot } = dealForm(deal, async (values, version) => {
      await ask("PATCH", path, values, { version });
      announce(say("place.saved"));
      done();
    }, done);
    map?.end();
    map = null;
    main.replaceChildren(make("section", {}, make("h2", {}, say("deals.edit")), form));
    spot.drawn();
    form.querySelector("input").focus();
  }

  await soon(state.refresh());
  const refresh = () => state.refresh();
  return {
    body: [
      make("header", {}, title, make("a", { class: "button", href: "/deals" }, say("deals.back"))),
      state.element, main,
    ],
    hears: {
      change: (change) => { if (concerns(change, "deals")) refresh(); },
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

// MARK: - Adding and changing one

function newDeal({ go }) {
  const { form, spot } = dealForm({}, async (values) => {
    const made = await ask("POST", "deals", values);
    await go(`/deals/${made.id}`, { replaces: true });
    announce(say("place.saved"));
  }, () => history.back());
  return {
    body: [make("h1", {}, say("deals.new")), make("section", {}, form)],
    drawn: spot.drawn, end: spot.end,
  };
}

/** `save(values, version)` is given what differs from `deal`. */
function dealForm(deal, save, cancel) {
  const evening = new Date();
  evening.setHours(23, 59, 0, 0);
  const was = {
    name: deal.name ?? null, company: deal.company ?? null, category: deal.category ?? null,
    at: deal.address ?? (deal.id ? `${deal.lat},${deal.lon}` : null),
    starts: localTime(deal.starts), ends: localTime(deal.ends),
    capacity: deal.capacity ? String(deal.capacity) : null,
    description: deal.description ?? null, website: deal.website ?? null,
  };
  let version = deal.version;
  const { elements, inputs, values } = fields([
    { name: "name", title: say("deals.name"), value: was.name ?? "", isRequired: true },
    { name: "company", title: say("deals.company"), value: was.company ?? "", isRequired: true },
    {
      name: "category", title: say("deals.categoryField"), value: was.category ?? "",
      isRequired: true,
    },
    { name: "at", title: say("deals.at"), value: was.at ?? "", isRequired: true },
    {
      name: "starts", title: say("deals.starts"), value: was.starts ?? localTime(new Date()),
      type: "datetime-local",
    },
    {
      name: "ends", title: say("deals.ends"), value: was.ends ?? localTime(evening),
      type: "datetime-local", isRequired: true,
    },
    {
      name: "capacity", title: say("deals.capacity"), value: was.capacity ?? "",
      type: "number", min: 1, max: 1_000_000_000, inputmode: "numeric",
    },
    {
      name: "description", title: say("deals.description"), value: was.description ?? "",
      isLong: true,
    },
    { name: "website", title: say("deals.website"), value: was.website ?? "", inputmode: "url" },
  ]);
  const spot = spotMap(inputs.get("at"), say("places.tap"), deal.id ? deal : null);
  elements.splice(4, 0, spot.element);
  const form = editor({
    parts: elements, inputs, title: say("deals.save"), changed: say("deals.changed"), cancel,
    save: async () => {
      const body = {};
      for (const [name, value] of Object.entries(values())) {
        if (value === was[name]) continue;
        if (name === "starts" || name === "ends") {
          body[name] = value && new Date(value).toISOString();
        } else body[name] = name === "capacity" ? value && Number(value) : value;
      }
      // Without one, it begins now.
      if (body.starts === null) delete body.starts;
      try {
        await save(body, version);
      } catch (error) {
        // What is saved next is meant to replace what the other has saved.
        if (error.status === 412) version = error.now?.version;
        throw error;
      }
    },
  });
  return { form, spot };
}

/** A time as a field of the kind `datetime-local` has it, in the browser's zone. */
function localTime(time) {
  if (!time) return null;
  const date = new Date(time);
  return new Date(date - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
