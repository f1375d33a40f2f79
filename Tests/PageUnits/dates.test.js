import assert from "node:assert/strict";
import { test } from "node:test";
import { at, browser, page, plainBlanks } from "./browser.js";

browser("en-GB");
const { ago, clock, date, day, localTime, moment } = await page("base/dates.js");
const { dayAfter, dayOf, isDay, startOf, today } = await page("base/days.js");

const now = new Date("2026-05-06T12:00:00Z");

test("how long ago is said in the largest unit that fits", () => {
  for (const [seconds, words] of [
    [0, "just now"], [-50, "just now"], [-57, "1 minute ago"], [-125, "2 minutes ago"],
    [-3500, "1 hour ago"], [-7200, "2 hours ago"], [-86_400, "yesterday"], [-3 * 86_400, "3 days ago"],
    [-7 * 86_400, "last week"], [-40 * 86_400, "last month"], [-800 * 86_400, "2 years ago"],
    [300, "in 5 minutes"], [90_000, "tomorrow"],
  ]) {
    assert.equal(ago(new Date(+now + seconds * 1000).toISOString(), +now), words, `${seconds} s`);
  }
});

test("a day is named by what it is to today, in the browser's zone", () => at(now, () => {
  for (const [time, words] of [
    ["2026-05-06T00:30:00+02:00", "today"], ["2026-05-05T22:30:00Z", "today"],
    ["2026-05-05T21:30:00Z", "yesterday"], ["2026-05-04T12:00:00Z", "Monday 4 May"],
    ["2025-12-31T12:00:00Z", "Wednesday 31 December 2025"],
  ]) {
    assert.equal(day(time).replaceAll(",", ""), words, time);
  }
  assert.equal(moment("2026-05-06T07:05:00Z"), "09:05");
  assert.equal(moment("2026-05-04T07:05:00Z").replace(" at", ","), "4 May 2026, 09:05");
}));

test("times are those of the browser's zone, in summer and winter", () => {
  assert.equal(clock("2026-01-31T23:30:00Z"), "00:30");
  assert.equal(clock("2026-07-31T23:30:00Z"), "01:30");
  for (const [time, typed] of [
    ["2026-01-31T23:30:00Z", "2026-02-01T00:30"], ["2026-07-31T23:30:00Z", "2026-08-01T01:30"],
    // The hour that comes twice.
    ["2026-10-25T00:30:00Z", "2026-10-25T02:30"], ["2026-10-25T01:30:00Z", "2026-10-25T02:30"],
    [null, null], ["", null],
  ]) {
    assert.equal(localTime(time), typed, `${time}`);
  }
});

test("a day without a time is that day in every zone", () => {
  for (const text of ["2026-11-24", "2026-03-29", "2026-01-01"]) {
    const [year, , days] = text.split("-");
    const words = plainBlanks(date(text));
    assert.ok(words.startsWith(`${Number(days)} `) && words.endsWith(year), words);
  }
});

test("days are those of the browser's zone, also where they have 23 or 25 hours", () => {
  for (const [time, named] of [
    ["2026-01-31T23:30:00Z", "2026-02-01"], ["2026-07-31T21:59:00Z", "2026-07-31"],
    ["2026-07-31T22:00:00Z", "2026-08-01"],
  ]) {
    assert.equal(dayOf(new Date(time)), named, time);
    at(new Date(time), () => assert.equal(today(), named));
  }
  for (const [first, hours] of [["2026-03-29", 23], ["2026-10-25", 25], ["2026-11-24", 24]]) {
    assert.equal((startOf(first, 1) - startOf(first)) / 3600_000, hours, first);
    assert.equal(dayAfter(dayAfter(first), -1), first);
  }
  assert.equal(dayAfter("2026-12-31"), "2027-01-01");
});

test("a day that does not exist is none", () => {
  assert.ok(isDay("2028-02-29"));
  for (const text of ["2026-02-29", "2026-13-01", "2026-1-1", "today", "", null, undefined]) {
    assert.ok(!isDay(text), `${text}`);
  }
});
