// What somebody did on a day, from what is kept of it: notices, and positions with `lat`, `lon`,
// `time` as /api has it, and `ms`, the same since 1970. No elements here.

import { earthRadius, straightWay } from "../../base/numbers.js";

/** Slower than this is standing still, in metres a second: where one stands, positions wander. */
const slowestMove = 0.4;
/** In a pause of positions that is longer than this nothing is known, in seconds. */
const longestPause = 10 * 60;
/** Middles that are at most so far apart, in metres, are one place, as messages have it. */
const samePlace = 30;

/** Between two points with `lat` and `lon`, in metres. */
export const metresBetween = (from, to) => straightWay(from, to).distance;

/** How far and for how long one moved: metres, seconds. `positions`: by their times. */
export function movement(positions) {
  let metres = 0;
  let seconds = 0;
  for (let index = 1; index < positions.length; index += 1) {
    const [from, to] = [positions[index - 1], positions[index]];
    const far = metresBetween(from, to);
    const long = (to.ms - from.ms) / 1000;
    if (long <= 0 || far / long < slowestMove) continue;
    metres += far;
    seconds += long;
  }
  return { metres, seconds };
}

/** `positions` in parts, between which nothing is known. */
export function parts(positions) {
  const found = [];
  positions.forEach((position, index) => {
    const isApart = index === 0
      || position.ms - positions[index - 1].ms > longestPause * 1000;
    if (isApart) found.push([]);
    found.at(-1).push(position);
  });
  return found;
}

/**
 * Visits that touch the time from `start` to `end` (ms), the first one first:
 * `{ name, kinds, at, entered, left, isAbout, isOn, sequence }`. `left` is null if it is not known,
 * or the visit goes on, which `isOn` says; `isAbout`: `left` is from positions, without an exit.
 *
 * `notices`: oldest first, those before and after the time as well, as far as they may matter;
 * `inside`: ids of the regions in which the device is now; `positions`: those of the time.
 */
export function visitsOf(notices, { start, end, inside = [], positions = [] }) {
  const open = new Map();
  const visits = [];
  const close = (visit, left) => {
    open.delete(visit.region);
    visit.left = left;
  };
  for (const { time, type, data, sequence } of notices) {
    const at = Date.parse(time);
    const region = data.region;
    const transition = type.split(".").at(-1);
    let visit = open.get(region.id);
    if (transition === "enter") {
      // No exit was told of the one before.
      if (visit) close(visit, null);
      visit = visitOf(region, data.place, at, sequence);
      open.set(region.id, visit);
      visits.push(visit);
    } else if (transition === "exit") {
      const stay = (data.stay ?? 0) * 1000;
      if (!visit) {
        visit = visitOf(region, data.place, at - stay, sequence);
        visits.push(visit);
      }
      close(visit, visit.entered + stay);
    }
  }
  for (const visit of open.values()) visit.isOn = inside.includes(visit.region);
  for (const visit of visits) {
    if (visit.left !== null || visit.isOn) continue;
    visit.left = leftByPositions(visit, positions);
    visit.isAbout = visit.left !== null;
  }
  const isOfTheTime = (visit) => visit.entered < end
    // Of one that began before, its end must be known: else it may have ended then as well.
    && (visit.entered >= start || visit.isOn || (visit.left ?? 0) > start);
  return together(visits.filter(isOfTheTime).sort((a, b) => a.entered - b.entered));
}

function visitOf(region, place, entered, sequence) {
  const [lon, lat] = region.center;
  return {
    region: region.id, name: region.name ?? region.id, kinds: [region.kind], place: place?.id,
    at: { lat, lon }, radius: region.radius, entered, left: null, isAbout: false, isOn: false,
    sequence: Number(sequence),
  };
}

/** When the positions leave the circle of a visit; null if they do not say. */
function leftByPositions(visit, positions) {
  const next = positions.find((position) =>
    position.ms > visit.entered && metresBetween(position, visit.at) > visit.radius);
  return next?.ms ?? null;
}

/** Visits of one place at one time as one, as of a favourite and a deal there. */
function together(visits) {
  const found = [];
  for (const visit of visits) {
    const same = found.findLast((other) => isOneVisit(other, visit));
    if (!same) {
      found.push(visit);
      continue;
    }
    for (const kind of visit.kinds) if (!same.kinds.includes(kind)) same.kinds.push(kind);
    if (!same.name.includes(visit.name)) same.name += ` · ${visit.name}`;
    if (visit.isOn || same.isOn) [same.isOn, same.left] = [true, null];
    else if (visit.left > (same.left ?? 0)) [same.left, same.isAbout] = [visit.left, visit.isAbout];
  }
  return found;
}

function isOneVisit(a, b) {
  const isThere = a.place !== undefined && a.place === b.place
    || metresBetween(a.at, b.at) <= samePlace;
  return isThere && (a.isOn || b.entered <= (a.left ?? a.entered + 60000));
}

/**
 * Fewer points, which are nowhere further than `tolerance` metres from the line of all of them
 * (Douglas and Peucker), for drawing.
 */
export function simplified(positions, tolerance) {
  if (positions.length < 3) return positions;
  const scale = Math.cos(positions[0].lat * Math.PI / 180);
  const metres = earthRadius * Math.PI / 180;
  const x = positions.map((position) => position.lon * scale * metres);
  const y = positions.map((position) => position.lat * metres);
  const isKept = new Uint8Array(positions.length);
  isKept[0] = isKept[positions.length - 1] = 1;
  const spans = [[0, positions.length - 1]];
  while (spans.length > 0) {
    const [from, to] = spans.pop();
    let [farthest, at] = [tolerance ** 2, 0];
    for (let index = from + 1; index < to; index += 1) {
      const far = squareToLine(x, y, index, from, to);
      if (far > farthest) [farthest, at] = [far, index];
    }
    if (at === 0) continue;
    isKept[at] = 1;
    spans.push([from, at], [at, to]);
  }
  return withoutPauses(positions, isKept);
}

/** Those that are kept, and as many others that no pause comes about. */
function withoutPauses(positions, isKept) {
  let last = positions[0].ms;
  return positions.filter((position, index) => {
    const next = positions[index + 1]?.ms ?? position.ms;
    if (!isKept[index] && next - last < longestPause * 1000) return false;
    last = position.ms;
    return true;
  });
}

/** The square of the distance from a point to the piece of a line between two others. */
function squareToLine(x, y, point, from, to) {
  const [dx, dy] = [x[to] - x[from], y[to] - y[from]];
  const square = dx * dx + dy * dy;
  const along = square === 0
    ? 0 : ((x[point] - x[from]) * dx + (y[point] - y[from]) * dy) / square;
  const t = Math.max(0, Math.min(1, along));
  return (x[point] - x[from] - t * dx) ** 2 + (y[point] - y[from] - t * dy) ** 2;
}
