import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./browser.js";

const { extent, readTile } = await page("basemap/vectortile.js");
const { namesOf } = await page("basemap/names.js");

// MARK: - Writing tiles

const varint = (value) => {
  const bytes = [];
  for (; value >= 0x80; value = Math.floor(value / 0x80)) bytes.push((value % 0x80) + 0x80);
  return [...bytes, value];
};
const number = (field, value) => [...varint(field * 8), ...varint(value)];
const bytes = (field, content) => [...varint(field * 8 + 2), ...varint(content.length), ...content];
const text = (field, words) => bytes(field, [...new TextEncoder().encode(words)]);
const packed = (field, numbers) => bytes(field, numbers.flatMap(varint));
const zigzag = (value) => value < 0 ? -2 * value - 1 : 2 * value;
const real = (field, wire, size, value) => {
  const view = new DataView(new ArrayBuffer(size));
  if (size === 4) view.setFloat32(0, value, true); else view.setFloat64(0, value, true);
  return [...varint(field * 8 + wire), ...new Uint8Array(view.buffer)];
};

/** Commands for lines or rings of absolute points. */
function geometry(lines, { closes = false } = {}) {
  let [x, y] = [0, 0];
  const step = ([toX, toY]) => {
    const numbers = [zigzag(toX - x), zigzag(toY - y)];
    [x, y] = [toX, toY];
    return numbers;
  };
  return lines.flatMap(([first, ...rest]) => [
    9, ...step(first), ...(rest.length > 0 ? [8 * rest.length + 2, ...rest.flatMap(step)] : []),
    ...(closes ? [15] : []),
  ]);
}

const feature = (kind, commands, tags = []) =>
  bytes(2, [...packed(2, tags), ...number(3, kind), ...packed(4, commands)]);
const layer = (name, features, { keys = [], values = [], size = 4096 } = {}) => bytes(3, [
  ...text(1, name), ...features.flat(), ...keys.flatMap((key) => text(3, key)),
  ...values.flatMap((value) => bytes(4, value)), ...number(5, size), ...number(15, 2),
]);
const read = (...layers) => readTile(Uint8Array.from(layers.flat()));
const parts = (layers, name) => layers.get(name).map((one) => one.parts.map((part) => [...part]));

// MARK: - Tiles

test("points, lines and rings are read in the order in which they are drawn", () => {
  for (const [kind, lines, closes] of [
    [1, [[[25, 17]]], false], [1, [[[5, 7]], [[3, 2]]], false],
    [2, [[[2, 2], [2, 10], [10, 10]]], false], [2, [[[2, 2], [2, 10]], [[1, 1], [3, 5]]], false],
    [3, [[[3, 6], [8, 12], [20, 34]]], true],
    [3, [[[0, 0], [10, 0], [10, 10]], [[-11, 11], [20, 11], [20, 20]]], true],
  ]) {
    const layers = read(layer("a", [feature(kind, geometry(lines, { closes }))]));
    assert.deepEqual(parts(layers, "a"), [lines.map((line) => line.flat())]);
    const [{ box }] = layers.get("a");
    const flat = lines.flat();
    assert.deepEqual(box, [
      Math.min(...flat.map(([x]) => x)), Math.min(...flat.map(([, y]) => y)),
      Math.max(...flat.map(([x]) => x)), Math.max(...flat.map(([, y]) => y)),
    ]);
  }
});

test("coordinates are of one extent, whatever the tile's own is", () => {
  const layers = read(
    layer("a", [feature(1, geometry([[[256, 128]]]))], { size: 256 }),
    layer("b", [feature(1, geometry([[[256, 128]]]))], { size: 8192 }));
  assert.deepEqual(parts(layers, "a"), [[[extent, extent / 2]]]);
  assert.deepEqual(parts(layers, "b"), [[[128, 64]]]);
});

test("properties have the values that were written", () => {
  const values = [
    [text(1, "Zoë"), "Zoë"], [real(2, 5, 4, 1.5), 1.5], [real(3, 1, 8, -0.1), -0.1],
    [number(4, 2 ** 40), 2 ** 40], [number(5, 7), 7], [number(6, zigzag(-3)), -3],
    [number(7, 1), true], [number(7, 0), false],
  ];
  const tags = values.flatMap((value, index) => [index, index]);
  const layers = read(layer("a", [feature(1, geometry([[[1, 1]]]), [...tags, 99, 0, 0, 99])], {
    keys: values.map((value, index) => `k${index}`), values: values.map(([written]) => written),
  }));
  assert.deepEqual(layers.get("a")[0].properties,
    Object.fromEntries(values.map(([, value], index) => [`k${index}`, value])));
});

test("what has no form, and fields that nobody knows, are passed over", () => {
  const layers = read(
    number(7, 1), text(9, "later"), real(10, 5, 4, 0), real(11, 1, 8, 0),
    layer("a", [
      feature(0, geometry([[[1, 1]]])), feature(4, geometry([[[1, 1]]])), feature(2, []),
      feature(2, geometry([[[1, 1]]])), feature(3, geometry([[[1, 1], [2, 2]]])),
      feature(1, geometry([[[7, 7]]])),
    ]));
  assert.deepEqual(parts(layers, "a"), [[[7, 7]]]);
});

test("layers of one name are one", () => {
  const one = (x) => layer("a", [feature(1, geometry([[[x, x]]]))]);
  assert.deepEqual(parts(read(one(1), one(2)), "a"), [[[1, 1]], [[2, 2]]]);
});

test("what came before a fault is good", () => {
  const good = layer("a", [feature(1, geometry([[[1, 1]]]))]);
  for (const [name, broken] of Object.entries({
    "a layer that is cut": layer("b", []).slice(0, -1), "no extent": layer("b", [], { size: 0 }),
    "a wire type that is none": [3 * 8 + 7], "a number without an end": Array(11).fill(0xff),
    "a length beyond the end": [...varint(26), ...varint(2 ** 40)],
    "a command that is none": layer("b", [feature(2, [8 + 3, 1, 1])]),
    "more points than there are": layer("b", [feature(2, [9, 0, 0, 8 * 1000 + 2, 1])]),
    "more points than a tile may have": layer("b", [feature(2, [9, 0, 0, 8 * 5_000_000 + 2])]),
    "a point far outside": layer("b", [feature(1, geometry([[[10 ** 6, 0]]]))]),
  })) {
    const layers = read(good, broken, layer("c", []));
    assert.deepEqual(parts(layers, "a"), [[[1, 1]]], name);
    assert.ok(!layers.has("c"), name);
  }
});

test("no damage to a tile makes it throw", () => {
  const tile = Uint8Array.from([
    ...layer("road", [feature(2, geometry([[[0, 0], [50, 60], [70, 10]]]), [0, 0])], {
      keys: ["name"], values: [text(1, "A street")],
    }),
    ...layer("place", [feature(1, geometry([[[5, 5]]]))]),
  ]);
  for (let at = 0; at < tile.length; at += 1) {
    readTile(tile.slice(0, at));
    for (const byte of [0x00, 0x01, 0x7f, 0x80, 0xff]) {
      const damaged = tile.slice();
      damaged[at] = byte;
      namesOf(readTile(damaged), 14, 1, 1);
    }
  }
});

// MARK: - Names

const named = (kind, lines, properties) =>
  ({ kind, properties, parts: lines.map((line) => Float32Array.from(line)) });
const names = (layers) => namesOf(new Map(Object.entries(layers)), 0, 0, 0)
  .map(({ layer, name, points }) => [layer, name, ...[...points].map((one) => one * extent)]);

test("a street that is cut at each crossing is one line", () => {
  const street = (...lines) => lines.map((line) => named(2, [line], { name: "Long Street", kind: "minor" }));
  for (const [lines, count, length] of [
    [street([0, 0, 1, 0], [1, 0, 2, 0], [2, 0, 3, 1]), 1, 4],
    [street([1, 0, 0, 0], [1, 0, 2, 0], [3, 1, 2, 0]), 1, 4],
    [street([0, 0, 1, 0], [5, 5, 6, 6]), 2, 2],
    // A ring comes to an end.
    [street([0, 0, 1, 0], [1, 0, 1, 1], [1, 1, 0, 0]), 1, 4],
  ]) {
    const found = names({ road: lines });
    assert.equal(found.length, count);
    assert.equal((found[0].length - 2) / 2, length);
  }
  assert.equal(names({ road: [
    named(2, [[0, 0, 1, 0]], { name: "A" }), named(2, [[1, 0, 2, 0]], { name: "B" }),
  ] }).length, 2);
});

test("names are those that a map can show, and numbers of roads the first of several", () => {
  assert.deepEqual(names({
    place: [named(1, [[2, 4]], { name: "Town", population: 7 }), named(1, [[0, 0]], { name: "" }),
      named(1, [[0, 0]], { name: 7 }), named(2, [[0, 0, 1, 1]], { name: "No point" })],
    road: [named(2, [[0, 0, 8, 8]], { ref: "A 10;E 35", kind: "motorway" }),
      named(2, [[0, 0, 8, 8]], { ref: "A 1", kind: "motorway", tunnel: true })],
    waterway: [named(2, [[0, 0, 4, 0]], { name: " Canal " })],
  }), [["place", "Town", 2, 4], ["waterway", "Canal", 0, 0, 4, 0], ["ref", "A 10", 0, 0, 8, 8]]);
  const [[, name]] = names({ place: [named(1, [[0, 0]], { name: "😀".repeat(500) })] });
  assert.equal([...name].length, 80);
});

test("where a name stands is said over the world", () => {
  const [{ points }] = namesOf(new Map([["place", [named(1, [[extent / 2, 0]], { name: "X" })]]]), 2, 1, 3);
  assert.deepEqual([...points], [1.5 / 4, 3 / 4]);
});
