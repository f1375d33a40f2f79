// /map: where everything is, and why something was told.
//
// Its address may say what is shown: `at` (`lat,lon`) and `zoom`; `region`, a region's id; `place`, a
// place's id; `brand`, all places of one; `message`, a message's id, or `why`, the number of a notice
// or a region (with `device` and `sequence`): why it was told.

import { ask } from "../../base/api.js";
import { button, fault, make } from "../../base/elements.js";
import { isAbout } from "../../base/live.js";
import { routeAddress } from "../../base/places.js";
import { say } from "../../base/words.js";
import { addTool, makeMap } from "../../map/canvas.js";
import { showAddress } from "./address.js";
import { Camera } from "./camera.js";
import { contentsOf } from "./contents.js";
import { explanationContents } from "./explanation.js";
import { Known, pointOf } from "./known.js";
import { Layers } from "./layers.js";
import { isWide, Panel } from "./panel.js";

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
  constructor({ url, go }) {
    this.go = go;
    this.query = url.searchParams;
    this.known = new Known();
    this.camera = new Camera(this, url.searchParams);
    this.place = make("div", { id: "map" });
    this.panel = new Panel(this.place, {
      toList: () => this.showList(), close: () => this.closePanel(),
    });
    this.legendPlace = make("div", { class: "map-legend" });
    this.notice = make("p", { class: "map-notice", role: "status", hidden: true });
    this.body = [
      make("h1", { class: "hidden" }, say("view.map")),
      make("div", { id: "map-view" }, this.place,
        make("div", { class: "map-column" }, this.panel.element, this.legendPlace), this.notice),
    ];
  }

  async start() {
    try {
      this.map = await makeMap(this.place, {
        label: say("map.label"), ...this.camera.first,
        onChoose: () => this.showList({ isQuiet: true }),
      });
    } catch (error) {
      this.place.replaceChildren(fault(error), button(say("fault.again"), () => this.start()));
      return;
    }
    if (this.isOver) return this.map.end();
    this.addTools();
    // A long press, or the right button.
    this.map.on("contextmenu", ({ latlng: { lat, lng } }) => {
      const at = { lat: Number(lat.toFixed(5)), lon: Number(lng.toFixed(5)) };
      this.go(routeAddress(at, `${at.lat}, ${at.lon}`));
    });
    this.layers = new Layers(this);
    if (isWide()) this.showList({ isQuiet: true }); else this.closePanel();
    await this.readAll();
    if (this.isOver) return;
    await showAddress(this, this.query);
  }

  end() {
    this.isOver = true;
    clearTimeout(this.reading);
    this.map?.end();
    this.map = null;
  }

  addTools() {
    const { camera, map } = this;
    camera.begin(this.place, addTool(map, "here", () => camera.goHere()));
    addTool(map, "all", () => camera.showAll());
    addTool(map, "list", () => (this.panel.isClosed || this.shown ? this.showList() : this.closePanel()));
  }

  // MARK: What there is

  /** Everything anew: at first, and after the stream was interrupted. */
  async readAll() {
    this.failed(null);
    try {
      await this.known.readDevices();
      // Where they are is known long before all that is around them.
      if (!this.isOver && this.map) this.camera.frame();
      await Promise.all([
        this.known.readItems(this.camera.center()), this.known.readRegions(), this.layers?.readTrails(),
      ]);
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

  // MARK: What happens

  deviceMoved(device) {
    const { known } = this;
    const last = known.devices.get(device.id);
    known.devices.set(device.id, device);
    if (!this.map) return;
    this.layers.moved(device);
    if (device.fix) this.camera.frame();
    if (device.visibility !== "owner") return;
    if (device.fix && last?.fix?.time !== device.fix.time) this.layers.extendTrail(device);
    if (String(last?.inside) !== String(device.inside)) {
      known.noteInside();
      this.layers.drawRegions();
      // There may be one that was not known: of a favourite that was added a moment ago.
      if (device.inside?.some((id) => !known.regions.has(id))) this.later(() => known.readRegions());
      else this.refreshPanel();
    } else if (this.shown?.kind === "device" && this.shown.id === device.id) {
      this.refreshPanel();
    }
    this.camera.moved(device);
    const lookedUp = known.lookedUpAt.get(device.id);
    if (device.fix && (!lookedUp || this.map.distance(pointOf(lookedUp), pointOf(device.fix)) > farEnough)) {
      known.lookedUpAt.set(device.id, device.fix);
      this.later(() => known.readRegions());
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
    this.layers.draw();
    this.camera.frame();
    this.refreshPanel();
  }

  said(text) {
    this.notice.hidden = false;
    this.notice.textContent = text;
    clearTimeout(this.saying);
    this.saying = setTimeout(() => { this.notice.hidden = true; }, 5000);
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
    if (this.known.regions.has(item.id)) this.chooseRegion(item.id);
    else this.show({ kind: "item", id: item.id, item });
  }

  chooseDevice(id) {
    this.show({ kind: "device", id });
  }

  // MARK: The panel

  /** `what`: as `contentsOf` has it; `null`: all that is there. */
  show(what) {
    this.choose(what);
    this.panel.open({ isDetail: what !== null });
    this.fill();
  }

  /** Marks on the map what the panel is about. */
  choose(what) {
    this.shown = what;
    this.layers?.choose(what);
    // All but what explains steps back.
    const explains = what?.kind === "why";
    this.place.classList.toggle("is-explaining", explains);
    this.legendPlace.hidden = explains;
  }

  /** `isQuiet`: nobody asked for it. */
  showList({ isQuiet = false } = {}) {
    if (isQuiet && !this.shown && this.panel.isClosed) return;
    if (isQuiet && !isWide()) return this.closePanel();
    this.show(null);
  }

  /** After those of a brand: all that was there before. */
  showOthers() {
    this.known.guests.clear();
    this.layers.isAlone = false;
    this.layers.drawItems();
    this.showList();
  }

  closePanel() {
    this.choose(null);
    this.panel.close();
  }

  /** The panel with what is now, if nobody is in the middle of it. */
  refreshPanel() {
    if (this.panel.isClosed || this.shown?.kind === "why" || this.panel.isInUse) return;
    this.fill();
  }

  fill() {
    this.panel.fill(contentsOf(this, this.shown));
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
    const { id } = explanation.region;
    this.show({
      kind: "why", id,
      contents: explanationContents(explanation, index, this.known.items.get(id),
        (other) => this.showExplanation(explanation, other)),
    });
    this.layers.showWhy(explanation, index);
  }
}
