/** A line through points, by the way along it. */
export class Polyline {
  /** `points`: x and y in turns. */
  constructor(points) {
    this.points = points;
    /** From the first point to each. */
    this.lengths = new Float64Array(points.length / 2);
    for (let index = 1; index < this.lengths.length; index += 1) {
      this.lengths[index] = this.lengths[index - 1] + Math.hypot(
        points[2 * index] - points[2 * index - 2], points[2 * index + 1] - points[2 * index - 1]);
    }
  }

  get length() {
    return this.lengths.at(-1);
  }

  /** The point at `distance` along the line, and the direction there, in radians. */
  at(distance) {
    const { points, lengths } = this;
    let [low, high] = [1, lengths.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (lengths[middle] < distance) low = middle + 1; else high = middle;
    }
    const [x0, y0, x1, y1] = points.subarray(2 * low - 2, 2 * low + 2);
    const part = lengths[low] > lengths[low - 1]
      ? (distance - lengths[low - 1]) / (lengths[low] - lengths[low - 1]) : 0;
    return { x: x0 + (x1 - x0) * part, y: y0 + (y1 - y0) * part, angle: Math.atan2(y1 - y0, x1 - x0) };
  }
}
