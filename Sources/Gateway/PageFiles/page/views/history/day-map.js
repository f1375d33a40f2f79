// The map of a day: the way of a device, and the regions in which it was.

import { make } from "../../base/elements.js";
import { say } from "../../base/words.js";
import { fit, makeMap } from "../../map/canvas.js";
import { circles } from "../../map/circles.js";
import { trail } from "../../map/trail.js";
import { parts, simplified } from "./visits.js";

/** Metres that a drawn trail may be off: less than is seen at the closest. */
const tolerance = 2;

export class DayMap {
  /** `timeWords(ms)`: when it was, in words. */
  constructor(timeWords) {
    this.timeWords = timeWords;
    this.place = make("div", { class: "history-map" });
    this.point = make("p", { class: "faint", role: "status" });
    this.element = make("div", { class: "history-where" }, this.place, this.point);
  }

  end() {
    this.isOver = true;
    this.canvas?.then((canvas) => canvas.map.end(), () => {});
  }

  /** `isNew`: of another day or device; `isWayDrawn`: the way has been added to, and no more. */
  async draw(positions, visits, { isNew, isWayDrawn }) {
    const points = positions.map((position) => [position.lat, position.lon]);
    const around = visits.map(({ at }) => [at.lat, at.lon]);
    this.element.hidden = points.length + around.length === 0;
    if (this.element.hidden) return;
    const isFirst = !this.canvas;
    this.canvas ??= this.makeCanvas();
    let canvas;
    try {
      canvas = await this.canvas;
    } catch (error) {
      // The list says it all as well.
      this.canvas = null;
      this.point.textContent = error.message;
      return;
    }
    if (this.isOver) return;
    // It may have been hidden, without a size.
    canvas.map.invalidateSize({ animate: false });
    const features = new Map(visits.map((visit) => [visit.region, featureOf(visit)]));
    canvas.circles.set([...features.values()]);
    if (!isWayDrawn) {
      this.way = parts(positions).flatMap((part) => simplified(part, tolerance));
      canvas.trail.set(this.way);
    }
    if (isNew || isFirst) fit(canvas.map, points.length > 0 ? outermost(points) : around);
  }

  async makeCanvas() {
    // As soon as it is in the page, and has a size.
    if (!this.place.isConnected) await new Promise((done) => requestAnimationFrame(done));
    const map = await makeMap(this.place, { label: say("history.map") });
    const onChoose = (index) => {
      const position = this.way?.[index];
      if (!position) return;
      this.point.textContent = say("history.at", { time: this.timeWords(position.ms) });
      canvas.trail.choose(index);
    };
    const canvas = { map, trail: trail(map, [], { onChoose }), circles: circles(map, []) };
    return canvas;
  }

  /** Goes on to a position. */
  add(position) {
    if (this.way) this.way = [...this.way, position];
    this.canvas?.then((canvas) => canvas.trail.add(position), () => {});
  }

  async choose(visit) {
    const canvas = await this.canvas;
    if (!canvas) return;
    canvas.circles.choose(visit.region);
    fit(canvas.map, [[visit.at.lat, visit.at.lon]], { metres: 3 * visit.radius, isSmooth: true });
    this.place.scrollIntoView({ block: "nearest", behavior: "smooth" });
  }
}

const featureOf = (visit) => ({
  type: "Feature", id: visit.region,
  geometry: { type: "Point", coordinates: [visit.at.lon, visit.at.lat] },
  properties: {
    name: visit.name, kind: visit.kinds[0], radius: visit.radius, inside: visit.isOn,
  },
});

/** Those of `points` that are farthest south, north, west and east. */
function outermost(points) {
  const found = [points[0], points[0], points[0], points[0]];
  for (const point of points) {
    if (point[0] < found[0][0]) found[0] = point;
    if (point[0] > found[1][0]) found[1] = point;
    if (point[1] < found[2][1]) found[2] = point;
    if (point[1] > found[3][1]) found[3] = point;
  }
  return found;
}
