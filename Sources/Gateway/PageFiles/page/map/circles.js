// Regions: circles with names.

import { sheetOn } from "./canvas.js";
import { mark, valueOf } from "./colours.js";
import { circlesAt, drawChosenCircle, drawCircles, Labels } from "./drawing.js";

/** Above so many in one window, circles are drawn finer. */
const crowd = 150;
/** Circles of fewer pixels than this have no name. */
const namedFrom = 22;

/**
 * Regions, the features of /api/regions: outlines, filled where `inside`.
 * - `colour(feature)`: the name of a CSS variable;
 * - `onChoose(features)`: the point that was clicked is in these, the smallest first.
 * Returns `{ set(features), choose(id or null), remove() }`.
 */
export function circles(map, features, { colour = () => "--mark-region", onChoose } = {}) {
  let regions = [];
  let chosen = null;
  const placed = (view) => regions.map((region) =>
    [...view.at(region.lat, region.lon), view.pixels(region.radius, region.lat)]);
  const isSeen = ([x, y, r], view) => x > -r && y > -r && x < view.width + r && y < view.height + r;

  const draw = (c, view) => {
    const all = placed(view);
    const seen = regions.map((region, index) => ({ ...region, circle: all[index] }))
      .filter(({ circle }) => isSeen(circle, view));
    const isCrowded = seen.length > crowd;
    const groups = Map.groupBy
      ? Map.groupBy(seen, ({ colour, inside }) => `${colour} ${inside}`) : groupedBy(seen);
    for (const group of groups.values()) {
      const { colour, inside } = group[0];
      drawCircles(c, group.map(({ circle }) => circle), valueOf(colour), {
        isFilled: inside, width: inside ? 1.75 : 1.25, opacity: isCrowded && !inside ? 0.3 : isCrowded ? 0.5 : 0.85,
      });
    }
    const one = seen.find(({ feature }) => feature.id === chosen);
    if (one) drawChosenCircle(c, one.circle, valueOf(one.colour), mark("paper"));
    if (isCrowded) return one && nameCircles(c, view, [one]);
    // What one is in has its name first, then the large ones.
    const named = seen.filter(({ circle, feature }) => circle[2] > namedFrom || feature.id === chosen);
    nameCircles(c, view, named.sort((a, b) =>
      (b.feature.id === chosen) - (a.feature.id === chosen) || b.inside - a.inside || b.circle[2] - a.circle[2]));
  };

  const sheet = sheetOn(map, "regions", draw, {
    order: 3,
    at: (point, view) => {
      const found = circlesAt(placed(view), point);
      return found.length > 0 ? found.map((index) => regions[index].feature) : null;
    },
    choose: (found) => onChoose?.(found),
  });
  const set = (features) => {
    regions = features.map((feature) => ({
      feature, lat: feature.geometry.coordinates[1], lon: feature.geometry.coordinates[0],
      radius: feature.properties.radius, inside: !!feature.properties.inside, colour: colour(feature),
    }));
    sheet.redraw();
  };
  set(features);
  return {
    set,
    choose: (id) => {
      chosen = id;
      sheet.redraw();
    },
    remove: sheet.remove,
  };
}

function groupedBy(seen) {
  const groups = new Map();
  for (const one of seen) {
    const key = `${one.colour} ${one.inside}`;
    if (groups.has(key)) groups.get(key).push(one); else groups.set(key, [one]);
  }
  return groups;
}

function nameCircles(c, view, seen) {
  // A pin stands at the middle of each.
  const pins = seen.slice(0, 60).map(({ circle: [x, y] }) => ({ left: x - 16, right: x + 16, top: y - 38, bottom: y }));
  const labels = new Labels(c, view.width, view.height, mark("paper"), pins);
  for (const { feature, circle, colour, inside } of seen.slice(0, 60)) {
    labels.add(feature.properties.name ?? "", circle, valueOf(colour), { weight: inside ? 600 : 400 });
  }
}
