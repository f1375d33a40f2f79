// The lists that things are in, as one sees them: what /api has said, with what was changed here since.

import { ask, newKey } from "../../base/api.js";
import { announce } from "../../base/elements.js";
import { upToDate } from "../../base/live.js";
import { whyWords } from "../../base/queue-section.js";
import { hearWaiting, idOf, isLate, keep, submit, waiting } from "../../base/queue.js";
import { said, withAmount } from "./thing-fields.js";

/**
 * By the state of their things:
 * - `read`: where /api has them, which names the list in what waits;
 * - `other`: the state to which they move, and `verb`: what /api calls that;
 * - `wish`: the end of the words for what waits; `words`: the beginning of all others.
 */
export const lists = {
  wanted: {
    state: "wanted", read: "things?state=wanted", other: "home", verb: "bought", wish: "items",
    words: "list",
  },
  home: {
    state: "home", read: "things?state=home", other: "wanted", verb: "used-up",
    wish: "inventory", words: "stock",
  },
};

/**
 * The things of a list; `draw` is called whenever they change. `{ state, things(), end() }`:
 * `things()` is `null` as long as nothing is known.
 */
export function known(of, { read: list }, draw) {
  let base = null, done = 0;
  const state = upToDate(async () => {
    let before, read;
    // What was read while a change was under way may be of before it.
    do {
      before = done;
      read = (await ask("GET", `${of}/${list}`)).things;
    } while (before !== done);
    base = read;
    draw();
  });
  const forget = hearWaiting((taken) => {
    if (taken?.wish.of === of) {
      done += 1;
      const { wish, answer } = taken;
      base = base && changed(list, base, wish, answer[wish.makes] ?? answer);
    }
    draw();
  });
  return {
    state,
    things: () => base && waiting(of).filter((wish) => !wish.why)
      .reduce((all, wish) => changed(list, all, wish), base),
    end: () => {
      forget();
      state.end();
    },
  };
}

/**
 * `all` of a list with what a wish does: `add`, `edit` and `remove`, each with the `list` it is
 * about. `made`: what /api has made of it.
 */
function changed(list, all, { key, add, edit, remove, ...wish }, made = null) {
  const isIt = (id) => (one) => one.id === idOf(id);
  const waits = isLate({ key, ...wish });
  if (remove?.list === list) all = all.filter((one) => !isIt(remove.id)(one));
  if (edit?.list === list) {
    const { status, ...now } = made ?? { ...edit.item, waits };
    all = all.map((one) => isIt(edit.id)(one) ? { ...one, ...now } : one);
  }
  if (add?.list === list) {
    const { status, ...now } = made ?? { ...add.item, id: idOf(`@${key}`), waits };
    if (!all.some((one) => one.id === now.id)) all = [...all, now];
  }
  return all;
}

/**
 * As `submit`; says in words if it is refused at once, and is `undefined` then. What was written about
 * something that somebody else has changed meanwhile is kept, and so is what was written about
 * something that is gone, where it can become something else.
 */
export async function changeAndSay(wish, state) {
  try {
    return await submit(wish);
  } catch (error) {
    const { status, message: why, now } = error;
    announce(`${wish.item.text}: ${whyWords({ ...wish, status, why, now })}`);
    if (status === 412 || status === 404 && wish.instead) keep(wish, error);
    state.refresh();
    return undefined;
  }
}

// MARK: - What one can do with them

export function adding(of, { state, read: list, wish }, item) {
  const key = newKey();
  return {
    key, of, method: "POST", path: `${of}/things`, body: { ...item, state, key }, item,
    words: [`wish.add.${wish}`, { what: withAmount(item) }], add: { list, item },
  };
}

/** `body`: of what it is to be; `""` takes an amount away. */
export function editing(of, list, item, body) {
  const now = { ...item, ...body };
  const anew = adding(of, list, said(now));
  return {
    key: anew.key, of, method: "PATCH", path: `${of}/things/${item.id}`, body,
    version: item.version, item, words: ["wish.edit", { what: item.text, now: withAmount(now) }],
    gone: `wish.gone.${list.wish}`, edit: { list: list.read, id: item.id, item: body },
    instead: { ...anew, words: "wish.anew", edit: undefined, version: undefined },
  };
}

/** `list`: which shows it, if it is one of these. */
export function removing(of, path, item, list = path) {
  return {
    of, method: "DELETE", path: `${of}/${path}/${item.id}`, item,
    words: ["wish.remove", { what: item.text }], remove: { list, id: item.id },
  };
}

/** To the other list; `price`: in minor units, or `null`. */
export function moving(of, { read: list, verb, other, wish }, item, price = null) {
  const key = newKey();
  return {
    key, of, method: "POST", path: `${of}/things/${item.id}/${verb}`, item, makes: "thing",
    body: { key, ...(price === null ? {} : { price }) },
    words: [verb === "bought" ? "wish.bought" : "wish.usedUp", { what: item.text }],
    gone: `wish.gone.${wish}`, remove: { list, id: item.id },
    add: { list: lists[other].read, item: said(item) },
    ...(price === null ? {} : {
      gone: "wish.gone.paid",
      instead: {
        path: `${of}/bills`, body: { what: item.text, amount: price, key }, words: "wish.bill",
        add: undefined, remove: undefined, makes: undefined,
      },
    }),
  };
}
