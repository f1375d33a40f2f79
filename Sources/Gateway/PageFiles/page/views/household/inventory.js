// /household/GROUP/inventory: what there is at home, and what is used up.

import { button, make } from "../../base/elements.js";
import { filterBy, showList } from "../../base/lists.js";
import { say } from "../../base/words.js";
import { withAmount } from "./thing-fields.js";
import { lists } from "./thing-wishes.js";
import { move, opener, thingsPart } from "./things.js";

const shelves = "M4 4v16M20 4v16M4 10h16M4 18h16M7 10V6h4v4m2 8v-5h4v5";
/** Longer lists can be filtered. */
const few = 15;

export default (at) =>
  thingsPart(at, { list: lists.home, icon: shelves, row, show: filtered });

function row(view, thing) {
  const words = say("stock.usedUp");
  const usedUp = () => move(view, thing, say("stock.onList", { what: thing.text }));
  return make("li", {}, opener(view, thing),
    button(words, usedUp, { label: `${words}: ${withAmount(thing)}` }));
}

/** One list by name, with a filter if it is long. */
function filtered(row) {
  const list = make("ul", { class: "things" });
  let all = null;
  const filter = filterBy(({ text }) => text, few, () => draw(all));
  const section = make("section", { class: "stacked" }, ...filter.elements, list);
  const draw = (those) => {
    all = those;
    const shown = filter.among(all ?? [])
      .sort((one, other) => one.text.localeCompare(other.text));
    section.hidden = !all || all.length === 0;
    list.hidden = shown.length === 0;
    showList(list, shown, (one) => one.id, row);
  };
  return { elements: [section], draw };
}
