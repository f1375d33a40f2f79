// /household/GROUP/inventory: what there is at home, and what is used up.

import { button, make } from "../../base/elements.js";
import { field } from "../../base/forms.js";
import { showList } from "../../base/lists.js";
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
