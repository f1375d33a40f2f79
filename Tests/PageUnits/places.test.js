import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, page } from "./browser.js";

browser("en-GB");
const { audiencesOf, isOwn, kindWords, openWords, placeAPI, placePath, plain } =
  await page("base/places.js");
const { isAbout, soon, upToDate } = await page("base/live.js");
const { gpxOf, routeGPX } = await page("base/gpx.js");

test("what is typed is sought without what turns texts round", () => {
  for (const [typed, sought] of [
    ["  Albert Heijn ", "Albert Heijn"], ["\u202eabc\u202c", "abc"], ["\u2067x\u2069\u200f", "x"],
    ["a\u0000b\nc", "abc"], ["\ufeffcafé", "café"], ["\u061c", ""], ["שלום", "שלום"],
  ]) {
    assert.equal(plain(typed), sought);
  }
});

test("an id is one part of a path to each of its slashes", () => {
  assert.equal(placePath("osm/node/1"), "/places/osm/node/1");
  assert.equal(placeAPI("a b/ü?#"), "places/a%20b/%C3%BC%3F%23");
  assert.equal(placeAPI("x/../y"), "places/x/../y");
});

test("a kind without words of its own is said by its value", () => {
  assert.equal(kindWords(["shop=supermarket", "x"]).toLowerCase(), "supermarket");
  assert.equal(kindWords(["craft=key_cutter"]), "key cutter");
  assert.equal(kindWords(["odd"]), "odd");
  for (const none of [[], null, undefined]) assert.equal(kindWords(none), null);
});

test("whether a place is open is said with the time at which that ends", () => {
  const at = (hours) => new Date(Date.now() + hours * 3600_000 + 7_200_000).toISOString().slice(0, 16);
  assert.equal(openWords({}), null);
  for (const [place, isOpen] of [
    [{ open: true }, true], [{ open: true, opening_hours: "24/7" }, true],
    [{ open: true, open_until: at(2) }, true], [{ open: false }, false],
    [{ open: false, opens_at: at(30) }, false],
  ]) {
    assert.equal(openWords(place).isOpen, isOpen);
  }
  assert.match(openWords({ open: true, open_until: at(2) }).text, /\b\d\d:\d\d\b/);
  assert.match(openWords({ open: false, opens_at: at(30) }).text, /\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b/);
});

test("one's own audience comes first, and organisations are none", () => {
  const me = {
    person: { id: "ada" },
    groups: [{ id: "acme", kind: "organisation", name: "Acme" }, { id: "home", kind: "household", name: "Home" }],
  };
  assert.deepEqual(audiencesOf(me).map((one) => one.value), ["person/ada", "group/home"]);
  assert.ok(isOwn("own", me) && isOwn("person/ada", me) && !isOwn("group/home", me));
});

test("a change that does not say what it is about may be about all", () => {
  for (const [change, expected] of [
    [undefined, true], [{}, true], [{ of: [] }, false], [{ of: ["deals"] }, true], [{ of: ["tips"] }, false],
  ]) {
    assert.equal(isAbout(change, "places", "deals"), expected);
  }
});

// Debian 12's node does not have what says which texts are well formed.
const isOld = !("toWellFormed" in String.prototype);

test("a track has no signs that XML may not have", { skip: isOld }, async () => {
  const text = await gpxOf("A <b> & \u0000\u0007 \ud800", [[
    { lat: 52.1, lon: 4.5, ms: 0, altitude: 1.5 }, { lat: 52.2, lon: 4.6, ms: 1500 },
  ], []]).text();
  assert.ok(text.includes("<name>A &lt;b&gt; &amp;  \ufffd</name>"), text);
  assert.ok(text.includes('<trkpt lat="52.1" lon="4.5"><ele>1.5</ele><time>1970-01-01T00:00:00.000Z</time>'));
  assert.equal(text.match(/<trkseg>/g).length, 2);
});

test("what is asked for while it is read is read once more, and once only", async () => {
  globalThis.document.createElement = () => ({ setAttribute() {}, append() {} });
  let reads = 0, go = null;
  const state = upToDate(() => {
    reads += 1;
    return new Promise((done) => { go = done; });
  });
  const first = state.refresh();
  for (let count = 0; count < 5; count += 1) state.refresh();
  assert.equal(reads, 1);
  go();
  await new Promise((done) => setTimeout(done));
  assert.equal(reads, 2);
  go();
  await first;
  assert.equal(reads, 2);
  state.end();
  assert.equal(state.refresh(), null);
});

test("a read that fails is said, and tried again where nobody has answered", async (context) => {
  const { setTimeout } = globalThis;
  context.after(() => { globalThis.setTimeout = setTimeout; });
  const later = [];
  globalThis.setTimeout = (act, milliseconds) => later.push({ act, milliseconds });
  let error = Object.assign(new Error("away"), { isAway: true });
  const state = upToDate(async () => { if (error) throw error; });
  await state.refresh();
  await later[0].act();
  assert.deepEqual(later.map((one) => one.milliseconds), [1000, 2000]);
  assert.ok(!state.element.hidden && state.element.textContent.includes("away"));
  error = null;
  await later[1].act();
  assert.ok(state.element.hidden);
  error = new Error("refused");
  await state.refresh();
  assert.ok(!state.element.hidden);
  assert.equal(later.length, 2);
});

test("a view does not wait for long", async () => {
  assert.equal(await soon(Promise.resolve(7)), 7);
  assert.equal(await soon(new Promise(() => {})), undefined);
});

test("a route is one of GPX, with what is done at its points", async () => {
  const blob = routeGPX("To <A&B>", {
    line: { coordinates: [[5, 50], [5.001, 50]] },
    steps: [{ text: "Head east", at: [50, 5] }, { text: "You are there", at: [50, 5.001] }],
  });
  const text = await blob.text();
  assert.match(text, /<rte>\n<name>To &lt;A&amp;B&gt;<\/name>/);
  assert.match(text, /<rtept lat="50" lon="5"><desc>Head east<\/desc><\/rtept>/);
  assert.match(text, /<rtept lat="50" lon="5.001"><desc>You are there<\/desc><\/rtept>/);
});
