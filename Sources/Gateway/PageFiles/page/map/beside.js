// A list with a map beside it.

import { make } from "../base/elements.js";
import { chips } from "../base/forms.js";
import { oneself } from "../base/places.js";
import { say } from "../base/words.js";
import { fit, makeMap } from "./canvas.js";
import { devices } from "./devices.js";
import { pins } from "./pins.js";

const wide = matchMedia("(min-width: 60rem)");

/**
 * `list` beside a map where there is room, else one of them at a time, by two buttons. The map is
 * made when it is first seen; it has a pin for each of some items, and oneself.
 * - `label`: what the map is;
 * - `below`: what stands below the map; `isTable`: `list` wants more room than the map;
 * - `colour`, `onChoose`: as of `pins`;
 * - `keyOf(item)`: what tells it apart: where these are others than before, the map looks at all;
 * - `around(data, isFirst)`: what it looks at beside the items, `metres` of it at the least.
 */
export function withMap({
  list, label, below = "", isTable = false, colour, onChoose, keyOf = (item) => item.id, around, metres,
}) {
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
      map = await makeMap(element, { label });
      if (isEnded) return map.end();
      update = drawing(map, { colour, onChoose, keyOf, around, metres });
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
    /** `data`: `items`, `at`, where one is or null, and what `around` wants to know. */
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

/** Shows items and oneself on a map. */
function drawing(map, { colour, onChoose, keyOf, around, metres }) {
  const own = devices(map, []);
  const layer = pins(map, [], { colour, onChoose });
  let seen = null;
  return (data) => {
    const { items, at } = data;
    own.set(oneself(at));
    const now = JSON.stringify(items.map(keyOf));
    if (now === seen) return;
    const all = [...items, ...around(data, seen === null).filter(Boolean)];
    seen = now;
    layer.set(items);
    fit(map, all.map((one) => [one.lat, one.lon]), { metres });
  };
}
