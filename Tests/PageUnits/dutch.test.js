import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, page, plainBlanks } from "./browser.js";

browser("nl-NL");
const { ago } = await page("base/dates.js");
const { distance, duration, direction } = await page("base/numbers.js");
const { money, moneyOf, moneyTyped } = await page("base/money.js");

test("times, ways and money are said in Dutch", () => {
  assert.equal(ago(new Date(Date.now() - 300_000).toISOString()), "5 minuten geleden");
  for (const [words, expected] of [
    [distance(1234), "1,2 km"], [distance(640), "640 m"], [duration(4800), "1 u 20 min"],
    [direction(40), "noordoost"], [money(1250, "EUR"), "€ 12,50"], [money(-5, "EUR"), "€ -0,05"],
    [moneyTyped(123_456, "EUR"), "1234,56"],
  ]) {
    assert.equal(plainBlanks(words).replace("uur", "u"), expected);
  }
});

test("what stands in a field of money is read again as the same", () => {
  for (const currency of ["EUR", "JPY", "BHD", null]) {
    for (const units of [1, 5, 250, 99_999, 1e11]) {
      assert.equal(moneyOf(moneyTyped(units, currency), currency), units, `${units} ${currency}`);
    }
  }
});
