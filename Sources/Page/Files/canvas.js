// Maps: the one way for a view to have one. Leaflet is loaded when the first is made.
//
//   const map = await makeMap(element, { label: say("deals.map") });
//   const layer = pins(map, places, { onChoose: (place) => … });
//   fit(map, places.map((place) => [place.lat, place.lon]));
//   …
//   map.end();                       // in the view's end()
//
// `makeMap` takes an element that is in the page already: a view calls it in `drawn`, or after that.

import { addBaseMap } from "./basemap.js";
import { make } from "./elements.js";
import { say } from "./words.js";

/** Where Debian's libraries are. */
const library = "/lib/leaflet/";
let leaflet = null;
/** Of Leaflet first: ours is for what is left. */
const styles = Promise.all([style(`${library}leaflet.css`), style("/map.css")]);

function style(address) {
  const link = make("link", { rel: "stylesheet", href: address });
  document.head.append(link);
  return new Promise((done) => {
    for (const event of ["load", "error"]) link.addEventListener(event, done);
  });
}

/** Leaflet, once, with clusters. */
export function loadLeaflet() {
  leaflet ??= (async () => {
    await styles;
    await script("leaflet.min.js");
    await script("leaflet.markercluster.min.js");
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
      src: library + name,
      on: { load: done, error: () => failed(new Error(say("fault.away"))) },
    }));
  });
}

/**
 * A Leaflet map in `element`, with the base map, a scale and the credit, in light or dark as the
 * page is. To be ended by `map.end()` with its view.
 * - `label`: what it is, for screen readers;
 * - `center`, `zoom`: what is shown first; else the world, until `fit` is called;
 * - `onChoose`: is called with null when nothing was chosen: a click beside everything, or Escape.
 */
export async function makeMap(element, { label, center = [30, 10], zoom = 2, onChoose } = {}) {
  const L = await loadLeaflet();
  element.classList.add("map");
  element.setAttribute("role", "application");
  element.setAttribute("aria-label", label);
  const map = L.map(element, { minZoom: 2, maxZoom: 19, zoomControl: false, attributionControl: false });
  map.setView(center, zoom);
  L.control.zoom({ position: "topright", zoomInTitle: say("map.closer"), zoomOutTitle: say("map.farther") })
    .addTo(map);
  L.control.scale({ imperial: false }).addTo(map);
  const base = addBaseMap(map, () => {});
  map.base = base;
  map.on("click", () => onChoose?.(null));
  const observer = new ResizeObserver(() => map.invalidateSize());
  observer.observe(element);
  map.end = () => {
    observer.disconnect();
    base.remove();
    map.remove();
  };
  return map;
}

/** Shows all `points`, `[lat, lon]` each, with room around them; `metres` of it at the least. */
export function fit(map, points, { metres = 200, isSmooth = false } = {}) {
  if (points.length === 0) return;
  let bounds = null;
  for (const point of points) {
    const around = window.L.latLng(point).toBounds(metres);
    bounds = bounds ? bounds.extend(around) : around;
  }
  map.fitBounds(bounds, { padding: [32, 32], maxZoom: 17, animate: isSmooth });
}

const colours = 12;

/**
 * The name of the CSS variable that has the colour of an item, as in `--pin-3`: of its `brand`, else
 * its `category`, else its `kind`. The same brand has the same colour in every view.
 */
export function colourOf(item) {
  const name = groupOf(item);
  let sum = 0;
  for (const letter of name.toLowerCase()) sum = (sum * 31 + letter.codePointAt(0)) >>> 0;
  return `--pin-${sum % colours}`;
}

/** What an item is shown with in the legend: its brand, its category, or its kind. */
export function groupOf(item) {
  return item.brand ?? item.category ?? item.categories?.[0] ?? item.kind ?? "";
}

/**
 * Pins with clusters. An item has `lat`, `lon`, `name`, and what `colourOf` looks at.
 * - `colour(item)`: the name of a CSS variable;
 * - `onChoose(item)`: it was clicked, or Enter was pressed on it.
 * Returns `{ set(items), choose(item or null), remove() }`.
 */
export function pins(map, items, { colour = colourOf, onChoose } = {}) {
  const layer = window.L.markerClusterGroup({ showCoverageOnHover: false }).addTo(map);
  const set = (items) => {
    layer.clearLayers();
    layer.addLayers(items.map((item) => window.L.marker([item.lat, item.lon], {
      icon: window.L.divIcon({ className: `pin ${colour(item).slice(2)}`, iconSize: [28, 28] }),
      title: item.name, alt: item.name,
    }).on("click", () => onChoose?.(item))));
  };
  set(items);
  return { set, choose: () => {}, remove: () => layer.remove() };
}

/**
 * A legend of the groups of `items`, which can be folded, and switches each on and off:
 * `onChange(Set of the names of groups that are off)`.
 */
export function legend(items, { title = say("map.legend"), colour = colourOf, onChange } = {}) {
  const groups = new Map();
  for (const item of items) {
    const name = groupOf(item);
    const group = groups.get(name) ?? { count: 0, colour: colour(item) };
    groups.set(name, { ...group, count: group.count + 1 });
  }
  const off = new Set();
  return make("details", { class: "legend" }, make("summary", {}, title),
    [...groups].sort(([, a], [, b]) => b.count - a.count).map(([name, group]) => {
      const box = make("input", {
        type: "checkbox", checked: true,
        on: {
          change: () => {
            if (box.checked) off.delete(name); else off.add(name);
            onChange?.(off);
          },
        },
      });
      return make("label", {}, box, make("span", { class: `swatch ${group.colour.slice(2)}` }),
        make("bdi", {}, name), make("span", { class: "faint" }, String(group.count)));
    }));
}

/**
 * Regions, the features of /api/regions: outlines, filled where `inside`.
 * Returns `{ set(features), choose(id or null), remove() }`.
 */
export function circles(map, features, { onChoose } = {}) {
  const layer = window.L.layerGroup().addTo(map);
  const set = (features) => {
    layer.clearLayers();
    for (const feature of features) {
      const [lon, lat] = feature.geometry.coordinates;
      window.L.circle([lat, lon], {
        radius: feature.properties.radius, weight: 1.5, fill: feature.properties.inside,
      }).on("click", () => onChoose?.(feature)).addTo(layer);
    }
  };
  set(features);
  return { set, choose: () => {}, remove: () => layer.remove() };
}

/**
 * Devices, as /api/devices has them: where they are, how sure, and where they go.
 * Returns `{ set(devices), change(device), choose(id or null), remove() }`.
 */
export function devices(map, list, { onChoose } = {}) {
  const layer = window.L.layerGroup().addTo(map);
  const known = new Map();
  const draw = () => {
    layer.clearLayers();
    for (const device of known.values()) {
      if (!device.fix) continue;
      window.L.circle([device.fix.lat, device.fix.lon], { radius: device.fix.accuracy ?? 0 })
        .on("click", () => onChoose?.(device)).addTo(layer);
    }
  };
  const set = (devices) => {
    known.clear();
    for (const device of devices) known.set(device.id, device);
    draw();
  };
  set(list);
  return {
    set, change: (device) => { known.set(device.id, device); draw(); }, choose: () => {},
    remove: () => layer.remove(),
  };
}

/**
 * The way along `fixes` (`lat`, `lon`, `time`, perhaps `accuracy`), earliest first; it has gaps where
 * a device was silent. `colour`: the name of a CSS variable.
 * Returns `{ set(fixes), add(fix), choose(index or null), remove() }`.
 */
export function trail(map, fixes, { colour = "--map-trail", onChoose } = {}) {
  const line = window.L.polyline(fixes, { weight: 3 }).addTo(map);
  return {
    set: (fixes) => line.setLatLngs(fixes), add: (fix) => line.addLatLng(fix), choose: () => {},
    remove: () => line.remove(),
  };
}

/**
 * Draws why something was told, or was not: the region, and the fixes around the one that decided.
 * `explanation`: as /api/explain has it. Returns `{ remove() }`; `explained` has it in words.
 */
export function showWhy(map, explanation, { moment = 0 } = {}) {
  const fixes = explanation.moments[moment]?.fixes ?? [];
  const way = trail(map, fixes);
  fit(map, [explanation.region.center.toReversed(), ...fixes.map((fix) => [fix.lat, fix.lon])]);
  return { remove: way.remove };
}
