// Small maps in other views. What they need is loaded when they are seen.

import { make } from "../base/elements.js";
import { oneself, whereOneIs } from "../base/places.js";
import { say } from "../base/words.js";

/**
 * `fill(maps)`: shows something once there is a map; `maps`: it, and what layers are made with;
 * `failed(box)`: there is none. `{ element, drawn, end }`.
 */
function smallMapOf(label, fill, failed) {
  const element = make("div");
  const box = make("div", { class: "map-frame small-map" }, element);
  let map = null, isEnded = false;
  return {
    element: box,
    async drawn() {
      try {
        const [{ makeMap, fit }, { devices }, { pins }] = await Promise.all([
          import("./canvas.js"), import("./devices.js"), import("./pins.js"),
        ]);
        map = await makeMap(element, { label });
        if (isEnded) return map.end();
        await fill({ map, fit, devices, pins, isOver: () => isEnded });
      } catch (error) {
        console.debug(error);
        failed(box);
      }
    },
    end() {
      isEnded = true;
      map?.end();
    },
  };
}

/**
 * A map of which a tap writes its position into `input`; `at`: what is shown first, else where one
 * is.
 */
export const spotMap = (input, label, at = null) =>
  smallMapOf(label, async ({ map, fit, pins, isOver }) => {
    const layer = pins(map, at ? [at] : []);
    const here = at ? null : whereOneIs();
    await here?.read().catch(() => {});
    if (isOver()) return;
    const first = at ?? here.at;
    if (first) fit(map, [[first.lat, first.lon]], { metres: 600 });
    map.on("click", ({ latlng: { lat, lng } }) => {
      input.value = `${lat.toFixed(5)},${lng.toFixed(5)}`;
      layer.set([{ lat, lon: lng, name: input.value }]);
    });
  }, (box) => box.remove());

/** A map of one thing with a position, and of oneself: `here`; `move`: says that one has moved. */
export function smallMap(item, label, here = () => null) {
  let own = null;
  const move = () => own?.set(oneself(here()));
  return {
    move,
    ...smallMapOf(label, ({ map, fit, devices, pins }) => {
      pins(map, [item]);
      own = devices(map, []);
      move();
      fit(map, [[item.lat, item.lon]], { metres: 500 });
    }, (box) => box.replaceChildren(make("p", { class: "faint" }, say("places.noMap")))),
  };
}
