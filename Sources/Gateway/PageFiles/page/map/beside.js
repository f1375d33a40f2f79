// Maps that stand in other views: beside a list, or small. Each is made when it is seen.

import { make } from "../base/elements.js";
import { chips } from "../base/forms.js";
import { oneself, whereOneIs } from "../base/places.js";
import { say } from "../base/words.js";

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
