// The names in a tile, for labels: points, and streets joined to long lines.

import { extent } from "./vectortile.js";

/** A name on a map is a name: of a longer one, this is shown. */
const longestName = 80;
const mostNames = 3000;
const mostLines = 10_000;

/**
 * Names of the tile at `z`/`x`/`y`: `{ layer, kind, name, population, points }`; `points` are x and y
 * in turns, from 0 to 1 over the world (web Mercator): two numbers for a point, more for a line.
 */
export function namesOf(layers, z, x, y) {
  const toWorld = (points) => {
    const world = new Float64Array(points.length);
    for (let index = 0; index < points.length; index += 2) {
      world[index] = (x + points[index] / extent) / 2 ** z;
      world[index + 1] = (y + points[index + 1] / extent) / 2 ** z;
    }
    return world;
  };
  const named = (layer, features) => features.flatMap(({ parts, properties }) => {
    const name = text(properties.name);
    if (!name) return [];
    const about = { layer, kind: String(properties.kind ?? ""), name };
    if (typeof properties.population === "number") about.population = properties.population;
    return parts.map((points) => ({ ...about, points }));
  });
  const points = ["place", "name"].flatMap((layer) =>
    named(layer, (layers.get(layer) ?? []).filter(({ kind }) => kind === 1)));
  // Numbers of roads, as in `A 10`.
  const numbered = joined((layers.get("road") ?? []).flatMap(({ kind, parts, properties }) => {
    const number = text(properties.ref).split(";")[0];
    return kind !== 2 || !number || properties.tunnel ? [] : parts.map((points) => (
      { layer: "ref", kind: String(properties.kind), name: number, points }));
  }).slice(0, mostLines));
  const lines = ["road", "waterway"].flatMap((layer) =>
    joined(named(layer, (layers.get(layer) ?? []).filter(({ kind }) => kind === 2)).slice(0, mostLines)));
  return [...points, ...lines, ...numbered].slice(0, mostNames)
    .map((one) => ({ ...one, points: toWorld(one.points) }));
}

function text(name) {
  return typeof name === "string" ? [...name.slice(0, 2 * longestName)].slice(0, longestName).join("").trim() : "";
}

/** Lines of one name that begin where another ends, as one: a street is cut at each crossing. */
function joined(lines) {
  const named = new Map();
  for (const line of lines) {
    const key = `${line.kind} ${line.name}`;
    if (!named.has(key)) named.set(key, []);
    named.get(key).push(line);
  }
  return [...named.values()].flatMap((lines) => joinedOf(lines));
}

function joinedOf(lines) {
  const rest = new Set(lines.map((line) => Array.from(line.points)));
  const ends = new Map();
  const end = (points, isFirst) => (isFirst ? points.slice(0, 2) : points.slice(-2)).join();
  const note = (points) => {
    for (const isFirst of [true, false]) {
      const key = end(points, isFirst);
      if (!ends.has(key)) ends.set(key, []);
      ends.get(key).push(points);
    }
  };
  for (const points of rest) note(points);
  const done = [];
  for (const first of rest) {
    rest.delete(first);
    let whole = first;
    // At each of its ends, as far as it goes.
    for (let side = 0; side < 2; side += 1) {
      let next = null;
      while ((next = ends.get(end(whole, false))?.find((other) => rest.has(other)))) {
        rest.delete(next);
        const isAhead = end(next, true) === end(whole, false);
        whole = whole.concat((isAhead ? next : reversed(next)).slice(2));
      }
      whole = reversed(whole);
    }
    done.push({ ...lines[0], points: whole });
  }
  return done;
}

function reversed(points) {
  const back = [];
  for (let index = points.length - 2; index >= 0; index -= 2) back.push(points[index], points[index + 1]);
  return back;
}
