// A canvas over a Leaflet map, which is larger than the window: while the map is moved it moves along,
// and it is drawn again when it has come to rest, or its edge comes near.

/**
 * `draw(context, view)` draws in CSS pixels; a view has `zoom`, `width`, `height`, `left` and `top`
 * (where the canvas begins, in pixels of the world at that zoom), and `at(lat, lon)`, the pixel of a
 * point. `pane`: of the map; it is made if it is not there. `padding`: beyond each edge of the window,
 * in windows.
 */
export class Sheet {
  constructor({ pane, draw, padding = 0.15 }) {
    this.pane = pane;
    this.draw = draw;
    this.padding = padding;
    this.frame = 0;
    this.redraw = this.redraw.bind(this);
    this.follow = this.follow.bind(this);
    this.rest = this.rest.bind(this);
    this.animate = this.animate.bind(this);
    this.remove = this.remove.bind(this);
  }

  addTo(map) {
    this.map = map;
    const pane = map.getPane(this.pane) ?? map.createPane(this.pane);
    this.canvas = document.createElement("canvas");
    this.canvas.className = "sheet leaflet-zoom-animated";
    this.canvas.setAttribute("aria-hidden", "true");
    pane.append(this.canvas);
    map.on("resize viewreset", this.redraw);
    map.on("moveend", this.rest);
    map.on("move", this.follow);
    map.on("zoomanim", this.animate);
    // A frame that was asked for would come when there is no map any more.
    map.on("unload", this.remove);
    this.redraw();
    return this;
  }

  remove() {
    cancelAnimationFrame(this.frame);
    this.frame = -1;
    this.map?.off("resize viewreset", this.redraw);
    this.map?.off("moveend", this.rest);
    this.map?.off("move", this.follow);
    this.map?.off("zoomanim", this.animate);
    this.map?.off("unload", this.remove);
    this.canvas?.remove();
  }

  /** In the next frame, once. */
  redraw() {
    if (this.frame === 0) {
      this.frame = requestAnimationFrame(() => {
        this.frame = 0;
        this.paint();
      });
    }
  }

  /** While the map moves: only where the canvas does not cover the window, or at another zoom. */
  follow() {
    if (this.map._animatingZoom) return;
    if (this.room() < 0) this.redraw();
  }

  /** When it has come to rest: a short way needs no drawing. */
  rest() {
    if (this.room() < this.padding / 2) this.redraw();
  }

  /** How far the canvas reaches beyond the window, in windows; -1 if it is of another zoom. */
  room() {
    if (!this.view || this.map.getZoom() !== this.view.zoom) return -1;
    const { x, y } = this.map._getMapPanePos();
    const [left, top] = [-this.start.x - x, -this.start.y - y];
    const size = this.map.getSize();
    return Math.min(
      left / size.x, top / size.y,
      (this.view.width - left - size.x) / size.x, (this.view.height - top - size.y) / size.y);
  }

  /** Grows or shrinks with the map until it is drawn anew. */
  animate({ center, zoom }) {
    if (!this.view) return;
    const scale = this.map.getZoomScale(zoom, this.view.zoom);
    const start = this.map.project(this.map.unproject([this.view.left, this.view.top], this.view.zoom), zoom);
    const origin = this.map._getNewPixelOrigin(center, zoom);
    window.L.DomUtil.setTransform(this.canvas, start.subtract(origin), scale);
  }

  paint() {
    const { map, canvas } = this;
    if (!map._loaded || map._animatingZoom) return;
    const size = map.getSize();
    if (size.x === 0 || size.y === 0) return;
    const margin = size.multiplyBy(this.padding).round();
    const [width, height] = [size.x + 2 * margin.x, size.y + 2 * margin.y];
    const ratio = Math.min(3, devicePixelRatio || 1);
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
      canvas.style.width = `${width}px`;
      canvas.style.height = `${height}px`;
    }
    this.start = map.containerPointToLayerPoint(margin.multiplyBy(-1)).round();
    window.L.DomUtil.setTransform(canvas, this.start, 1);
    const corner = map.getPixelOrigin().add(this.start);
    const zoom = map.getZoom();
    this.view = viewOf(zoom, corner.x, corner.y, width, height);
    const context = canvas.getContext("2d");
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    this.draw(context, this.view);
  }
}

function viewOf(zoom, left, top, width, height) {
  const scale = 256 * 2 ** zoom;
  return {
    zoom, left, top, width, height, scale,
    at: (lat, lon) => {
      const sine = Math.min(0.9999, Math.max(-0.9999, Math.sin((lat * Math.PI) / 180)));
      return [
        (lon / 360 + 0.5) * scale - left,
        (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * scale - top,
      ];
    },
    /** Pixels of a length in metres, at a latitude. */
    pixels: (metres, lat) => (metres * scale) / (40_075_016.7 * Math.cos((lat * Math.PI) / 180)),
  };
}
