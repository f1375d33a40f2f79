// Which colours things have on a map, and beside it.

import { keep, remembered } from "../base/memory.js";
import { colourCount, useMarks } from "./drawing.js";

/** Sheets, to be drawn again when the colours change. */
export const drawings = new Set();
/** A colour for the canvas, by its name. */
export const mark = useMarks(() => drawings.forEach((sheet) => sheet.redraw()));

/** The same of a CSS variable, as `colourOf` names it. */
export const valueOf = (variable) => mark(variable.replace("--mark-", ""));

/** What an item is shown with in the legend: its brand, its category, or its kind. */
export function groupOf(item) {
  return item.brand ?? item.category ?? item.categories?.[0] ?? item.kind ?? "";
}

/** Which colour a group has: the same in every view, and after a reload. */
let given = null;
const storage = "colours";
const mostRemembered = 200;

/**
 * The name of the CSS variable that has the colour of an item, as in `--mark-3`: of its `brand`, else
 * its `category`, else its `kind`. The first dozen of groups that a browser shows have colours of their
 * own.
 */
export function colourOf(item) {
  given ??= rememberedColours();
  const name = groupOf(item).toLowerCase();
  if (name === "") return "--mark-region";
  if (!given.has(name)) {
    const used = [...given.values()];
    const free = [...Array(colourCount).keys()].map((step) => (hash(name) + step) % colourCount)
      .find((colour) => !used.includes(colour));
    given.set(name, free ?? hash(name));
    if (given.size <= mostRemembered) keep(storage, [...given]);
  }
  return `--mark-${given.get(name)}`;
}

function hash(name) {
  let sum = 0;
  for (const letter of name.slice(0, 100)) sum = (sum * 31 + letter.codePointAt(0)) >>> 0;
  return sum % colourCount;
}

/** Without what another has written there. */
function rememberedColours() {
  const pairs = remembered(storage, []);
  const isPair = (pair) => Array.isArray(pair)
    && typeof pair[0] === "string" && pair[1] in [...Array(colourCount)];
  return new Map(Array.isArray(pairs) ? pairs.filter(isPair) : []);
}
