// What is drawn on the map: regions, devices with their trails, favourites' places and deals; and the
// legend, by which kinds of them are switched off.

import { keep, remembered } from "../../base/memory.js";
import { positionsOf } from "../../base/past.js";
import { fit, sheetOn } from "../../map/canvas.js";
import { circles } from "../../map/circles.js";
import { groupOf, mark } from "../../map/colours.js";
import { devices as deviceDots } from "../../map/devices.js";
import { drawWhy } from "../../map/drawing.js";
import { legend, pins } from "../../map/pins.js";
import { trail } from "../../map/trail.js";
import { groupName } from "./contents.js";
import { colourOfDevice, colourOfRegion } from "./known.js";
import { isWide } from "./panel.js";

/** Hours of a trail. */
const trailHours = 6;
/** Positions of a trail, at most. */
const mostFixes = 20_000;

export class Layers {
  /** Only places of a brand are shown. */
  isAlone = false;
  /** By the id of the device. */
  trails = new Map();
  /** What explains, if it does. */
  why = null;

  /** `view`: the map's, which is told what somebody chooses. */
  constructor(view) {
    const { map, known } = view;
    Object.assign(this, { view, map, known });
    const off = remembered("mapOff", []);
    this.off = new Set(Array.isArray(off) ? off : []);
    this.circles = circles(map, [], {
      colour: (region) => colourOfRegion(known, region), onChoose: (found) => view.chooseRegions(found),
    });
    this.dots = deviceDots(map, [], {
      colour: colourOfDevice, onChoose: (device) => view.chooseDevice(device.id),
    });
    this.pins = pins(map, [], { onChoose: (item) => view.chooseItem(item) });
  }

  draw() {
    this.dots.set([...this.known.devices.values()]);
    this.drawRegions();
    this.drawItems();
  }

  isOff(item) {
    return this.off.has(groupOf(item));
  }

  drawRegions() {
    const { known } = this;
    this.circles.set([...known.regions.values()].filter((region) => !this.isOff(known.itemOf(region))));
  }

  drawItems() {
    const { known, isAlone } = this;
    const guests = [...known.guests.values()];
    const items = isAlone ? guests : [...known.items.values(), ...guests];
    const others = isAlone ? [] : [...known.regions.values()].map((region) => known.itemOf(region))
      .filter(({ id }) => !known.items.has(id));
    this.drawPins(items);
    this.drawLegend([...items, ...others], () => this.drawPins(items));
  }

  drawPins(items) {
    this.pins.set(items.filter((item) => !this.isOff(item)));
  }

  /** What `items` are; `draw` draws them anew when some of them are switched off or on. */
  drawLegend(items, draw) {
    const { legendPlace } = this.view;
    const isOpen = legendPlace.querySelector("details")?.open ?? isWide();
    legendPlace.replaceChildren(...(items.length === 0 ? [] : [legend(items, {
      isOpen, off: this.off, nameOf: groupName,
      onChange: (off) => {
        keep("mapOff", [...off]);
        this.drawRegions();
        draw();
      },
    })]));
  }

  // MARK: What is chosen

  /** Marks what the panel is about. */
  choose(what) {
    this.why?.remove();
    this.why = null;
    this.circles.choose(what?.kind === "region" ? what.id : null);
    this.dots.choose(what?.kind === "device" ? what.id : null);
    const item = what?.item ?? this.known.items.get(what?.id) ?? null;
    this.pins.choose(what?.kind === "region" || what?.kind === "item" ? item : null);
  }

  /** Shows the fixes of an explanation, up to the one that decided; `moment`: the index of which. */
  showWhy(explanation, moment) {
    this.why = showWhy(this.map, explanation, { moment, room: this.view.panel.room });
  }

  // MARK: Devices

  moved(device) {
    this.dots.change(device);
  }

  extendTrail(device) {
    this.trails.get(device.id)?.add(device.fix);
  }

  async readTrails() {
    const since = new Date(Date.now() - trailHours * 3600_000);
    await Promise.all(this.known.own.map(async (device) => {
      const fixes = await fixesOf(device.id, since);
      if (this.view.isOver) return;
      // Not all of the last metres are kept: they lead to where it is.
      if (device.fix && fixes.at(-1)?.time < device.fix.time) fixes.push(device.fix);
      const known = this.trails.get(device.id);
      if (known) known.set(fixes);
      else if (fixes.length > 0) {
        this.trails.set(device.id, trail(this.map, fixes, { colour: colourOfDevice(device), fades: true }));
      }
    }));
  }
}

/** Where a device was; nothing of one that nothing is kept of. */
async function fixesOf(device, since) {
  try {
    return await positionsOf(device, { since, limit: mostFixes });
  } catch (error) {
    if (error.isAway) throw error;
    return [];
  }
}

/**
 * Draws why something was told, or was not: the region, and the fixes around the one that decided.
 * `explanation`: as /api/explain has it; `explained` of why.js has it in words. Shows all of it, with
 * `room` around it, as `fit`. Returns `{ remove() }`.
 */
function showWhy(map, explanation, { moment = 0, room } = {}) {
  const { region } = explanation;
  const { fixes = [], decisive = -1 } = explanation.moments[moment] ?? {};
  const [lon, lat] = region.center;
  const sheet = sheetOn(map, "why", (c, view) => {
    drawWhy(c, [...view.at(lat, lon), view.pixels(region.radius, lat)], fixes.map((fix) => ({
      point: view.at(fix.lat, fix.lon), radius: view.pixels(fix.accuracy ?? 0, fix.lat),
      isUsed: !fix.dropped, decided: fix.transitions?.[0]?.type ?? null,
    })), decisive, mark);
  });
  const around = window.L.latLng(lat, lon).toBounds(2 * region.radius);
  fit(map, [
    [around.getSouth(), around.getWest()], [around.getNorth(), around.getEast()],
    ...fixes.map((fix) => [fix.lat, fix.lon]),
  ], { metres: 20, room });
  return { remove: sheet.remove };
}
