// What the map knows: devices, the regions around one's own, favourites' places and deals.

import { ask } from "../../base/api.js";
import { say } from "../../base/words.js";
import { colourOf } from "../../map/colours.js";

/** Devices of one's own whose regions and trails are shown. */
const mostFollowed = 5;
/** Places of one favourite. */
const mostPlaces = 500;
const mostFavourites = 60;

export class Known {
  /** By id. */
  devices = new Map();
  /** By id, of the devices that are followed; `inside` is of any of them. */
  regions = new Map();
  /** Favourites' places and deals, by the id of their region. */
  items = new Map();
  /** Of a brand, or of a place, that was asked for by the address. */
  guests = new Map();
  /** Where each device was when the regions around it were read. */
  lookedUpAt = new Map();

  async readDevices() {
    const { devices } = await ask("GET", "devices");
    this.devices = new Map(devices.map((device) => [device.id, device]));
  }

  /** Devices of one's own, this machine's first. */
  get own() {
    return [...this.devices.values()].filter((device) => device.visibility === "owner")
      .sort((a, b) => !!b.own - !!a.own).slice(0, mostFollowed);
  }

  async readRegions() {
    const all = await Promise.all(this.own.map(async (device) => {
      if (device.fix) this.lookedUpAt.set(device.id, device.fix);
      const { features = [] } = await ask("GET", `regions?device=${encodeURIComponent(device.id)}`);
      return { device, features };
    }));
    this.regions = new Map();
    for (const { device, features } of all) {
      for (const region of features) {
        const known = this.regions.get(region.id);
        if (!known) this.regions.set(region.id, { ...region, devices: new Set([device.id]) });
        else known.devices.add(device.id);
      }
    }
    this.noteInside();
  }

  /** What one is in, as the devices say: it changes more often than the regions do. */
  noteInside() {
    const inside = new Set(this.own.flatMap((device) => device.inside ?? []));
    for (const region of this.regions.values()) {
      region.properties = { ...region.properties, inside: inside.has(region.id) };
    }
  }

  /** `near`: where one is, `lat,lon`; `null`: nobody says. */
  async readItems(near) {
    const [{ favourites = [] }, { deals = [] }] = await Promise.all([
      ask("GET", near ? `favourites?near=${near}` : "favourites"), ask("GET", "deals"),
    ]);
    const places = await Promise.all(
      favourites.slice(0, mostFavourites).map((one) => placesOf(one, near)));
    const shown = deals.filter((deal) => deal.active && Number.isFinite(deal.lat)).map(dealItem);
    this.items = new Map([...places.flat(), ...shown].map((item) => [item.id, item]));
  }

  /** What a region is shown with in the legend. */
  itemOf(region) {
    return this.items.get(region.id) ?? { id: region.id, kind: region.properties.kind };
  }

  /** Since when a device is in a region, as its last enter says; `undefined` if that is not known. */
  async enteredAt(region) {
    const device = [...region.devices]
      .find((id) => this.devices.get(id)?.inside?.includes(region.id));
    if (!device) return undefined;
    const { notifications = [] } = await ask("GET",
      `history?${new URLSearchParams({ device, transitions: "enter", last: 200 })}`);
    return notifications.findLast((notice) => notice.subject === region.id)?.time;
  }
}

async function placesOf({ match, value, name, nearest }, near) {
  if (!nearest) return [];
  const item = (place) => ({ ...placeItem(place), name: place.name ?? place.title ?? name, brand: name });
  if (match === "place") return [item(nearest)];
  const query = new URLSearchParams({
    near: near ?? `${nearest.lat},${nearest.lon}`, radius: 20_000_000, limit: mostPlaces,
  });
  query.set(match === "brand" || match === "wikidata" ? "brand" : match === "category" ? "category" : "text", value ?? name);
  try {
    return (await ask("GET", `places?${query}`)).places.map(item);
  } catch {
    // The nearest at least.
    return [item(nearest)];
  }
}

/** A place as the map shows it. */
export const placeItem = (place) => ({
  id: `favourite/${place.id}`, kind: "favourite", lat: place.lat, lon: place.lon,
  name: place.name ?? place.title, place,
});

const dealItem = (deal) => ({
  id: `deal/${deal.id}`, kind: "deal", lat: deal.lat, lon: deal.lon, name: deal.name,
  category: deal.category || say("map.kind.deal"), deal,
});

/** As `fit` has it. */
export const pointOf = ({ lat, lon }) => [lat, lon];

/** The names of CSS variables. */
export const colourOfRegion = (known, region) => colourOf(known.itemOf(region));
export const colourOfDevice = (device) =>
  device.visibility === "owner" ? "--mark-line" : colourOf({ kind: device.owner ?? device.id });
