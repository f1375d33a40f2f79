// The list and the inventory of a household as one sees them: what /api has said last, with what was
// changed here since.

import { ask, newKey } from "../../base/api.js";
import { announce } from "../../base/elements.js";
import { upToDate } from "../../base/live.js";
import { whyWords } from "../../base/queue-section.js";
import { hearWaiting, idOf, isLate, keep, submit, waiting } from "../../base/queue.js";

/**
 * `list`: "items" or "inventory" of the group `of`; `draw` is called whenever it changes.
 * `{ state, items(), end() }`: `items()` is `null` as long as nothing is known.
 */
export function things(of, list, draw) {
  let base = null, done = 0;
  const state = upToDate(async () => {
    let before, read;
    // What was read while a change was under way may be of before it.
    do {
      before = done;
      read = (await ask("GET", `${of}/${list}`))[list];
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
    items: () => base && waiting(of).filter((wish) => !wish.why)
      .reduce((items, wish) => changed(list, items, wish), base),
    end: () => {
      forget();
      state.end();
    },
  };
}

/**
 * `items` of a list with what a wish does: `add`, `edit` and `remove`, each with the `list` it is
 * about. `made`: what /api has made of it.
 */
function changed(list, items, { key, add, edit, remove, ...wish }, made = null) {
  const isIt = (id) => (one) => one.id === idOf(id);
  if (remove?.list === list) items = items.filter((one) => !isIt(remove.id)(one));
  if (edit?.list === list) {
    const { status, ...now } = made ?? { ...edit.item, waits: isLate({ key, ...wish }) };
    items = items.map((one) => isIt(edit.id)(one) ? { ...one, ...now } : one);
  }
  if (add?.list === list) {
    const { status, ...now } = made ?? {
      ...add.item, id: idOf(`@${key}`), waits: isLate({ key, ...wish }),
    };
    if (!items.some((one) => one.id === now.id)) items = [...items, now];
  }
  return items;
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

export const withAmount = ({ text, amount }) => amount ? `${text}, ${amount}` : text;

/** Adds to a list; `item`: `text`, perhaps `amount` and `target`. */
export function adding(of, list, item) {
  const key = newKey();
  return {
    key, of, method: "POST", path: `${of}/${list}`, body: { ...item, key }, item,
    words: [`wish.add.${list}`, { what: withAmount(item) }], add: { list, item },
  };
}

/** `body`: of what it is to be; `""` takes an amount away. */
export function editing(of, list, item, body) {
  const key = newKey();
  const now = { ...item, ...body };
  const fresh = { text: now.text, amount: now.amount || undefined, target: now.target };
  return {
    key, of, method: "PATCH", path: `${of}/${list}/${item.id}`, body, version: item.version, item,
    words: ["wish.edit", { what: item.text, now: withAmount(now) }], gone: `wish.gone.${list}`,
    edit: { list, id: item.id, item: body },
    instead: {
      ...adding(of, list, fresh), key, body: { ...fresh, key }, words: "wish.anew", edit: undefined,
      version: undefined,
    },
  };
}

export function removing(of, list, item) {
  return {
    of, method: "DELETE", path: `${of}/${list}/${item.id}`, item,
    words: ["wish.remove", { what: item.text }], remove: { list, id: item.id },
  };
}

/** From the list to the inventory; `price`: in minor units, or `null`. */
export function buying(of, item, price = null) {
  const key = newKey();
  return {
    key, of, method: "POST", path: `${of}/items/${item.id}/bought`, item,
    makes: "stock",
    body: { key, ...(price === null ? {} : { price }) },
    words: ["wish.bought", { what: item.text }], gone: "wish.gone.items",
    remove: { list: "items", id: item.id },
    add: { list: "inventory", item: { text: item.text, amount: item.amount } },
    ...(price === null ? {} : {
      gone: "wish.gone.paid",
      instead: {
        path: `${of}/bills`, body: { what: item.text, amount: price, key }, words: "wish.bill",
        add: undefined, remove: undefined, makes: undefined,
      },
    }),
  };
}

/** From the inventory back to the list. */
export function usingUp(of, stock, target = undefined) {
  const key = newKey();
  return {
    key, of, method: "POST", path: `${of}/inventory/${stock.id}/used-up`, item: stock,
    makes: "item",
    body: { key, ...(target === undefined ? {} : { target }) },
    words: ["wish.usedUp", { what: stock.text }], gone: "wish.gone.inventory",
    remove: { list: "inventory", id: stock.id },
    add: { list: "items", item: {
      text: stock.text, amount: stock.amount, target: target ?? "shop=supermarket",
    } },
  };
}
