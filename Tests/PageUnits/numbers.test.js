import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, page, plainBlanks } from "./browser.js";

browser("en-GB");
const { distance, direction, duration, number, straightWay } = await page("base/numbers.js");
const { money, moneyOf } = await page("base/money.js");
const { keys, knows, say } = await page("base/words.js");

test("metres are said as exactly as somebody wants to know", () => {
  for (const [metres, words] of [
    [0, "0 m"], [7.4, "7 m"], [99.4, "99 m"], [104, "100 m"], [994, "990 m"], [995, "1 km"],
    [1249, "1.2 km"], [9949, "9.9 km"], [9950, "10 km"], [123_456, "123 km"],
  ]) {
    assert.equal(plainBlanks(distance(metres)), words.replace(/(\d) (m|km)$/, "$1 $2"), `${metres}`);
  }
});

test("seconds are said in one or two units", () => {
  for (const [seconds, words] of [
    [0, "0 secs"], [59, "59 secs"], [60, "1 min"], [299, "5 mins"], [3600, "1 hr"],
    [4800, "1 hr 20 mins"], [86_400, "24 hrs"], [2 * 86_400, "2 days"],
  ]) {
    assert.equal(plainBlanks(duration(seconds)).replaceAll(/secs?|sec/g, "secs"), words, `${seconds}`);
  }
});

test("each direction has the word that is nearest to it", () => {
  for (const [degrees, key] of [
    [0, "n"], [22, "n"], [23, "ne"], [90, "e"], [-90, "w"], [337, "nw"], [338, "n"], [725, "n"],
  ]) {
    assert.equal(direction(degrees), say(`direction.${key}`), `${degrees}`);
  }
});

test("the straight way is that over a sphere, also over the date line", () => {
  for (const [from, to, metres, degrees] of [
    [[52, 5], [52, 5], 0, 0], [[0, 0], [0, 1], 111_195, 90], [[0, 0], [1, 0], 111_195, 0],
    [[0, 179.5], [0, -179.5], 111_195, 90], [[52.3731, 4.8922], [51.9244, 4.4777], 57_313, 209.8],
    [[90, 0], [-90, 0], 20_015_115, 180],
  ]) {
    const way = straightWay({ lat: from[0], lon: from[1] }, { lat: to[0], lon: to[1] });
    assert.ok(Math.abs(way.distance - metres) <= 50, `${from} ${to}: ${way.distance} m`);
    assert.ok(Math.abs(way.direction - degrees) <= 1, `${from} ${to}: ${way.direction}`);
  }
});

test("money is read as people type it", () => {
  for (const [text, currency, units, options] of [
    ["2.50", "EUR", 250], ["2,5", "EUR", 250], [" 12 ", "EUR", 1200], ["0,01", "EUR", 1],
    ["007", "EUR", 700], ["500", "JPY", 500], ["1.234", "BHD", 1234], ["3.2", null, 320],
    ["0", "EUR", 0, { least: 0 }], ["-2.50", "EUR", -250, { isSigned: true }],
    ["−2,50", "EUR", -250, { isSigned: true }], ["1000000000", "EUR", 1e11],
  ]) {
    assert.equal(moneyOf(text, currency, options), units, text);
  }
});

test("what is no money is said, and never becomes another sum", () => {
  for (const [text, currency, key] of [
    ["", "EUR", "money.none"], ["two", "EUR", "money.none"], ["1.000,00", "EUR", "money.none"],
    [".5", "EUR", "money.none"], ["1e3", "EUR", "money.none"], ["٣", "EUR", "money.none"],
    ["1.234", "EUR", "money.digits"], ["1.5", "JPY", "money.noDigits"], ["0.00", "EUR", "money.zero"],
    ["-1", "EUR", "money.negative"], ["1000000000.01", "EUR", "money.most"],
  ]) {
    const start = say(key).split("{")[0];
    assert.throws(() => moneyOf(text, currency), (error) => error.message.startsWith(start), text);
  }
});

test("money is written with the digits that its currency has", () => {
  for (const [units, currency, words] of [
    [250, "EUR", "€2.50"], [-5, "EUR", "-€0.05"], [1234, "JPY", "JP¥1,234"],
    [1234, "BHD", "BHD 1.234"], [123_456, null, "1,234.56"],
  ]) {
    assert.equal(plainBlanks(money(units, currency)), words);
  }
  assert.equal(number(1_234_567.891), "1,234,567.891");
});

test("words are looked up, and values put where their names stand", () => {
  assert.ok(knows("direction.n") && !knows("direction.x"));
  assert.equal(keys("direction.").length, 8);
  assert.throws(() => say("no.such.words"));
  assert.ok(say("map.more", { count: 7 }).includes("7"));
  assert.ok(say("map.more", {}).includes("{count}"));
});
