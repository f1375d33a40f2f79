// /map: where everything is, and why something was told.
//
// Its address may say what is shown: `at` (`lat,lon`) and `zoom`; `region`, a region's id; `place`, a
// place's id; `brand`, all places of one; `message`, a message's id, or `why`, the number of a notice
// or a region (with `device` and `sequence`): why it was told.

import { ask } from "../../base/api.js";
import { moment } from "../../base/dates.js";
import { button, fault, make } from "../../base/elements.js";
import { isAbout } from "../../base/live.js";
import { distance as distanceWords } from "../../base/numbers.js";
import { locale, say } from "../../base/words.js";
import {
  addTool, circles, colourOf, devices as deviceDots, fit, groupOf, legend, makeMap, pins, showWhy,
  trail,
} from "../../map/canvas.js";
import { becameOf, explained, length } from "./why.js";

/** Devices of one's own whose regions and trails are shown. */
const mostFollowed = 5;
/** Hours of a trail. */
const trailHours = 6;
/** Places of one favourite. */
const mostPlaces = 500;
/** Metres after which the regions around a device are asked for again. */
const farEnough = 400;

export default function view(state) {
  const map = new MapView(state);
  return {
    isFull: true,
    body: map.body,
    drawn: () => map.start(),
    hears: {
      device: (device) => map.deviceMoved(device),
      change: (change) => map.changed(change),
      back: () => map.readAll(),
    },
    end: () => map.end(),
  };
}

class MapView {
  constructor({ url, me }) {
    this.query = url.searchParams;
    this.me = me;
    /** By id. */
    this.devices = new Map();
    /** By id, of the devices that are followed; `inside` is of any of them. */
    this.regions = new Map();
    /** Favourites' places and deals, by the id of their region. */
    this.items = new Map();
    /** Of a brand, or of a place, that was asked for by the address. */
    this.guests = new Map();
    this.trails = new Map();
    this.lookedUpAt = new Map();
    this.off = remembered("mapOff", []);
    this.off = new Set(Array.isArray(this.off) ? this.off : []);

    this.place = make("div", { id: "map" });
    this.title = make("h2", { tabindex: "-1" });
    this.content = make("div", { class: "map-panel-content" });
    this.back = button("", () => this.showList());
    this.back.className = "map-tool is-back";
    this.back.setAttribute("aria-label", say("map.toList"));
    this.close = button("", () => this.closePanel());
    this.close.className = "map-tool is-close";
    this.close.setAttribute("aria-label", say("map.close"));
    this.panel = make("section", { class: "map-panel", "aria-label": say("map.panel") },
      make("header", {}, this.back, this.title, this.close), this.content);
    this.legendPlace = make("div", { class: "map-legend" });
    this.notice = make("p", { class: "map-notice", role: "status", hidden: true });
    this.body = [
      make("h1", { class: "hidden" }, say("view.map")),
      make("div", { id: "map-view" }, this.place,
        make("div", { class: "map-column" }, this.panel, this.legendPlace), this.notice),
    ];
    this.panel.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.showList();
    });
  }

  async start() {
    const at = (this.query.get("at") ?? "").split(",").map(Number);
    const isAt = at.length === 2 && at.every(Number.isFinite) && Math.abs(at[0]) <= 90;
    const last = remembered("mapView", null);
    const zoom = Number(this.query.get("zoom")) || 16;
    this.hasPlace = isAt || Number.isFinite(last?.lat);
    try {
      this.map = await makeMap(this.place, {
        label: say("map.label"),
        ...(isAt ? { center: at, zoom } : this.hasPlace ? { center: [last.lat, last.lon], zoom: last.zoom } : {}),
        onChoose: () => this.showList({ isQuiet: true }),
      });
    } catch (error) {
      this.place.replaceChildren(fault(error), button(say("fault.again"), () => this.start()));
      return;
    }
    if (this.isOver) return this.map.end();
    this.addTools();
    this.circles = circles(this.map, [], {
      colour: (region) => this.colourOf(region), onChoose: (found) => this.chooseRegions(found),
    });
    this.dots = deviceDots(this.map, [], {
      colour: (device) => this.colourOfDevice(device), onChoose: (device) => this.chooseDevice(device.id),
    });
    this.pins = pins(this.map, [], { onChoose: (item) => this.chooseItem(item) });
    // What somebody has looked for is shown again the next time.
    this.map.on("moveend", () => { if (this.isMoved) this.remember(); });
    for (const event of ["pointerdown", "wheel", "keydown"]) {
      this.place.addEventListener(event, () => { this.isMoved = true; }, { passive: true });
    }
    // Whoever drags looks elsewhere.
    this.map.on("dragstart", () => this.follow(false));
    if (isWide()) this.showList({ isQuiet: true }); else this.closePanel();
    await this.readAll();
    if (this.isOver) return;
    await this.showAddress();
  }

  end() {
    this.isOver = true;
    clearTimeout(this.reading);
    this.map?.end();
    this.map = null;
  }

  addTools() {
    this.here = addTool(this.map, "here", () => this.goHere());
    this.here.setAttribute("aria-pressed", "false");
    addTool(this.map, "all", () => this.showAll());
    addTool(this.map, "list", () => (this.panel.hidden || this.shown ? this.showList() : this.closePanel()));
  }

  // MARK: What there is

  /** Everything anew: at first, and after the stream was interrupted. */
  async readAll() {
    this.failed(null);
    try {
      await this.readDevices();
      // Where they are is known long before all that is around them.
      if (!this.isOver && this.map) this.frame();
      await Promise.all([this.readItems(), this.readRegions(), this.readTrails()]);
      this.isRead = true;
    } catch (error) {
      this.failed(error);
    }
    if (this.isOver || !this.map) return;
    this.draw();
  }

  failed(error) {
    this.notice.hidden = error === null;
    this.notice.textContent = error?.message ?? "";
  }

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

  async readItems() {
    const near = this.center();
    const [{ favourites = [] }, { deals = [] }] = await Promise.all([
      ask("GET", near ? `favourites?near=${near}` : "favourites"), ask("GET", "deals"),
    ]);
    const items = new Map();
    const lists = await Promise.all(favourites.slice(0, 60).map((one) => this.placesOf(one, near)));
    lists.flat().forEach((item) => items.set(item.id, item));
    for (const deal of deals) {
      if (!deal.active || !Number.isFinite(deal.lat)) continue;
      items.set(`deal/${deal.id}`, {
        id: `deal/${deal.id}`, kind: "deal", lat: deal.lat, lon: deal.lon, name: deal.name,
        category: deal.category || say("map.kind.deal"), deal,
      });
    }
    this.items = items;
  }

  async placesOf({ match, value, name, nearest }, near) {
    if (!nearest) return [];
    const item = (place) => ({
      id: `favourite/${place.id}`, kind: "favourite", lat: place.lat, lon: place.lon,
      name: place.name ?? place.title ?? name, brand: name, place,
    });
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

  /** Where one is, as /api has it: `lat,lon`; null if no device says. */
  center() {
    const fix = this.own.find((device) => device.fix)?.fix;
    if (fix) return `${fix.lat},${fix.lon}`;
    if (!this.hasPlace || !this.map) return null;
    const { lat, lng } = this.map.getCenter().wrap();
    return `${lat.toFixed(5)},${lng.toFixed(5)}`;
  }

  async readTrails() {
    const since = new Date(Date.now() - trailHours * 3600_000).toISOString();
    await Promise.all(this.own.map(async (device) => {
      const fixes = await lines(`devices/${encodeURIComponent(device.id)}/positions?since=${since}&limit=20000`);
      if (this.isOver || !this.map) return;
      // Not all of the last metres are kept: they lead to where it is.
      if (device.fix && fixes.at(-1)?.time < device.fix.time) fixes.push(device.fix);
      const known = this.trails.get(device.id);
      if (known) known.set(fixes);
      else if (fixes.length > 0) {
        this.trails.set(device.id, trail(this.map, fixes, { colour: this.colourOfDevice(device), fades: true }));
      }
    }));
  }

  // MARK: What happens

  deviceMoved(device) {
    const last = this.devices.get(device.id);
    this.devices.set(device.id, device);
    if (!this.map) return;
    this.dots.change(device);
    if (device.fix) this.frame();
    if (device.visibility !== "owner") return;
    if (device.fix && last?.fix?.time !== device.fix.time) this.trails.get(device.id)?.add(device.fix);
    if (String(last?.inside) !== String(device.inside)) {
      this.noteInside();
      this.drawRegions();
      // There may be one that was not known: of a favourite that was added a moment ago.
      if (device.inside?.some((id) => !this.regions.has(id))) this.later(() => this.readRegions());
      else this.refreshPanel();
    } else if (this.shown?.kind === "device" && this.shown.id === device.id) {
      this.refreshPanel();
    }
    if (this.isFollowing && device.id === this.own[0]?.id && device.fix) {
      this.map.panTo([device.fix.lat, device.fix.lon], { animate: true, duration: 0.5 });
    }
    const lookedUp = this.lookedUpAt.get(device.id);
    if (device.fix && (!lookedUp || this.map.distance(pointOf(lookedUp), pointOf(device.fix)) > farEnough)) {
      this.lookedUpAt.set(device.id, device.fix);
      this.later(() => this.readRegions());
    }
  }

  changed(change) {
    const read = ["favourites", "deals", "places", "regions", "watches", "groups", "devices", "phones"];
    if (isAbout(change, ...read)) this.later(() => this.readAll());
  }

  /** Reads once for many changes that come together. */
  later(read) {
    clearTimeout(this.reading);
    this.reading = setTimeout(async () => {
      try {
        await read();
      } catch (error) {
        this.failed(error);
      }
      if (!this.isOver && this.map) this.draw();
    }, 250);
  }

  // MARK: Drawing

  draw() {
    this.dots.set([...this.devices.values()]);
    this.drawRegions();
    this.drawItems();
    this.frame();
    this.refreshPanel();
  }

  /** What a region is shown with in the legend. */
  itemOf(region) {
    return this.items.get(region.id) ?? { id: region.id, kind: region.properties.kind };
  }

  colourOf(region) {
    return colourOf(this.itemOf(region));
  }

  colourOfDevice(device) {
    return device.visibility === "owner" ? "--mark-line" : colourOf({ kind: device.owner ?? device.id });
  }

  isOff(item) {
    return this.off.has(groupOf(item));
  }

  drawRegions() {
    this.circles.set([...this.regions.values()].filter((region) => !this.isOff(this.itemOf(region))));
  }

  drawItems() {
    const guests = [...this.guests.values()];
    const all = this.isAlone ? guests : [...this.items.values(), ...guests];
    this.pins.set(all.filter((item) => !this.isOff(item)));
    const others = [...this.regions.values()].map((region) => this.itemOf(region))
      .filter(({ id }) => !this.items.has(id));
    const known = [...all, ...(this.isAlone ? [] : others)];
    const wasOpen = this.legendPlace.querySelector("details")?.open ?? isWide();
    this.legendPlace.replaceChildren(...(known.length === 0 ? [] : [legend(known, {
      isOpen: wasOpen, off: this.off, nameOf: groupName,
      onChange: (off) => {
        keep("mapOff", [...off]);
        this.drawRegions();
        this.pins.set(all.filter((item) => !this.isOff(item)));
      },
    })]));
  }

  // MARK: Where one looks

  /**
   * At first: what is there, unless somebody was here before, or looks around already. It is done as
   * soon as there is something, and once more when all of it has been read.
   */
  frame() {
    if (this.hasPlace || this.guests.size > 0 || this.isFramed === "whole") return;
    if (this.isMoved || (this.isFramed && !this.isRead)) return;
    if (this.showAll()) this.isFramed = this.isRead ? "whole" : "partly";
  }

  /** Where the panel is not. */
  room() {
    if (this.panel.hidden) return {};
    return isWide()
      ? { left: this.panel.offsetWidth + 40, right: 80 }
      : { bottom: Math.min(this.panel.offsetHeight, this.place.offsetHeight / 2) + 24, right: 64 };
  }

  /** Whether there is something. */
  showAll() {
    this.follow(false);
    const points = [
      ...[...this.devices.values()].filter((device) => device.fix).map((device) => pointOf(device.fix)),
      ...[...this.regions.values()].map((region) => region.geometry.coordinates.toReversed()),
    ];
    const items = [...this.items.values(), ...this.guests.values()].map((item) => [item.lat, item.lon]);
    const shown = points.length > 0 ? points : items;
    fit(this.map, shown, { room: this.room(), isSmooth: this.hasPlace });
    return shown.length > 0;
  }

  goHere() {
    const device = this.own.find((device) => device.fix);
    if (device) {
      this.map.setView(pointOf(device.fix), Math.max(16, this.map.getZoom()));
      this.follow(true);
      this.said(say("map.hereIs", { name: nameOf(device) }));
      return;
    }
    if (!navigator.geolocation) return this.said(say("map.nowhere"));
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => this.map?.setView([coords.latitude, coords.longitude], 16),
      () => this.said(say("map.nowhere")), { timeout: 10_000, maximumAge: 60_000 });
  }

  follow(isOn) {
    this.isFollowing = isOn;
    this.here?.setAttribute("aria-pressed", String(isOn));
  }

  said(text) {
    this.notice.hidden = false;
    this.notice.textContent = text;
    clearTimeout(this.saying);
    this.saying = setTimeout(() => { this.notice.hidden = true; }, 5000);
  }

  remember() {
    const { lat, lng } = this.map.getCenter().wrap();
    keep("mapView", { lat, lon: lng, zoom: this.map.getZoom() });
  }

  // MARK: What the address asks for

  async showAddress() {
    const get = (name) => this.query.get(name);
    if (get("brand")) await this.showBrand(get("brand"));
    else if (get("place")) await this.showPlace(get("place"));
    else if (get("message")) await this.showMessage(Number(get("message")));
    else if (get("why")) await this.showWhyOf(get("why"), get("device"), get("sequence"));
    else if (get("region")) this.showRegion(get("region"));
  }

  async showBrand(brand) {
    const near = this.center() ?? "0,0";
    const query = new URLSearchParams({ brand, near, radius: 20_000_000, limit: 1000 });
    let places = [];
    try {
      ({ places } = await ask("GET", `places?${query}`));
    } catch (error) {
      return this.failed(error);
    }
    if (places.length === 0) return this.said(say("map.noBrand"));
    const name = places[0].brand ?? brand;
    this.guests = new Map(places.map((place) => [place.id, {
      id: `favourite/${place.id}`, kind: "favourite", lat: place.lat, lon: place.lon,
      name: place.name ?? place.title, brand: name, place,
    }]));
    this.isAlone = true;
    this.drawItems();
    this.show({ kind: "brand", name });
    fit(this.map, places.map((place) => [place.lat, place.lon]), { room: this.room() });
  }

  async showPlace(id) {
    try {
      const place = await ask("GET", `places/${id.split("/").map(encodeURIComponent).join("/")}`);
      const item = {
        id: `favourite/${place.id}`, kind: "place", lat: place.lat, lon: place.lon,
        name: place.name ?? place.title, brand: place.brand, category: place.categories?.[0], place,
      };
      if (!this.items.has(item.id)) this.guests.set(place.id, item);
      this.drawItems();
      this.chooseItem(this.items.get(item.id) ?? item);
      fit(this.map, [[place.lat, place.lon]], { metres: 600, room: this.room() });
    } catch (error) {
      this.failed(error);
    }
  }

  showRegion(id) {
    const region = this.regions.get(id);
    const item = this.items.get(id);
    if (!region && !item) return this.said(say("map.noRegion"));
    const [lat, lon] = region ? region.geometry.coordinates.toReversed() : [item.lat, item.lon];
    this.chooseRegion(id);
    fit(this.map, [[lat, lon]], { metres: 6 * (region?.properties.radius ?? 100), room: this.room() });
  }

  async showMessage(id) {
    try {
      const { messages = [] } = await ask("GET", `messages?before=${id + 1}&limit=1`);
      const message = messages.find((message) => message.id === id);
      if (!message) return this.said(say("fault.gone"));
      const sequence = message.notices?.[0]?.split("-").at(-1);
      await this.showWhyOf(message.lines[0].region, message.device, sequence);
    } catch (error) {
      this.failed(error);
    }
  }

  /** `what`: the number of a notice, or a region. */
  async showWhyOf(what, device, sequence) {
    const number = Number(sequence ?? what);
    await this.why({
      region: Number.isInteger(number) ? null : what, sequence: Number.isInteger(number) ? number : null, device,
    });
  }

  // MARK: Choosing

  chooseRegions(found) {
    const ids = found.map((region) => region.id);
    // A second click at the same place is about the next.
    const last = ids.indexOf(this.shown?.id);
    this.chooseRegion(ids[(last + 1) % ids.length], ids);
  }

  chooseRegion(id, others = []) {
    this.show({ kind: "region", id, others });
  }

  chooseItem(item) {
    if (this.regions.has(item.id)) this.chooseRegion(item.id);
    else this.show({ kind: "item", id: item.id, item });
  }

  chooseDevice(id) {
    this.show({ kind: "device", id });
  }

  // MARK: The panel

  show(what) {
    this.shown = what;
    this.whyDrawing?.remove();
    this.whyDrawing = null;
    this.circles.choose(what?.kind === "region" ? what.id : null);
    this.dots.choose(what?.kind === "device" ? what.id : null);
    const item = what?.item ?? this.items.get(what?.id) ?? null;
    this.pins.choose(what?.kind === "region" || what?.kind === "item" ? item : null);
    this.explains(what?.kind === "why");
    this.openPanel();
    this.fill();
  }

  /** All but what explains steps back. */
  explains(isOn) {
    this.place.classList.toggle("is-explaining", isOn);
    this.legendPlace.hidden = isOn;
  }

  openPanel() {
    const wasFocused = this.panel.contains(document.activeElement) || this.place.contains(document.activeElement);
    this.panel.hidden = false;
    this.back.hidden = !this.shown;
    this.content.scrollTop = 0;
    if (wasFocused || this.shown) requestAnimationFrame(() => this.title.focus({ preventScroll: true }));
  }

  /** `isQuiet`: nobody asked for it. */
  showList({ isQuiet = false } = {}) {
    if (isQuiet && !this.shown && this.panel.hidden) return;
    if (isQuiet && !isWide()) return this.closePanel();
    this.show(null);
  }

  closePanel() {
    this.shown = null;
    this.circles?.choose(null);
    this.dots?.choose(null);
    this.pins?.choose(null);
    this.whyDrawing?.remove();
    this.whyDrawing = null;
    this.explains(false);
    const wasFocused = this.panel.contains(document.activeElement);
    this.panel.hidden = true;
    if (wasFocused) this.place.focus({ preventScroll: true });
  }

  /** The panel with what is now, if nobody is in the middle of it. */
  refreshPanel() {
    if (this.panel.hidden || this.shown?.kind === "why" || this.panel.contains(document.activeElement)
        && document.activeElement !== this.title) return;
    this.fill();
  }

  fill() {
    const { title, parts } = this.contents();
    this.title.replaceChildren(make("bdi", {}, cut(title)));
    this.content.replaceChildren(...parts.filter(Boolean));
  }

  contents() {
    switch (this.shown?.kind) {
      case "region": return this.regionContents(this.shown);
      case "item": return this.itemContents(this.shown.item);
      case "device": return this.deviceContents(this.shown.id);
      case "brand": return this.brandContents(this.shown.name);
      case "why": return this.shown.contents;
      default: return this.listContents();
    }
  }

  listContents() {
    const devices = [...this.devices.values()];
    const regions = [...this.regions.values()];
    const inside = regions.filter((region) => region.properties.inside);
    const around = regions.filter((region) => !region.properties.inside)
      .sort((a, b) => a.properties.distance - b.properties.distance);
    const items = [...this.items.values()].filter((item) => !this.regions.has(item.id));
    if (devices.length + regions.length + items.length === 0) return { title: say("view.map"), parts: this.emptiness() };
    return {
      title: say("map.onMap"),
      parts: [
        rows(say("map.devices"), devices, (device) => this.row(nameOf(device), this.stateOf(device), this.colourOfDevice(device),
          () => this.chooseDevice(device.id, true))),
        devices.length === 0 ? this.noDevice() : null,
        rows(say("map.inside"), inside, (region) => this.regionRow(region)),
        rows(say("map.around"), around, (region) => this.regionRow(region)),
        rows(say("map.elsewhere"), items, (item) => this.row(item.name, groupName(groupOf(item)), colourOf(item), () => {
          this.chooseItem(item);
          fit(this.map, [[item.lat, item.lon]], { metres: 600, room: this.room() });
        })),
      ],
    };
  }

  regionRow(region) {
    const { name, distance, inside } = region.properties;
    const group = groupName(groupOf(this.itemOf(region)));
    return this.row(name ?? region.id, inside ? group : distanceWords(distance), this.colourOf(region), () => {
      this.chooseRegion(region.id);
      const [lon, lat] = region.geometry.coordinates;
      fit(this.map, [[lat, lon]], { metres: 4 * region.properties.radius, room: this.room(), isSmooth: true });
    });
  }

  row(title, text, colour, action) {
    const dot = make("span", { class: "map-swatch", "aria-hidden": "true" });
    dot.style.background = `var(${colour})`;
    return make("li", {}, make("button", { type: "button", class: "map-row", on: { click: action } },
      dot, make("bdi", {}, cut(title)), make("span", { class: "faint" }, text)));
  }

  emptiness() {
    return [
      make("p", {}, say("map.empty")),
      this.noDevice(),
      make("p", {}, make("a", { href: "/nearby" }, say("map.emptyPlaces"))),
    ];
  }

  noDevice() {
    return make("p", {}, say("map.noDevice"), " ", make("a", { href: "/settings/phones" }, say("map.addPhone")));
  }

  stateOf(device) {
    if (!device.fix) return say("map.noFix");
    return device.owner ? `${device.owner} · ${ago(device.fix.time)}` : ago(device.fix.time);
  }

  deviceContents(id) {
    const device = this.devices.get(id);
    if (!device) return { title: say("fault.gone"), parts: [] };
    const { fix } = device;
    const inside = (device.inside ?? []).map((id) => this.regions.get(id)).filter(Boolean);
    return {
      title: nameOf(device),
      parts: [
        device.owner ? make("p", {}, say("map.ownedBy", { name: device.owner })) : null,
        fix ? facts([
          [say("map.seen"), `${ago(fix.time)} (${moment(fix.time)})`],
          [say("map.sure"), fix.accuracy === undefined ? say("map.notSaid") : `± ${length(fix.accuracy)}`],
          fix.speed > 0.5 ? [say("map.speed"), say("map.kmh", { speed: Math.round(fix.speed * 3.6) })] : null,
        ]) : make("p", {}, say("map.noFix")),
        rows(say("map.insideIt"), inside, (region) => this.regionRow(region)),
        make("div", { class: "buttons" },
          fix ? button(say("map.goThere"), () => this.map.setView(pointOf(fix), Math.max(16, this.map.getZoom()))) : null,
          device.visibility === "owner"
            ? make("a", { class: "button", href: `/history?device=${encodeURIComponent(id)}` }, say("map.toHistory")) : null),
      ],
    };
  }

  regionContents({ id, others = [] }) {
    const region = this.regions.get(id);
    const item = this.items.get(id);
    if (!region) return item ? this.itemContents(item) : { title: say("fault.gone"), parts: [] };
    const { name, radius, inside, distance, starts, ends } = region.properties;
    const here = others.filter((other) => other !== id).map((other) => this.regions.get(other)).filter(Boolean);
    const since = make("span", {});
    if (inside) this.sayKeptSince(region, since);
    return {
      title: name ?? id,
      parts: [
        this.about(item, region),
        inside ? make("p", { class: "map-inside" }, say("map.youAreIn"), " ", since) : null,
        facts([
          [say("map.circle"), length(radius)],
          inside || distance === undefined ? null : [say("map.distance"), distanceWords(distance)],
          starts ? [say("map.from"), moment(starts)] : null,
          ends ? [say("map.until"), moment(ends)] : null,
        ]),
        make("div", { class: "buttons" },
          button(say(inside ? "map.why" : "map.whyNot"), () => this.why({ region: id, device: [...region.devices][0] }), { main: true }),
          this.linkTo(item, region)),
        rows(say("map.alsoHere"), here, (other) => this.row(
          other.properties.name ?? other.id, groupName(groupOf(this.itemOf(other))), this.colourOf(other),
          () => this.chooseRegion(other.id, others))),
      ],
    };
  }

  itemContents(item) {
    return {
      title: item.name ?? groupOf(item),
      parts: [this.about(item, null), make("div", { class: "buttons" }, this.linkTo(item, null))],
    };
  }

  /** What it is, in a line or two. */
  about(item, region) {
    if (item?.deal) {
      return make("p", {}, say("map.dealOf", { company: item.deal.company || say("map.somebody"), category: groupName(item.category) }));
    }
    if (item) {
      const address = item.place?.address?.text;
      return make("p", {}, groupName(groupOf(item)), address ? make("br") : null, address ?? null);
    }
    return make("p", {}, say(`map.kind.${known(region.properties.kind)}`));
  }

  linkTo(item, region) {
    if (item?.deal) return make("a", { class: "button", href: `/deals/${item.deal.id}` }, say("map.toDeal"));
    const place = item?.place?.id ?? /^(?:favourite|watch\/[^/]+\/[^/]+)\/(.+)$/.exec(region?.id ?? "")?.[1];
    return place ? make("a", {
      class: "button", href: `/places/${place.split("/").map(encodeURIComponent).join("/")}`,
    }, say("map.toPlace")) : null;
  }

  brandContents(name) {
    const places = [...this.guests.values()];
    return {
      title: name,
      parts: [
        make("p", {}, say("map.brandPlaces", { count: new Intl.NumberFormat(locale).format(places.length), name: cut(name) })),
        button(say("map.showOthers"), () => {
          this.guests.clear();
          this.isAlone = false;
          this.drawItems();
          this.showList();
        }),
        rows(say("map.places"), places.slice(0, 200), (item) => this.row(item.name,
          item.place.distance === undefined ? item.place.address?.text ?? "" : distanceWords(item.place.distance), colourOf(item), () => {
            this.chooseItem(item);
            fit(this.map, [[item.lat, item.lon]], { metres: 600, room: this.room() });
          })),
      ],
    };
  }

  /** Since when a device is in a region, as its last enter says. */
  async sayKeptSince(region, element) {
    const [device] = [...region.devices].filter((id) => this.devices.get(id)?.inside?.includes(region.id));
    if (!device) return;
    try {
      const { notifications = [] } = await ask("GET",
        `history?${new URLSearchParams({ device, transitions: "enter", last: 200 })}`);
      const enter = notifications.findLast((notice) => notice.subject === region.id);
      if (enter) element.textContent = say("map.since", { time: moment(enter.time) });
    } catch {
      // It is said without.
    }
  }

  // MARK: Why

  async why({ region, sequence, device }) {
    const query = new URLSearchParams();
    if (sequence !== null && sequence !== undefined) query.set("sequence", sequence);
    else query.set("region", region);
    if (device) query.set("device", device);
    let explanation = null;
    try {
      explanation = await ask("GET", `explain?${query}`);
    } catch (error) {
      if (!this.map) return;
      // It keeps the positions of the last hours: after a restart, there are none.
      this.show({ kind: "why", contents: {
        title: say("map.why"), parts: [make("p", {}, error.status === 404 ? say("map.whyGone") : error.message)],
      } });
      return;
    }
    if (!this.map) return;
    this.showExplanation(explanation, Math.max(0, explanation.moments.length - 1));
  }

  showExplanation(explanation, index) {
    const sentences = explained(explanation);
    const one = explanation.moments[index];
    const others = explanation.moments.length > 1
      ? make("div", { class: "buttons", role: "group", "aria-label": say("map.moments") },
        explanation.moments.slice(-6).map((moment, offset) => {
          const number = Math.max(0, explanation.moments.length - 6) + offset;
          const time = moment.fixes[moment.decisive]?.time;
          const choose = button(time ? clock(time) : String(number + 1), () => this.showExplanation(explanation, number));
          choose.setAttribute("aria-pressed", String(number === index));
          return choose;
        })) : null;
    this.show({
      kind: "why", id: explanation.region.id,
      contents: {
        title: explanation.region.name,
        parts: [
          make("p", { class: "map-why" }, sentences[index] ?? sentences[0]), others,
          one ? this.fixTable(explanation, one) : null,
          make("div", { class: "buttons" }, this.linkTo(this.items.get(explanation.region.id), { id: explanation.region.id })),
        ],
      },
    });
    this.whyDrawing = showWhy(this.map, explanation, { moment: index, room: this.room() });
  }

  fixTable({ region }, { fixes, decisive }) {
    return make("table", { class: "map-why-table" },
      make("caption", { class: "hidden" }, say("map.fixes")),
      make("thead", {}, make("tr", {}, ["map.time", "map.fromCentre", "map.result"].map((key) => make("th", { scope: "col" }, say(key))))),
      make("tbody", {}, fixes.map((fix, index) => make("tr", { class: index === decisive ? "is-decisive" : null },
        make("td", {}, clock(fix.time)), make("td", {}, length(fix.distance)),
        make("td", {}, index === decisive ? make("strong", {}, becameOf(fix, region.radius)) : becameOf(fix, region.radius))))));
  }
}

// MARK: - Words and small things

/** Whether the panel stands beside the map. */
function isWide() {
  return matchMedia("(min-width: 48rem)").matches;
}

const pointOf = (fix) => [fix.lat, fix.lon];
const nameOf = (device) => device.name ?? device.id;
const cut = (text) => ([...String(text).slice(0, 400)].length > 160 ? `${[...String(text).slice(0, 400)].slice(0, 160).join("")}…` : String(text));

function clock(time) {
  return new Intl.DateTimeFormat(locale, { timeStyle: "medium" }).format(new Date(time));
}

function ago(time) {
  const minutes = (Date.now() - Date.parse(time)) / 60_000;
  if (minutes < 1) return say("map.now");
  const words = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  if (minutes < 60) return words.format(-Math.round(minutes), "minute");
  if (minutes < 36 * 60) return words.format(-Math.round(minutes / 60), "hour");
  return words.format(-Math.round(minutes / 1440), "day");
}

const kinds = ["favourite", "deal", "watch", "file", "place"];
const known = (kind) => (kinds.includes(kind) ? kind : "other");

/** What a group is called: a brand by its name, a category without its key, a kind in words. */
function groupName(name) {
  if (kinds.includes(name)) return say(`map.kind.${name}`);
  const text = name.includes("=") ? name.slice(name.indexOf("=") + 1).replaceAll("_", " ") : name;
  return text ? text.charAt(0).toLocaleUpperCase(locale) + text.slice(1) : say("map.others");
}

/** A list with a title, or nothing for none. */
function rows(title, things, row) {
  if (things.length === 0) return null;
  const most = 100;
  return make("div", { class: "map-rows" }, make("h3", {}, title),
    make("ul", {}, things.slice(0, most).map(row)),
    things.length > most ? make("p", { class: "faint" }, say("map.more", { count: things.length - most })) : null);
}

function facts(pairs) {
  return make("dl", { class: "map-facts" }, pairs.filter(Boolean).map(([name, value]) =>
    make("div", {}, make("dt", {}, name), make("dd", {}, value))));
}

/** An answer of a line each. */
async function lines(path) {
  const response = await fetch(`/api/${path}`);
  if (!response.ok) return [];
  return (await response.text()).split("\n").filter(Boolean).map((line) => JSON.parse(line));
}

function keep(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // A browser may have no memory.
  }
}

function remembered(name, other) {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? other;
  } catch {
    return other;
  }
}
