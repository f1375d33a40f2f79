// Where a device has been.

import { sheetOn } from "./canvas.js";
import { mark, valueOf } from "./colours.js";
import { drawAccuracy, drawRingedDot, drawWay, nearestOf } from "./drawing.js";

/** After so many seconds without a position, a line would be a guess. */
const longestGap = 600;

/**
 * The way along `fixes` (`lat`, `lon`, `time`, perhaps `accuracy`), earliest first; it has gaps where
 * a device was silent, and fades towards its beginning if `fades`.
 * - `colour`: the name of a CSS variable;
 * - `onChoose(index)`: one of its positions was clicked.
 * Returns `{ set(fixes), add(fix), choose(index or null), remove() }`.
 */
export function trail(map, fixes, { colour = "--mark-line", fades = false, onChoose } = {}) {
  let chosen = null;
  const isGap = (index) => (Date.parse(fixes[index].time) - Date.parse(fixes[index - 1].time)) / 1000 > longestGap;
  const draw = (c, view) => {
    const points = fixes.map((fix) => view.at(fix.lat, fix.lon));
    drawWay(c, points, mark("paper"), { width: 6, opacity: 0.55, isBreak: isGap });
    const parts = fades ? 6 : 1;
    for (let part = 0; part < parts; part += 1) {
      const from = Math.floor((points.length * part) / parts);
      const to = Math.floor((points.length * (part + 1)) / parts) + 1;
      drawWay(c, points.slice(from, to), valueOf(colour), {
        width: 3, opacity: fades ? 0.3 + (0.6 * (part + 1)) / parts : 0.9,
        isBreak: (index) => isGap(from + index),
      });
    }
    if (chosen !== null && points[chosen]) {
      const radius = view.pixels(fixes[chosen].accuracy ?? 0, fixes[chosen].lat);
      drawAccuracy(c, points[chosen], radius, valueOf(colour), { opacity: 0.18 });
      drawRingedDot(c, points[chosen], 8, valueOf(colour), mark("paper"), { width: 3 });
    }
  };
  const sheet = sheetOn(map, "trails", draw, onChoose && {
    order: 2,
    at: (point, view) => {
      const index = nearestOf(fixes.map((fix) => view.at(fix.lat, fix.lon)), point, 10);
      return index < 0 ? null : { index };
    },
    choose: ({ index }) => onChoose(index),
  });
  return {
    set: (other) => {
      fixes = other;
      sheet.redraw();
    },
    add: (fix) => {
      fixes = [...fixes, fix];
      sheet.redraw();
    },
    choose: (index) => {
      chosen = index;
      sheet.redraw();
    },
    remove: sheet.remove,
  };
}
