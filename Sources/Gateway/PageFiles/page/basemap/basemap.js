// The base map: vector tiles of the gateway, drawn by a worker, with labels over them; or pictures
// from where the configuration says; or plain ground.

import { ask } from "../base/api.js";
import { hear } from "../base/events.js";
import { labelColours } from "./label-styles.js";
import { drawLabels } from "./labels.js";
import { Sheet } from "./sheet.js";
import { colours } from "./tiledrawing.js";

/** Pixels along a tile. */
const side = 512;

let about = null;

/** What /api/basemap says; asked once, and again when the base map changed. */
function whatThereIs() {
  about ??= ask("GET", "basemap").catch(() => {
    about = null;
    return { available: false };
  });
  return about;
}

/**
 * Puts the base map beneath everything on a Leaflet map, and keeps it as the gateway's and the
 * page's colours are. `onCredit(credit or null)`: whose data are shown.
 */
export function addBaseMap(map, onCredit) {
  let layer = null;
  let isGone = false;
  let shown = "";
  const show = async () => {
    const base = await whatThereIs();
    if (isGone || JSON.stringify(base) === shown) return;
    shown = JSON.stringify(base);
    layer?.remove();
    layer = base.available ? (base.raster ? rasterLayer(base) : vectorLayer(base)) : null;
    layer?.addTo(map);
    onCredit(base.available ? (base.credit ?? null) : null);
  };
  const again = () => {
    about = null;
    show();
    layer?.tryAgain?.();
  };
  const leave = [
    hear("back", again),
    hear("change", ({ of } = {}) => { if (!of || of.includes("basemap")) again(); }),
  ];
  show();
  return {
    remove: () => {
      isGone = true;
      leave.forEach((leave) => leave());
      layer?.remove();
    },
  };
}

function rasterLayer({ tiles, min_zoom: minZoom = 0, max_zoom: maxNativeZoom = 19 }) {
  return window.L.tileLayer(tiles, { minZoom, maxNativeZoom, maxZoom: 19 });
}

/** Colours of CSS, by their names without `--map-`. */
function paletteOf(element, names) {
  const style = getComputedStyle(element);
  return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--map-${name}`).trim()]));
}

function vectorLayer(base) {
  const L = window.L;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  let worker = null;
  let jobs = new Map();
  let labels = null;
  let number = 0;

  const Layer = L.GridLayer.extend({
    onAdd(map) {
      worker = new Worker("/basemap/tilework.js", { type: "module" });
      worker.onmessage = ({ data }) => this.receive(data);
      this.names = new Map();
      this.setSource();
      labels = labelSheet(this).addTo(map);
      dark.addEventListener("change", this.repaint);
      L.GridLayer.prototype.onAdd.call(this, map);
    },

    onRemove(map) {
      dark.removeEventListener("change", this.repaint);
      L.GridLayer.prototype.onRemove.call(this, map);
      clearTimeout(this.labelling);
      labels.remove();
      worker.terminate();
      jobs = new Map();
    },

    setSource() {
      worker.postMessage({
        source: { tiles: base.tiles, minZoom: base.min_zoom ?? 0, maxZoom: base.max_zoom ?? 14 },
        palette: paletteOf(this._map.getContainer(), colours),
      });
    },

    createTile(coords, done) {
      const tile = L.DomUtil.create("canvas");
      const size = Math.round(side * Math.min(3, devicePixelRatio || 1));
      tile.width = tile.height = size;
      number += 1;
      tile.job = number;
      jobs.set(number, { tile, done });
      worker.postMessage({ draw: number, z: coords.z, x: coords.x, y: coords.y, size });
      return tile;
    },

    receive({ id, bitmap, key, names }) {
      const job = jobs.get(id);
      jobs.delete(id);
      if (!job) return bitmap?.close();
      if (!bitmap) {
        this.hasGaps = true;
        return job.done(null, job.tile);
      }
      job.tile.getContext("bitmaprenderer").transferFromImageBitmap(bitmap);
      job.tile.key = key;
      this.names.set(key, names);
      job.done(null, job.tile);
      // All tiles of a window come together: their labels are placed a few times, not for each.
      clearTimeout(this.labelling);
      this.labelling = setTimeout(() => labels.redraw(), jobs.size === 0 ? 0 : 100);
    },

    /** Names of the tiles that are shown at this zoom. */
    shownNames() {
      const keys = new Set();
      for (const { el, current } of Object.values(this._tiles)) {
        if (current && el.key) keys.add(el.key);
      }
      // The others are forgotten, as the worker still has them.
      if (this.names.size > 200) {
        for (const key of this.names.keys()) if (!keys.has(key)) this.names.delete(key);
      }
      return [...keys].map((key) => this.names.get(key) ?? []);
    },

    /** What could not be fetched. */
    tryAgain() {
      if (this.hasGaps) this.redraw();
      this.hasGaps = false;
    },
  });
  const layer = new Layer({
    tileSize: side, minZoom: 1, maxZoom: 19, keepBuffer: 1, updateWhenIdle: false,
    updateWhenZooming: false, noWrap: false, className: "ground",
    bounds: base.bounds && boundsOf(base.bounds),
  });
  layer.repaint = () => {
    // The page's style is the new one only in the next frame.
    requestAnimationFrame(() => {
      layer.setSource();
      layer.redraw();
      labels.redraw();
    });
  };
  layer.on("tileunload", ({ tile }) => {
    if (jobs.delete(tile.job)) worker.postMessage({ drop: tile.job });
  });
  return layer;
}

/** Of `[west, south, east, north]`; tiles beyond are not asked for. */
function boundsOf([west, south, east, north]) {
  return window.L.latLngBounds([south, west], [north, east]);
}

function labelSheet(layer) {
  return new Sheet({
    pane: "labels", padding: 0.25,
    draw(context, view) {
      const palette = paletteOf(layer._map.getContainer(), labelColours);
      const started = performance.now();
      layer.labels = drawLabels(context, layer.shownNames(), { ...view, palette });
      layer.labelTime = performance.now() - started;
    },
  });
}
