// The dialog in which a bill is written, or changed: what was paid, by whom, and for whom.

import { newKey } from "../../base/api.js";
import { today } from "../../base/days.js";
import { make } from "../../base/elements.js";
import { checkbox, field, radios, select } from "../../base/forms.js";
import { edit, who } from "../../base/lists.js";
import { money, moneyOf, moneyTyped } from "../../base/money.js";
import { submit } from "../../base/queue.js";
import { say } from "../../base/words.js";

/** What names somebody in a bill: those who are forgotten have no id of a person any more. */
export const party = (one) => one.person ?? `#${one.party}`;

/** Somebody at the beginning of a line; `me`: the id of who looks at it. */
export function nameOf(one, me) {
  const text = who(one, me);
  return text[0] === "\u2068" ? text : text[0].toLocaleUpperCase() + text.slice(1);
}

/** `bill`: the one that is changed, or `null`; `members`: of the household, `of` as its path in /api. */
export function writeBill(bill, { me, of, members, currency }) {
  const isPayment = bill?.kind === "payment";
  const people = [...members];
  for (const one of bill ? [bill.paid_by, ...bill.shares] : []) {
    if (!people.some((other) => party(other) === party(one))) people.push(one);
  }
  const named = people.map((one) => [party(one), nameOf(one, me.person.id)]);
  const [whatLabel, what] = field(say("bills.what"), {
    value: bill?.what ?? "", maxlength: 200, autocomplete: "off",
  });
  const [amountLabel, amount] = field(say("bills.amount", { currency: currency ?? "" }), {
    value: bill ? moneyTyped(bill.amount, currency) : "", maxlength: 20,
    // The decimal keys of an iPhone have no minus.
    inputmode: isPayment ? "decimal" : "text", autocomplete: "off",
    placeholder: moneyTyped(1250, currency), on: { input: () => shares.sayRest() },
  });
  const total = () => moneyOf(amount.value, currency, { isSigned: !isPayment });
  const [dateLabel, date] = field(say("bills.date"), { type: "date", value: bill?.date ?? today() });
  const [payerLabel, payer] = select(say("bills.payer"), named, {
    value: bill ? party(bill.paid_by) : me.person.id,
  });
  const shares = shareFields(isPayment ? null : bill, { named, currency, total });
  const said = () => {
    const body = { what: what.value.trim(), amount: total(), date: date.value };
    return isPayment ? body : { ...body, paid_by: payer.value, ...shares.read() };
  };
  edit(say(bill ? "bills.change" : "bills.add"), {
    item: bill ?? {},
    fields: [
      whatLabel, what,
      make("div", { class: "side-by-side" },
        make("div", {}, amountLabel, amount), make("div", {}, dateLabel, date)),
      ...(isPayment ? [] : [
        make("p", { class: "hint" }, say("bills.amountHow")), payerLabel, payer, ...shares.elements,
      ]),
    ],
    save: async (_, version, isGone) => {
      const body = said();
      const key = newKey();
      const values = { what: body.what, amount: money(body.amount, currency) };
      // What a change leaves as it is.
      const whole = !isPayment ? body : {
        ...body, kind: "payment", paid_by: party(bill.paid_by), for: bill.shares.map(party),
      };
      const fresh = { method: "POST", path: `${of}/bills`, body: { ...whole, key } };
      await submit(bill && !isGone ? {
        key, of, method: "PATCH", path: `${of}/bills/${bill.id}`, body, version,
        words: ["wish.billChange", values], gone: "wish.gone.bills",
        instead: { ...fresh, version: undefined, words: "wish.anew" },
      } : { key, of, ...fresh, words: ["wish.billNew", values], bill: whole });
    },
    wordsOf: (now) => `${now.what}, ${money(now.amount, currency)}`, gone: "wish.gone.bills",
  });
}

/**
 * For whom a bill is, in equal shares or in shares of their own. `named`: `[party, name]` of each who
 * may have one; `total()`: the amount that stands in the form. `{ elements, sayRest(), read() }`:
 * `read` gives what /api calls the shares.
 */
function shareFields(bill, { named, currency, total }) {
  const shareOf = (id) => bill?.shares.find((one) => party(one) === id);
  const isOwnAtFirst = bill?.equal === false;
  const how = radios(say("bills.how"), [
    ["equal", say("bills.equal")], ["own", say("bills.own")],
  ], { value: isOwnAtFirst ? "own" : "equal", on: { change: () => show() } });
  const isOwn = () => how.querySelector("input:checked").value === "own";
  const ticks = named.map(([id, name]) => checkbox(name, { checked: bill ? !!shareOf(id) : true }));
  const own = named.map(([id, name]) => field(name, {
    required: false, inputmode: "decimal", maxlength: 20, autocomplete: "off",
    value: isOwnAtFirst && shareOf(id) ? moneyTyped(shareOf(id).amount, currency) : "",
    on: { input: () => sayRest() },
  }));
  const rest = make("p", { class: "faint", role: "status" });
  const equally = make("fieldset", {}, make("legend", {}, say("bills.forWhom")), ticks);
  const apart = make("fieldset", { class: "shares" },
    make("legend", {}, say("bills.shares")), own.map((pair) => make("div", {}, pair)), rest);
  /** Of money that came back, also without its minus. */
  const share = ([, input]) => {
    const typed = input.value.trim();
    if (typed === "") return 0;
    const isBack = total() < 0;
    const units = moneyOf(typed, currency, { least: 0, isSigned: isBack });
    return isBack ? -Math.abs(units) : units;
  };
  /** What of the bill is nobody's yet; of another sign than the bill: what is too much. */
  const left = () => total() - own.reduce((all, pair) => all + share(pair), 0);
  const restWords = (units) => say(units > 0 === total() > 0 ? "bills.rest" : "bills.tooMuch", {
    amount: money(Math.abs(units), currency),
  });
  const show = () => {
    equally.hidden = isOwn();
    apart.hidden = !isOwn();
    sayRest();
  };
  const sayRest = () => {
    try {
      rest.textContent = left() === 0 ? say("bills.isAll") : restWords(left());
    } catch {
      rest.textContent = "";
    }
  };
  show();
  return {
    elements: [how, equally, apart], sayRest,
    read() {
      if (isOwn()) {
        if (left() !== 0) throw new Error(restWords(left()));
        return {
          shares: own.map((pair, at) => ({ person: named[at][0], amount: share(pair) }))
            .filter((one) => one.amount !== 0),
        };
      }
      const whom = named.filter((_, at) => ticks[at].querySelector("input").checked);
      if (whom.length === 0) throw new Error(say("bills.forNobody"));
      return { for: whom.map(([id]) => id) };
    },
  };
}
