// /places/ID: a place, with what people say of it. /places/new: one of one's own.

import { ask } from "../base/api.js";
import { moment } from "../base/dates.js";
import {
  announce, badge, button, confirmed, facts, lines, make, section, websiteLink,
} from "../base/elements.js";
import { editor, fields } from "../base/forms.js";
import { isAbout, soon, upToDate } from "../base/live.js";
import { straightWay } from "../base/numbers.js";
import {
  geoLink, hoursFact, kindWords, openWords, placeAPI, placeName, placePath, routeLink, sayWays,
  wayTo, whereOneIs,
} from "../base/places.js";
import { say } from "../base/words.js";
import { smallMap, spotMap } from "../map/small.js";
import { tipsPart } from "./tips.js";

/** A deal is here if it is within so many metres. */
const sameSpot = 40;

export default async function placeView({ me, path, go }) {
  if (path.join("/") === "new") return newPlace(go);
  const id = path.join("/");
  let place = null, favourites = [], deals = [], map = null, isEditing = false, isEnded = false;
  let pressed = null;
  const main = make("div", { class: "sections place" });
  const title = make("h1", {}, say("places.loading"));
  const tips = tipsPart(id);

  const here = whereOneIs(() => {
    sayWays(main, here.at);
    map?.move();
  });
  const state = upToDate(async () => {
    const [found, favourite, deal] = await Promise.all([
      ask("GET", placeAPI(id)), ask("GET", "favourites"), ask("GET", "deals"), here.read(),
      // A place without them is a place still.
      tips.read().catch((error) => { if (error.isAway) throw error; }),
    ]);
    [place, favourites] = [found, favourite.favourites];
    deals = deal.deals.filter((one) => straightWay(one, place).distance < sameSpot);
    draw();
  });

  /** The favourites that stand for the place. */
  const of = (match) => favourites.filter((one) => one.match === match).find((one) => ({
    place: one.value === place.id,
    brand: one.value === place.wikidata || one.name === place.brand,
    category: (place.categories ?? []).includes(one.value),
    name: one.value === place.name,
  })[match]);

  let shown = "";
  function draw() {
    const now = JSON.stringify([place, favourites, deals]);
    // A form that somebody fills in stays.
    if (isEnded || isEditing || now === shown) return;
    shown = now;
    title.replaceChildren(make("bdi", {}, placeName(place)));
    document.title = `${placeName(place)} · geofenced`;
    if (!map) {
      const name = placeName(place);
      map = smallMap({ ...place, name }, say("place.map", { name }), () => here.at);
      if (main.isConnected) map.drawn();
    }
    main.replaceChildren(
      make("div", { class: "stack" }, about(), favouritePart(), dealsPart() ?? ""),
      make("div", { class: "stack" }, map.element, tips.element));
    sayWays(main, here.at);
    // The button that was pressed has another in its place.
    if (pressed && document.activeElement === document.body) {
      main.querySelector(`[data-focus="${pressed}"]`)?.focus({ preventScroll: true });
    }
    pressed = null;
  }

  function about() {
    const open = openWords(place);
    const position = `${place.lat.toFixed(5)},${place.lon.toFixed(5)}`;
    const copied = make("span", { role: "status" });
    return make("section", { "aria-label": say("place.about") },
      make("p", { class: "kind" }, kindWords(place.categories) ?? "",
        open ? badge(open.text, open.isOpen ? "good" : "off") : null),
      place.description ? lines(place.description) : "",
      facts(
        here.at || place.distance !== undefined ? [say("place.from"), wayTo(place)] : null,
        [say("place.address"), place.address?.text ? make("bdi", {}, place.address.text) : null],
        [say("place.phone"), place.phone
          ? make("a", { href: `tel:${place.phone.replaceAll(/[^+\d]/g, "")}` },
            make("bdi", {}, place.phone)) : null],
        [say("place.website"), place.website ? websiteLink(place.website) : null],
        hoursFact(place.opening_hours),
        [say("place.position"), position],
      ),
      make("div", { class: "buttons" },
        routeLink(place, placeName(place)),
        geoLink(place, placeName(place)),
        navigator.clipboard ? button(say("place.copy"), async () => {
          await navigator.clipboard.writeText(position);
          copied.textContent = say("place.copied");
        }) : null,
        make("a", {
          class: "button", href: `/map?place=${encodeURIComponent(place.id)}`,
        }, say("place.onMap")),
        copied),
      me.person.admin && place.id.startsWith("own/") ? ownPart() : "");
  }

  // MARK: Favourite

  function favouritePart() {
    const [own, brand] = [of("place"), of("brand")];
    const row = (key, favourite, words, title, text) => make("div", { class: "told" },
      favourite
        ? [
          make("p", {}, make("bdi", {}, words)),
          focusable(key, button(say("place.undoFavourite"), () =>
            change("DELETE", `favourites/${favourite.id}`))),
        ]
        : focusable(key, button(title, () => change("POST", "favourites", { text }), {
          main: key === "this",
        })));
    const brandName = brand?.name ?? place.brand;
    return section(say("place.favourite"),
      row("this", own, say("place.hasThis"), say("place.addThis"), place.id),
      brandName ? row("brand", brand, say("place.hasBrand", { brand: brandName }),
        say("place.addBrand", { brand: brandName }), place.wikidata ?? brandName) : "",
      own || brand || of("category") || of("name") ? make("p", {},
        make("a", { href: `/map?region=${encodeURIComponent(`favourite/${place.id}`)}` },
          say("place.why"))) : "");
  }

  const focusable = (key, element) => {
    element.dataset.focus = key;
    element.addEventListener("click", () => { pressed = key; });
    return element;
  };

  async function change(method, path, body) {
    try {
      await ask(method, path, body);
    } catch (error) {
      // It is gone already.
      if (!(method === "DELETE" && error.status === 404)) throw error;
    }
    await state.refresh();
  }

  function dealsPart() {
    if (deals.length === 0) return null;
    return section(say("place.deals"), make("ul", {}, deals.map((deal) =>
      make("li", {}, make("div", {},
        make("a", { href: `/deals/${deal.id}` }, make("bdi", {}, deal.name)),
        make("p", { class: "faint" }, make("bdi", {}, deal.company), " · ",
          say("deals.until", { time: moment(deal.ends) })))))));
  }

  // MARK: One's own place

  function ownPart() {
    return make("div", { class: "buttons" },
      button(say("place.edit"), edit),
      button(say("place.remove"), async () => {
        const isSure = await confirmed(
          placeName(place), say("place.removeSure"), say("place.remove"));
        if (!isSure) return;
        await ask("DELETE", placeAPI(place.id));
        await go("/search", { replaces: true });
      }, { style: "danger" }));
  }

  function edit() {
    isEditing = true;
    const done = () => {
      isEditing = false;
      shown = "";
      spot.end();
      state.refresh();
    };
    const { form, spot } = placeForm(place, async (values, version) => {
      await ask("PATCH", placeAPI(place.id), values, { version });
      announce(say("place.saved"));
      done();
    }, done);
    main.replaceChildren(make("section", {}, make("h2", {}, say("place.edit")), form));
    map?.end();
    map = null;
    spot.drawn();
    form.querySelector("input").focus();
  }

  await soon(state.refresh());
  const refresh = () => state.refresh();
  return {
    body: [
      make("header", {}, title), state.element, main,
    ],
    hears: {
      change: (change) => {
        if (isAbout(change, "places", "favourites", "deals", "tips")) refresh();
      },
      device: here.hears, back: refresh,
    },
    drawn: () => map?.drawn(),
    end: () => {
      isEnded = true;
      state.end();
      map?.end();
    },
  };
}

// MARK: - Adding and changing one

function newPlace(go) {
  const { form, spot } = placeForm({}, async (values) => {
    const made = await ask("POST", "places", values);
    await go(placePath(made.id), { replaces: true });
    announce(say("place.saved"));
  }, () => history.back());
  return {
    body: [make("h1", {}, say("place.new")), make("section", {}, form)],
    drawn: spot.drawn, end: spot.end,
  };
}

/** `save(values, version)` is given what differs from `place`. */
function placeForm(place, save, cancel) {
  const was = {
    name: place.name ?? null,
    at: place.address?.text ?? (place.id ? `${place.lat},${place.lon}` : null),
    category: place.categories?.join(";") ?? null, phone: place.phone ?? null,
    website: place.website ?? null, opening_hours: place.opening_hours ?? null,
    description: place.description ?? null,
  };
  let version = place.version;
  const { elements, inputs, values } = fields([
    { name: "name", title: say("place.nameField"), value: was.name ?? "", isRequired: true },
    { name: "at", title: say("place.where"), value: was.at ?? "", isRequired: true },
    { name: "category", title: say("place.categoryField"), value: was.category ?? "" },
    { name: "phone", title: say("place.phone"), value: was.phone ?? "", type: "tel" },
    { name: "website", title: say("place.website"), value: was.website ?? "", inputmode: "url" },
    {
      name: "opening_hours", title: say("place.hours"), value: was.opening_hours ?? "",
      placeholder: "Mo-Fr 09:00-18:00",
    },
    { name: "description", title: say("place.about"), value: was.description ?? "", isLong: true },
  ]);
  const spot = spotMap(inputs.get("at"), say("places.tap"), place.id ? place : null);
  elements.splice(2, 0, spot.element);
  const form = editor({
    parts: elements, inputs, title: say("place.save"), changed: say("place.changed"), cancel,
    save: async () => {
      const differing = Object.entries(values()).filter(([name, value]) => value !== was[name]);
      try {
        await save(Object.fromEntries(differing), version);
      } catch (error) {
        // What is saved next is meant to replace what the other has saved.
        if (error.status === 412) version = error.now?.version;
        throw error;
      }
    },
  });
  return { form, spot };
}
