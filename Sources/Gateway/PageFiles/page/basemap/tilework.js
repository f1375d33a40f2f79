// A worker: fetches vector tiles, reads them and draws them, so that the page is not held up.
//
// It hears `{ source: { tiles, minZoom, maxZoom }, palette }` first, then `{ draw: id, z, x, y, size }`
// for tiles of 512 pixels at zoom z of a map, and `{ drop: id }`. It answers `{ id, bitmap }` with
// `key` and `names` of the tile it was drawn from, for labels; without a bitmap it could not be
// fetched.

import { drawTile } from "./tiledrawing.js";
import { namesOf } from "./names.js";
import { readTile } from "./vectortile.js";

/** Tiles that are kept: four windows full of them. */
const mostKept = 96;

let source = null;
let palette = {};
/** By key: promises of `{ layers, names }`, the last used at the end; null where there is nothing. */
const kept = new Map();
const queue = new Map();
let isAtWork = false;

onmessage = ({ data }) => {
  if (data.source) {
    if (source?.tiles !== data.source.tiles) kept.clear();
    ({ source, palette } = data);
  } else if (data.drop !== undefined) {
    queue.delete(data.drop);
  } else {
    queue.set(data.draw, data);
    fetchTile(keyOf(data));
    work();
  }
};

/** The tile of the source that has what is to be drawn, and which part of it. */
function partOf({ z, x, y }) {
  // A tile of 512 pixels is a zoom above one of 256.
  const above = Math.max(0, z - 1 - source.maxZoom);
  return {
    z: z - 1 - above, x: x >> above, y: y >> above,
    parts: 2 ** above, column: x % 2 ** above, row: y % 2 ** above,
  };
}

function keyOf(job) {
  const { z, x, y } = partOf(job);
  return `${z}/${x}/${y}`;
}

function fetchTile(key) {
  const known = kept.get(key);
  if (known) {
    kept.delete(key);
    kept.set(key, known);
    return known;
  }
  const tile = readFrom(key).catch((error) => {
    kept.delete(key);
    throw error;
  });
  // Somebody waits for it, or nobody wants it any more.
  tile.catch(() => {});
  kept.set(key, tile);
  if (kept.size > mostKept) kept.delete(kept.keys().next().value);
  return tile;
}

async function readFrom(key) {
  const [z, x, y] = key.split("/");
  if (z < source.minZoom) return null;
  const address = source.tiles.replace("{z}", z).replace("{x}", x).replace("{y}", y);
  const response = await fetch(address);
  if (response.status === 204) return null;
  if (!response.ok) throw new Error(String(response.status));
  const layers = readTile(new Uint8Array(await response.arrayBuffer()));
  return { layers, names: namesOf(layers, Number(z), Number(x), Number(y)) };
}

/** Draws what waits, one after the other. */
async function work() {
  if (isAtWork) return;
  isAtWork = true;
  while (queue.size > 0) {
    const [id, job] = queue.entries().next().value;
    try {
      const key = keyOf(job);
      const tile = await fetchTile(key);
      // It may have been dropped meanwhile.
      if (queue.delete(id)) answer(id, job, key, tile);
    } catch {
      if (queue.delete(id)) postMessage({ id });
    }
  }
  isAtWork = false;
}

function answer(id, job, key, tile) {
  const canvas = new OffscreenCanvas(job.size, job.size);
  const context = canvas.getContext("2d");
  if (tile) drawTile(context, tile.layers, partOf(job), { zoom: job.z, size: job.size, palette });
  const bitmap = canvas.transferToImageBitmap();
  postMessage({ id, bitmap, key, names: tile?.names ?? [] }, [bitmap]);
}
