// Lists of things that one adds, changes and removes, and the dialogs for that. What one types is
// in a dialog: nothing that is read again meanwhile takes it away.

import { ask } from "./api.js";
import { announce, button, dialog, fault, make, section } from "./elements.js";
import { field, form } from "./forms.js";
import { say } from "./words.js";

/** Lists that are longer can be filtered. */
const fewItems = 20;

/**
 * A section with a list, which `refresh` reads again. `read`: returns the items; `key`: what tells
 * them apart; `row`: makes the `li` of one; `none`: what is said if there are none; `words`: of an
 * item, the text by which a long list is filtered; `rest`: what stands below the list. Without
 * `none`, the section is there only if there are some. `{ element, list, refresh }`.
 */
export async function listSection(
  title, { none = null, read, key = (item) => item.id, row, words }, ...rest) {
  let items = [];
  const list = make("ul");
  const empty = make("p", { class: "faint" }, none ?? "");
  const filter = words ? filterBy(words, fewItems, () => show()) : null;
  const show = () => {
    const shown = filter?.among(items) ?? items;
    empty.hidden = items.length > 0;
    list.hidden = shown.length === 0;
    element.hidden = none === null && items.length === 0;
    showList(list, shown, key, row);
  };
  const refresh = async () => {
    items = await read();
    show();
  };
  const element = section(
    title, empty, ...(filter?.elements ?? []), list, ...rest.filter(Boolean));
  await refresh();
  return { element, list, refresh };
}

/**
 * A field that finds some of more than `few` items: `{ elements, among(items) }`. `words`: of an item,
 * the text in which it looks; `typed` is called as somebody types.
 */
export function filterBy(words, few, typed) {
  const [label, input] = field(say("rows.filter"), {
    type: "search", required: false, autocomplete: "off", on: { input: typed },
  });
  const filtering = make("div", { hidden: true }, label, input);
  const found = make("p", { class: "faint", role: "status", hidden: true });
  return {
    elements: [filtering, found],
    among(items) {
      const wanted = input.value.trim().toLocaleLowerCase();
      const shown = items.filter((item) => words(item).toLocaleLowerCase().includes(wanted));
      filtering.hidden = items.length <= few && wanted === "";
      found.hidden = wanted === "";
      found.textContent = wanted === "" ? "" : say("rows.found", { count: shown.length });
      return shown;
    },
  };
}

/** The `li` of an item. `words`: what it is; `more`: faint lines beneath. */
export function row(words, more, ...controls) {
  return make("li", {},
    make("div", {}, words,
      ...more.filter(Boolean).map((line) => make("p", { class: "faint" }, line))),
    controls.length === 0 ? null : make("div", { class: "buttons" }, controls));
}

/** Something that somebody has named: its direction does not turn what stands beside it. */
export function name(text) {
  return make("strong", {}, make("bdi", {}, text));
}

/** Whoever wrote, paid or does something; `me`: the id of who looks at it; `you`: the words for them. */
export function who(somebody, me, you = "household.you") {
  if (!somebody || somebody.person === null) return say("household.nobody");
  return somebody.person === me ? say(you) : `\u2068${somebody.name}\u2069`;
}

/** What a dialog says when what it is about has changed elsewhere. */
class Changed extends Error {}

/**
 * Opens a dialog with a form. `save` gets the values and the version to be changed; when somebody
 * else was faster, the dialog says so with `wordsOf` what it is now, keeps what one has typed, and
 * saves it over that if one asks again. `gone`: the words for that somebody has removed it; then one
 * can add it anew, and `save` gets `true` as well. Returns the dialog.
 */
export function edit(
  title, { item = {}, fields, action = say("rows.save"), save, wordsOf, gone = null }) {
  let { version } = item, isGone = false;
  const opened = dialog(title, form(fields, action, async (...values) => {
    try {
      await save(values, version, isGone);
    } catch (error) {
      if (gone && version !== undefined && error.status === 404) {
        [version, isGone] = [undefined, true];
        opened.querySelector("[type=submit]").textContent = say("wish.anew");
        throw new Changed(say(gone));
      }
      if (error.status !== 412) throw error;
      version = error.now?.version;
      throw new Changed(say("rows.changed", { now: wordsOf?.(error.now ?? {}) ?? "" }));
    }
    opened.close();
  }));
  opened.querySelector("input, select, textarea")?.focus();
  return opened;
}

/** Asks before something goes for good; `typed`: what one has to type, for what is worst. */
export function askToRemove(title, text, action, remove, { typed = null, options = [] } = {}) {
  const fields = [...options];
  if (typed !== null) {
    fields.push(...field(say("rows.type", { name: typed }), {
      autocomplete: "off", spellcheck: "false", maxlength: 200,
    }));
  }
  const opened = dialog(title, make("p", {}, text), form(fields, action, async (...values) => {
    if (typed !== null && values.pop() !== typed.trim()) throw new Error(say("rows.notTyped"));
    await remove(...values);
    opened.close();
  }, { main: false }));
  const submit = opened.querySelector("button[type=submit]");
  submit.classList.add("danger");
  submit.after(button(say("page.cancel"), () => opened.close()));
  return opened;
}

/** Takes something away at once, and says how to take that back. */
export async function removeWithUndo(words, remove, add, refresh) {
  await remove();
  await refresh();
  announce(words, {
    undo: async () => {
      await add();
      await refresh();
    },
  });
}

/** Asks /api to change something; `version`: as it was when one began to, if it has one. */
export const change = (path, body, version) => ask("PATCH", path, body, { version });

/** What stands where a part could not be read. */
export function failed(error, again) {
  return make("section", {}, fault(error), button(say("fault.again"), again));
}

// MARK: - Lists that change

/** What each list shows: by its key, the item as text, and its row. */
const rowsOf = new WeakMap();

/**
 * Makes `list` show `items`. Rows of items that are as before stay, and so do the focus in them, what
 * is typed there, and where the window stands. `key`: what tells items apart; `row`: makes the
 * element of one.
 */
export function showList(list, items, key, row) {
  const before = rowsOf.get(list) ?? new Map();
  const rows = new Map();
  for (const item of items) {
    const [name, text] = [`${key(item)}`, JSON.stringify(item)];
    const old = before.get(name);
    rows.set(name, old?.text === text ? old : { text, element: row(item) });
  }
  const focused = list.contains(document.activeElement) ? focusIn(list, before) : null;
  let next = list.firstElementChild;
  for (const { element } of rows.values()) {
    if (element === next) next = next.nextElementSibling;
    else list.insertBefore(element, next);
  }
  while (next) [next] = [next.nextElementSibling, next.remove()];
  rowsOf.set(list, rows);
  if (focused && !list.contains(document.activeElement)) focusAgain(list, rows, focused);
}

const focusable = "a[href], button, input, select, textarea, summary, [tabindex]";

/** In which row the focus is, as its key and number, and in which of its controls. */
function focusIn(list, rows) {
  const names = [...rows.keys()];
  const index = names.findIndex((name) =>
    rows.get(name).element.contains(document.activeElement));
  if (index < 0) return null;
  const controls = [...rows.get(names[index]).element.querySelectorAll(focusable)];
  return { name: names[index], index, control: controls.indexOf(document.activeElement) };
}

/** In the same row; where it is gone, in the one that stands in its place. */
function focusAgain(list, rows, { name, index, control }) {
  const { element } = rows.get(name) ?? [...rows.values()][Math.min(index, rows.size - 1)] ?? {};
  if (!element) return;
  const controls = element.querySelectorAll(focusable);
  (controls[control] ?? controls[0])?.focus({ preventScroll: true });
}
