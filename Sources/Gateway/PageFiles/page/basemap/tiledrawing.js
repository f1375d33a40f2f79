// How the base map looks: all but its names.

import { extent } from "./vectortile.js";

/** Widths in pixels at zooms; between two, it grows by the same factor from zoom to zoom. */
const widths = {
  motorway: [[5, 0.8], [9, 1.6], [11, 2.6], [13, 4.2], [15, 8], [17, 16], [19, 36]],
  trunk: [[6, 0.7], [9, 1.4], [11, 2.3], [13, 4], [15, 7.5], [17, 15], [19, 34]],
  primary: [[8, 0.7], [11, 1.9], [13, 3.6], [15, 7], [17, 14], [19, 32]],
  secondary: [[9, 0.6], [11, 1.4], [13, 3], [15, 6.4], [17, 13], [19, 30]],
  tertiary: [[11, 0.8], [13, 2.2], [15, 5.6], [17, 12], [19, 28]],
  minor: [[12, 0.5], [13, 1.1], [14, 2], [15, 4], [16, 6.2], [17, 10], [19, 25]],
  service: [[13, 0.4], [15, 1.6], [16, 2.8], [17, 5], [19, 14]],
  "pedestrian-way": [[13, 0.6], [14, 1.2], [15, 2.6], [16, 4.4], [17, 7], [19, 18]],
  path: [[13, 0.5], [15, 0.9], [17, 1.4], [19, 2.6]],
  rail: [[9, 0.5], [13, 1], [16, 1.8], [19, 4]],
  ferry: [[8, 0.8], [19, 1.6]],
  river: [[8, 0.6], [11, 1.3], [13, 2.2], [16, 6], [19, 16]],
  stream: [[12, 0.5], [14, 0.9], [16, 1.8], [19, 5]],
  country: [[3, 1], [10, 1.8], [19, 3]],
  region: [[5, 0.6], [10, 1.1], [19, 2]],
  coastline: [[7, 0.7], [14, 1], [19, 1.4]],
};

function widthOf(kind, zoom) {
  const stops = widths[kind];
  if (zoom <= stops[0][0]) return stops[0][1];
  const next = stops.findIndex(([z]) => z >= zoom);
  if (next < 0) return stops.at(-1)[1];
  const [[z0, w0], [z1, w1]] = [stops[next - 1], stops[next]];
  return w0 * (w1 / w0) ** ((zoom - z0) / (z1 - z0));
}

/** Later ones lie over earlier ones. Each has a colour `--map-NAME`. */
const areas = ["residential", "military", "industrial", "commercial", "school", "hospital", "airport"];
const greens = [
  "farm", "grass", "park", "heath", "wetland", "wood", "garden", "cemetery", "pitch", "sand", "rock", "glacier",
];
const floors = ["pedestrian", "parking", "runway"];
/** From the least to the most important. */
const roads = ["service", "pedestrian-way", "minor", "tertiary", "secondary", "primary", "trunk", "motorway"];

/** The names of all colours, without `--map-`. */
export const colours = [
  "water", "waterway", "pool", ...areas, ...greens, ...floors, "building", "building-edge",
  ...roads, ...roads.map((road) => `${road}-edge`), "path", "rail", "ferry", "tunnel", "boundary",
];

/**
 * Draws the part of a tile that `part` says (`parts` along each side, `column`, `row`) over `size`
 * pixels of a map of `zoom`. `palette`: colours by name.
 */
export function drawTile(context, layers, part, { zoom, size, palette }) {
  const scale = (size * part.parts) / extent;
  const ratio = size / 512;
  // What reaches in from beyond the part: half a wide road.
  const margin = (40 * ratio) / scale;
  const left = (part.column * extent) / part.parts;
  const top = (part.row * extent) / part.parts;
  const side = extent / part.parts;
  const drawing = {
    context, palette, zoom, scale, ratio, left, top, lineWidth: (kind) => widthOf(kind, zoom),
    features: (layer) => (layers.get(layer) ?? []).filter(({ box }) =>
      box[2] >= left - margin && box[3] >= top - margin
      && box[0] <= left + side + margin && box[1] <= top + side + margin),
  };
  context.lineJoin = "round";
  drawAreas(drawing);
  drawRoads(drawing);
  drawBoundaries(drawing);
}

// MARK: - Forms

function addLine({ context, scale, left, top }, points) {
  context.moveTo((points[0] - left) * scale, (points[1] - top) * scale);
  for (let index = 2; index < points.length; index += 2) {
    context.lineTo((points[index] - left) * scale, (points[index + 1] - top) * scale);
  }
}

function fill(drawing, features, colour) {
  if (features.length === 0) return;
  drawing.context.beginPath();
  for (const { parts } of features) {
    for (const ring of parts) {
      addLine(drawing, ring);
      drawing.context.closePath();
    }
  }
  drawing.context.fillStyle = drawing.palette[colour];
  drawing.context.fill();
}

function stroke(drawing, features, colour, width, { dashes = [], cap = "round" } = {}) {
  if (features.length === 0) return;
  const { context, ratio } = drawing;
  context.beginPath();
  for (const { parts } of features) for (const line of parts) addLine(drawing, line);
  context.strokeStyle = drawing.palette[colour];
  context.lineWidth = width * ratio;
  context.lineCap = cap;
  context.setLineDash(dashes.map((dash) => dash * ratio));
  context.stroke();
  context.setLineDash([]);
}

/** The edges of areas, but not those along which the tile was cut. */
function strokeEdges(drawing, features, colour, width) {
  const { context, scale, left, top, ratio } = drawing;
  context.beginPath();
  for (const { parts } of features) {
    for (const ring of parts) {
      let [x0, y0] = [ring[ring.length - 2], ring[ring.length - 1]];
      for (let index = 0; index < ring.length; index += 2) {
        const [x, y] = [ring[index], ring[index + 1]];
        const isCut = (x === x0 && (x <= 0 || x >= extent)) || (y === y0 && (y <= 0 || y >= extent));
        if (!isCut) {
          context.moveTo((x0 - left) * scale, (y0 - top) * scale);
          context.lineTo((x - left) * scale, (y - top) * scale);
        }
        [x0, y0] = [x, y];
      }
    }
  }
  context.strokeStyle = drawing.palette[colour];
  context.lineWidth = width * ratio;
  context.lineCap = "round";
  context.stroke();
}

function byKind(features, names = {}) {
  const kinds = new Map();
  for (const feature of features) {
    const kind = names[feature.properties.kind] ?? feature.properties.kind;
    if (kinds.has(kind)) kinds.get(kind).push(feature);
    else kinds.set(kind, [feature]);
  }
  return (kind) => kinds.get(kind) ?? [];
}

// MARK: - What lies below, what lies above

function drawAreas(drawing) {
  const polygons = (layer) => drawing.features(layer).filter(({ kind }) => kind === 3);
  const lines = (layer) => drawing.features(layer).filter(({ kind }) => kind === 2);
  const area = byKind(polygons("area"));
  for (const kind of areas) fill(drawing, area(kind), kind);
  const green = byKind(polygons("green"));
  for (const kind of greens) fill(drawing, green(kind), kind);
  const water = byKind(polygons("water"));
  fill(drawing, polygons("water").filter(({ properties }) => properties.kind !== "pool"), "water");
  const waterway = byKind(lines("waterway"));
  const widthsOf = [
    ["coastline", "coastline"], ["ditch", "stream"], ["drain", "stream"], ["stream", "stream"], ["canal", "river"],
    ["river", "river"],
  ];
  for (const [kind, width] of widthsOf) stroke(drawing, waterway(kind), "waterway", drawing.lineWidth(width));
  for (const kind of floors) fill(drawing, area(kind), kind);
  fill(drawing, water("pool"), "pool");
  const buildings = polygons("building");
  fill(drawing, buildings, "building");
  if (drawing.zoom >= 16) strokeEdges(drawing, buildings, "building-edge", 1);
}

function drawRoads(drawing) {
  const lines = drawing.features("road").filter(({ kind }) => kind === 2);
  const isTunnel = ({ properties }) => !!properties.tunnel;
  const isBridge = ({ properties }) => !!properties.bridge && !properties.tunnel;
  // Squares are pedestrian as well, and have another colour.
  const kinds = (lines) => byKind(lines, { pedestrian: "pedestrian-way" });
  drawTunnels(drawing, kinds(lines.filter(isTunnel)));
  drawWays(drawing, kinds(lines.filter((road) => !isTunnel(road) && !isBridge(road))), "round");
  // Those of a bridge lie over what they cross; their ends lie on the road.
  drawWays(drawing, kinds(lines.filter(isBridge)), "butt");
}

function drawTunnels(drawing, of) {
  for (const kind of roads) {
    const width = drawing.lineWidth(kind);
    if (width < 1) continue;
    stroke(drawing, of(kind), `${kind}-edge`, width + 1.2, { dashes: [4, 3], cap: "butt" });
    stroke(drawing, of(kind), "tunnel", width, { cap: "butt" });
  }
  if (drawing.zoom >= 12) {
    stroke(drawing, of("rail"), "rail", drawing.lineWidth("rail"), { dashes: [3, 4], cap: "butt" });
  }
}

function drawWays(drawing, of, cap) {
  const { zoom } = drawing;
  if (zoom >= 14) {
    const width = drawing.lineWidth("path");
    const dashes = zoom >= 16 ? [2.5 * width, 2 * width] : [2, 1.5];
    stroke(drawing, of("path"), "path", width, { dashes, cap: "butt" });
  }
  // As wide as an edge is seen at all; a thin road is a line of its edge's colour.
  const hasEdge = (kind) => drawing.lineWidth(kind) >= 2;
  for (const kind of roads) {
    if (hasEdge(kind)) {
      const width = drawing.lineWidth(kind) + (zoom >= 15 ? 2 : 1.4);
      stroke(drawing, of(kind), `${kind}-edge`, width, { cap });
    }
  }
  for (const kind of roads) {
    const colour = hasEdge(kind) || roads.indexOf(kind) > roads.indexOf("tertiary") ? kind : `${kind}-edge`;
    stroke(drawing, of(kind), colour, drawing.lineWidth(kind));
  }
  const width = drawing.lineWidth("rail");
  stroke(drawing, of("rail"), "rail", width, { cap: "butt" });
  // Sleepers.
  if (zoom >= 14) {
    stroke(drawing, of("rail"), "rail", width * 3, { dashes: [1.2, 7], cap: "butt" });
  }
  stroke(drawing, of("ferry"), "ferry", drawing.lineWidth("ferry"), { dashes: [6, 5], cap: "butt" });
}

function drawBoundaries(drawing) {
  const lines = drawing.features("boundary").filter(({ kind }) => kind === 2);
  const of = byKind(lines);
  stroke(drawing, of("region"), "boundary", drawing.lineWidth("region"), { dashes: [5, 3], cap: "butt" });
  stroke(drawing, of("country"), "boundary", drawing.lineWidth("country"), { dashes: [8, 3, 2, 3], cap: "butt" });
}
