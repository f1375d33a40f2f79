import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, page } from "./browser.js";

browser("nl");
const { daysAround, daysOf } = await page("views/calendar/event-days.js");

test("an event is on each of its days, and not on one at whose beginning it ends", () => {
  for (const [start, end, days] of [
    ["2026-03-28T09:00:00Z", "2026-03-28T10:00:00Z", ["2026-03-28"]],
    // The clock goes forward in that night, and back in the other.
    ["2026-03-28T22:00:00Z", "2026-03-29T22:00:00Z", ["2026-03-28", "2026-03-29"]],
    ["2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z", ["2026-10-25"]],
    ["2026-12-31T22:30:00Z", "2026-12-31T23:00:01Z", ["2026-12-31", "2027-01-01"]],
  ]) {
    assert.deepEqual(daysOf({ start, end }), days, start);
  }
  assert.deepEqual(
    daysOf({ all_day: true, start: "2028-02-28", end: "2028-03-01" }),
    ["2028-02-28", "2028-02-29", "2028-03-01"]);
});

test("an event without an end in sight is shown for 400 days", () => {
  assert.equal(daysOf({ all_day: true, start: "2026-01-01", end: "9999-12-31" }).length, 400);
});

test("a month is shown in whole weeks, which begin as they do where one lives", () => {
  for (const [day, first, last] of [
    ["2026-11-24", "2026-10-26", "2026-12-06"], ["2027-02-14", "2027-02-01", "2027-02-28"],
  ]) {
    const days = daysAround(day);
    assert.deepEqual([days[0], days.at(-1), days.length % 7], [first, last, 0], day);
  }
});
