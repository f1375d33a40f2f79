// Adding and changing a deal, of an organisation or of this machine.

import { ask, newKey } from "../../base/api.js";
import { localTime } from "../../base/dates.js";
import { announce, make } from "../../base/elements.js";
import { editor, fields, optional } from "../../base/forms.js";
import { pictureFields } from "../../base/pictures.js";
import { say } from "../../base/words.js";
import { spotMap } from "../../map/small.js";
import { placeIn } from "../organisation/organisations.js";

/** /deals/new, and with `?group=ID` for that organisation. */
export async function newDeal(state) {
  const group = state.url.searchParams.get("group");
  const organisation = group === null ? null : await placeIn(group, state);
  const { form, drawn, end } = dealForm({}, {
    organisation, cancel: () => history.back(),
    done: async (made) => {
      await state.go(`/deals/${made.id}`, { replaces: true });
      announce(say("place.saved"));
    },
  });
  const title = organisation ? say("deals.newOf", organisation.group) : say("deals.new");
  return { body: [make("h1", {}, title), make("section", {}, form)], drawn, end };
}

/** A picture of a deal. */
export const dealPicture = (deal) => make("img", {
  class: "picture", src: deal.picture, alt: say("deals.pictureOf", deal),
});

/** What the fields of a deal have; `null`: nothing. */
function textsOf(deal) {
  return {
    name: deal.name ?? null, company: deal.company ?? null, category: deal.category ?? null,
    site: deal.site ? `${deal.site}` : null,
    at: deal.site ? null : deal.address ?? (deal.id ? `${deal.lat},${deal.lon}` : null),
    starts: localTime(deal.starts), ends: localTime(deal.ends),
    capacity: deal.capacity ? `${deal.capacity}` : null,
    description: deal.description ?? null, opening_hours: deal.opening_hours ?? null,
    website: deal.website ?? null,
  };
}

const timeOf = (text) => new Date(text).toISOString();
const valueOf = { site: Number, starts: timeOf, ends: timeOf, capacity: Number };

/** What `texts` say otherwise than `was`, as /api has it. */
function changesOf(texts, was) {
  const changes = {};
  for (const [name, text] of Object.entries(texts)) {
    if (text !== was[name]) changes[name] = text && (valueOf[name]?.(text) ?? text);
  }
  // Without one, it begins now.
  if (changes.starts === null) delete changes.starts;
  return changes;
}

/**
 * The form of a deal; one without an id is added. `organisation`: whose deal it is, as `placeIn` says
 * it, or `null`; `done` is called with the deal once it is saved. `{ form, drawn, end }`.
 */
export function dealForm(deal, { organisation, done, cancel }) {
  const evening = new Date();
  evening.setHours(23, 59, 0, 0);
  const path = organisation ? `${organisation.path}/deals` : "deals";
  const key = newKey();
  let made = deal.id ? deal : null, was = textsOf(deal), { version } = deal;
  const sites = (organisation?.sites ?? []).map((site) => [`${site.id}`, site.name]);
  const { elements, inputs, values } = fields([
    { name: "name", title: say("deals.name"), value: was.name ?? "", isRequired: true },
    organisation ? null : {
      name: "company", title: say("deals.company"), value: was.company ?? "", isRequired: true,
    },
    {
      name: "category", title: say("deals.categoryField"), value: was.category ?? "",
      isRequired: true,
    },
    sites.length > 0 ? {
      name: "site", title: say("deals.site"), value: deal.id ? was.site ?? "" : sites[0][0],
      // Who looks after some sites writes for these alone.
      options: [...sites, ...(organisation.isOfAll ? [["", say("deals.elsewhere")]] : [])],
    } : null,
    { name: "at", title: say("deals.at"), value: was.at ?? "", isRequired: true },
    {
      name: "starts", title: say("deals.starts"), value: was.starts ?? localTime(new Date()),
      type: "datetime-local",
    },
    {
      name: "ends", title: say("deals.ends"), value: was.ends ?? localTime(evening),
      type: "datetime-local", isRequired: true,
    },
    {
      name: "capacity", title: say("deals.capacity"), value: was.capacity ?? "",
      type: "number", min: 1, max: 1_000_000_000, inputmode: "numeric",
    },
    {
      name: "description", title: say("deals.description"), value: was.description ?? "",
      isLong: true,
    },
    {
      name: "opening_hours", title: say("place.hours"), value: was.opening_hours ?? "",
      placeholder: "Mo-Fr 09:00-18:00", maxlength: 255,
    },
    { name: "website", title: say("deals.website"), value: was.website ?? "", inputmode: "url" },
  ].filter(Boolean));

  // Where it is: at the site, or where one says.
  const [site, at] = [inputs.get("site"), inputs.get("at")];
  const spot = spotMap(at, say("places.tap"), deal.id ? deal : null);
  const elsewhere = make("div");
  elements.splice(elements.indexOf(at.parentElement), 1, elsewhere);
  elsewhere.append(at.parentElement, spot.element);
  let isDrawn = false;
  const place = () => {
    elsewhere.hidden = !!site?.value;
    at.required = !elsewhere.hidden;
    if (elsewhere.hidden || isDrawn || !elsewhere.isConnected) return;
    isDrawn = true;
    spot.drawn();
  };
  site?.addEventListener("change", place);
  place();

  const picture = organisation
    && pictureFields(deal.picture ? dealPicture(deal) : null, optional());
  const form = editor({
    parts: [...elements, picture && make("div", { class: "field" }, picture.elements)], inputs,
    title: say("deals.save"), changed: say("deals.changed"), cancel,
    save: async () => {
      const texts = { ...values(), ...(elsewhere.hidden ? { at: null } : {}) };
      const changes = changesOf(texts, was);
      // It is where the site is.
      if (elsewhere.hidden) delete changes.at;
      try {
        if (!made) made = await ask("POST", path, organisation ? { ...changes, key } : changes);
        else if (Object.keys(changes).length > 0) {
          made = await ask("PATCH", `${path}/${made.id}`, changes, { version });
        }
      } catch (error) {
        // What is saved next is meant to replace what the other has saved.
        if (error.status === 412) version = error.now?.version;
        throw error;
      }
      // The picture may be refused still.
      [was, version] = [{ ...was, ...texts }, made.version];
      await picture?.save(`${path}/${made.id}/picture`);
      await done(made);
    },
  });
  return { form, drawn: place, end: spot.end };
}
