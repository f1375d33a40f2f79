// Forms that make a group, or ask to be let into one, as several views have them.

import { ask } from "../../base/api.js";
import { badge, button, make } from "../../base/elements.js";
import { field, form, select } from "../../base/forms.js";
import { edit, name, row } from "../../base/lists.js";
import { say } from "../../base/words.js";

export const groupPath = (id) => `/settings/groups/${encodeURIComponent(id)}`;

/** Three letters, as ISO 4217 has them. */
export function currencyField(value = "") {
  return [
    ...field(say("groups.currency"), {
      required: false, value, maxlength: 3, minlength: 3, pattern: "[A-Za-z]{3}",
      list: "currencies", autocapitalize: "characters", autocomplete: "off",
      spellcheck: "false", placeholder: "EUR",
    }),
    make("datalist", { id: "currencies" }, ["EUR", "GBP", "USD", "CHF", "DKK", "NOK", "SEK", "PLN"]
      .map((currency) => make("option", { value: currency }))),
  ];
}

/** `after`: where one is then, of the group that was made. */
export function addForm({ go }, kind, after = groupPath) {
  const isHousehold = kind === "household";
  const fields = [
    ...field(say(isHousehold ? "groups.name" : "groups.organisationName"), { autocomplete: "off" }),
    ...(isHousehold ? currencyField() : []),
  ];
  const action = say(isHousehold ? "groups.add" : "groups.register");
  return form(fields, action, async (name, currency) => {
    try {
      const group = await ask("POST", "groups", {
        kind, name, ...(currency ? { currency: currency.toUpperCase() } : {}),
      });
      await go(after(group.id));
    } catch (error) {
      throw error.status === 409 ? new Error(say("groups.taken", { name })) : error;
    }
  }, { main: false });
}

/** Organisations by a part of the name, and a way to ask to join one. */
export function findPart(me, requests) {
  const list = make("ul", { "aria-live": "polite" });
  let number = 0;
  const search = async (text) => {
    const mine = number += 1;
    if (text === "") return list.replaceChildren();
    const query = new URLSearchParams({ name: text });
    const { organisations } = await ask("GET", `organisations?${query}`)
      .catch(() => ({ organisations: [] }));
    if (mine !== number) return;
    if (organisations.length === 0) {
      list.replaceChildren(make("li", { class: "faint" }, say("groups.foundNone")));
      return;
    }
    const known = new Set(me.groups.map((group) => group.id));
    list.replaceChildren(...organisations.map((organisation) => row(
      name(organisation.name),
      [organisation.sites.map((site) => site.name).join(", ")],
      known.has(organisation.id)
        ? badge(say("groups.isIn"), "good")
        : button(say("groups.join"), () => join(organisation, me, requests), {
          label: `${say("groups.join")}: ${organisation.name}`,
        }))));
  };
  let timer;
  return make("div", {}, field(say("groups.findName"), {
    type: "search", required: false, autocomplete: "off", on: {
      input: (event) => {
        const text = event.target.value.trim();
        clearTimeout(timer);
        timer = setTimeout(() => search(text), 200);
      },
    },
  }), list);
}

function join(organisation, me, requests) {
  const sites = organisation.sites.length === 0 ? [] : select(say("groups.joinSite"), [
    ["", say("groups.joinAnySite")], ...organisation.sites.map((site) =>
      [site.id, site.address ? `${site.name}, ${site.address}` : site.name]),
  ]);
  edit(say("groups.joinTitle", { name: organisation.name }), {
    fields: [...field(say("groups.joinName"), { value: me.person.name }), ...sites],
    action: say("groups.join"),
    save: async ([name, site]) => {
      await ask("POST", `groups/${encodeURIComponent(organisation.id)}/requests`, {
        name, ...(site ? { site: Number(site) } : {}),
      });
      await requests.refresh();
    },
  });
}
