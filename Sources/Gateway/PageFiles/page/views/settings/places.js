// /settings/places: one's own places, for whom there are favourites, and the base map.

import { ask } from "../../base/api.js";
import { button, make, section } from "../../base/elements.js";
import { area, field } from "../../base/forms.js";
import { askToRemove, change as patch, edit, listSection, name, row } from "../../base/lists.js";
import { isAbout, refreshing } from "../../base/live.js";
import { number } from "../../base/numbers.js";
import { say } from "../../base/words.js";
import { circleFields } from "../../map/circle-fields.js";

export default async function placesPart({ me }) {
  const parts = [await ownPlaces(me.person.admin), await favouritesPart(me), await baseMap()];
  const refresh = refreshing(...parts);
  return {
    body: parts.map((part) => part.element),
    hears: {
      change: (change) => {
        if (isAbout(change, "places", "favourites", "basemap", "groups")) refresh();
      },
      back: refresh,
    },
  };
}

/** What an own place may have besides its name and where it is. */
const details = ["category", "phone", "website", "opening_hours", "description"];
const examples = { category: "amenity=cafe", opening_hours: "Mo-Fr 09:00-17:00" };
const placeAPI = (id) => `places/${id.split("/").map(encodeURIComponent).join("/")}`;

async function ownPlaces(isAdmin) {
  const part = await listSection(say("ownPlaces.own"), {
    none: say("ownPlaces.ownNone"),
    read: async () => (await ask("GET", "places/own")).places,
    words: (place) => `${place.name} ${place.address?.text ?? ""}`,
    row: (place) => row(
      make("a", { href: `/${placeAPI(place.id)}` }, name(place.name)),
      [place.address?.text, place.categories?.join(", ")],
      ...(isAdmin ? [
        button(say("rows.edit"), () => change(place), {
          label: `${say("rows.edit")}: ${place.name}`,
        }),
        button(say("rows.remove"), () => askToRemove(
          say("ownPlaces.removeTitle", { name: place.name }), say("ownPlaces.removeText"),
          say("rows.remove"), async () => {
            await ask("DELETE", placeAPI(place.id));
            await part.refresh();
          }), { style: "danger", label: `${say("rows.remove")}: ${place.name}` }),
      ] : [])),
  }, isAdmin ? button(say("ownPlaces.add"), () => change(null)) : null);
  part.element.querySelector("h2").after(
    make("p", { class: "faint" }, say(isAdmin ? "ownPlaces.ownHow" : "ownPlaces.ownAdmins")));
  const change = (place) => {
    const circle = circleFields(
      place && { lat: place.lat, lon: place.lon, address: place.address?.text },
      { hasRadius: false });
    const values = (place) => ({
      category: place?.categories?.[0] ?? "", phone: place?.phone ?? "",
      website: place?.website ?? "",
      opening_hours: place?.opening_hours ?? "", description: place?.description ?? "",
    });
    const shown = values(place);
    const optional = { required: false, autocomplete: "off", maxlength: 200 };
    const inputs = details.flatMap((one) => one === "description"
      ? area(say("ownPlaces.description"), { value: shown.description, maxlength: 10000 })
      : field(say(`ownPlaces.${one}`), {
        ...optional, value: shown[one], placeholder: examples[one] ?? null,
      }));
    const opened = edit(say(place ? "ownPlaces.edit" : "ownPlaces.add"), {
      item: place ?? {},
      fields: [
        ...field(say("ownPlaces.name"), {
          value: place?.name ?? "", maxlength: 200, autocomplete: "off",
        }),
        ...circle.elements,
        make("details", { open: details.some((one) => shown[one] !== "") },
          make("summary", {}, say("ownPlaces.more")), inputs),
      ],
      save: async ([name, , ...more], version, isGone) => {
        const { lat, lon, address } = await circle.read();
        const [body, old] = [{}, isGone ? null : place];
        const was = values(old);
        if (name !== old?.name) body.name = name;
        if (lat !== old?.lat || lon !== old?.lon) {
          body.at = [lat, lon];
          if (address !== (old?.address?.text ?? null)) body.address = address;
        }
        details.forEach((one, at) => {
          if (more[at] !== was[one]) body[one] = more[at] === "" ? null : more[at];
        });
        if (old) await patch(placeAPI(place.id), body, version);
        else await ask("POST", "places", body);
        await part.refresh();
      },
      wordsOf: (now) => [now.name, now.address?.text].filter(Boolean).join(", "), gone: "rows.gone",
    });
    circle.drawn();
    opened.addEventListener("close", () => circle.end());
  };
  return part;
}

/** How many favourites there are for whom; Nearby is where they are changed. */
async function favouritesPart(me) {
  let groups = me.groups;
  const audienceWords = (audience) => {
    if (audience === "own") return say("ownPlaces.forMachine");
    if (audience === `person/${me.person.id}`) return say("ownPlaces.forMe");
    return groups.find((group) => `group/${group.id}` === audience)?.name ?? audience;
  };
  const part = await listSection(say("ownPlaces.favourites"), {
    none: say("ownPlaces.favouritesNone"), key: (one) => one.audience,
    read: async () => {
      const [{ favourites }, mine] = await Promise.all([
        ask("GET", "favourites"), ask("GET", "groups"),
      ]);
      groups = mine.groups;
      const audiences = Object.groupBy
        ? Object.groupBy(favourites, (one) => one.audience) : grouped(favourites);
      return Object.entries(audiences).map(([audience, ones]) => ({
        audience, title: audienceWords(audience), count: ones.length,
        names: ones.slice(0, 8).map((one) => one.name ?? one.value).join(", "),
      }));
    },
    row: (one) => row(name(one.title), [
      say("ownPlaces.favouriteCount", { count: number(one.count) }),
      one.count > 8 ? `${one.names}, …` : one.names,
    ]),
  }, make("a", { class: "button", href: "/nearby" }, say("ownPlaces.toNearby")));
  return part;
}

function grouped(favourites) {
  const found = {};
  for (const one of favourites) (found[one.audience] ??= []).push(one);
  return found;
}

async function baseMap() {
  const shown = make("div");
  const refresh = async () => {
    let map;
    try {
      map = await ask("GET", "basemap");
    } catch (error) {
      if (error.status !== 404) throw error;
      map = { available: false };
    }
    shown.replaceChildren(...(map.available ? [
      make("p", {}, say(map.raster ? "basemap.elsewhere" : "basemap.there")),
      make("p", {}, say("basemap.credit"), " ", make("bdi", {}, map.credit ?? "–")),
      make("p", { class: "faint" }, map.version
        ? say("basemap.version", { version: map.version }) : ""),
    ] : [make("p", {}, say("basemap.none")), make("p", { class: "faint" }, say("basemap.how"), " ",
      make("code", {}, "geofencectl places import FILE.osm.pbf"))]));
  };
  await refresh();
  return { element: section(say("basemap.title"), shown), refresh };
}
