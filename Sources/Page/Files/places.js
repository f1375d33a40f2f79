// What the views of places, favourites and deals have in common.

import { ask } from "./api.js";
import { make } from "./elements.js";
import { knows, locale, say } from "./words.js";

// The looks of these views are there before the first of them is.
await new Promise((done) => document.head.append(make("link", {
  rel: "stylesheet", href: "/places.css", on: { load: done, error: done },
})));

// MARK: - Words

const numbers = (options) => new Intl.NumberFormat(locale, { style: "unit", ...options });
const inMetres = numbers({ unit: "meter", maximumFractionDigits: 0 });
const inKilometres = numbers({ unit: "kilometer", maximumFractionDigits: 1 });
const inManyKilometres = numbers({ unit: "kilometer", maximumFractionDigits: 0 });

/** Metres, as people say them: `95 m`, `1.2 km`. */
export function distanceWords(metres) {
  if (metres < 995) return inMetres.format(metres < 100 ? Math.round(metres) : Math.round(metres / 10) * 10);
  return (metres < 99_500 ? inKilometres : inManyKilometres).format(metres / 1000);
}

/** Degrees from north, as one of eight directions. */
export const directionWords = (bearing) => say(`direction.${Math.round(bearing / 45) % 8}`);

/** How far, and in which direction, from one point, `{ lat, lon }`, to another. */
export function wayWords(from, to) {
  const metres = distance(from, to);
  return metres < 1 ? distanceWords(0) : `${distanceWords(metres)} ${directionWords(bearing(from, to))}`;
}

/** `categories`: as OpenStreetMap has them, the first of which is the kind; `null` without one. */
export function kindWords(categories) {
  const category = categories?.[0];
  if (!category) return null;
  if (knows(`category.${category}`)) return say(`category.${category}`);
  return category.slice(category.indexOf("=") + 1).replaceAll("_", " ");
}

/** Whether it is open, `{ isOpen, text }`; `null` if that is not known. */
export function openWords(place) {
  if (place.open === undefined) return null;
  if (place.open) {
    return {
      isOpen: true,
      text: place.open_until ? say("places.openUntil", { time: clock(place.open_until) })
        : place.opening_hours === "24/7" ? say("places.always") : say("places.open"),
    };
  }
  return {
    isOpen: false,
    text: place.opens_at
      ? say("places.opensAt", { time: clock(place.opens_at) }) : say("places.closed"),
  };
}

/** A time of the place's own clock, without a zone, as in `2026-05-01T09:00`. */
function clock(text) {
  const time = new Date(text);
  const isSoon = time - Date.now() < 20 * 3600_000;
  return new Intl.DateTimeFormat(locale, {
    hour: "2-digit", minute: "2-digit", ...(isSoon ? {} : { weekday: "short" }),
  }).format(time);
}

/** Opening hours of OpenStreetMap, a rule a line, with the days in words. */
export function hoursWords(hours) {
  return hours.split(";").map((rule) => rule.trim()).filter(Boolean).map((rule) =>
    rule === "24/7" ? say("day.24/7")
      : rule.replaceAll(/\b(Mo|Tu|We|Th|Fr|Sa|Su|PH|SH|off)\b/g, (day) => say(`day.${day}`))
        .replaceAll("-", "–"));
}

// MARK: - Where

const radians = (degrees) => degrees * Math.PI / 180;
const earthRadius = 6_371_008.8;

/** Metres between two points, on a sphere. */
export function distance(from, to) {
  const [a, b] = [radians(from.lat), radians(to.lat)];
  const half = Math.sin((b - a) / 2) ** 2
    + Math.cos(a) * Math.cos(b) * Math.sin(radians(to.lon - from.lon) / 2) ** 2;
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(half)));
}

/** Degrees from north, 0..<360. */
export function bearing(from, to) {
  const [a, b, east] = [radians(from.lat), radians(to.lat), radians(to.lon - from.lon)];
  const degrees = Math.atan2(
    Math.sin(east) * Math.cos(b),
    Math.cos(a) * Math.sin(b) - Math.sin(a) * Math.cos(b) * Math.cos(east)) * 180 / Math.PI;
  return (degrees + 360) % 360;
}

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
 * Reads again whenever `refresh()` is called, once at a time. While that fails, `element` says so; if
 * nobody answers, it is tried again by itself.
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

/**
 * Draws lists of items into `list`, and only what has changed of them, so that a key or a finger stays
 * where it is. `key(item)`: which one it is; `row(item)`: its element. Items are compared as JSON.
 */
export function drawing(list, key, row) {
  let rows = new Map();
  return (items) => {
    const next = new Map();
    for (const item of items) {
      const text = JSON.stringify(item);
      const known = rows.get(key(item));
      next.set(key(item), known?.text === text ? known : { text, element: row(item), was: known?.element });
    }
    for (const [name, { element }] of rows) if (!next.has(name)) leave(element);
    let after = null;
    for (const one of next.values()) {
      if (one.was) replace(one.was, one.element);
      delete one.was;
      const place = after ? after.nextElementSibling : list.firstElementChild;
      if (place !== one.element) list.insertBefore(one.element, place);
      after = one.element;
    }
    rows = next;
  };
}

const reachable = "a[href], button, input, select, textarea, summary";

/** Puts `now` where `was` is; what is open stays open, and what has the focus keeps it. */
function replace(was, now) {
  const index = [...was.querySelectorAll(reachable)].indexOf(document.activeElement);
  const isOpen = [...was.querySelectorAll("details")].map((details) => details.open);
  was.replaceWith(now);
  [...now.querySelectorAll("details")].forEach((details, at) => { details.open = isOpen[at] ?? false; });
  if (index >= 0) [...now.querySelectorAll(reachable)].at(index)?.focus({ preventScroll: true });
}

/** Takes `element` away; the focus goes to what was next to it. */
function leave(element) {
  const next = element.contains(document.activeElement)
    ? (element.nextElementSibling ?? element.previousElementSibling)?.querySelector(reachable)
    : null;
  element.remove();
  next?.focus({ preventScroll: true });
}

// MARK: - Elements

/** A `select` with its label: `[label, select]`. `choices`: `{ value, name }` each. */
export function choice(title, choices, value, onChange, attributes = {}) {
  const id = `choice-${(choice.count = (choice.count ?? 0) + 1)}`;
  const select = make("select", { id, ...attributes, on: { change: () => onChange(select.value) } },
    choices.map((one) => make("option", { value: one.value, selected: one.value === value }, one.name)));
  return [make("label", { for: id }, title), select];
}

/** Buttons of which one is pressed. `choices`: `{ value, name }` each. */
export function oneOf(title, choices, value, onChoose) {
  const buttons = choices.map((one) => make("button", {
    type: "button", "aria-pressed": String(one.value === value),
    on: { click: () => { set(one.value); onChoose(one.value); } },
  }, one.name));
  const set = (value) => buttons.forEach((button, index) =>
    button.setAttribute("aria-pressed", String(choices[index].value === value)));
  return Object.assign(
    make("div", { class: "one-of", role: "group", "aria-label": title }, buttons), { set });
}

/** Says `text` below for a while, with a button that does `action`, as to undo what was done. */
export function toast(text, title = null, action = null) {
  document.querySelector(".toast")?.remove();
  const box = make("div", { class: "toast", role: "status" }, make("p", {}, make("bdi", {}, text)));
  if (title) {
    box.append(make("button", {
      type: "button",
      on: { click: () => { box.remove(); action(); } },
    }, title));
  }
  document.getElementById("view").append(box);
  let timer;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => box.remove(), title ? 10_000 : 5000);
  };
  // Whoever is about to use the button has the time for it.
  for (const event of ["focusout", "pointerleave"]) box.addEventListener(event, wait);
  for (const event of ["focusin", "pointerenter"]) {
    box.addEventListener(event, () => clearTimeout(timer));
  }
  wait();
}

/** Asks once more before `action`, in the place of the button itself. */
export function sureButton(title, question, yes, no, action) {
  const first = make("button", { type: "button", class: "danger" }, title);
  const box = make("div", { class: "sure" }, first);
  first.addEventListener("click", () => {
    const cancel = make("button", { type: "button" }, no);
    const go = make("button", { type: "button", class: "danger" }, yes);
    cancel.addEventListener("click", () => { box.replaceChildren(first); first.focus(); });
    go.addEventListener("click", async () => {
      go.disabled = cancel.disabled = true;
      try {
        await action();
      } catch (error) {
        box.append(make("p", { class: "fault", role: "alert" }, error.message));
        go.disabled = cancel.disabled = false;
      }
    });
    box.replaceChildren(make("p", {}, question), make("div", { class: "buttons" }, go, cancel));
    cancel.focus();
  });
  return box;
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
export const facts = (...rows) => make("dl", { class: "facts" },
  rows.filter((row) => row && row[1] !== null).flatMap(([term, ...what]) =>
    [make("dt", {}, term), make("dd", {}, ...what)]));

// MARK: - A list and its map

const wide = matchMedia("(min-width: 60rem)");

/**
 * `list` beside a map where there is room, else one of them at a time, by two buttons. The map is made
 * when it is first seen.
 * - `label`: what the map is;
 * - `isTable`: `list` wants more room than the map;
 * - `draw(canvas, map)`: returns a function that shows what `show(data)` is called with.
 */
export function withMap({ list, label, draw, isTable = false }) {
  const side = make("div", { class: "map-side" });
  const body = make("div", { class: isTable ? "with-map table-first" : "with-map" }, make("div", { class: "list-side" }, list), side);
  let map = null, isBeing = false, isEnded = false, update = null, data;
  const load = async () => {
    if (map || isBeing || isEnded || !(wide.matches || body.dataset.shows === "map")) return;
    isBeing = true;
    const element = make("div");
    try {
      side.replaceChildren(element);
      const canvas = await import("./canvas.js");
      map = await canvas.makeMap(element, { label });
      if (isEnded) return map.end();
      update = draw(canvas, map);
      if (data !== undefined) update(data);
    } catch (error) {
      console.debug(error);
      side.replaceChildren(make("p", { class: "faint" }, say("places.noMap")));
    } finally {
      isBeing = false;
    }
  };
  const look = (shows) => {
    body.dataset.shows = shows;
    toggle.set(shows);
    history.replaceState({ ...history.state, shows }, "");
    load();
  };
  const toggle = oneOf(
    say("places.listOrMap"),
    [{ value: "list", name: say("places.list") }, { value: "map", name: say("places.onMap") }],
    "list", look);
  toggle.classList.add("list-or-map");
  body.dataset.shows = history.state?.shows ?? "list";
  toggle.set(body.dataset.shows);
  wide.addEventListener("change", load);
  return {
    toggle, body, look,
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

/**
 * Fields of what is added or changed: `{ elements, values }`. `wanted`: of each `name`, `title`,
 * perhaps `value`, `type`, `isLong`, `isRequired`, and further attributes.
 */
export function fields(wanted) {
  const inputs = new Map();
  const elements = wanted.map(({ name, title, value = "", isLong, isRequired, ...attributes }) => {
    const id = `labelled-${(labelled += 1)}`;
    const input = make(isLong ? "textarea" : "input", {
      id, required: !!isRequired, maxlength: isLong ? 10_000 : 1000, autocomplete: "off",
      ...(isLong ? { rows: 4 } : { type: "text" }), ...attributes,
    });
    input.value = value;
    inputs.set(name, input);
    return make("div", { class: "field" }, make("label", { for: id }, title,
      isRequired ? "" : make("span", { class: "faint" }, ` (${say("place.optional")})`)), input);
  });
  return {
    elements, inputs,
    /** What was typed, by name; null for what is empty. */
    values: () => Object.fromEntries(
      [...inputs].map(([name, input]) => [name, input.value.trim() || null])),
  };
}

/**
 * A map of which a tap writes its position into `input`; `at`: what is shown first.
 * Returns `{ element, drawn, end }`.
 */
export function spotMap(input, label, at = null) {
  const box = make("div", { class: "spot-map" });
  const element = make("div");
  box.append(element);
  let map = null, isEnded = false;
  return {
    element: box,
    async drawn() {
      try {
        const canvas = await import("./canvas.js");
        map = await canvas.makeMap(element, { label });
        if (isEnded) return map.end();
        const layer = canvas.pins(map, at ? [at] : []);
        if (at) canvas.fit(map, [[at.lat, at.lon]], { metres: 600 });
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
  const box = make("div", { class: "small-map" }, element);
  let map = null, isEnded = false, own = null;
  const move = () => {
    const at = here();
    own?.set(at ? [{ id: "here", name: say("place.from"), own: true, fix: at }] : []);
  };
  return {
    element: box, move,
    async drawn() {
      try {
        const canvas = await import("./canvas.js");
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

/**
 * A form whose `save(values)` may be refused: then all that was typed stays. `changed`: what is said
 * if somebody else has changed it meanwhile; saving again replaces that.
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
        try {
          await save();
        } catch (error) {
          problem.append(make("p", { class: "fault" }, error.status === 412 ? changed : error.message));
          const wrong = error.errors?.map((one) => inputs.get(one.field)).find(Boolean);
          wrong?.focus();
        } finally {
          submit.disabled = false;
        }
      },
    },
  }, parts, problem, make("div", { class: "buttons" }, submit,
    cancel ? make("button", { type: "button", on: { click: cancel } }, say("place.cancel")) : null));
}

/** A request goes through only if `thing` is still as it was read: else it is a 412. */
export const ifSame = ({ version }) =>
  version === undefined ? {} : { headers: { "If-Match": `"${version}"` } };
