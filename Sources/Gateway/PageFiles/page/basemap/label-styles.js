// How the labels of the base map look.

/**
 * How names look, by what they are of. `from`, `to`: zooms at which they are shown; `sizes`: pixels at
 * these; `rank`: who is placed first. A colour is a CSS variable's, without `--map-`.
 */
const places = {
  country: { from: 2, to: 8, sizes: [13, 18], rank: 0, colour: "place", weight: 600, isSpaced: true },
  state: { from: 5, to: 9, sizes: [11, 15], rank: 4, colour: "area-name", weight: 600, isSpaced: true },
  region: { from: 6, to: 9, sizes: [11, 14], rank: 5, colour: "area-name", weight: 600, isSpaced: true },
  island: { from: 10, to: 16, sizes: [11, 15], rank: 6, colour: "area-name", weight: 500 },
  city: { from: 4, to: 15, sizes: [12, 22], rank: 1, colour: "place", weight: 600 },
  town: { from: 7, to: 15, sizes: [11, 19], rank: 2, colour: "place", weight: 600 },
  village: { from: 10, to: 16, sizes: [11, 17], rank: 3, colour: "place", weight: 500 },
  borough: { from: 11, to: 15, sizes: [10.5, 14], rank: 5, colour: "area-name", weight: 600, isSpaced: true },
  suburb: { from: 12, to: 16, sizes: [10.5, 14], rank: 6, colour: "area-name", weight: 600, isSpaced: true },
  hamlet: { from: 13, to: 17, sizes: [11, 14], rank: 7, colour: "place", weight: 500 },
  quarter: { from: 13, to: 17, sizes: [10, 13], rank: 7, colour: "area-name", weight: 600, isSpaced: true },
  neighbourhood: { from: 14, to: 18, sizes: [10, 12], rank: 12, colour: "area-name", weight: 600, isSpaced: true },
  islet: { from: 14, to: 18, sizes: [10.5, 13], rank: 14, colour: "area-name", weight: 400 },
  isolated_dwelling: { from: 15, to: 18, sizes: [10.5, 13], rank: 15, colour: "area-name", weight: 400 },
  locality: { from: 14, to: 18, sizes: [10.5, 13], rank: 14, colour: "area-name", weight: 400 },
};
const water = { from: 9, to: 19, sizes: [11, 14], rank: 9, colour: "water-name", weight: 400, isItalic: true };
const green = { from: 12, to: 19, sizes: [10.5, 13], rank: 11, colour: "green-name", weight: 500 };
const house = { from: 15, to: 19, sizes: [10.5, 12.5], rank: 13, colour: "area-name", weight: 500 };
const names = {
  water, marina: water, park: green, wood: green, wetland: green, cemetery: green,
  glacier: { ...water, rank: 10 }, beach: { ...green, colour: "peak-name" },
  peak: { from: 12, to: 19, sizes: [10.5, 12.5], rank: 10, colour: "peak-name", weight: 500, sign: "▲" },
  square: { from: 15, to: 19, sizes: [10.5, 13], rank: 8, colour: "road-name", weight: 500 },
  station: { from: 13, to: 19, sizes: [10.5, 13], rank: 8, colour: "road-name", weight: 600, sign: "●" },
  airport: { from: 11, to: 17, sizes: [11, 14], rank: 7, colour: "area-name", weight: 600 },
  island: places.island, hospital: house, school: { ...house, from: 16, rank: 16 },
};
const street = { to: 19, sizes: [10.5, 14], colour: "road-name", weight: 500 };
const stream = { from: 15, to: 19, sizes: [10.5, 12], rank: 28, colour: "water-name", weight: 400, isItalic: true };
const lines = {
  motorway: { ...street, from: 13, rank: 20 },
  trunk: { ...street, from: 13, rank: 21 },
  primary: { ...street, from: 13, rank: 22 },
  secondary: { ...street, from: 14, rank: 23 },
  tertiary: { ...street, from: 14, rank: 24 },
  minor: { ...street, from: 15, sizes: [10, 14], rank: 25 },
  pedestrian: { ...street, from: 15, sizes: [10, 14], rank: 25 },
  service: { ...street, from: 17, sizes: [10, 12], rank: 26, weight: 400 },
  path: { ...street, from: 17, sizes: [10, 12], rank: 27, weight: 400 },
  river: { from: 10, to: 19, sizes: [11, 14], rank: 15, colour: "water-name", weight: 400, isItalic: true },
  canal: { from: 12, to: 19, sizes: [11, 14], rank: 15, colour: "water-name", weight: 400, isItalic: true },
  stream, ditch: { ...stream, from: 17 }, drain: { ...stream, from: 17 },
};
/** Numbers of roads, in frames of their own. */
const shield = { to: 19, sizes: [9, 11], weight: 600, isShield: true };
const shields = {
  motorway: { ...shield, from: 7, rank: 17, colour: "motorway" },
  trunk: { ...shield, from: 8, rank: 18, colour: "trunk" },
  primary: { ...shield, from: 10, rank: 19, colour: "primary" },
  secondary: { ...shield, from: 12, rank: 19, colour: "secondary" },
};

/** Names of colours that labels have, without `--map-`. */
export const labelColours = [
  "place", "area-name", "water-name", "green-name", "peak-name", "road-name", "halo", "motorway", "trunk", "primary",
  "secondary",
];

const fontFamily = "system-ui, sans-serif";

/** How a name of names.js looks; `undefined`: it is not shown. */
export function styleOf({ layer, kind }) {
  if (layer === "place") return places[kind] ?? places.locality;
  if (layer === "name") return names[kind] ?? house;
  if (layer === "ref") return shields[kind];
  return lines[kind];
}

export function sizeAt(style, zoom) {
  const way = Math.min(1, Math.max(0, (zoom - style.from) / (style.to - style.from)));
  return Math.round(2 * (style.sizes[0] + (style.sizes[1] - style.sizes[0]) * way)) / 2;
}

export function fontOf(style, size) {
  return `${style.isItalic ? "italic " : ""}${style.weight} ${size}px ${fontFamily}`;
}
