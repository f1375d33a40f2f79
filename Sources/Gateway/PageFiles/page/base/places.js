// Places: what they are and how far, in words, and where one is.

import { ask } from "./api.js";
import { make } from "./elements.js";
import { direction, distance, straightWay } from "./numbers.js";
import { keys, knows, locale, say } from "./words.js";

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

/** What a place is called, also without a name. */
export const placeName = (place) =>
  place.name ?? place.title ?? kindWords(place.categories) ?? say("place.unnamed");

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

/** One's own of `devices`: that of this machine first, around which /api searches. */
export const ownDevices = (devices) => devices.filter((device) => device.visibility === "owner")
  .sort((one, other) => other.own - one.own || (one.id < other.id ? -1 : 1));

/**
 * Where one's own device is, now and as it moves: `{ at, hears, read() }`, with `at` a fix or null.
 * It is the device around which /api searches. `onMove` is called when it has moved.
 */
export function whereOneIs(onMove = () => {}) {
  let id = null;
  const here = {
    at: null,
    async read() {
      const mine = ownDevices((await ask("GET", "devices")).devices).filter((device) => device.fix);
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

// MARK: - In a view

/** Opening hours, for `facts`; `undefined`: they are not known. */
export const hoursFact = (hours) => [say("place.hours"), hours
  ? make("ul", { class: "hours" },
    hoursWords(hours).map((rule) => make("li", {}, make("bdi", {}, rule)))) : null];

/** Where something is, for programs that show maps, as phones have them. */
export const geoLink = ({ lat, lon }, name) => make("a", {
  class: "button", href: `geo:${lat},${lon}?q=${encodeURIComponent(`${lat},${lon}(${name})`)}`,
}, say("place.route"));

/** A way to the view of the way there. */
export const routeLink = (point, name) => make("a", {
  class: "button", href: routeAddress(point, name),
}, say("route.link"));

export const routeAddress = ({ lat, lon }, name) =>
  `/route?${new URLSearchParams({ to: `${lat},${lon}`, name })}`;

/** Whether the browser may say where it is: plain http may not. */
export const hasBrowserPosition = () => "geolocation" in navigator && isSecureContext;

/** Where the browser is, as a text; it asks whoever sits before it first. */
export const browserPosition = () => new Promise((done, failed) =>
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => done(`${coords.latitude.toFixed(5)},${coords.longitude.toFixed(5)}`),
    () => failed(new Error(say("search.browserNo"))), { timeout: 10_000 }));

/** What `devices` of a map shows of oneself. */
export const oneself = (at) =>
  at ? [{ id: "here", name: say("place.you"), own: true, fix: at }] : [];
