// The fields of a circle: where its middle is, by address, by coordinates, by a device of one's own
// or on the map, and how far it reaches.

import { ask } from "../base/api.js";
import { button, make } from "../base/elements.js";
import { field } from "../base/forms.js";
import { say } from "../base/words.js";
import { fit, makeMap } from "./canvas.js";
import { circles } from "./circles.js";

/**
 * `item`: with `lat`, `lon`, `radius`, perhaps `address`, or none for a new one; `hasRadius`:
 * whether it has one. Returns `{ elements, read, drawn, end }`: `read()` gives
 * `{ lat, lon, radius, address }`, `drawn` is to be called once the elements are in the page.
 */
export function circleFields(item, { hasRadius = true } = {}) {
  let at = item && Number.isFinite(item.lat) ? { lat: item.lat, lon: item.lon } : null;
  let address = item?.address ?? null;
  const said = make("p", { class: "faint", role: "status" });
  const [whereLabel, where] = field(say("circle.where"), {
    maxlength: 200, autocomplete: "off", placeholder: say("circle.example"),
    value: address ?? (at ? coordinates(at) : ""), required: true, on: {
      keydown: (event) => {
        if (event.key !== "Enter") return;
        // Enter looks for it, and does not send the form yet.
        event.preventDefault();
        find().catch((error) => { said.textContent = error.message; });
      },
    },
  });
  /** What `at` was made of. */
  let found = where.value;
  const [radiusLabel, radius] = field(say("circle.radius"), {
    type: "number", min: 10, max: 100000, step: 1, value: Math.round(item?.radius ?? 100),
    inputmode: "numeric", on: { input: () => draw() },
  });
  const element = make("div", { class: "circle-map" });
  let map = null;
  let layer = null;
  const draw = ({ isNew = false } = {}) => {
    if (!map) return;
    layer.set(at ? [{
      type: "Feature", id: "circle", geometry: { type: "Point", coordinates: [at.lon, at.lat] },
      properties: {
        kind: "place", name: "", inside: true, radius: hasRadius ? Number(radius.value) || 1 : 20,
      },
    }] : []);
    if (at && isNew) {
      fit(map, [[at.lat, at.lon]], { metres: Math.max(400, 3 * (Number(radius.value) || 0)) });
    }
  };
  const set = (point, text, words) => {
    at = point;
    where.value = found = text;
    said.textContent = words;
  };
  const find = async () => {
    const text = where.value.trim();
    if (text === found && at) return;
    if (text === "") throw new Error(say("circle.missing"));
    let near = null;
    try {
      ({ near } = await ask("GET", `places?${new URLSearchParams({ near: text, limit: 1 })}`));
    } catch (error) {
      if (error.status !== 400 && error.status !== 404) throw error;
    }
    if (!near) throw new Error(say("circle.unknown", { text }));
    address = near.text ?? null;
    set({ lat: near.lat, lon: near.lon }, near.text ?? text, say("circle.found", {
      text: near.text ?? coordinates(near),
    }));
    draw({ isNew: true });
  };
  const here = async () => {
    const { devices } = await ask("GET", "devices");
    const fix = devices.find((device) => device.visibility === "owner" && device.fix)?.fix;
    if (!fix) throw new Error(say("circle.noDevice"));
    address = null;
    set({ lat: fix.lat, lon: fix.lon }, coordinates(fix), say("circle.atDevice"));
    draw({ isNew: true });
  };
  return {
    elements: [
      make("div", {}, whereLabel, where),
      make("div", { class: "buttons" },
        button(say("circle.find"), find), button(say("circle.here"), here)),
      said, element, ...(hasRadius ? [make("div", {}, radiusLabel, radius)] : []),
    ],
    async read() {
      await find();
      return {
        ...at, address, ...(hasRadius ? { radius: Number(radius.value) } : {}),
      };
    },
    async drawn() {
      try {
        const around = at ?? await middle();
        map = await makeMap(element, {
          label: say("circle.map"), center: around ? [around.lat, around.lon] : undefined,
          zoom: around ? 15 : undefined,
        });
      } catch {
        // The address does without it.
        element.remove();
        return;
      }
      if (!element.isConnected) return map.end();
      layer = circles(map, []);
      map.on("click", ({ latlng }) => {
        const point = latlng.wrap();
        address = null;
        set({ lat: rounded(point.lat), lon: rounded(point.lng) },
          coordinates({ lat: point.lat, lon: point.lng }), say("circle.onMap"));
        draw();
      });
      draw({ isNew: true });
    },
    end() { map?.end(); },
  };
}

/** Where a new one is likely to be; null if nobody says. */
async function middle() {
  const { devices } = await ask("GET", "devices");
  return devices.find((device) => device.fix)?.fix ?? null;
}

/** To 1 m or so. */
const rounded = (degrees) => Math.round(degrees * 1e5) / 1e5;
const coordinates = ({ lat, lon }) => `${rounded(lat)}, ${rounded(lon)}`;
