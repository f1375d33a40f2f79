// /household/GROUP: what is to be bought, by where, with a tick for each that is.

import { announce, button, dialog, empty, icon, make } from "../../base/elements.js";
import { field, form } from "../../base/forms.js";
import { showList, who } from "../../base/lists.js";
import { isAbout, soon } from "../../base/live.js";
import { money, moneyOf } from "../../base/money.js";
import { allKinds, kindWords } from "../../base/places.js";
import { waitingBadge } from "../../base/queue-section.js";
import { submit } from "../../base/queue.js";
import { say } from "../../base/words.js";
import {
  adding, buying, changeAndSay, editing, removing, things, usingUp, withAmount,
} from "./things.js";

const usual = "shop=supermarket";
const basket = "M4 9h16l-1.6 10H5.6L4 9Zm4.5 0L12 4l3.5 5";

export default async function listPart({ me, group, of }) {
  let isEnded = false;
  const known = things(of, "items", () => draw());
  /** By target: its list, and the section around it. */
  const sections = new Map();
  const places = make("datalist", { id: "targets" });
  const none = make("div", { hidden: true }, empty(basket, say("list.none")));
  const lists = make("div", { class: "by-target" });

  const [textLabel, text] = field(say("list.what"), {
    maxlength: 200, autocomplete: "off", enterkeyhint: "done",
  });
  const [amountLabel, amount] = field(say("list.amount"), {
    maxlength: 40, required: false, autocomplete: "off", placeholder: say("list.amountHint"),
    enterkeyhint: "done",
  });
  const [targetLabel, target] = targetField("");
  const add = form([
    make("div", { class: "in-text" }, textLabel, text),
    make("div", { class: "in-amount" }, amountLabel, amount),
    make("div", { class: "in-target" }, targetLabel, target),
  ], say("list.add"), async (what, howMuch, where) => {
    const item = {
      text: what, ...(howMuch ? { amount: howMuch } : {}), target: targetOf(where),
    };
    const sent = submit(adding(of, "items", item));
    // The next one can be typed at once; where stays, as one thinks of a shop at a time.
    const typed = [text.value, amount.value];
    text.value = amount.value = "";
    text.focus();
    try {
      await sent;
    } catch (error) {
      if (text.value === "") [text.value, amount.value] = typed;
      throw error;
    }
  });
  add.className = "add-thing";

  function row(item) {
    const words = withAmount(item);
    return make("li", {},
      make("button", {
        type: "button", class: "tick", "aria-label": say("list.tick", { what: words }),
        on: { click: () => bought(item) },
      }, icon("M5 12.5l4.5 4.5L19 7.5")),
      make("button", {
        type: "button", class: "wide", on: { click: () => open(item) },
      },
        make("span", { class: "words" },
          make("strong", {}, make("bdi", {}, item.text), ...waitingBadge(item)),
          item.amount ? make("span", { class: "line" }, make("bdi", {}, item.amount)) : null,
          item.by && item.by.person !== me.person.id
            ? make("span", { class: "line small faint" }, say("list.by", { who: who(item.by) }))
            : null)));
  }

  /** `price`: in minor units, or `null`. */
  async function bought(item, price = null) {
    const wish = buying(of, item, price);
    const sent = changeAndSay(wish, known.state);
    announce(price === null ? say("list.bought", { what: item.text })
      : say("list.boughtFor", { what: item.text, price: money(price, group.currency) }), {
      undo: async () => {
        const id = `@${wish.key}`;
        changeAndSay(usingUp(of, { ...item, id }, item.target), known.state);
        if (price === null) return;
        const bill = { text: item.text, id: `${id}.bill` };
        changeAndSay(removing(of, "bills", bill), known.state);
      },
    });
    await sent;
  }

  /** What one may do with an item, beside the tick. */
  function open(item) {
    const [priceLabel, price] = field(say("list.price", { currency: group.currency ?? "" }), {
      required: false, inputmode: "decimal", autocomplete: "off", maxlength: 20,
    });
    const [whatLabel, what] = field(say("list.what"), {
      value: item.text, maxlength: 200, autocomplete: "off",
    });
    const howMuch = field(say("list.amount"), {
      value: item.amount ?? "", maxlength: 40, required: false, autocomplete: "off",
    });
    const where = targetField(targetWords(item.target));
    const opened = dialog(item.text,
      form([make("div", {}, priceLabel, price), make("p", { class: "hint" }, say("list.priceHow"))],
        say("list.buy"), async (typed) => {
          const units = typed === "" ? null : moneyOf(typed, group.currency);
          opened.close();
          await bought(item, units);
        }),
      make("hr"),
      form([whatLabel, what, ...howMuch, ...where], say("rows.save"),
        async (text, amount, where) => {
          const now = { text, amount, target: targetOf(where) };
          const body = Object.fromEntries(Object.entries(now)
            .filter(([name, value]) => value !== (item[name] ?? "")));
          opened.close();
          if (Object.keys(body).length > 0) {
            await changeAndSay(editing(of, "items", item, body), known.state);
          }
        }, { main: false }),
      make("div", { class: "buttons end" },
        button(say("list.remove"), async () => {
          opened.close();
          const fresh = { text: item.text, amount: item.amount, target: item.target };
          const sent = changeAndSay(removing(of, "items", item), known.state);
          announce(say("list.removed", { what: item.text }), {
            undo: async () => { changeAndSay(adding(of, "items", fresh), known.state); },
          });
          await sent;
        }, { style: "danger" })));
    opened.classList.add("thing");
  }

  function draw() {
    if (isEnded) return;
    const items = known.items();
    none.hidden = !items || items.length > 0;
    const byTarget = new Map();
    for (const item of items ?? []) {
      if (!byTarget.has(item.target)) byTarget.set(item.target, []);
      byTarget.get(item.target).push(item);
    }
    for (const [target, one] of sections) {
      if (byTarget.has(target)) continue;
      one.element.remove();
      sections.delete(target);
    }
    for (const [target, those] of byTarget) {
      if (!sections.has(target)) {
        const list = make("ul", { class: "things" });
        const count = make("span", { class: "faint small number" });
        const nowhere = make("p", { class: "hint", hidden: true }, say("list.nowhere"));
        sections.set(target, {
          list, count, nowhere, element: make("section", {},
            make("h2", {}, make("bdi", {}, targetWords(target)), " ", count), nowhere, list),
        });
        lists.append(sections.get(target).element);
      }
      const { list, count, nowhere } = sections.get(target);
      count.textContent = `${those.length}`;
      nowhere.hidden = !those.some((item) => item.is_somewhere === false);
      showList(list, those, (item) => item.id, row);
    }
    places.replaceChildren(...[...new Set([...byTarget.keys(), ...usualTargets()])]
      .map((target) => make("option", { value: targetWords(target) })));
  }

  await soon(known.state.refresh());
  draw();
  return {
    body: [make("section", { class: "adds" }, add), places, known.state.element, none, lists],
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

// MARK: - Where things can be had

const usualTargets = () => [
  usual, "shop=bakery", "shop=chemist", "shop=greengrocer", "shop=butcher", "amenity=pharmacy",
  "shop=hardware", "shop=doityourself",
].filter((target) => allKinds().includes(target));

/** A field for where something can be had; its proposals are the datalist `targets`. */
const targetField = (value) => field(say("list.where"), {
  value, required: false, maxlength: 200, autocomplete: "off", list: "targets",
  placeholder: targetWords(usual),
});

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
