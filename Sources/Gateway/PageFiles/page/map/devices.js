// Devices, which glide from one position to the next.

import { sheetOn } from "./canvas.js";
import { mark, valueOf } from "./colours.js";
import {
  drawAccuracy, drawCircles, drawDevice, drawRingedDot, Labels, nearestOf,
} from "./drawing.js";

/** Milliseconds in which a device goes from one position to the next. */
const glide = 700;

/**
 * Devices, as /api/devices has them: where they are, how sure, and where they go.
 * - `colour(device)`: the name of a CSS variable;
 * - `onChoose(device)`: it was clicked.
 * Returns `{ set(devices), change(device), choose(id or null), remove() }`.
 */
export function devices(map, list, { colour = () => "--mark-line", onChoose } = {}) {
  let known = new Map();
  let chosen = null;
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;

  const draw = (c, view) => {
    const now = performance.now();
    let isMoving = false;
    const shown = [...known.values()].map((one) => {
      const part = Math.min(1, (now - one.since) / glide);
      if (part < 1) isMoving = true;
      const eased = part * (2 - part);
      one.lat = one.from[0] + (one.device.fix.lat - one.from[0]) * eased;
      one.lon = one.from[1] + (one.device.fix.lon - one.from[1]) * eased;
      return { ...one, point: view.at(one.lat, one.lon) };
    }).filter(({ point: [x, y] }) => x > -100 && y > -100 && x < view.width + 100 && y < view.height + 100);
    for (const { device, point, variable } of shown) {
      const radius = view.pixels(device.fix.accuracy ?? 0, device.fix.lat);
      if (radius > 9) {
        drawAccuracy(c, point, radius, valueOf(variable), { opacity: 0.13 });
        drawCircles(c, [[...point, radius]], valueOf(variable), { width: 1, opacity: 0.5 });
      }
    }
    for (const { device, point, variable } of shown) {
      const isChosen = device.id === chosen;
      if (isChosen) drawRingedDot(c, point, 15, valueOf(variable), mark("paper"));
      drawDevice(c, point, {
        colour: valueOf(variable), paper: mark("paper"), track: trackOf(device), radius: isChosen ? 10 : 8,
      });
    }
    const labels = new Labels(c, view.width, view.height, mark("paper"));
    // More names than that are not read.
    if (shown.length > 1 && shown.length <= 40) {
      for (const { device, point } of shown) labels.add(device.name ?? device.id, [...point, 12], mark("ink"), { weight: 600 });
    }
    if (isMoving) sheet.redraw();
  };

  const sheet = sheetOn(map, "devices", draw, {
    order: 1,
    at: (point, view) => {
      const all = [...known.values()];
      return all[nearestOf(all.map(({ lat, lon }) => view.at(lat, lon)), point, 18)]?.device ?? null;
    },
    choose: (device) => onChoose?.(device),
  });
  const note = (device, old) => {
    if (!device.fix) return;
    const { lat, lon } = device.fix;
    const isNear = old && !isCalm && Math.abs(old.lat - lat) < 0.05 && Math.abs(old.lon - lon) < 0.05;
    known.set(device.id, {
      device, variable: colour(device), lat, lon,
      from: isNear ? [old.lat, old.lon] : [lat, lon], since: isNear ? performance.now() : -Infinity,
    });
  };
  const set = (devices) => {
    const before = known;
    known = new Map();
    for (const device of devices) note(device, before.get(device.id));
    sheet.redraw();
  };
  set(list);
  return {
    set,
    change: (device) => {
      note(device, known.get(device.id));
      sheet.redraw();
    },
    choose: (id) => {
      chosen = id;
      sheet.redraw();
    },
    remove: sheet.remove,
  };
}

/** Where it goes: not when it stands, as then its direction is chance. */
function trackOf({ fix }) {
  return fix.track !== undefined && fix.track !== null && (fix.speed ?? 0) > 0.5 ? fix.track : null;
}
