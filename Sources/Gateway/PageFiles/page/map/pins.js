// Pins, with clusters, and a legend of them.

import { creditOf } from "../base/credits.js";
import { make } from "../base/elements.js";
import { say } from "../base/words.js";
import { colourOf, groupOf } from "./colours.js";

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
    map.credit("pins", creditOf(items));
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
