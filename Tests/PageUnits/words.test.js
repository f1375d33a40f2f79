import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { folder, modules, page } from "./browser.js";

const { words: english } = await page("base/words-en.js");
const { words: dutch } = await page("base/words-nl.js");
const placeholders = (text) => [...new Set(text.match(/\{\w+\}/g))].sort().join(" ");

test("each language says the same things", () => {
  assert.deepEqual(Object.keys(dutch).sort(), Object.keys(english).sort());
});

test("each language says them with the same values", () => {
  for (const [key, text] of Object.entries(english)) {
    assert.equal(placeholders(dutch[key] ?? ""), placeholders(text), key);
  }
});

test("there are words for all that the modules say", () => {
  for (const name of modules()) {
    const text = readFileSync(new URL(name, folder), "utf8");
    for (const [, key] of text.matchAll(/\bsay\("([^"]+)"/g)) {
      assert.ok(key in english, `${name}: ${key}`);
    }
  }
});
