// /household/GROUP: what is to be bought, by where, with a tick for each that is.
// /household/GROUP/inventory: what there is at home, and what is used up.

import { ask, newKey } from "../../base/api.js";
import { announce, button, dialog, empty, icon, make } from "../../base/elements.js";
import { field, form } from "../../base/forms.js";
import { showList, who } from "../../base/lists.js";
import { isAbout, soon, upToDate } from "../../base/live.js";
import { money, moneyOf } from "../../base/money.js";
import { allKinds, kindWords } from "../../base/places.js";
import { waitingBadge, whyWords } from "../../base/queue-section.js";
import { hearWaiting, idOf, isLate, keep, submit, waiting } from "../../base/queue.js";
import { say } from "../../base/words.js";

const usual = "shop=supermarket";
/** Longer lists of what is at home can be filtered. */
const few = 15;

/**
 * By the name of the part:
 * - `state`: of its things, and `read`: where /api has them, which names the list in what waits;
 * - `other`: the part to which they move, and `verb`: what /api calls that;
 * - `fields`: what can be said of them here;
 * - `wish`: the end of the words for what waits; `words`: the beginning of all others.
 */
const parts = {
  list: {
    state: "wanted", read: "things?state=wanted", other: "inventory", verb: "bought",
    fields: ["text", "amount", "target"], wish: "items", words: "list",
    icon: "M4 9h16l-1.6 10H5.6L4 9Zm4.5 0L12 4l3.5 5", row: wantedRow, show: byTarget,
  },
  inventory: {
    state: "home", read: "things?state=home", other: "list", verb: "used-up",
    fields: ["text", "amount"], wish: "inventory", words: "stock",
    icon: "M4 4v16M20 4v16M4 10h16M4 18h16M7 10V6h4v4m2 8v-5h4v5", row: homeRow, show: filtered,
  },
};

export default async function thingsPart({ me, group, of, part: name }) {
  let isEnded = false;
  const part = parts[name];
  const known = things(of, part, () => draw());
  const view = { me, group, of, part, known };
  const none = make("div", { hidden: true }, empty(part.icon, say(`${part.words}.none`)));
  const shown = part.show((thing) => part.row(view, thing));
  function draw() {
    if (isEnded) return;
    const all = known.things();
    none.hidden = !all || all.length > 0;
    shown.draw(all);
  }
  await soon(known.state.refresh());
  draw();
  return {
    body: [
      make("section", { class: "adds" }, addForm(view)), known.state.element, none,
      ...shown.elements,
    ],
    hears: {
      change: (change) => { if (isAbout(change, "items")) known.state.refresh(); },
      back: known.state.refresh,
    },
    end: () => {
      isEnded = true;
      known.end();
    },
  };
}

// MARK: - What is said of a thing

/** Everything that is said of one, for a new one. */
const said = ({ text, amount, target }) => ({ text, amount: amount || undefined, target });

/** `[label, input]` of each field of a part, with what it is now. */
const inputs = ({ fields, words }, thing = {}) => fields.map((name) => ({
  text: () => field(say(`${words}.what`), {
    value: thing.text ?? "", maxlength: 200, autocomplete: "off", enterkeyhint: "done",
  }),
  amount: () => field(say("list.amount"), {
    value: thing.amount ?? "", maxlength: 40, required: false, autocomplete: "off",
    placeholder: say("list.amountHint"), enterkeyhint: "done",
  }),
  // Its proposals are a datalist.
  target: () => field(say("list.where"), {
    value: thing.target ? targetWords(thing.target) : "", required: false, maxlength: 200,
    autocomplete: "off", list: "targets", placeholder: targetWords(usual),
  }),
})[name]());

/** What was typed into these, where it is not what `thing` has. */
const changes = ({ fields }, values, thing = {}) => Object.fromEntries(fields
  .map((name, index) => [name, name === "target" ? targetOf(values[index]) : values[index]])
  .filter(([name, value]) => value !== (thing[name] ?? "")));

const withAmount = ({ text, amount }) => amount ? `${text}, ${amount}` : text;

function addForm({ of, part }) {
  const typed = inputs(part);
  const [[, text], [, amount]] = typed;
  const add = form(
    typed.map((pair, index) => make("div", { class: `in-${part.fields[index]}` }, ...pair)),
    say("list.add"), async (...values) => {
      const sent = submit(adding(of, part, changes(part, values)));
      // The next one can be typed at once; where stays, as one thinks of a shop at a time.
      const before = [text.value, amount.value];
      text.value = amount.value = "";
      text.focus();
      try {
        await sent;
      } catch (error) {
        if (text.value === "") [text.value, amount.value] = before;
        throw error;
      }
    });
  add.className = part.fields.length === 2 ? "add-thing of-two" : "add-thing";
  return add;
}

// MARK: - One of them

/** The button that opens it; `line`: a faint one beneath. */
const opener = (view, thing, line = null) => make("button", {
  type: "button", class: "wide", on: { click: () => open(view, thing) },
},
  make("span", { class: "words" },
    make("strong", {}, make("bdi", {}, thing.text), ...waitingBadge(thing)),
    thing.amount ? make("span", { class: "line" }, make("bdi", {}, thing.amount)) : null,
    line && make("span", { class: "line small faint" }, line)));

function wantedRow(view, thing) {
  const isOthers = thing.by && thing.by.person !== view.me.person.id;
  return make("li", {},
    make("button", {
      type: "button", class: "tick", "aria-label": say("list.tick", { what: withAmount(thing) }),
      on: { click: () => bought(view, thing) },
    }, icon("M5 12.5l4.5 4.5L19 7.5")),
    opener(view, thing, isOthers ? say("list.by", { who: who(thing.by) }) : null));
}

function homeRow(view, thing) {
  const words = say("stock.usedUp");
  const usedUp = () => move(view, thing, say("stock.onList", { what: thing.text }));
  return make("li", {}, opener(view, thing),
    button(words, usedUp, { label: `${words}: ${withAmount(thing)}` }));
}

/** `price`: in minor units, or `null`. */
const bought = (view, thing, price = null) => move(view, thing,
  price === null ? say("list.bought", { what: thing.text })
    : say("list.boughtFor", { what: thing.text, price: money(price, view.group.currency) }), price);

/** From the list home, or back; `words`: that it is so, which can be taken back. */
async function move({ of, part, known }, thing, words, price = null) {
  const wish = moving(of, part, thing, price);
  const sent = changeAndSay(wish, known.state);
  announce(words, {
    undo: async () => {
      const id = `@${wish.key}`;
      changeAndSay(moving(of, parts[part.other], { ...thing, id }), known.state);
      if (price === null) return;
      const bill = { text: thing.text, id: `${id}.bill` };
      changeAndSay(removing(of, "bills", bill), known.state);
    },
  });
  await sent;
}

/** What one may do with it, beside moving it. */
function open(view, thing) {
  const { of, part, known } = view;
  const isWanted = part.state === "wanted";
  const opened = dialog(thing.text,
    ...(isWanted ? [priceForm(view, thing, () => opened.close()), make("hr")] : []),
    form(inputs(part, thing).flat(), say("rows.save"), async (...values) => {
      const body = changes(part, values, thing);
      opened.close();
      if (Object.keys(body).length > 0) {
        await changeAndSay(editing(of, part, thing, body), known.state);
      }
    }, { main: !isWanted }),
    make("div", { class: "buttons end" },
      button(say(`${part.words}.remove`), async () => {
        opened.close();
        const sent = changeAndSay(removing(of, "things", thing, part.read), known.state);
        announce(say(`${part.words}.removed`, { what: thing.text }), {
          undo: async () => { changeAndSay(adding(of, part, said(thing)), known.state); },
        });
        await sent;
      }, { style: "danger" })));
  opened.classList.add("thing");
}

function priceForm(view, thing, close) {
  const { currency } = view.group;
  const [label, price] = field(say("list.price", { currency: currency ?? "" }), {
    required: false, inputmode: "decimal", autocomplete: "off", maxlength: 20,
  });
  return form([make("div", {}, label, price), make("p", { class: "hint" }, say("list.priceHow"))],
    say("list.buy"), async (typed) => {
      const units = typed === "" ? null : moneyOf(typed, currency);
      close();
      await bought(view, thing, units);
    });
}

// MARK: - All of them

/** A section for each target, and the datalist of all: `{ elements, draw(things) }`. */
function byTarget(row) {
  /** By target: its list, and the section around it. */
  const sections = new Map();
  const places = make("datalist", { id: "targets" });
  const lists = make("div", { class: "by-target" });
  const add = (target) => {
    const list = make("ul", { class: "things" });
    const count = make("span", { class: "faint small number" });
    const nowhere = make("p", { class: "hint", hidden: true }, say("list.nowhere"));
    const element = make("section", {},
      make("h2", {}, make("bdi", {}, targetWords(target)), " ", count), nowhere, list);
    sections.set(target, { list, count, nowhere, element });
    lists.append(element);
  };
  const draw = (all) => {
    const found = new Map();
    for (const thing of all ?? []) {
      found.set(thing.target, [...found.get(thing.target) ?? [], thing]);
    }
    for (const [target, one] of sections) {
      if (found.has(target)) continue;
      one.element.remove();
      sections.delete(target);
    }
    for (const [target, those] of found) {
      if (!sections.has(target)) add(target);
      const { list, count, nowhere } = sections.get(target);
      count.textContent = `${those.length}`;
      nowhere.hidden = !those.some((thing) => thing.is_somewhere === false);
      showList(list, those, (thing) => thing.id, row);
    }
    places.replaceChildren(...[...new Set([...found.keys(), ...usualTargets()])]
      .map((target) => make("option", { value: targetWords(target) })));
  };
  return { elements: [places, lists], draw };
}

/** One list by name, with a filter if it is long; as `byTarget`. */
function filtered(row) {
  const list = make("ul", { class: "things" });
  const found = make("p", { class: "faint", role: "status", hidden: true });
  let all = null;
  const draw = (those = all) => {
    all = those;
    const wanted = filter.value.trim().toLocaleLowerCase();
    const shown = (all ?? []).filter((one) => one.text.toLocaleLowerCase().includes(wanted))
      .sort((one, other) => one.text.localeCompare(other.text));
    section.hidden = !all || all.length === 0;
    filtering.hidden = !all || all.length <= few && wanted === "";
    found.hidden = wanted === "";
    found.textContent = say("rows.found", { count: shown.length });
    list.hidden = shown.length === 0;
    showList(list, shown, (one) => one.id, row);
  };
  const [label, filter] = field(say("rows.filter"), {
    type: "search", required: false, autocomplete: "off", on: { input: () => draw() },
  });
  const filtering = make("div", { hidden: true }, label, filter);
  const section = make("section", { class: "stacked" }, filtering, found, list);
  return { elements: [section], draw };
}

// MARK: - Where things can be had

const usualTargets = () => [
  usual, "shop=bakery", "shop=chemist", "shop=greengrocer", "shop=butcher", "amenity=pharmacy",
  "shop=hardware", "shop=doityourself",
].filter((target) => allKinds().includes(target));

/** `Supermarket` for `shop=supermarket`; what has no words is as it was typed. */
function targetWords(target) {
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

// MARK: - As one sees them

/**
 * What /api has said last, with what was changed here since; `draw` is called whenever it changes.
 * `{ state, things(), end() }`: `things()` is `null` as long as nothing is known.
 */
function things(of, { read: list }, draw) {
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
async function changeAndSay(wish, state) {
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

function adding(of, { state, read: list, wish }, item) {
  const key = newKey();
  return {
    key, of, method: "POST", path: `${of}/things`, body: { ...item, state, key }, item,
    words: [`wish.add.${wish}`, { what: withAmount(item) }], add: { list, item },
  };
}

/** `body`: of what it is to be; `""` takes an amount away. */
function editing(of, part, item, body) {
  const now = { ...item, ...body };
  const anew = adding(of, part, said(now));
  return {
    key: anew.key, of, method: "PATCH", path: `${of}/things/${item.id}`, body,
    version: item.version, item, words: ["wish.edit", { what: item.text, now: withAmount(now) }],
    gone: `wish.gone.${part.wish}`, edit: { list: part.read, id: item.id, item: body },
    instead: { ...anew, words: "wish.anew", edit: undefined, version: undefined },
  };
}

/** `list`: which shows it, if it is one of these. */
function removing(of, path, item, list = path) {
  return {
    of, method: "DELETE", path: `${of}/${path}/${item.id}`, item,
    words: ["wish.remove", { what: item.text }], remove: { list, id: item.id },
  };
}

/** To the other part; `price`: in minor units, or `null`. */
function moving(of, { read: list, verb, other, wish }, item, price = null) {
  const key = newKey();
  return {
    key, of, method: "POST", path: `${of}/things/${item.id}/${verb}`, item, makes: "thing",
    body: { key, ...(price === null ? {} : { price }) },
    words: [verb === "bought" ? "wish.bought" : "wish.usedUp", { what: item.text }],
    gone: `wish.gone.${wish}`, remove: { list, id: item.id },
    add: { list: parts[other].read, item: said(item) },
    ...(price === null ? {} : {
      gone: "wish.gone.paid",
      instead: {
        path: `${of}/bills`, body: { what: item.text, amount: price, key }, words: "wish.bill",
        add: undefined, remove: undefined, makes: undefined,
      },
    }),
  };
}
