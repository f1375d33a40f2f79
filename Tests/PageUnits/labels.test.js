import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./browser.js";

const { Polyline } = await page("basemap/polyline.js");

test("a point of a line is found by the way along it, with the direction there", () => {
  const line = new Polyline(Float64Array.from([0, 0, 3, 4, 3, 4, 3, 14]));
  assert.equal(line.length, 15);
  for (const [distance, x, y, degrees] of [
    [0, 0, 0, 53], [2.5, 1.5, 2, 53], [5.5, 3, 4.5, 90], [15, 3, 14, 90],
  ]) {
    const { angle, ...point } = line.at(distance);
    assert.deepEqual(point, { x, y }, `${distance}`);
    assert.equal(Math.round(angle * 180 / Math.PI), degrees, `${distance}`);
  }
});
