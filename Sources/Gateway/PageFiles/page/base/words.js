// What the page says, in the language of the browser.

import { words as en } from "./words-en.js";
import { words as nl } from "./words-nl.js";

const words = { en, nl };

/** The language with its region, for times, as in `en-GB`. */
export const locale =
  navigator.languages.find((locale) => locale.split("-")[0] in words) ?? "en-GB";
const language = locale.split("-")[0];
document.documentElement.lang = language;

/** The words for `key`, with `values` where it has their names in braces. */
export function say(key, values = {}) {
  const text = words[language][key];
  if (text === undefined) throw new Error(`no words for ${key}`);
  return text.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
}

/** Whether there are words for `key`, as of what a later daemon may say. */
export function knows(key) {
  return key in words[language];
}

/** The keys that begin with `start`. */
export function keys(start) {
  return Object.keys(words[language]).filter((key) => key.startsWith(start));
}
