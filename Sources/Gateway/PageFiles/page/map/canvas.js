// Maps: the one way for a view to have one. Leaflet is loaded when the first is made.
//
//   const map = await makeMap(element, { label: say("deals.map") });
//   const layer = pins(map, places, { onChoose: (place) => … });
//   fit(map, places.map((place) => [place.lat, place.lon]));
//   …
//   map.end();                       // in the view's end()
//
// `makeMap` takes an element that is in the page already: a view calls it in `drawn`, or after that.

import { addBaseMap } from "../basemap/basemap.js";
import {
  circlesAt, colourCount, drawAccuracy, drawChosenCircle, drawCircles, drawDevice, drawRingedDot,
  drawWay, drawWhy, Labels, nearestOf, useMarks,
} from "./drawing.js";
import { make } from "../base/elements.js";
import { Sheet } from "../basemap/sheet.js";
import { say } from "../base/words.js";

// MARK: - Leaflet

/** Where Debian's libraries are. */
const library = "/lib";
let leaflet = null;
/** Leaflet's first: ours say more. */
const styles = Promise.all([style(`${library}/leaflet/leaflet.css`), style("/map/map.css")]);

function style(address) {
  const link = make("link", { rel: "stylesheet", href: address });
  document.head.append(link);
  return new Promise((done) => {
    for (const event of ["load", "error"]) link.addEventListener(event, done);
  });
}

/** Leaflet, once, with clusters. */
function loadLeaflet() {
  leaflet ??= (async () => {
    await styles;
    await script("leaflet/leaflet.js");
    await script("leaflet.markercluster/leaflet.markercluster.js");
    return window.L;
  })().catch((error) => {
    leaflet = null;
    throw error;
  });
  return leaflet;
}

function script(name) {
  return new Promise((done, failed) => {
    document.head.append(make("script", {
      src: `${library}/${name}`,
      on: { load: done, error: () => failed(new Error(say("fault.away"))) },
    }));
  });
}

// MARK: - Colours

/** Drawings, to be drawn again when the colours change. */
const drawings = new Set();
const mark = useMarks(() => drawings.forEach((sheet) => sheet.redraw()));

/** A colour for the canvas, of a CSS variable as `colourOf` names it. */
const valueOf = (variable) => mark(variable.replace("--mark-", ""));

/** What an item is shown with in the legend: its brand, its category, or its kind. */
export function groupOf(item) {
  return item.brand ?? item.category ?? item.categories?.[0] ?? item.kind ?? "";
}

/** Which colour a group has: the same in every view, and after a reload. */
let given = null;
const storage = "colours";
const mostRemembered = 200;

/**
 * The name of the CSS variable that has the colour of an item, as in `--mark-3`: of its `brand`, else
 * its `category`, else its `kind`. The first dozen of groups that a browser shows have colours of their
 * own.
 */
export function colourOf(item) {
  given ??= remembered();
  const name = groupOf(item).toLowerCase();
  if (name === "") return "--mark-region";
  if (!given.has(name)) {
    const used = [...given.values()];
    const free = [...Array(colourCount).keys()].map((step) => (hash(name) + step) % colourCount)
      .find((colour) => !used.includes(colour));
    given.set(name, free ?? hash(name));
    if (given.size <= mostRemembered) remember();
  }
  return `--mark-${given.get(name)}`;
}

function hash(name) {
  let sum = 0;
  for (const letter of name.slice(0, 100)) sum = (sum * 31 + letter.codePointAt(0)) >>> 0;
  return sum % colourCount;
}

function remembered() {
  try {
    const pairs = JSON.parse(localStorage.getItem(storage) ?? "[]");
    return new Map(pairs.filter(([name, colour]) => typeof name === "string" && colour in [...Array(colourCount)]));
  } catch {
    // Without a memory, or with another's in it.
    return new Map();
  }
}

function remember() {
  try {
    localStorage.setItem(storage, JSON.stringify([...given]));
  } catch {
    // A browser may have no memory: then the colours are those of this page.
  }
}

// MARK: - The map

/**
 * A Leaflet map in `element`, with the base map, a scale and the credit, in light or dark as the
 * page is. To be ended by `map.end()` with its view. `map.tools` is where its buttons are.
 * - `label`: what it is, for screen readers;
 * - `center`, `zoom`: what is shown first; else the world, until `fit` is called;
 * - `onChoose`: is called with null when nothing was chosen: a click beside everything.
 */
export async function makeMap(element, { label, center = [30, 10], zoom = 2, onChoose } = {}) {
  const L = await loadLeaflet();
  element.classList.add("map");
  element.setAttribute("role", "application");
  element.setAttribute("aria-label", label);
  element.setAttribute("aria-roledescription", say("map.role"));
  const map = L.map(element, {
    minZoom: 2, maxZoom: 19, zoomControl: false, attributionControl: false, worldCopyJump: true,
    maxBounds: [[-89, -Infinity], [89, Infinity]], maxBoundsViscosity: 1, center, zoom,
  });
  map.tools = make("div", { class: "map-tools", role: "group", "aria-label": say("map.tools") });
  map.foot = make("div", { class: "map-foot" });
  for (const part of [map.tools, map.foot]) {
    L.DomEvent.disableClickPropagation(part);
    L.DomEvent.disableScrollPropagation(part);
    element.append(part);
  }
  addTool(map, "closer", () => map.zoomIn());
  addTool(map, "farther", () => map.zoomOut());
  L.control.scale({ imperial: false }).addTo(map);
  map.foot.append(map.getContainer().querySelector(".leaflet-control-scale"));
  const credit = addCredit(map);
  const base = addBaseMap(map, (text) => credit("base", text));
  map.credit = credit;
  map.hits = [];
  map.on("click", (event) => chooseAt(map, event.containerPoint, onChoose));
  hoverOver(map);
  const observer = new ResizeObserver(() => map.invalidateSize({ animate: false }));
  observer.observe(element);
  map.end = () => {
    observer.disconnect();
    base.remove();
    // Leaflet 1.7.1 ends the animation of a zoom 250 ms later, also of a map that is gone.
    map._animatingZoom = false;
    map.remove();
  };
  return map;
}

/** A button on the map; `name` is that of its picture, and of its words, as in `map.closer`. */
export function addTool(map, name, action) {
  const tool = make("button", {
    type: "button", class: `map-tool is-${name}`, "aria-label": say(`map.${name}`), title: say(`map.${name}`),
    on: { click: action },
  });
  map.tools.append(tool);
  return tool;
}

/** Says whose data are on the map: `(part, text or null)`, for the parts of it. */
function addCredit(map) {
  const element = make("small", { class: "map-credit" });
  map.foot.append(element);
  const texts = new Map();
  return (part, text) => {
    if (texts.get(part) === text) return;
    texts.set(part, text);
    const all = [...new Set([...texts.values()].filter(Boolean))];
    element.replaceChildren(...all.flatMap((text, index) => [index ? " · " : "", linked(text)]));
  };
}

/** The credit that the Open Database License asks for. */
const openStreetMap = "© OpenStreetMap contributors";

function linked(credit) {
  if (!/openstreetmap/i.test(credit)) return credit;
  return make("a", {
    href: "https://www.openstreetmap.org/copyright", target: "_blank", rel: "noopener noreferrer",
  }, credit);
}

/** What is at a point: each layer that can be chosen from has `{ order, at(point), choose(found) }`. */
function hitAt(map, point) {
  for (const hit of [...map.hits].sort((a, b) => a.order - b.order)) {
    const found = hit.at([point.x, point.y]);
    if (found) return { hit, found };
  }
  return null;
}

function chooseAt(map, point, onChoose) {
  const one = hitAt(map, point);
  if (one) one.hit.choose(one.found);
  else onChoose?.(null);
}

function hoverOver(map) {
  let frame = 0;
  map.on("unload", () => cancelAnimationFrame(frame));
  map.on("mousemove", ({ containerPoint }) => {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      map.getContainer().classList.toggle("is-over", hitAt(map, containerPoint) !== null);
    });
  });
}

/** Shows all `points`, `[lat, lon]` each, with room around them; `metres` of it at the least. */
export function fit(map, points, { metres = 300, isSmooth = false, room = {} } = {}) {
  let bounds = null;
  for (const [lat, lon] of points) {
    if (!Number.isFinite(lat) || !Number.isFinite(lon)) continue;
    const around = window.L.latLng(lat, lon).toBounds(metres);
    bounds = bounds ? bounds.extend(around) : around;
  }
  if (!bounds) return;
  const { top = 32, right = 32, bottom = 32, left = 32 } = room;
  map.fitBounds(bounds, {
    paddingTopLeft: [left, top], paddingBottomRight: [right, bottom], maxZoom: 17,
    animate: isSmooth && !matchMedia("(prefers-reduced-motion: reduce)").matches,
  });
}

/** A sheet that is drawn again when the colours change. */
function sheetOn(map, pane, draw, hit) {
  const sheet = new Sheet({ pane, draw }).addTo(map);
  const own = hit && {
    order: hit.order,
    at: ([x, y]) => {
      if (!sheet.view) return null;
      const origin = map._getMapPanePos();
      const [left, top] = sheet.start ? [sheet.start.x + origin.x, sheet.start.y + origin.y] : [0, 0];
      return hit.at([x - left, y - top], sheet.view);
    },
    choose: hit.choose,
  };
  if (own) map.hits.push(own);
  drawings.add(sheet);
  map.on("unload", () => {
    drawings.delete(sheet);
    sheet.remove();
  });
  return {
    redraw: sheet.redraw,
    remove() {
      map.hits = map.hits.filter((one) => one !== own);
      drawings.delete(sheet);
      sheet.remove();
    },
  };
}

// MARK: - Pins

/** Up to two letters that a group is known by. */
function initials(name) {
  const words = name.replace(/^[a-z_:]+=/, "").split(/[\s\-_/&.,]+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  return words.slice(0, 2).map((word) => [...word][0]).join("").toLocaleUpperCase();
}

/** A pin as an element: for the map, and for the legend. `colour`: the name of a CSS variable. */
function pinElement(item, colour = colourOf(item)) {
  const pin = make("span", { class: `pin${item.kind === "deal" ? " is-deal" : ""}`, "aria-hidden": "true" },
    make("span", { class: "pin-letters" }, `${item.number ?? initials(groupOf(item))}`));
  pin.style.setProperty("--pin", `var(${colour})`);
  return pin;
}

/** A marker whose element is a button, with words for those who do not see it. */
function markerIcon(element, words, anchor) {
  const Icon = window.L.Icon.extend({
    createIcon: () => {
      const marker = make("div", { class: "leaflet-marker-icon marker", role: "button", "aria-label": words }, element());
      // A button is pressed by space as well; Leaflet knows Enter.
      marker.addEventListener("keydown", (event) => {
        if (event.key !== " ") return;
        event.preventDefault();
        marker.click();
      });
      marker.style.margin = `${-anchor[1]}px 0 0 ${-anchor[0]}px`;
      return marker;
    },
    createShadow: () => null,
  });
  return new Icon({});
}

/**
 * Pins with clusters. An item has `lat`, `lon`, `name`, what `colourOf` looks at, and perhaps the
 * `number` that it has in a list.
 * - `colour(item)`: the name of a CSS variable;
 * - `onChoose(item)`: it was clicked, or Enter was pressed on it.
 * Returns `{ set(items), choose(item or null), remove() }`.
 */
export function pins(map, items, { colour = colourOf, onChoose } = {}) {
  let group = null;
  let markers = new Map();
  let chosen = null;
  const show = (items) => {
    group?.remove();
    group = window.L.markerClusterGroup({
      showCoverageOnHover: false, maxClusterRadius: 56, spiderLegPolylineOptions: { weight: 1, opacity: 0.5 },
      chunkedLoading: items.length > 1000, chunkInterval: 40, chunkDelay: 10,
      animate: !matchMedia("(prefers-reduced-motion: reduce)").matches,
      iconCreateFunction: clusterIcon,
    });
    markers = new Map(items.map((item) => [item, markerOf(item)]));
    group.addTo(map);
    group.addLayers([...markers.values()]);
    map.credit("pins", items.some(({ id }) => String(id).startsWith("osm/")) ? openStreetMap : null);
    if (chosen) choose(items.find((item) => item.id === chosen.id) ?? null);
  };
  const markerOf = (item) => {
    const variable = colour(item);
    const marker = window.L.marker([item.lat, item.lon], {
      icon: markerIcon(() => pinElement(item, variable), item.name ?? groupOf(item), [14, 36]), title: cut(item.name ?? ""),
    });
    marker.colour = variable;
    marker.on("click", () => onChoose?.(item));
    // The element is made anew whenever it comes out of a cluster.
    marker.on("add", () => marker._icon.classList.toggle("is-chosen", item === chosen));
    return marker;
  };
  const choose = (item) => {
    const last = chosen;
    chosen = item;
    for (const one of [last, item]) {
      const marker = one && markers.get(one);
      marker?._icon?.classList.toggle("is-chosen", one === chosen);
      marker?.setZIndexOffset(one === chosen ? 1000 : 0);
    }
  };
  show(items);
  return { set: show, choose, remove: () => group.remove() };
}

const cut = (text) => (text.length > 120 ? `${text.slice(0, 120)}…` : text);

function clusterIcon(cluster) {
  const colours = new Set(cluster.getAllChildMarkers().map((marker) => marker.colour));
  const count = cluster.getChildCount();
  const size = count < 10 ? 36 : count < 100 ? 42 : count < 1000 ? 48 : 56;
  return markerIcon(() => {
    const element = make("span", { class: "cluster", "aria-hidden": "true" }, new Intl.NumberFormat().format(count));
    element.style.setProperty("--pin", colours.size === 1 ? `var(${[...colours][0]})` : "var(--mark-ink)");
    element.style.width = element.style.height = `${size}px`;
    return element;
    // Above the place, as pins are: what is there is seen.
  }, say("map.cluster", { count }), [size / 2, size + 6]);
}

/**
 * A legend of the groups of `items`, which can be folded, and switches each on and off:
 * `onChange(Set of the names of groups that are off)`. `off`: those that are off at first.
 */
export function legend(items, {
  title = say("map.legend"), colour = colourOf, nameOf = (name) => name || say("map.others"), onChange,
  isOpen = false, off = new Set(),
} = {}) {
  const groups = new Map();
  for (const item of items) {
    const name = groupOf(item);
    if (!groups.has(name)) groups.set(name, { item, count: 0 });
    groups.get(name).count += 1;
  }
  const rows = [...groups].sort(([a, { count: m }], [b, { count: n }]) => n - m || (a < b ? -1 : 1));
  return make("details", { class: "legend", open: isOpen }, make("summary", {}, title),
    make("div", { class: "legend-rows" }, rows.map(([name, { item, count }]) => {
      const box = make("input", {
        type: "checkbox", checked: !off.has(name),
        on: {
          change: () => {
            if (box.checked) off.delete(name); else off.add(name);
            onChange?.(off);
          },
        },
      });
      return make("label", {}, box, pinElement(item, colour(item)), make("bdi", {}, cut(nameOf(name))),
        make("span", { class: "faint" }, new Intl.NumberFormat().format(count)));
    })));
}

// MARK: - Regions

/** Above so many in one window, circles are drawn finer. */
const crowd = 150;
/** Circles of fewer pixels than this have no name. */
const namedFrom = 22;

/**
 * Regions, the features of /api/regions: outlines, filled where `inside`.
 * - `colour(feature)`: the name of a CSS variable;
 * - `onChoose(features)`: the point that was clicked is in these, the smallest first.
 * Returns `{ set(features), choose(id or null), remove() }`.
 */
export function circles(map, features, { colour = () => "--mark-region", onChoose } = {}) {
  let regions = [];
  let chosen = null;
  const placed = (view) => regions.map((region) =>
    [...view.at(region.lat, region.lon), view.pixels(region.radius, region.lat)]);
  const isSeen = ([x, y, r], view) => x > -r && y > -r && x < view.width + r && y < view.height + r;

  const draw = (c, view) => {
    const all = placed(view);
    const seen = regions.map((region, index) => ({ ...region, circle: all[index] }))
      .filter(({ circle }) => isSeen(circle, view));
    const isCrowded = seen.length > crowd;
    const groups = Map.groupBy
      ? Map.groupBy(seen, ({ colour, inside }) => `${colour} ${inside}`) : groupedBy(seen);
    for (const group of groups.values()) {
      const { colour, inside } = group[0];
      drawCircles(c, group.map(({ circle }) => circle), valueOf(colour), {
        isFilled: inside, width: inside ? 1.75 : 1.25, opacity: isCrowded && !inside ? 0.3 : isCrowded ? 0.5 : 0.85,
      });
    }
    const one = seen.find(({ feature }) => feature.id === chosen);
    if (one) drawChosenCircle(c, one.circle, valueOf(one.colour), mark("paper"));
    if (isCrowded) return one && nameCircles(c, view, [one]);
    // What one is in has its name first, then the large ones.
    const named = seen.filter(({ circle, feature }) => circle[2] > namedFrom || feature.id === chosen);
    nameCircles(c, view, named.sort((a, b) =>
      (b.feature.id === chosen) - (a.feature.id === chosen) || b.inside - a.inside || b.circle[2] - a.circle[2]));
  };

  const sheet = sheetOn(map, "regions", draw, {
    order: 3,
    at: (point, view) => {
      const found = circlesAt(placed(view), point);
      return found.length > 0 ? found.map((index) => regions[index].feature) : null;
    },
    choose: (found) => onChoose?.(found),
  });
  const set = (features) => {
    regions = features.map((feature) => ({
      feature, lat: feature.geometry.coordinates[1], lon: feature.geometry.coordinates[0],
      radius: feature.properties.radius, inside: !!feature.properties.inside, colour: colour(feature),
    }));
    sheet.redraw();
  };
  set(features);
  return {
    set,
    choose: (id) => {
      chosen = id;
      sheet.redraw();
    },
    remove: sheet.remove,
  };
}

function groupedBy(seen) {
  const groups = new Map();
  for (const one of seen) {
    const key = `${one.colour} ${one.inside}`;
    if (groups.has(key)) groups.get(key).push(one); else groups.set(key, [one]);
  }
  return groups;
}

function nameCircles(c, view, seen) {
  // A pin stands at the middle of each.
  const pins = seen.slice(0, 60).map(({ circle: [x, y] }) => ({ left: x - 16, right: x + 16, top: y - 38, bottom: y }));
  const labels = new Labels(c, view.width, view.height, mark("paper"), pins);
  for (const { feature, circle, colour, inside } of seen.slice(0, 60)) {
    labels.add(feature.properties.name ?? "", circle, valueOf(colour), { weight: inside ? 600 : 400 });
  }
}

// MARK: - Devices

/** Milliseconds in which a device goes from one position to the next. */
const glide = 700;

/**
 * Devices, as /api/devices has them: where they are, how sure, and where they go.
 * - `colour(device)`: the name of a CSS variable;
 * - `onChoose(device)`: it was clicked.
 * Returns `{ set(devices), change(device), choose(id or null), remove() }`.
 */
export function devices(map, list, { colour = () => "--mark-line", onChoose } = {}) {
  let known = new Map();
  let chosen = null;
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;

  const draw = (c, view) => {
    const now = performance.now();
    let isMoving = false;
    const shown = [...known.values()].map((one) => {
      const part = Math.min(1, (now - one.since) / glide);
      if (part < 1) isMoving = true;
      const eased = part * (2 - part);
      one.lat = one.from[0] + (one.device.fix.lat - one.from[0]) * eased;
      one.lon = one.from[1] + (one.device.fix.lon - one.from[1]) * eased;
      return { ...one, point: view.at(one.lat, one.lon) };
    }).filter(({ point: [x, y] }) => x > -100 && y > -100 && x < view.width + 100 && y < view.height + 100);
    for (const { device, point, variable } of shown) {
      const radius = view.pixels(device.fix.accuracy ?? 0, device.fix.lat);
      if (radius > 9) {
        drawAccuracy(c, point, radius, valueOf(variable), { opacity: 0.13 });
        drawCircles(c, [[...point, radius]], valueOf(variable), { width: 1, opacity: 0.5 });
      }
    }
    for (const { device, point, variable } of shown) {
      const isChosen = device.id === chosen;
      if (isChosen) drawRingedDot(c, point, 15, valueOf(variable), mark("paper"));
      drawDevice(c, point, {
        colour: valueOf(variable), paper: mark("paper"), track: trackOf(device), radius: isChosen ? 10 : 8,
      });
    }
    const labels = new Labels(c, view.width, view.height, mark("paper"));
    // More names than that are not read.
    if (shown.length > 1 && shown.length <= 40) {
      for (const { device, point } of shown) labels.add(device.name ?? device.id, [...point, 12], mark("ink"), { weight: 600 });
    }
    if (isMoving) sheet.redraw();
  };

  const sheet = sheetOn(map, "devices", draw, {
    order: 1,
    at: (point, view) => {
      const all = [...known.values()];
      return all[nearestOf(all.map(({ lat, lon }) => view.at(lat, lon)), point, 18)]?.device ?? null;
    },
    choose: (device) => onChoose?.(device),
  });
  const note = (device, old) => {
    if (!device.fix) return;
    const { lat, lon } = device.fix;
    const isNear = old && !isCalm && Math.abs(old.lat - lat) < 0.05 && Math.abs(old.lon - lon) < 0.05;
    known.set(device.id, {
      device, variable: colour(device), lat, lon,
      from: isNear ? [old.lat, old.lon] : [lat, lon], since: isNear ? performance.now() : -Infinity,
    });
  };
  const set = (devices) => {
    const before = known;
    known = new Map();
    for (const device of devices) note(device, before.get(device.id));
    sheet.redraw();
  };
  set(list);
  return {
    set,
    change: (device) => {
      note(device, known.get(device.id));
      sheet.redraw();
    },
    choose: (id) => {
      chosen = id;
      sheet.redraw();
    },
    remove: sheet.remove,
  };
}

/** Where it goes: not when it stands, as then its direction is chance. */
function trackOf({ fix }) {
  return fix.track !== undefined && fix.track !== null && (fix.speed ?? 0) > 0.5 ? fix.track : null;
}

// MARK: - Trails

/** After so many seconds without a position, a line would be a guess. */
const longestGap = 600;

/**
 * The way along `fixes` (`lat`, `lon`, `time`, perhaps `accuracy`), earliest first; it has gaps where
 * a device was silent, and fades towards its beginning if `fades`.
 * - `colour`: the name of a CSS variable;
 * - `onChoose(index)`: one of its positions was clicked.
 * Returns `{ set(fixes), add(fix), choose(index or null), remove() }`.
 */
export function trail(map, fixes, { colour = "--mark-line", fades = false, onChoose } = {}) {
  let chosen = null;
  const isGap = (index) => (Date.parse(fixes[index].time) - Date.parse(fixes[index - 1].time)) / 1000 > longestGap;
  const draw = (c, view) => {
    const points = fixes.map((fix) => view.at(fix.lat, fix.lon));
    drawWay(c, points, mark("paper"), { width: 6, opacity: 0.55, isBreak: isGap });
    const parts = fades ? 6 : 1;
    for (let part = 0; part < parts; part += 1) {
      const from = Math.floor((points.length * part) / parts);
      const to = Math.floor((points.length * (part + 1)) / parts) + 1;
      drawWay(c, points.slice(from, to), valueOf(colour), {
        width: 3, opacity: fades ? 0.3 + (0.6 * (part + 1)) / parts : 0.9,
        isBreak: (index) => isGap(from + index),
      });
    }
    if (chosen !== null && points[chosen]) {
      const radius = view.pixels(fixes[chosen].accuracy ?? 0, fixes[chosen].lat);
      drawAccuracy(c, points[chosen], radius, valueOf(colour), { opacity: 0.18 });
      drawRingedDot(c, points[chosen], 8, valueOf(colour), mark("paper"), { width: 3 });
    }
  };
  const sheet = sheetOn(map, "trails", draw, onChoose && {
    order: 2,
    at: (point, view) => {
      const index = nearestOf(fixes.map((fix) => view.at(fix.lat, fix.lon)), point, 10);
      return index < 0 ? null : { index };
    },
    choose: ({ index }) => onChoose(index),
  });
  return {
    set: (other) => {
      fixes = other;
      sheet.redraw();
    },
    add: (fix) => {
      fixes = [...fixes, fix];
      sheet.redraw();
    },
    choose: (index) => {
      chosen = index;
      sheet.redraw();
    },
    remove: sheet.remove,
  };
}

// MARK: - Why

/**
 * Draws why something was told, or was not: the region, and the fixes around the one that decided.
 * `explanation`: as /api/explain has it; `explained` of why.js has it in words. Shows all of it, with
 * `room` around it, as `fit`. Returns `{ remove() }`.
 */
export function showWhy(map, explanation, { moment = 0, room } = {}) {
  const { region } = explanation;
  const { fixes = [], decisive = -1 } = explanation.moments[moment] ?? {};
  const [lon, lat] = region.center;
  const sheet = sheetOn(map, "why", (c, view) => {
    drawWhy(c, [...view.at(lat, lon), view.pixels(region.radius, lat)], fixes.map((fix) => ({
      point: view.at(fix.lat, fix.lon), radius: view.pixels(fix.accuracy ?? 0, fix.lat),
      isUsed: !fix.dropped, decided: fix.transitions?.[0]?.type ?? null,
    })), decisive, mark);
  });
  const around = window.L.latLng(lat, lon).toBounds(2 * region.radius);
  fit(map, [
    [around.getSouth(), around.getWest()], [around.getNorth(), around.getEast()],
    ...fixes.map((fix) => [fix.lat, fix.lon]),
  ], { metres: 20, room });
  return { remove: sheet.remove };
}
