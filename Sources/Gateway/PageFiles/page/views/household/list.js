// /household/GROUP: what is to be bought, by where, with a tick for each that is.

import { icon, make } from "../../base/elements.js";
import { field, form } from "../../base/forms.js";
import { showList, who } from "../../base/lists.js";
import { money, moneyOf } from "../../base/money.js";
import { say } from "../../base/words.js";
import { targetWords, usualTargets, withAmount } from "./thing-fields.js";
import { lists } from "./thing-wishes.js";
import { move, opener, thingsPart } from "./things.js";

const basket = "M4 9h16l-1.6 10H5.6L4 9Zm4.5 0L12 4l3.5 5";

export default (at) => thingsPart(at, {
  list: lists.wanted, icon: basket, row, show: byTarget,
  above: (...all) => [priceForm(...all), make("hr")],
});

function row(view, thing) {
  const isOthers = thing.by && thing.by.person !== view.me.person.id;
  return make("li", {},
    make("button", {
      type: "button", class: "tick", "aria-label": say("list.tick", { what: withAmount(thing) }),
      on: { click: () => bought(view, thing) },
    }, icon("M5 12.5l4.5 4.5L19 7.5")),
    opener(view, thing, isOthers ? say("list.by", { who: who(thing.by) }) : null));
}

/** `price`: in minor units, or `null`. */
const bought = (view, thing, price = null) => move(view, thing,
  price === null ? say("list.bought", { what: thing.text })
    : say("list.boughtFor", { what: thing.text, price: money(price, view.group.currency) }), price);

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

/** A section for each target, and the datalist of all. */
function byTarget(row) {
  /** By target: its list, and the section around it. */
  const sections = new Map();
  const places = make("datalist", { id: "targets" });
  const parts = make("div", { class: "by-target" });
  const add = (target) => {
    const list = make("ul", { class: "things" });
    const count = make("span", { class: "faint small number" });
    const nowhere = make("p", { class: "hint", hidden: true }, say("list.nowhere"));
    const element = make("section", {},
      make("h2", {}, make("bdi", {}, targetWords(target)), " ", count), nowhere, list);
    sections.set(target, { list, count, nowhere, element });
    parts.append(element);
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
  return { elements: [places, parts], draw };
}
