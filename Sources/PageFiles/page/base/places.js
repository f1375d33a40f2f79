// What the views of places, favourites and deals have in common.

import { ask } from "./api.js";
import { chips, direction, distance, make, straightWay } from "./elements.js";
import { keys, knows, locale, say } from "./words.js";

// The looks of these views are there before the first of them is.
await new Promise((done) => document.head.append(make("link", {
  rel: "stylesheet", href: "/base/places.css", on: { load: done, error: done },
})));

// MARK: - Words

/** How far, and in which direction, from one point, `{ lat, lon }`, to another. */
function wayWords(from, to) {
  const way = straightWay(from, to);
  return way.distance < 1 ? distance(0) : `${distance(way.distance)} ${direction(way.direction)}`;
}

const ends = new WeakMap();

/** How far it is to `point` from one's own device; `sayWays` says it, and says it anew. */
export function wayTo(point) {
  const element = make("bdi", { class: "way" });
  ends.set(element, point);
  return element;
}

/** Says in all ways within `root` how far they are from `at`; what lies between stays as it is. */
export function sayWays(root, at) {
  for (const way of root.querySelectorAll(".way")) {
    const end = ends.get(way);
    const words = at ? wayWords(at, end) : end.distance === undefined ? "" : distance(end.distance);
    if (way.textContent !== words) way.textContent = words;
  }
}

/** `categories`: as OpenStreetMap has them, the first of which is the kind; `null` without one. */
export function kindWords(categories) {
  const category = categories?.[0];
  if (!category) return null;
  if (knows(`category.${category}`)) return say(`category.${category}`);
  return category.slice(category.indexOf("=") + 1).replaceAll("_", " ");
}

/** All kinds that the page has words for. */
export const allKinds = () =>
  keys("category.").map((key) => key.slice("category.".length));

/** What somebody typed, without what turns texts round: names are sought without it. */
export const plain = (text) =>
  text.replaceAll(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, "").trim();

/** Whether it is open, `{ isOpen, text }`; `null` if that is not known. */
export function openWords(place) {
  if (place.open === undefined) return null;
  if (place.open) {
    return {
      isOpen: true,
      text: place.open_until ? say("places.openUntil", { time: atClock(place.open_until) })
        : place.opening_hours === "24/7" ? say("places.always") : say("places.open"),
    };
  }
  return {
    isOpen: false,
    text: place.opens_at
      ? say("places.opensAt", { time: atClock(place.opens_at) }) : say("places.closed"),
  };
}

/** A time of the place's own clock, without a zone, as in `2026-05-01T09:00`. */
function atClock(text) {
  const time = new Date(text);
  const isSoon = time - Date.now() < 20 * 3600_000;
  return new Intl.DateTimeFormat(locale, {
    hour: "2-digit", minute: "2-digit", ...(isSoon ? {} : { weekday: "short" }),
  }).format(time);
}

/** Opening hours of OpenStreetMap, a rule a line, with the days in words. */
function hoursWords(hours) {
  return hours.split(";").map((rule) => rule.trim()).filter(Boolean).map((rule) =>
    rule === "24/7" ? say("day.24/7")
      : rule.replaceAll(/\b(Mo|Tu|We|Th|Fr|Sa|Su|PH|SH|off)\b/g, (day) => say(`day.${day}`))
        .replaceAll("-", "–"));
}

// MARK: - Where

/**
 * Where one's own device is, now and as it moves: `{ at, hears, read() }`, with `at` a fix or null.
 * It is the device around which /api searches. `onMove` is called when it has moved.
 */
export function whereOneIs(onMove = () => {}) {
  let id = null;
  const here = {
    at: null,
    async read() {
      const mine = (await ask("GET", "devices")).devices
        .filter((device) => device.visibility === "owner" && device.fix)
        .sort((one, other) => other.own - one.own || (one.id < other.id ? -1 : 1));
      id = mine[0]?.id ?? null;
      here.at = mine[0]?.fix ?? null;
    },
    hears(device) {
      if (!device.fix || device.visibility !== "owner" || id !== null && device.id !== id) return;
      id = device.id;
      here.at = device.fix;
      onMove();
    },
  };
  return here;
}

/** The path of a place's view; ids have slashes. */
export const placePath = (id) => `/places/${id.split("/").map(encodeURIComponent).join("/")}`;
/** The same for /api. */
export const placeAPI = (id) => placePath(id).slice(1);

/** The audiences of the caller, `{ value, name }` each: their own first, then their households. */
export function audiencesOf(me) {
  return [
    { value: `person/${me.person.id}`, name: say("nearby.forMe") },
    ...me.groups.filter((group) => group.kind === "household")
      .map((group) => ({ value: `group/${group.id}`, name: group.name })),
  ];
}

/** Whether something for `audience` is the caller's alone: this machine's device is its owner's. */
export const isOwn = (audience, me) => audience === "own" || audience === `person/${me.person.id}`;

// MARK: - Live

/** Whether an event `change` is about one of `things`; one that does not say may be. */
export const concerns = (change, ...things) =>
  !change?.of || change.of.some((thing) => things.includes(thing));

/**
 * Reads again whenever `refresh()` is called, once at a time. While that fails, `element` says so;
 * if nobody answers, it is tried again by itself.
 */
export function upToDate(read) {
  const element = make("p", { class: "behind", role: "status", hidden: true });
  let running = null, isStale = false, isEnded = false, pause = 0, timer;
  const run = async () => {
    clearTimeout(timer);
    try {
      await read();
      pause = 0;
      element.hidden = true;
    } catch (error) {
      if (isEnded || error.name === "AbortError") return;
      element.textContent = say("places.behind", { why: error.message });
      element.hidden = false;
      if (!error.isAway) return;
      pause = Math.min(pause * 2 || 1000, 30_000);
      timer = setTimeout(refresh, pause);
    }
  };
  const refresh = () => {
    if (isEnded) return null;
    if (running) {
      isStale = true;
      return running;
    }
    running = run().finally(() => {
      running = null;
      if (!isStale) return null;
      isStale = false;
      return refresh();
    });
    return running;
  };
  const end = () => {
    isEnded = true;
    clearTimeout(timer);
  };
  return { element, refresh, end };
}

/** Waits for `work`, but no longer than one wants to wait for a view. */
export const soon = (work) => Promise.race([work, new Promise((done) => setTimeout(done, 400))]);

// MARK: - Elements

/** A spot of a colour, the name of a CSS variable, which says what is what on a map. */
export function swatch(colour) {
  const spot = make("span", { class: "swatch", "aria-hidden": "true" });
  spot.style.background = `var(${colour})`;
  return spot;
}

/** `text` with its own lines, and its own direction. */
export const lines = (text) => make("p", { class: "lines", dir: "auto" }, text);

/** A web address that people wrote, as a link; as text if it is none that a browser should open. */
export function websiteLink(text) {
  let url = null;
  try {
    url = new URL(/^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`);
  } catch {
    // It is shown as it is.
  }
  if (!url || !["http:", "https:"].includes(url.protocol)) return make("bdi", {}, text);
  return make("a", { href: url.href, target: "_blank", rel: "noopener noreferrer" },
    make("bdi", {}, text.replace(/^https?:\/\//i, "").replace(/\/$/, "")));
}

/** Rows of a term and what it is, without those that are null. */
export const facts = (...rows) => make("dl", {},
  rows.filter((row) => row && row[1] !== null).flatMap(([term, ...what]) =>
    [make("dt", {}, term), make("dd", {}, ...what)]));

/** Opening hours, for `facts`; `undefined`: they are not known. */
export const hoursFact = (hours) => [say("place.hours"), hours
  ? make("ul", { class: "hours" },
    hoursWords(hours).map((rule) => make("li", {}, make("bdi", {}, rule)))) : null];

/** Where something is, for programs that show maps, as phones have them. */
export const geoLink = ({ lat, lon }, name) => make("a", {
  class: "button", href: `geo:${lat},${lon}?q=${encodeURIComponent(`${lat},${lon}(${name})`)}`,
}, say("place.route"));

/** What `devices` of a map shows of oneself. */
export const oneself = (at) =>
  at ? [{ id: "here", name: say("place.you"), own: true, fix: at }] : [];

// MARK: - A list and its map

const wide = matchMedia("(min-width: 60rem)");

/**
 * `list` beside a map where there is room, else one of them at a time, by two buttons. The map is
 * made when it is first seen.
 * - `label`: what the map is;
 * - `below`: what stands below the map; `isTable`: `list` wants more room than the map;
 * - `draw(canvas, map)`: returns a function that shows what `show(data)` is called with.
 */
export function withMap({ list, label, draw, below = "", isTable = false }) {
  const place = make("div", { class: "map-frame" });
  const side = make("div", { class: "map-beside" }, place, below);
  const body = make("div", { class: isTable ? "with-map table-first" : "with-map" },
    make("div", { class: "list-side" }, list), side);
  let map = null, isBeing = false, isEnded = false, update = null, data;
  const load = async () => {
    if (map || isBeing || isEnded || !(wide.matches || body.dataset.shows === "map")) return;
    isBeing = true;
    const element = make("div");
    try {
      place.replaceChildren(element);
      const canvas = await import("../map/canvas.js");
      map = await canvas.makeMap(element, { label });
      if (isEnded) return map.end();
      update = draw(canvas, map);
      if (data !== undefined) update(data);
    } catch (error) {
      console.debug(error);
      place.replaceChildren(make("p", { class: "faint" }, say("places.noMap")));
    } finally {
      isBeing = false;
    }
  };
  const look = (shows) => {
    if (wide.matches || body.dataset.shows === shows) return;
    body.dataset.shows = shows;
    history.replaceState({ ...history.state, shows }, "");
    load();
  };
  body.dataset.shows = history.state?.shows ?? "list";
  const toggle = chips(
    say("places.listOrMap"), [["list", say("places.list")], ["map", say("places.onMap")]],
    { chosen: body.dataset.shows, onChange: look });
  toggle.classList.add("list-or-map");
  wide.addEventListener("change", load);
  return {
    toggle, body,
    /** Shows the map where there is no room for both. */
    showMap() {
      if (!wide.matches && body.dataset.shows !== "map") toggle.lastElementChild.click();
    },
    /** To be called once the view is in the page. */
    drawn: load,
    show(now) {
      data = now;
      update?.(now);
    },
    /** The map of Leaflet, or null while there is none. */
    get map() { return map; },
    end() {
      isEnded = true;
      wide.removeEventListener("change", load);
      map?.end();
    },
  };
}

// MARK: - Forms

let labelled = 0;

/** What stands behind the title of a field that may be empty. */
export const optional = () =>
  make("span", { class: "faint" }, ` (${say("place.optional")})`);

/**
 * Fields of what is added or changed: `{ elements, inputs, values }`. `wanted`: of each `name`,
 * `title`, perhaps `value`, `type`, `isLong`, `isRequired`, `options` to choose from as
 * `[[value, text], …]`, and further attributes.
 */
export function fields(wanted) {
  const inputs = new Map();
  const elements = wanted.map((one) => {
    const { name, title, value = "", options, isLong, isRequired, ...attributes } = one;
    const id = `labelled-${(labelled += 1)}`;
    const input = options ? make("select", { id, ...attributes }, ...options.map(
      ([option, text]) => make("option", { value: option }, text)))
      : make(isLong ? "textarea" : "input", {
        id, required: !!isRequired, maxlength: isLong ? 10_000 : 1000, autocomplete: "off",
        ...(isLong ? { rows: 4 } : { type: "text" }), ...attributes,
      });
    input.value = value;
    inputs.set(name, input);
    return make("div", { class: "field" },
      make("label", { for: id }, title, isRequired || options ? "" : optional()),
      input);
  });
  return {
    elements, inputs,
    /** What was typed, by name; null for what is empty. */
    values: () => Object.fromEntries(
      [...inputs].map(([name, input]) => [name, input.value.trim() || null])),
  };
}

/**
 * A map of which a tap writes its position into `input`; `at`: what is shown first, else where one
 * is.
 * Returns `{ element, drawn, end }`.
 */
export function spotMap(input, label, at = null) {
  const box = make("div", { class: "map-frame small-map" });
  const element = make("div");
  box.append(element);
  let map = null, isEnded = false;
  return {
    element: box,
    async drawn() {
      try {
        const canvas = await import("../map/canvas.js");
        map = await canvas.makeMap(element, { label });
        if (isEnded) return map.end();
        const layer = canvas.pins(map, at ? [at] : []);
        const here = at ? null : whereOneIs();
        await here?.read().catch(() => {});
        if (isEnded) return;
        const first = at ?? here.at;
        if (first) canvas.fit(map, [[first.lat, first.lon]], { metres: 600 });
        map.on("click", ({ latlng: { lat, lng } }) => {
          input.value = `${lat.toFixed(5)},${lng.toFixed(5)}`;
          layer.set([{ lat, lon: lng, name: input.value }]);
        });
      } catch (error) {
        console.debug(error);
        box.remove();
      }
    },
    end() {
      isEnded = true;
      map?.end();
    },
  };
}

/** A small map of one thing with a position; `{ element, drawn, end }`. */
export function smallMap(item, label, here = () => null) {
  const element = make("div");
  const box = make("div", { class: "map-frame small-map" }, element);
  let map = null, isEnded = false, own = null;
  const move = () => {
    own?.set(oneself(here()));
  };
  return {
    element: box, move,
    async drawn() {
      try {
        const canvas = await import("../map/canvas.js");
        map = await canvas.makeMap(element, { label });
        if (isEnded) return map.end();
        canvas.pins(map, [item]);
        own = canvas.devices(map, []);
        move();
        canvas.fit(map, [[item.lat, item.lon]], { metres: 500 });
      } catch (error) {
        console.debug(error);
        box.replaceChildren(make("p", { class: "faint" }, say("places.noMap")));
      }
    },
    end() {
      isEnded = true;
      map?.end();
    },
  };
}

/** Says at each field what is wrong with it; `true`: there are errors, and all are said. */
function pointOut(errors, inputs) {
  const said = errors.filter(({ field, detail }) => {
    const input = inputs.get(field);
    if (!input || input.closest("[hidden]") || input.matches("[aria-invalid]")) return false;
    const why = make("p", { class: "fault", id: `${input.id}-fault` }, detail);
    input.setAttribute("aria-invalid", "true");
    input.setAttribute("aria-describedby", why.id);
    input.after(why);
    return true;
  });
  if (said.length > 0) inputs.get(said[0].field).focus();
  return said.length > 0 && said.length === errors.length;
}

function takeBack(inputs) {
  for (const input of inputs.values()) {
    if (!input.matches("[aria-invalid]")) continue;
    document.getElementById(`${input.id}-fault`)?.remove();
    input.removeAttribute("aria-invalid");
    input.removeAttribute("aria-describedby");
  }
}

/**
 * A form whose `save()` may be refused: then all that was typed stays. `changed`: what is said if
 * somebody else has changed it meanwhile; saving again replaces that.
 */
export function editor({ parts, inputs, title, changed, save, cancel }) {
  const problem = make("div", { role: "alert" });
  const submit = make("button", { type: "submit", class: "main" }, title);
  return make("form", {
    class: "editor",
    on: {
      submit: async (event) => {
        event.preventDefault();
        if (submit.disabled) return;
        submit.disabled = true;
        problem.replaceChildren();
        takeBack(inputs);
        try {
          await save();
        } catch (error) {
          if (pointOut(error.errors ?? [], inputs)) return;
          problem.append(
            make("p", { class: "fault" }, error.status === 412 ? changed : error.message));
        } finally {
          submit.disabled = false;
        }
      },
    },
  }, ...parts, problem, make("div", { class: "buttons" }, submit,
    make("button", { type: "button", on: { click: cancel } }, say("page.cancel"))));
}
