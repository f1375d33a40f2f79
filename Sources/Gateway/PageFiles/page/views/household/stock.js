// /household/GROUP/inventory: what a household has, and what is used up.

import { announce, button, dialog, empty, make } from "../../base/elements.js";
import { field, form } from "../../base/forms.js";
import { showList } from "../../base/lists.js";
import { isAbout, soon } from "../../base/live.js";
import { waitingBadge } from "../../base/queue-section.js";
import { submit } from "../../base/queue.js";
import { say } from "../../base/words.js";
import {
  adding, buying, changeAndSay, editing, removing, things, usingUp, withAmount,
} from "./things.js";

const shelf = "M4 4v16M20 4v16M4 10h16M4 18h16M7 10V6h4v4m2 8v-5h4v5";
/** Longer ones can be filtered. */
const few = 15;

export default async function stockPart({ of }) {
  let isEnded = false;
  const known = things(of, "inventory", () => draw());
  const none = make("div", { hidden: true }, empty(shelf, say("stock.none")));
  const list = make("ul", { class: "things" });
  const [filterLabel, filter] = field(say("rows.filter"), {
    type: "search", required: false, autocomplete: "off", on: { input: () => draw() },
  });
  const filtering = make("div", { hidden: true }, filterLabel, filter);
  const found = make("p", { class: "faint", role: "status", hidden: true });
  const [textLabel, text] = field(say("stock.what"), { maxlength: 200, autocomplete: "off" });
  const [amountLabel, amount] = field(say("list.amount"), {
    maxlength: 40, required: false, autocomplete: "off", placeholder: say("list.amountHint"),
  });
  const add = form([
    make("div", { class: "in-text" }, textLabel, text),
    make("div", { class: "in-amount" }, amountLabel, amount),
  ], say("list.add"), async (what, howMuch) => {
    const sent = submit(adding(of, "inventory", {
      text: what, ...(howMuch ? { amount: howMuch } : {}),
    }));
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
  add.className = "add-thing of-two";

  const row = (stock) => make("li", {},
    make("button", { type: "button", class: "wide", on: { click: () => open(stock) } },
      make("span", { class: "words" },
        make("strong", {}, make("bdi", {}, stock.text), ...waitingBadge(stock)),
        stock.amount ? make("span", { class: "line" }, make("bdi", {}, stock.amount)) : null)),
    button(say("stock.usedUp"), () => usedUp(stock), {
      label: `${say("stock.usedUp")}: ${withAmount(stock)}`,
    }));

  async function usedUp(stock) {
    const wish = usingUp(of, stock);
    const sent = changeAndSay(wish, known.state);
    announce(say("stock.onList", { what: stock.text }), {
      undo: async () => {
        changeAndSay(buying(of, { ...stock, id: `@${wish.key}` }), known.state);
      },
    });
    await sent;
  }

  function open(stock) {
    const opened = dialog(stock.text,
      form([
        ...field(say("stock.what"), { value: stock.text, maxlength: 200, autocomplete: "off" }),
        ...field(say("list.amount"), {
          value: stock.amount ?? "", maxlength: 40, required: false, autocomplete: "off",
        }),
      ], say("rows.save"), async (text, amount) => {
        const body = Object.fromEntries(Object.entries({ text, amount })
          .filter(([name, value]) => value !== (stock[name] ?? "")));
        opened.close();
        if (Object.keys(body).length > 0) {
          await changeAndSay(editing(of, "inventory", stock, body), known.state);
        }
      }),
      make("div", { class: "buttons end" },
        button(say("stock.remove"), async () => {
          opened.close();
          const fresh = { text: stock.text, amount: stock.amount };
          const sent = changeAndSay(removing(of, "inventory", stock), known.state);
          announce(say("stock.removed", { what: stock.text }), {
            undo: async () => { changeAndSay(adding(of, "inventory", fresh), known.state); },
          });
          await sent;
        }, { style: "danger" })));
    opened.classList.add("thing");
  }

  function draw() {
    if (isEnded) return;
    const items = known.items();
    const wanted = filter.value.trim().toLocaleLowerCase();
    const shown = (items ?? []).filter((one) => one.text.toLocaleLowerCase().includes(wanted))
      .sort((one, other) => one.text.localeCompare(other.text));
    none.hidden = !items || items.length > 0;
    section.hidden = !items || items.length === 0;
    filtering.hidden = !items || items.length <= few && wanted === "";
    found.hidden = wanted === "";
    found.textContent = say("rows.found", { count: shown.length });
    list.hidden = shown.length === 0;
    showList(list, shown, (one) => one.id, row);
  }

  const section = make("section", { class: "stacked" }, filtering, found, list);
  await soon(known.state.refresh());
  draw();
  return {
    body: [make("section", { class: "adds" }, add), known.state.element, none, section],
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
