// Maps: the one way for a view to have one. Leaflet is loaded when the first is made.
//
//   const map = await makeMap(element, { label: say("deals.map") });
//   const layer = pins(map, places, { onChoose: (place) => … });
//   fit(map, places.map((place) => [place.lat, place.lon]));
//   …
//   map.end();                       // in the view's end()
//
// `makeMap` takes an element that is in the page already: a view calls it in `drawn`, or after that.

import { make } from "../base/elements.js";
import { say } from "../base/words.js";
import { addBaseMap } from "../basemap/basemap.js";
import { Sheet } from "../basemap/sheet.js";
import { drawings } from "./colours.js";
import { loadLeaflet } from "./leaflet.js";

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

/**
 * A sheet that is drawn again when the colours change. `pane`, `draw`: as of `Sheet`; `hit`: how one
 * chooses from it: `{ order, at(point, view), choose(found) }`, as in `hitAt`.
 */
export function sheetOn(map, pane, draw, hit) {
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
