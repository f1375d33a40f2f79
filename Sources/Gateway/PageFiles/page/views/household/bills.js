// /household/GROUP/bills: who has paid what for whom, who owes what, and what settles that.

import { ask, newKey } from "../../base/api.js";
import { date } from "../../base/dates.js";
import { today } from "../../base/days.js";
import { announce, badge, button, empty, make } from "../../base/elements.js";
import { askToRemove, showList, who } from "../../base/lists.js";
import { isAbout, soon, upToDate } from "../../base/live.js";
import { money } from "../../base/money.js";
import { waitingBadge } from "../../base/queue-section.js";
import { hearWaiting, isLate, submit, waiting } from "../../base/queue.js";
import { say } from "../../base/words.js";
import { nameOf, party, writeBill } from "./bill-form.js";

const purse = "M4 7.5h14a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2v-10Zm0 0 11-3v3m1.5 6h.01";
/** So many bills are read at a time. */
const page = 100;

export default async function billsPart({ me, of }) {
  let bills = null, balances = null, members = [], wanted = page, isEnded = false;
  const state = upToDate(async () => {
    const [group, sums, list] = await Promise.all([
      ask("GET", of), ask("GET", `${of}/balances`), readBills(),
    ]);
    members = group.members.map((member) => ({
      person: member.person, name: member.nick_name ?? member.name,
    }));
    [balances, bills] = [sums, list];
    draw();
  });
  const sum = (units) => money(units, balances.currency);

  /** As many as one wants to see, and one more if there is one. */
  async function readBills() {
    let read = [];
    while (read.length <= wanted) {
      const query = new URLSearchParams({ limit: Math.min(1000, wanted + 1 - read.length) });
      if (read.length > 0) query.set("before", read.at(-1).id);
      const { bills } = await ask("GET", `${of}/bills?${query}`);
      read = [...read, ...bills];
      if (bills.length < Number(query.get("limit"))) break;
    }
    return read;
  }

  const mine = make("p", { class: "own-balance" });
  const sums = make("ul", { class: "balances" });
  const settled = make("p", { class: "faint" }, say("bills.settled"));
  const payments = make("ul");
  const paying = make("div", {}, make("h3", {}, say("bills.toPay")), payments);
  const none = make("div", { hidden: true }, empty(purse, say("bills.none")));
  const list = make("ul", { class: "bills" });
  const more = button(say("bills.more"), async () => {
    wanted += page;
    await state.refresh();
  });
  const add = button(say("bills.add"), () => write(null), { main: true });
  add.hidden = true;
  const balancesSection = make("section", { hidden: true },
    make("h2", {}, say("bills.balances")), mine, sums, settled, paying);
  const billsSection = make("section", { hidden: true },
    make("h2", {}, say("bills.title")), list, more);

  const sumOf = (units) => make("span", {
    class: `number ${units > 0 ? "is-plus" : units < 0 ? "is-minus" : "faint"}`,
  }, `${units > 0 ? "+" : ""}${sum(units)}`);

  const balanceRow = (one) => make("li", {},
    make("span", {}, make("bdi", {}, nameOf(one, me.person.id)),
      one.is_member ? null : make("span", { class: "faint" }, ` ${say("bills.left")}`)),
    sumOf(one.balance));

  const paymentRow = ({ from, to, amount }) => {
    const words = say(
      from.person === me.person.id ? "bills.youPay"
        : to.person === me.person.id ? "bills.paysYou" : "bills.pays",
      { from: who(from), to: who(to), amount: sum(amount) });
    const key = newKey();
    return make("li", {}, make("div", { dir: "auto" }, words),
      button(say("bills.paidBack"), () => paidBack(from, to, amount, key), {
        label: `${say("bills.paidBack")}: ${words}`,
      }));
  };

  /** `key`: of the row, so that what is pressed twice is written once. */
  async function paidBack(from, to, amount, key) {
    const wish = {
      key, of, method: "POST", path: `${of}/bills`,
      body: {
        what: say("bills.paymentWhat"), amount, kind: "payment", paid_by: party(from),
        for: [party(to)], date: today(), key,
      },
      words: ["wish.payment", { from: who(from), to: who(to), amount: sum(amount) }],
    };
    if (!waiting(of).some((one) => one.key === key)) await submit(wish);
    announce(say("bills.paymentDone"), {
      undo: () => submit({
        of, method: "DELETE", path: `${of}/bills/@${key}`,
        words: ["wish.remove", { what: say("bills.paymentWhat") }],
      }),
    });
  }

  function billRow(bill) {
    const isPayment = bill.kind === "payment";
    const whose = bill.shares.length === members.length && bill.equal && !isPayment
      ? say("bills.forAll")
      : bill.equal || isPayment ? say("bills.for", { who: names(bill.shares) })
        : bill.shares.map((one) => `${nameOf(one, me.person.id)} ${sum(one.amount)}`).join(", ");
    const label = (key) => ({ label: `${say(key)}: ${bill.what}` });
    return make("li", {},
      make("div", {},
        make("p", { class: "bill" },
          make("strong", {}, make("bdi", {}, bill.what),
            ...(isPayment ? [" ", badge(say("bills.payment"), "good")] : []), ...waitingBadge(bill)),
          make("strong", { class: "number" }, sum(bill.amount))),
        make("p", { class: "faint small", dir: "auto" }, [
          date(bill.date), say("bills.paidBy", { who: to(bill.paid_by) }), whose,
        ].join(" · ")),
        bill.by && bill.by.person !== bill.paid_by.person
          ? make("p", { class: "faint small" },
            say("bills.writtenBy", { who: to(bill.by) })) : null),
      bill.may_edit ? make("div", { class: "buttons" },
        button(say("rows.edit"), () => write(bill), label("rows.edit")),
        button(say("rows.remove"), () => remove(bill), {
          style: "danger", ...label("rows.remove"),
        })) : null);
  }

  const to = (one) => who(one, me.person.id, "household.youTo");
  const names = (those) => those.map(to).join(", ");

  const remove = (bill) => askToRemove(
    say("bills.removeTitle", { what: bill.what }), say("bills.removeText"), say("rows.remove"),
    () => submit({
      of, method: "DELETE", path: `${of}/bills/${bill.id}`,
      words: ["wish.remove", { what: bill.what }], bill: { removed: bill.id },
    }));

  const write = (bill) => writeBill(bill, { me, of, members, currency: balances.currency });

  function draw() {
    if (isEnded || !balances) return;
    const own = balances.balances.find((one) => one.person === me.person.id)?.balance ?? 0;
    mine.textContent = own === 0 ? say("bills.even")
      : say(own > 0 ? "bills.getBack" : "bills.owe", { amount: sum(Math.abs(own)) });
    mine.className = `own-balance ${own > 0 ? "is-plus" : own < 0 ? "is-minus" : ""}`;
    showList(sums, balances.balances, party, balanceRow);
    paying.hidden = balances.payments.length === 0;
    settled.hidden = !paying.hidden;
    showList(
      payments, balances.payments, (one) => `${party(one.from)} ${party(one.to)} ${one.amount}`,
      paymentRow);
    const wishes = waiting(of).filter((one) => !one.why);
    const gone = new Set(wishes.map((one) => one.bill?.removed).filter(Boolean));
    const fresh = wishes.filter((one) => one.bill?.what).map((one) => ({
      kind: "bill", ...one.bill, id: `@${one.key}`, waits: isLate(one),
      paid_by: person(one.bill.paid_by), equal: !one.bill.shares,
      shares: one.bill.shares?.map((share) => ({ ...person(share.person), amount: share.amount }))
        ?? one.bill.for.map(person),
    }));
    const shown = [...fresh, ...bills.slice(0, wanted).filter((one) => !gone.has(one.id))];
    none.hidden = shown.length > 0;
    balancesSection.hidden = add.hidden = false;
    billsSection.hidden = shown.length === 0;
    more.hidden = bills.length <= wanted;
    showList(list, shown, (one) => one.id, billRow);
  }

  const person = (id) => members.find((one) => party(one) === id) ?? { person: null, name: "" };

  const forget = hearWaiting((taken) => {
    if (taken?.wish.of === of) state.refresh();
    draw();
  });
  await soon(state.refresh());
  draw();
  return {
    body: [
      make("div", { class: "buttons tools" }, add), state.element, none,
      make("div", { class: "sections" }, balancesSection, billsSection),
    ],
    hears: {
      change: (change) => { if (isAbout(change, "bills", "groups", "people")) state.refresh(); },
      back: state.refresh,
    },
    end: () => {
      isEnded = true;
      forget();
      state.end();
    },
  };
}
