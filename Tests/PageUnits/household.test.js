import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, page } from "./browser.js";

browser("en-GB");
const { changes, said } = await page("views/household/thing-fields.js");

test("of a thing, what was typed is sent where it is another", () => {
  const milk = { id: 7, text: "Milk", amount: "2 l", target: "shop=supermarket", version: "a" };
  const [wanted, home] = [{ state: "wanted" }, { state: "home" }];
  for (const [list, values, thing, body] of [
    [wanted, ["Milk", "", ""], undefined, { text: "Milk", target: "shop=supermarket" }],
    [wanted, ["Milk", "2 l", ""], milk, {}],
    [wanted, ["Milk", "", "bakery"], milk, { amount: "", target: "shop=bakery" }],
    [wanted, ["Milk", "2 l", "Albert Heijn"], milk, { target: "Albert Heijn" }],
    [home, ["Oat milk", "2 l"], milk, { text: "Oat milk" }],
  ]) {
    assert.deepEqual(changes(list, values, thing), body, `${values}`);
  }
  assert.deepEqual(said(milk), { text: "Milk", amount: "2 l", target: "shop=supermarket" });
  assert.deepEqual(said({ text: "Milk", amount: "" }), { text: "Milk" });
});
