// Reads Mapbox vector tiles (https://github.com/mapbox/vector-tile-spec, 2.1). A broken tile gives
// what could be read of it: nothing here throws, and nothing grows beyond the limits below.

/** Coordinates of what is read are from 0 to this over the tile, whatever its own extent is. */
export const extent = 4096;

const mostFeatures = 100_000;
const mostNumbers = 4_000_000;
/** How far a tile may reach beyond its edges: more is no tile of a map. */
const farthest = 4 * extent;

/**
 * The layers of a tile, a Map by name of arrays of features:
 * `{ kind: 1 points, 2 lines, 3 polygons; properties; parts; box: [left, top, right, bottom] }`.
 * A part is a Float32Array of x and y in turns: a point, a line, or a ring, whose end is not repeated.
 */
export function readTile(bytes) {
  const layers = new Map();
  const budget = { features: mostFeatures, numbers: mostNumbers };
  try {
    const reader = new Reader(bytes);
    while (reader.next()) {
      if (reader.field === 3) readLayer(reader.bytes(), layers, budget);
      else reader.skip();
    }
  } catch (error) {
    // What came before the fault is good.
    if (!(error instanceof BrokenTile)) throw error;
  }
  return layers;
}

class BrokenTile extends Error {}

/** Protocol buffers: a field after the other. */
class Reader {
  constructor(data) {
    this.data = data;
    this.at = 0;
  }

  /** Goes to the next field; false at the end. */
  next() {
    if (this.at >= this.data.length) return false;
    const key = this.varint();
    this.field = key >>> 3;
    this.wire = key & 7;
    return true;
  }

  varint() {
    let value = 0;
    let factor = 1;
    for (let count = 0; count < 10; count += 1) {
      const byte = this.data[this.at];
      if (byte === undefined) throw new BrokenTile();
      this.at += 1;
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
      factor *= 0x80;
    }
    throw new BrokenTile();
  }

  bytes() {
    if (this.wire !== 2) throw new BrokenTile();
    const length = this.varint();
    if (length > this.data.length - this.at) throw new BrokenTile();
    this.at += length;
    return this.data.subarray(this.at - length, this.at);
  }

  fixed(size) {
    this.at += size;
    if (this.at > this.data.length) throw new BrokenTile();
    return new DataView(this.data.buffer, this.data.byteOffset + this.at - size, size);
  }

  skip() {
    if (this.wire === 0) this.varint();
    else if (this.wire === 1) this.fixed(8);
    else if (this.wire === 2) this.bytes();
    else if (this.wire === 5) this.fixed(4);
    else throw new BrokenTile();
  }
}

const utf8 = new TextDecoder();

function readLayer(bytes, layers, budget) {
  const layer = { name: "", extent, keys: [], values: [], features: [] };
  const reader = new Reader(bytes);
  while (reader.next()) {
    switch (reader.field) {
      case 1: layer.name = utf8.decode(reader.bytes()); break;
      case 2: layer.features.push(reader.bytes()); break;
      case 3: layer.keys.push(utf8.decode(reader.bytes())); break;
      case 4: layer.values.push(readValue(reader.bytes())); break;
      case 5: layer.extent = reader.varint(); break;
      default: reader.skip();
    }
  }
  if (!(layer.extent > 0)) throw new BrokenTile();
  const features = layers.get(layer.name) ?? [];
  layers.set(layer.name, features);
  for (const bytes of layer.features) {
    budget.features -= 1;
    if (budget.features < 0) throw new BrokenTile();
    const feature = readFeature(bytes, layer, budget);
    if (feature) features.push(feature);
  }
}

function readValue(bytes) {
  const reader = new Reader(bytes);
  let value = null;
  while (reader.next()) {
    switch (reader.field) {
      case 1: value = utf8.decode(reader.bytes()); break;
      case 2: value = reader.fixed(4).getFloat32(0, true); break;
      case 3: value = reader.fixed(8).getFloat64(0, true); break;
      case 4: case 5: value = reader.varint(); break;
      case 6: value = zigzag(reader.varint()); break;
      case 7: value = reader.varint() !== 0; break;
      default: reader.skip();
    }
  }
  return value;
}

const zigzag = (number) => (number % 2 === 0 ? number / 2 : -(number + 1) / 2);

/** `null` for one that has no form. */
function readFeature(bytes, layer, budget) {
  const reader = new Reader(bytes);
  const properties = {};
  let kind = 0;
  let geometry = null;
  while (reader.next()) {
    if (reader.field === 2) {
      const tags = new Reader(reader.bytes());
      while (tags.at < tags.data.length) {
        const key = layer.keys[tags.varint()];
        const value = layer.values[tags.varint()];
        if (key !== undefined && value !== undefined) properties[key] = value;
      }
    } else if (reader.field === 3) {
      kind = reader.varint();
    } else if (reader.field === 4) {
      geometry = reader.bytes();
    } else {
      reader.skip();
    }
  }
  if (!geometry || kind < 1 || kind > 3) return null;
  const form = readGeometry(geometry, kind, extent / layer.extent, budget);
  return form.parts.length === 0 ? null : { kind, properties, ...form };
}

const moveTo = 1;
const lineTo = 2;
const closePath = 7;

function readGeometry(bytes, kind, scale, budget) {
  const reader = new Reader(bytes);
  const parts = [];
  const box = [Infinity, Infinity, -Infinity, -Infinity];
  let points = [];
  let [x, y] = [0, 0];
  const end = () => {
    if (points.length >= 2 * kind) parts.push(Float32Array.from(points));
    points = [];
  };
  while (reader.at < bytes.length) {
    const command = reader.varint();
    const count = Math.floor(command / 8);
    if ((command & 7) === closePath) continue;
    if ((command & 7) !== moveTo && (command & 7) !== lineTo) throw new BrokenTile();
    budget.numbers -= 2 * count;
    if (budget.numbers < 0) throw new BrokenTile();
    for (let index = 0; index < count; index += 1) {
      if ((command & 7) === moveTo) end();
      x += zigzag(reader.varint()) * scale;
      y += zigzag(reader.varint()) * scale;
      if (!(Math.abs(x) < farthest && Math.abs(y) < farthest)) throw new BrokenTile();
      points.push(x, y);
      if (x < box[0]) box[0] = x;
      if (y < box[1]) box[1] = y;
      if (x > box[2]) box[2] = x;
      if (y > box[3]) box[3] = y;
    }
  }
  end();
  return { parts, box };
}
