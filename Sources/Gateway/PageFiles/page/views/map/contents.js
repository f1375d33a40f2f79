// What the panel says of what is on the map: `{ title, parts }`. `view` is the map's view, of which
// these read what is known, and which they ask to choose or to show something.

import { moment } from "../../base/dates.js";
import { button, make } from "../../base/elements.js";
import { distance as distanceWords, number } from "../../base/numbers.js";
import { placePath, routeLink } from "../../base/places.js";
import { locale, say } from "../../base/words.js";
import { colourOf, groupOf } from "../../map/colours.js";
import { colourOfDevice, colourOfRegion } from "./known.js";
import { length } from "./why.js";

/** `shown`: what the panel is about; `null`: all that is there. */
export function contentsOf(view, shown) {
  switch (shown?.kind) {
    case "region": return regionContents(view, shown);
    case "item": return itemContents(shown.item);
    case "device": return deviceContents(view, shown.id);
    case "brand": return brandContents(view, shown.name);
    case "why": return shown.contents;
    default: return listContents(view);
  }
}

// MARK: - All that is there

function listContents(view) {
  const { known } = view;
  const devices = [...known.devices.values()];
  const regions = [...known.regions.values()];
  const inside = regions.filter((region) => region.properties.inside);
  const around = regions.filter((region) => !region.properties.inside)
    .sort((a, b) => a.properties.distance - b.properties.distance);
  const items = [...known.items.values()].filter((item) => !known.regions.has(item.id));
  if (devices.length + regions.length + items.length === 0) return { title: say("view.map"), parts: emptiness() };
  return {
    title: say("map.onMap"),
    parts: [
      rows(say("map.devices"), devices, (device) => row(
        nameOf(device), stateOf(device), colourOfDevice(device), () => view.chooseDevice(device.id))),
      devices.length === 0 ? noDevice() : null,
      rows(say("map.inside"), inside, (region) => regionRow(view, region)),
      rows(say("map.around"), around, (region) => regionRow(view, region)),
      rows(say("map.elsewhere"), items, (item) => itemRow(view, item, groupName(groupOf(item)))),
    ],
  };
}

const emptiness = () => [
  make("p", {}, say("map.empty")), noDevice(),
  make("p", {}, make("a", { href: "/nearby" }, say("map.emptyPlaces"))),
];

const noDevice = () =>
  make("p", {}, say("map.noDevice"), " ", make("a", { href: "/settings/phones" }, say("map.addPhone")));

function stateOf({ fix, owner }) {
  if (!fix) return say("map.noFix");
  return owner ? `${owner} · ${ago(fix.time)}` : ago(fix.time);
}

// MARK: - A device

function deviceContents(view, id) {
  const device = view.known.devices.get(id);
  if (!device) return { title: say("fault.gone"), parts: [] };
  const { fix } = device;
  const inside = (device.inside ?? []).map((id) => view.known.regions.get(id)).filter(Boolean);
  return {
    title: nameOf(device),
    parts: [
      device.owner ? make("p", {}, say("map.ownedBy", { name: device.owner })) : null,
      fix ? fixFacts(fix) : make("p", {}, say("map.noFix")),
      rows(say("map.insideIt"), inside, (region) => regionRow(view, region)),
      make("div", { class: "buttons" },
        fix ? button(say("map.goThere"), () => view.camera.goTo(fix)) : null,
        fix && !device.own ? routeLink(fix, nameOf(device)) : null,
        device.visibility === "owner"
          ? make("a", { class: "button", href: `/history?device=${encodeURIComponent(id)}` }, say("map.toHistory")) : null),
    ],
  };
}

const fixFacts = ({ time, accuracy, speed }) => facts([
  [say("map.seen"), `${ago(time)} (${moment(time)})`],
  [say("map.sure"), accuracy === undefined ? say("map.notSaid") : `± ${length(accuracy)}`],
  speed > 0.5 ? [say("map.speed"), say("map.kmh", { speed: Math.round(speed * 3.6) })] : null,
]);

// MARK: - A region

function regionContents(view, { id, others = [] }) {
  const { known } = view;
  const region = known.regions.get(id);
  const item = known.items.get(id);
  if (!region) return item ? itemContents(item) : { title: say("fault.gone"), parts: [] };
  const { name, inside } = region.properties;
  const here = others.filter((other) => other !== id).map((other) => known.regions.get(other)).filter(Boolean);
  return {
    title: name ?? id,
    parts: [
      about(item, region),
      inside ? insideWords(view, region) : null,
      regionFacts(region.properties),
      make("div", { class: "buttons" },
        button(say(inside ? "map.why" : "map.whyNot"), () => view.why({ region: id, device: [...region.devices][0] }), { main: true }),
        routeLink(positionOf(region), name ?? id), linkTo(item, region)),
      rows(say("map.alsoHere"), here, (other) => row(
        other.properties.name ?? other.id, groupName(groupOf(known.itemOf(other))), colourOfRegion(known, other),
        () => view.chooseRegion(other.id, others))),
    ],
  };
}

const regionFacts = ({ radius, inside, distance, starts, ends }) => facts([
  [say("map.circle"), length(radius)],
  inside || distance === undefined ? null : [say("map.distance"), distanceWords(distance)],
  starts ? [say("map.from"), moment(starts)] : null,
  ends ? [say("map.until"), moment(ends)] : null,
]);

function positionOf({ geometry: { coordinates: [lon, lat] } }) {
  return { lat, lon };
}

function insideWords(view, region) {
  const since = make("span", {});
  // It is said without, where nobody knows.
  view.known.enteredAt(region).then((time) => {
    if (time) since.textContent = say("map.since", { time: moment(time) });
  }, () => {});
  return make("p", { class: "map-inside" }, say("map.youAreIn"), " ", since);
}

function regionRow(view, region) {
  const { name, distance, inside } = region.properties;
  const group = groupName(groupOf(view.known.itemOf(region)));
  return row(name ?? region.id, inside ? group : distanceWords(distance), colourOfRegion(view.known, region), () => {
    view.chooseRegion(region.id);
    view.camera.lookAt([region.geometry.coordinates.toReversed()], { metres: 4 * region.properties.radius, isSmooth: true });
  });
}

// MARK: - A place, a deal, or all places of a brand

function itemContents(item) {
  return {
    title: item.name ?? groupOf(item),
    parts: [about(item, null), make("div", { class: "buttons" },
      routeLink(item, item.name ?? groupOf(item)), linkTo(item, null))],
  };
}

function brandContents(view, name) {
  const places = [...view.known.guests.values()];
  return {
    title: name,
    parts: [
      make("p", {}, say("map.brandPlaces", { count: number(places.length), name: cut(name) })),
      button(say("map.showOthers"), () => view.showOthers()),
      rows(say("map.places"), places.slice(0, 200), (item) => itemRow(view, item,
        item.place.distance === undefined ? item.place.address?.text ?? "" : distanceWords(item.place.distance))),
    ],
  };
}

const itemRow = (view, item, text) => row(item.name, text, colourOf(item), () => {
  view.chooseItem(item);
  view.camera.lookAt([[item.lat, item.lon]], { metres: 600 });
});

/** What it is, in a line or two. */
function about(item, region) {
  if (item?.deal) {
    return make("p", {}, say("map.dealOf", { company: item.deal.company || say("map.somebody"), category: groupName(item.category) }));
  }
  if (item) {
    const address = item.place?.address?.text;
    return make("p", {}, groupName(groupOf(item)), address ? make("br") : null, address ?? null);
  }
  return make("p", {}, say(`map.kind.${known(region.properties.kind)}`));
}

/** A way to the view of an item, or of what a region is about; `null` if there is none. */
export function linkTo(item, region) {
  if (item?.deal) return make("a", { class: "button", href: `/deals/${item.deal.id}` }, say("map.toDeal"));
  const place = item?.place?.id ?? /^(?:favourite|watch\/[^/]+\/[^/]+)\/(.+)$/.exec(region?.id ?? "")?.[1];
  return place ? make("a", { class: "button", href: placePath(place) }, say("map.toPlace")) : null;
}

// MARK: - Words and small things

export const nameOf = (device) => device.name ?? device.id;

/** A name that is no longer than a title may be. */
export function cut(text) {
  const letters = [...String(text).slice(0, 400)];
  return letters.length > 160 ? `${letters.slice(0, 160).join("")}…` : String(text);
}

function ago(time) {
  const minutes = (Date.now() - Date.parse(time)) / 60_000;
  if (minutes < 1) return say("map.now");
  const words = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  if (minutes < 60) return words.format(-Math.round(minutes), "minute");
  if (minutes < 36 * 60) return words.format(-Math.round(minutes / 60), "hour");
  return words.format(-Math.round(minutes / 1440), "day");
}

const kinds = ["favourite", "deal", "watch", "file", "place"];
const known = (kind) => (kinds.includes(kind) ? kind : "other");

/** What a group is called: a brand by its name, a category without its key, a kind in words. */
export function groupName(name) {
  if (kinds.includes(name)) return say(`map.kind.${name}`);
  const text = name.includes("=") ? name.slice(name.indexOf("=") + 1).replaceAll("_", " ") : name;
  return text ? text.charAt(0).toLocaleUpperCase(locale) + text.slice(1) : say("map.others");
}

/** A list with a title, or nothing for none. */
function rows(title, things, row) {
  if (things.length === 0) return null;
  const most = 100;
  return make("div", { class: "map-rows" }, make("h3", {}, title),
    make("ul", {}, things.slice(0, most).map(row)),
    things.length > most ? make("p", { class: "faint" }, say("map.more", { count: things.length - most })) : null);
}

function row(title, text, colour, action) {
  const dot = make("span", { class: "map-swatch", "aria-hidden": "true" });
  dot.style.background = `var(${colour})`;
  return make("li", {}, make("button", { type: "button", class: "map-row", on: { click: action } },
    dot, make("bdi", {}, cut(title)), make("span", { class: "faint" }, text)));
}

function facts(pairs) {
  return make("dl", { class: "map-facts" }, pairs.filter(Boolean).map(([name, value]) =>
    make("div", {}, make("dt", {}, name), make("dd", {}, value))));
}
