// What is said of a thing: its fields, in the order in which they are typed.

import { field } from "../../base/forms.js";
import { allKinds, kindWords } from "../../base/places.js";
import { say } from "../../base/words.js";

/**
 * By their names in /api:
 * - `input(value, words)`: `[label, input]`; `words`: where the words of its list begin;
 * - `read(typed)`: what /api is told, if that is not what was typed;
 * - `only`: the state of the things that have it; without it, all have it;
 * - `stays`: the next thing that is added has the same.
 */
const fields = {
  text: {
    input: (value, words) => field(say(`${words}.what`), {
      value, maxlength: 200, autocomplete: "off", enterkeyhint: "done",
    }),
  },
  amount: {
    input: (value) => field(say("list.amount"), {
      value, maxlength: 40, required: false, autocomplete: "off",
      placeholder: say("list.amountHint"), enterkeyhint: "done",
    }),
  },
  target: {
    // One thinks of a shop at a time.
    only: "wanted", stays: true, read: targetOf,
    // Its proposals are a datalist.
    input: (value) => field(say("list.where"), {
      value: value && targetWords(value), required: false, maxlength: 200, autocomplete: "off",
      list: "targets", placeholder: targetWords(usual),
    }),
  },
};

const fieldsIn = ({ state }) =>
  Object.entries(fields).filter(([, { only = state }]) => only === state);

/** `{ name, pair, stays }` of each field of a list, with what it is now. */
export const inputs = (list, thing = {}) => fieldsIn(list).map(([name, { input, stays }]) =>
  ({ name, pair: input(thing[name] ?? "", list.words), stays }));

/** What was typed into these, where it is not what `thing` has. */
export const changes = (list, values, thing = {}) => Object.fromEntries(fieldsIn(list)
  .map(([name, { read = (typed) => typed }], index) => [name, read(values[index])])
  .filter(([name, value]) => value !== (thing[name] ?? "")));

/** Everything that is said of one, for a new one. */
export const said = (thing) => Object.fromEntries(
  Object.keys(fields).filter((name) => thing[name]).map((name) => [name, thing[name]]));

/** What stands beneath its text, a line each. */
export const linesOf = ({ amount }) => [amount].filter(Boolean);

export const withAmount = ({ text, amount }) => amount ? `${text}, ${amount}` : text;

// MARK: - Where things can be had

const usual = "shop=supermarket";

export const usualTargets = () => [
  usual, "shop=bakery", "shop=chemist", "shop=greengrocer", "shop=butcher", "amenity=pharmacy",
  "shop=hardware", "shop=doityourself",
].filter((target) => allKinds().includes(target));

/** `Supermarket` for `shop=supermarket`; what has no words is as it was typed. */
export function targetWords(target) {
  if (!/^[a-z_]+=[a-z_]+$/.test(target)) return target;
  const words = kindWords([target]);
  return words[0].toLocaleUpperCase() + words.slice(1);
}

/** What was typed, as /api has it: the name of a kind is that kind, and nothing is any supermarket. */
function targetOf(typed) {
  if (typed === "") return usual;
  const same = (one) =>
    targetWords(one).localeCompare(typed, undefined, { sensitivity: "base" }) === 0;
  return [usual, ...allKinds()].find(same) ?? typed;
}
