// What the list and the inventory of a household share: adding, changing and moving a thing.

import { announce, button, dialog, empty, make } from "../../base/elements.js";
import { form } from "../../base/forms.js";
import { isAbout, soon } from "../../base/live.js";
import { waitingBadge } from "../../base/queue-section.js";
import { submit } from "../../base/queue.js";
import { say } from "../../base/words.js";
import { changes, inputs, linesOf, said } from "./thing-fields.js";
import {
  adding, changeAndSay, editing, known as knownOf, lists, moving, removing,
} from "./thing-wishes.js";

/**
 * A part of a household with one of the lists.
 * - `icon`: where there is nothing;
 * - `row(view, thing)`: the `li` of one; `view`: `me`, `group`, `of`, `list`, and what is `known`;
 * - `show(row)`: shows all of them: `{ elements, draw(things) }`;
 * - `above(view, thing, close)`: what the dialog of one begins with.
 */
export async function thingsPart({ me, group, of }, { list, icon, row, show, above = () => [] }) {
  let isEnded = false;
  const known = knownOf(of, list, () => draw());
  const view = { me, group, of, list, known, above };
  const none = make("div", { hidden: true }, empty(icon, say(`${list.words}.none`)));
  const shown = show((thing) => row(view, thing));
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

function addForm({ of, list }) {
  const typed = inputs(list);
  const cleared = typed.filter(({ stays }) => !stays).map(({ pair: [, input] }) => input);
  const [text] = cleared;
  const add = form(
    typed.map(({ name, pair }) => make("div", { class: `in-${name}` }, ...pair)),
    say("list.add"), async (...values) => {
      const sent = submit(adding(of, list, changes(list, values)));
      // The next one can be typed at once.
      const before = cleared.map((input) => input.value);
      cleared.forEach((input) => { input.value = ""; });
      text.focus();
      try {
        await sent;
      } catch (error) {
        if (text.value === "") cleared.forEach((input, index) => { input.value = before[index]; });
        throw error;
      }
    });
  add.className = typed.length === 2 ? "add-thing of-two" : "add-thing";
  return add;
}

/** The button that opens a thing; `line`: a faint one beneath. */
export const opener = (view, thing, line = null) => make("button", {
  type: "button", class: "wide", on: { click: () => open(view, thing) },
},
  make("span", { class: "words" },
    make("strong", {}, make("bdi", {}, thing.text), ...waitingBadge(thing)),
    linesOf(thing).map((words) => make("span", { class: "line" }, make("bdi", {}, words))),
    line && make("span", { class: "line small faint" }, line)));

/** What one may do with it, beside moving it. */
function open(view, thing) {
  const { of, list, known, above } = view;
  const first = above(view, thing, () => opened.close());
  const opened = dialog(thing.text, ...first,
    form(inputs(list, thing).flatMap(({ pair }) => pair), say("rows.save"), async (...values) => {
      const body = changes(list, values, thing);
      opened.close();
      if (Object.keys(body).length > 0) {
        await changeAndSay(editing(of, list, thing, body), known.state);
      }
    }, { main: first.length === 0 }),
    make("div", { class: "buttons end" },
      button(say(`${list.words}.remove`), async () => {
        opened.close();
        const sent = changeAndSay(removing(of, "things", thing, list.read), known.state);
        announce(say(`${list.words}.removed`, { what: thing.text }), {
          undo: async () => { changeAndSay(adding(of, list, said(thing)), known.state); },
        });
        await sent;
      }, { style: "danger" })));
  opened.classList.add("thing");
}

/**
 * Moves a thing to the other list; `words`: that it is so, which can be taken back; `price`: in minor
 * units, or `null`.
 */
export async function move({ of, list, known }, thing, words, price = null) {
  const wish = moving(of, list, thing, price);
  const sent = changeAndSay(wish, known.state);
  announce(words, {
    undo: async () => {
      const id = `@${wish.key}`;
      changeAndSay(moving(of, lists[list.other], { ...thing, id }), known.state);
      if (price === null) return;
      const bill = { text: thing.text, id: `${id}.bill` };
      changeAndSay(removing(of, "bills", bill), known.state);
    },
  });
  await sent;
}
