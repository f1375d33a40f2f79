// Elements of the page, and the words for times, ways and numbers. Texts become text nodes: nothing
// that people write is markup.

import { locale, say } from "./words.js";

/** `attributes`: also `on`, an object of listeners by event. Children that are null are left out. */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "on") {
      for (const [event, listener] of Object.entries(value)) {
        element.addEventListener(event, listener);
      }
    } else if (value !== null && value !== false) {
      element.setAttribute(key, value === true ? "" : value);
    }
  }
  element.append(...children.flat().filter((child) => child !== null));
  return element;
}

export function section(title, ...children) {
  return make("section", {}, make("h2", {}, title), ...children);
}

/**
 * A button that is off while `action`, which may be async, runs. `style`: other classes of page.css,
 * as "quiet" or "danger"; `label`: what a screen reader says instead of `title`, which it begins with.
 */
export function button(title, action, { main = false, style = "", label = null } = {}) {
  return make("button", {
    type: "button", class: [main ? "main" : "", style].filter(Boolean).join(" ") || null,
    "aria-label": label,
    on: { click: (event) => guarded(event.currentTarget, action) },
  }, title);
}

/** A word that stands out; `style`: "good", "warn", "off" or none. */
export function badge(text, style = "") {
  return make("span", { class: `badge ${style}`.trim() }, text);
}

/** Lines that stand where something will be. */
export function waiting(lines = 4) {
  return make("div", { class: "waiting", role: "img", "aria-label": say("page.waiting") },
    ...Array.from({ length: lines }, () => make("span")));
}

/** Where nothing is yet: a picture, and what one can do. */
export function empty(path, ...children) {
  return make("div", { class: "empty" }, icon(path),
    ...children.map((child) => typeof child === "string" ? make("p", {}, child) : child));
}

/** `path`: of an SVG of 24 by 24, drawn as a line. */
export function icon(path) {
  const picture = shape("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" });
  picture.append(shape("path", { d: path }));
  return picture;
}

/** An element of SVG. */
export function shape(name, attributes) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

// MARK: - Forms

let fields = 0;

const labelled = (title, input) => {
  const id = `field-${(fields += 1)}`;
  return [make("label", { for: id }, title), input(id)];
};

/** A text field with its label: `[label, input]`. */
export function field(title, attributes = {}) {
  return labelled(title, (id) => make("input", {
    id, type: "text", required: true, maxlength: 80, ...attributes,
  }));
}

/** A field of several lines with its label: `[label, textarea]`; `value`: its text. */
export function area(title, { value = "", ...attributes } = {}) {
  return labelled(title, (id) => make("textarea", { id, maxlength: 2000, ...attributes }, value));
}

/** One of `options`, `[[value, text], …]`, with its label: `[label, select]`. */
export function select(title, options, { value, ...attributes } = {}) {
  return labelled(title, (id) => make("select", { id, ...attributes },
    ...options.map(([option, text]) =>
      make("option", { value: option, selected: option === value }, text))));
}

/** A box to tick, within its label; `attributes` has `checked`. */
export function checkbox(title, attributes = {}) {
  return make("label", { class: "choice" },
    make("input", { type: "checkbox", ...attributes }), make("span", {}, title));
}

/** One of a few `options`, `[[value, text], …]`, that are all seen at once. */
export function radios(title, options, { value, ...attributes } = {}) {
  const name = `field-${(fields += 1)}`;
  return make("fieldset", {}, make("legend", {}, title), ...options.map(([option, text]) =>
    make("label", { class: "choice" },
      make("input", {
        type: "radio", name, value: option, checked: option === value, ...attributes,
      }), make("span", {}, text))));
}

/**
 * Fields, and a button that hands their values to `action`, in their order: texts without blanks
 * around them, `true` or `false` of a box to tick, one value of some radios (`null`: none), the
 * files of a file field.
 */
export function form(inputs, title, action, { main = true } = {}) {
  const submit = make("button", { type: "submit", class: main ? "main" : null }, title);
  const form = make("form", {
    on: {
      submit: (event) => {
        event.preventDefault();
        guarded(submit, () => action(...values(form)));
      },
    },
  }, ...inputs, submit);
  return form;
}

function values(form) {
  const seen = new Set();
  return [...form.querySelectorAll("input, select, textarea")].flatMap((input) => {
    if (input.type === "checkbox") return [input.checked];
    if (input.type === "file") return [input.files];
    if (input.type !== "radio") return [input.value.trim()];
    if (seen.has(input.name)) return [];
    seen.add(input.name);
    return [form.querySelector(`input[name="${input.name}"]:checked`)?.value ?? null];
  });
}

/**
 * Buttons to filter by: `options` is `[[value, text], …]`, `chosen` a value, or a set of them where
 * several can be chosen; `onChange` is called with what is chosen then. `line`: in one line that a
 * thumb moves.
 */
export function chips(title, options, { chosen, onChange, line = false }) {
  const isMany = chosen instanceof Set;
  const isChosen = (value) => isMany ? chosen.has(value) : chosen === value;
  const buttons = options.map(([value, text]) => make("button", {
    type: "button", "aria-pressed": `${isChosen(value)}`,
    on: {
      click: () => {
        if (!isMany) chosen = value;
        else if (!chosen.delete(value)) chosen.add(value);
        buttons.forEach((button, index) =>
          button.setAttribute("aria-pressed", `${isChosen(options[index][0])}`));
        onChange(chosen);
      },
    },
  }, text));
  return make("div", { class: line ? "chips line" : "chips", role: "group", "aria-label": title },
    ...buttons);
}

/** Runs `action` with the button off, and says beneath it what went wrong. */
async function guarded(button, action) {
  if (button.disabled) return;
  button.nextElementSibling?.matches(".fault") && button.nextElementSibling.remove();
  button.disabled = true;
  try {
    await action();
  } catch (error) {
    button.after(fault(error));
  } finally {
    button.disabled = false;
  }
}

export function fault(error) {
  return make("p", { class: "fault", role: "alert" }, error.message);
}

// MARK: - What is said, and asked

/** Milliseconds that a toast stays; as long as one is at it, it does not go. */
const toastStays = 10_000;

/**
 * Says `text` below the view for a while. `undo`: what its button takes back, perhaps later than the
 * view is left; `link`: `[address, text]`.
 */
export function announce(text, { undo = null, link = null } = {}) {
  const place = document.getElementById("said");
  let timer;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(end, toastStays);
  };
  const end = () => {
    clearTimeout(timer);
    toast.remove();
  };
  const close = button(icon("M6 6l12 12M18 6 6 18"), end, {
    style: "only-icon", label: say("page.close"),
  });
  const toast = make("div", {
    class: "toast",
    on: {
      pointerenter: () => clearTimeout(timer), pointerleave: wait,
      focusin: () => clearTimeout(timer), focusout: wait,
      keydown: (event) => event.key === "Escape" && end(),
    },
  },
    make("p", { dir: "auto" }, text),
    undo ? button(say("page.undo"), async () => {
      try {
        await undo();
        end();
      } catch (error) {
        announce(error.message);
      }
    }) : null,
    link ? make("a", { class: "button", href: link[0], on: { click: end } }, link[1]) : null,
    close);
  place.replaceChildren(toast);
  wait();
}

/** Opens a dialog with `title` and `children`; returns it. It is gone once it is closed. */
export function dialog(title, ...children) {
  const id = `field-${(fields += 1)}`;
  const opened = make("dialog", {
    "aria-labelledby": id,
    on: {
      close: () => opened.remove(),
      // Beside it.
      click: (event) => event.target === opened && isOutside(opened, event) && opened.close(),
    },
  },
    make("header", {}, make("h2", { id }, title),
      button(icon("M6 6l12 12M18 6 6 18"), () => opened.close(), {
        style: "quiet only-icon", label: say("page.close"),
      })),
    ...children);
  document.body.append(opened);
  opened.showModal();
  return opened;
}

function isOutside(element, { clientX, clientY }) {
  const box = element.getBoundingClientRect();
  return clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom;
}

/** Asks before something is done that cannot be undone; `action`: the button that does it. */
export function confirmed(title, text, action) {
  return new Promise((done) => {
    const answer = (isSure) => () => {
      done(isSure);
      opened.close();
    };
    const opened = dialog(title, make("p", {}, text), make("div", { class: "buttons end" },
      button(say("page.cancel"), answer(false)),
      button(action, answer(true), { main: true })));
    opened.addEventListener("close", () => done(false));
  });
}

// MARK: - Lists that change

/** What each list shows: by its key, the item as text, and its row. */
const rowsOf = new WeakMap();

/**
 * Makes `list` show `items`. Rows of items that are as before stay, and so do the focus in them, what
 * is typed there, and where the window stands. `key`: what tells items apart; `row`: makes the
 * element of one.
 */
export function showList(list, items, key, row) {
  const before = rowsOf.get(list) ?? new Map();
  const rows = new Map();
  for (const item of items) {
    const [name, text] = [`${key(item)}`, JSON.stringify(item)];
    const old = before.get(name);
    rows.set(name, old?.text === text ? old : { text, element: row(item) });
  }
  const focused = list.contains(document.activeElement) ? focusIn(list, before) : null;
  let next = list.firstElementChild;
  for (const { element } of rows.values()) {
    if (element === next) next = next.nextElementSibling;
    else list.insertBefore(element, next);
  }
  while (next) [next] = [next.nextElementSibling, next.remove()];
  rowsOf.set(list, rows);
  if (focused && !list.contains(document.activeElement)) focusAgain(list, rows, focused);
}

const focusable = "a[href], button, input, select, textarea, summary, [tabindex]";

/** In which row the focus is, as its key and number, and in which of its controls. */
function focusIn(list, rows) {
  const names = [...rows.keys()];
  const index = names.findIndex((name) =>
    rows.get(name).element.contains(document.activeElement));
  if (index < 0) return null;
  const controls = [...rows.get(names[index]).element.querySelectorAll(focusable)];
  return { name: names[index], index, control: controls.indexOf(document.activeElement) };
}

/** In the same row; where it is gone, in the one that stands in its place. */
function focusAgain(list, rows, { name, index, control }) {
  const { element } = rows.get(name) ?? [...rows.values()][Math.min(index, rows.size - 1)] ?? {};
  if (!element) return;
  const controls = element.querySelectorAll(focusable);
  (controls[control] ?? controls[0])?.focus({ preventScroll: true });
}

// MARK: - Times, ways and numbers in words

const units = [
  ["year", 31_557_600], ["month", 2_629_800], ["week", 604_800], ["day", 86_400], ["hour", 3600],
  ["minute", 60],
];
const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto", style: "long" });

/** How long ago, or in how long, as in "5 minutes ago". */
export function ago(text, now = Date.now()) {
  const seconds = (new Date(text) - now) / 1000;
  const unit = units.find(([, length]) => Math.abs(seconds) >= length * 0.95);
  return unit ? relative.format(Math.round(seconds / unit[1]), unit[0]) : say("time.now");
}

/** How long ago, kept true as time goes by; the time itself is its title. */
export function timeAgo(text) {
  return make("time", { datetime: text, title: moment(text), class: "ago" }, ago(text));
}

setInterval(() => {
  for (const time of document.querySelectorAll("time.ago")) {
    const words = ago(time.dateTime);
    if (time.textContent !== words) time.textContent = words;
  }
}, 15_000);

/** "today", "yesterday", or the day of a time. */
export function day(text) {
  const time = new Date(text);
  const days = Math.round((new Date().setHours(0, 0, 0, 0) - new Date(time).setHours(0, 0, 0, 0))
    / 86_400_000);
  if (days === 0 || days === 1) return relative.format(-days, "day");
  return new Intl.DateTimeFormat(locale, {
    weekday: "long", day: "numeric", month: "long",
    year: time.getFullYear() === new Date().getFullYear() ? undefined : "numeric",
  }).format(time);
}

/** The time of day. */
export function clock(text) {
  return new Intl.DateTimeFormat(locale, { timeStyle: "short" }).format(new Date(text));
}

/** A number as people write it; `options`: of Intl.NumberFormat. */
export function number(value, options = {}) {
  return new Intl.NumberFormat(locale, options).format(value);
}

/** Metres as people say them: to 10 m from 100 m on, in kilometres from 1 km on. */
export function distance(metres) {
  const [value, unit, digits] = metres < 995
    ? [metres < 100 ? metres : Math.round(metres / 10) * 10, "meter", 0]
    : [metres / 1000, "kilometer", metres < 9950 ? 1 : 0];
  return number(value, { style: "unit", unit, maximumFractionDigits: digits });
}

/** Seconds as people say them, as in "5 min" or "1 h 20 min". */
export function duration(seconds) {
  const words = (value, unit) => number(value, { style: "unit", unit, unitDisplay: "short" });
  const minutes = Math.round(seconds / 60);
  if (seconds < 60) return words(Math.round(seconds), "second");
  if (minutes < 60) return words(minutes, "minute");
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours >= 48) return words(Math.round(hours / 24), "day");
  return words(hours, "hour") + (rest ? ` ${words(rest, "minute")}` : "");
}

const directions = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];

/** Degrees from north as one of eight words, as in "north-east". */
export function direction(degrees) {
  return say(`direction.${directions[Math.round((((degrees % 360) + 360) % 360) / 45) % 8]}`);
}

/** Metres and degrees from north of the straight way between two of `{ lat, lon }`. */
export function straightWay(from, to) {
  const [lat1, lat2] = [from.lat, to.lat].map((lat) => lat * Math.PI / 180);
  const lon = (to.lon - from.lon) * Math.PI / 180;
  const half = Math.sin((lat2 - lat1) / 2) ** 2
    + Math.cos(lat1) * Math.cos(lat2) * Math.sin(lon / 2) ** 2;
  const degrees = Math.atan2(
    Math.sin(lon) * Math.cos(lat2),
    Math.cos(lat1) * Math.sin(lat2) - Math.sin(lat1) * Math.cos(lat2) * Math.cos(lon))
    * 180 / Math.PI;
  return {
    distance: 2 * 6_371_008.8 * Math.asin(Math.min(1, Math.sqrt(half))),
    direction: (degrees + 360) % 360,
  };
}

/** A time as a field of the kind `datetime-local` has it, in the browser's zone; `null` if none. */
export function localTime(time) {
  if (!time) return null;
  const date = new Date(time);
  return new Date(date - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** A day of /api, as in `2026-11-24`, for people. */
export function date(text) {
  return new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" })
    .format(new Date(`${text}T00:00:00Z`));
}

/** A time of /api, for people. */
export function moment(text) {
  const time = new Date(text);
  const isToday = time.toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(
    locale,
    isToday ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" }).format(time);
}

/** What a browser is called among its person's sessions, as in `Firefox on Linux`. */
export function deviceName() {
  const agent = navigator.userAgent;
  const first = (pairs) => pairs.find(([pattern]) => pattern.test(agent))?.[1];
  const browser = first([
    [/Edg/, "Edge"], [/OPR/, "Opera"], [/Firefox|FxiOS/, "Firefox"],
    [/Chrome|CriOS/, "Chrome"], [/Safari/, "Safari"],
  ]) ?? say("device.browser");
  const system = first([
    [/iPhone/, "iPhone"], [/iPad/, "iPad"], [/Android/, "Android"], [/Windows/, "Windows"],
    [/Mac OS/, "Mac"], [/CrOS/, "ChromeOS"], [/Linux/, "Linux"],
  ]);
  return system ? say("device.on", { browser, system }) : browser;
}
