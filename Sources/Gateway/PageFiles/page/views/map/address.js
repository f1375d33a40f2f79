// What the address of the map asks for: all places of a brand, one place, a region, or why something
// was told.

import { ask } from "../../base/api.js";
import { placeAPI } from "../../base/places.js";
import { say } from "../../base/words.js";
import { placeItem, pointOf } from "./known.js";

/** Shows what `query`, of the address, says, once what there is has been read. */
export async function showAddress(view, query) {
  const get = (name) => query.get(name);
  if (get("brand")) await showBrand(view, get("brand"));
  else if (get("place")) await showPlace(view, get("place"));
  else if (get("message")) await showMessage(view, Number(get("message")));
  else if (get("why")) await showWhyOf(view, get("why"), get("device"), get("sequence"));
  else if (get("region")) showRegion(view, get("region"));
}

async function showBrand(view, brand) {
  const near = view.camera.center() ?? "0,0";
  const query = new URLSearchParams({ brand, near, radius: 20_000_000, limit: 1000 });
  let places = [];
  try {
    ({ places } = await ask("GET", `places?${query}`));
  } catch (error) {
    return view.failed(error);
  }
  if (places.length === 0) return view.said(say("map.noBrand"));
  const name = places[0].brand ?? brand;
  view.known.guests = new Map(places.map((place) => [place.id, { ...placeItem(place), brand: name }]));
  view.layers.isAlone = true;
  view.layers.drawItems();
  view.show({ kind: "brand", name });
  view.camera.lookAt(places.map(pointOf));
}

async function showPlace(view, id) {
  try {
    const place = await ask("GET", placeAPI(id));
    const item = {
      ...placeItem(place), kind: "place", brand: place.brand, category: place.categories?.[0],
    };
    const { items, guests } = view.known;
    if (!items.has(item.id)) guests.set(place.id, item);
    view.layers.drawItems();
    view.chooseItem(items.get(item.id) ?? item);
    view.camera.lookAt([pointOf(place)], { metres: 600 });
  } catch (error) {
    view.failed(error);
  }
}

function showRegion(view, id) {
  const region = view.known.regions.get(id);
  const item = view.known.items.get(id);
  if (!region && !item) return view.said(say("map.noRegion"));
  const point = region ? region.geometry.coordinates.toReversed() : pointOf(item);
  view.chooseRegion(id);
  view.camera.lookAt([point], { metres: 6 * (region?.properties.radius ?? 100) });
}

async function showMessage(view, id) {
  try {
    const { messages = [] } = await ask("GET", `messages?before=${id + 1}&limit=1`);
    const message = messages.find((message) => message.id === id);
    if (!message) return view.said(say("fault.gone"));
    const sequence = message.notices?.[0]?.split("-").at(-1);
    await showWhyOf(view, message.lines[0].region, message.device, sequence);
  } catch (error) {
    view.failed(error);
  }
}

/** `what`: the number of a notice, or a region. */
async function showWhyOf(view, what, device, sequence) {
  const number = Number(sequence ?? what);
  await view.why({
    region: Number.isInteger(number) ? null : what, sequence: Number.isInteger(number) ? number : null, device,
  });
}
