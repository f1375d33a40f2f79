// The sites of an organisation, and the places of a household.

import { ask } from "../../base/api.js";
import { button, make } from "../../base/elements.js";
import { field } from "../../base/forms.js";
import { askToRemove, change as patch, edit, listSection, name, row } from "../../base/lists.js";
import { distance } from "../../base/numbers.js";
import { say } from "../../base/words.js";
import { circleFields } from "../../map/circle-fields.js";

/** A list of circles, which one adds, changes and removes. */
async function circlesPart({ title, how, none, path, list, canEdit, hasAddress, words }) {
  const part = await listSection(title, {
    none,
    read: async () => (await ask("GET", `${path}/${list}`))[list],
    words: (one) => `${one.name} ${one.address ?? ""}`,
    row: (one) => row(
      name(one.name),
      [one.address, say("circle.is", { radius: distance(one.radius) })],
      ...(canEdit ? [
        button(say("rows.edit"), () => change(one), { label: `${say("rows.edit")}: ${one.name}` }),
        button(say("rows.remove"), () => askToRemove(
          say(words.removeTitle, { name: one.name }), say(words.removeText), say("rows.remove"),
          async () => {
            await ask("DELETE", `${path}/${list}/${one.id}`);
            await part.refresh();
          }), { style: "danger", label: `${say("rows.remove")}: ${one.name}` }),
      ] : [])),
  }, canEdit ? button(say(words.add), () => change(null)) : null);
  part.element.querySelector("h2").after(make("p", { class: "faint" }, how));
  const change = (one) => {
    const circle = circleFields(one);
    const opened = edit(say(one ? words.edit : words.add), {
      item: one ?? {},
      fields: [...field(say(words.name), { value: one?.name ?? "", autocomplete: "off" }),
        ...circle.elements],
      save: async ([name], version, isGone) => {
        const { lat, lon, radius, address } = await circle.read();
        const body = { name, lat, lon, radius, ...(hasAddress ? { address: address ?? "" } : {}) };
        if (one && !isGone) await patch(`${path}/${list}/${one.id}`, body, version);
        else await ask("POST", `${path}/${list}`, body);
        await part.refresh();
      },
      wordsOf: (now) => [now.name, now.address].filter(Boolean).join(", "), gone: "rows.gone",
    });
    circle.drawn();
    opened.addEventListener("close", () => circle.end());
  };
  return part;
}

export const sitesPart = ({ path, isAdmin }) => circlesPart({
  title: say("sites.title"), how: say("sites.how"), none: say("sites.none"), path, list: "sites",
  canEdit: isAdmin, hasAddress: true,
  words: {
    add: "sites.add", edit: "sites.edit", name: "sites.name", removeTitle: "sites.removeTitle",
    removeText: "sites.removeText",
  },
});

export const placesPart = ({ path }) => circlesPart({
  title: say("homes.title"), how: say("homes.how"), none: say("homes.none"), path, list: "places",
  canEdit: true, hasAddress: false,
  words: {
    add: "homes.add", edit: "homes.edit", name: "homes.name", removeTitle: "homes.removeTitle",
    removeText: "homes.removeText",
  },
});
