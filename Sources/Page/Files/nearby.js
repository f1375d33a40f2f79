// /nearby: one's favourites, with the nearest of each, and what one may want to add.

import { ask } from "./api.js";
import { colourOf, devices, fit, pins } from "./canvas.js";
import { button, make } from "./elements.js";
import {
  audiencesOf, choice, concerns, distance, distanceWords, drawing, ifSame, isOwn, kindWords, openWords,
  placeAPI, placePath, soon, toast, upToDate, wayWords, whereOneIs, withMap,
} from "./places.js";
import { drop, hearWaiting, keep, send, startWaiting, waiting } from "./waiting.js";
import { say } from "./words.js";

const radii = [50, 100, 200, 500, 1000, 2000];
const fewBrands = 24, manyBrands = 60;

export default async function nearbyView({ me, go }) {
  startWaiting(me);
  const audiences = audiencesOf(me);
  let favourites = null, brands = null, chosen = null, places = [], audience = audiences[0].value;
  const opening = new Map();

  // MARK: What is there

  const here = whereOneIs(() => {
    draw();
    // Another one may be the nearest now.
    if (!askedAt || distance(askedAt, here.at) > 50) state.refresh();
  });
  let askedAt = null;
  const state = upToDate(async () => {
    const [found] = await Promise.all([ask("GET", "favourites"), here.read(), readBrands()]);
    favourites = found.favourites;
    askedAt = here.at;
    if (chosen && !favourites.some((one) => one.id === chosen.id)) chosen = null;
    draw();
    readOpening();
  });

  /** Asks of the nearest ones whether they are open, a few at a time. */
  async function readOpening() {
    const wanted = favourites.map((one) => one.nearest?.id)
      .filter((id) => id && !(opening.get(id)?.until > Date.now()));
    const next = async () => {
      const id = wanted.shift();
      if (!id || isEnded) return;
      try {
        const words = openWords(await ask("GET", placeAPI(id)));
        opening.set(id, { words, until: Date.now() + 5 * 60_000 });
        draw();
      } catch {
        // It is only not said then.
      }
      await next();
    };
    await Promise.all([next(), next(), next()]);
  }

  // MARK: Adding

  const search = make("input", {
    id: "find-favourite", type: "search", maxlength: 200, autocomplete: "off", enterkeyhint: "done",
    placeholder: say("nearby.findHint"),
    on: {
      input: () => { typing?.abort(); problem.replaceChildren(); readBrands().then(draw, () => {}); },
    },
  });
  let typing = null;
  async function readBrands() {
    typing = new AbortController();
    const { signal } = typing, text = search.value.trim();
    const query = new URLSearchParams({ limit: text ? manyBrands : fewBrands });
    if (text) query.set("text", text);
    const found = await ask("GET", `catalogue?${query}`, undefined, { signal });
    if (!signal.aborted) brands = { text, list: found.brands };
  }

  /** The favourite of the audience that is chosen which stands for `brand`. */
  const same = (brand) => favourites?.find((one) =>
    (one.audience === audience || isOwn(audience, me) && isOwn(one.audience, me))
    && one.match === "brand" && (one.value === brand.wikidata || one.name === brand.name));
  const isWaiting = (text) =>
    waiting().some((wish) => wish.text === text && wish.audience === audience && !wish.why);

  /** `wish`: `{ text, name }`. Returns whether it is there now, or will be. */
  async function add(wish) {
    problem.replaceChildren();
    const body = { text: wish.text, audience, ...(wish.radius ? { radius: wish.radius } : {}) };
    try {
      const added = await ask("POST", "favourites", body);
      favourites = [...favourites.filter((one) => one.id !== added.id), added];
      draw();
      if (added.status === 200) toast(say("nearby.wasThere", { name: favouriteName(added) }));
      else if (!wish.isQuiet) {
        toast(say("nearby.added", { name: favouriteName(added) }), say("nearby.undo"),
          () => remove(added, true));
      }
      state.refresh();
      return true;
    } catch (error) {
      if (error.isAway) {
        keep({ ...wish, audience });
        toast(say("nearby.waitingWhy"));
        return true;
      }
      if (error.status !== 400) problem.replaceChildren(make("p", {}, error.message));
      else problem.replaceChildren(...notKnown(wish.text, error));
      return false;
    }
  }

  /** What to do when the daemon knows nothing of that name. */
  function notKnown(text, error) {
    const meant = /did you mean (.+)\?/.exec(error.message)?.[1];
    return [
      make("p", {}, say("nearby.unknown", { text })),
      meant ? make("p", {}, say("search.didYouMean"), " ", button(meant, () => addTyped(meant))) : "",
    ];
  }

  async function addTyped(text) {
    if (await add({ text, name: text })) {
      search.value = "";
      await readBrands().catch(() => {});
      draw();
    }
  }

  const problem = make("div", { class: "fault", role: "alert" });
  const typed = make("div", { class: "typed" });
  const brandList = make("ul", { class: "brands" });
  const drawBrands = drawing(brandList, (brand) => brand.wikidata ?? brand.name, (brand) => {
    const name = make("bdi", {}, brand.name);
    const near = brand.near ? say("nearby.near", { count: brand.near })
      : brand.places ? say("nearby.known", { count: brand.places }) : null;
    return make("li", {},
      make("div", {}, make("strong", {}, name),
        make("p", { class: "faint" }, [kindWords([brand.category]), near].filter(Boolean).join(" · "))),
      brand.isThere || brand.waits
        ? make("span", { class: "there", "aria-label": brand.isThere ? say("nearby.thereNamed", { name: brand.name }) : null, role: "img" },
          brand.isThere ? say("nearby.there") : say("nearby.waiting"))
        : make("button", {
          type: "button", class: "add", "aria-label": say("nearby.addNamed", { name: brand.name }),
          on: {
            click: async ({ currentTarget }) => {
              if (currentTarget.getAttribute("aria-disabled")) return;
              // It keeps the focus, which `disabled` would take.
              currentTarget.setAttribute("aria-disabled", "true");
              await add({ text: brand.wikidata ?? brand.name, name: brand.name });
              currentTarget.removeAttribute("aria-disabled");
              draw();
            },
          },
        }, say("nearby.add")));
  });

  // MARK: Favourites

  const list = make("ul", { class: "favourites" });
  const drawFavourites = drawing(list, (one) => one.key, (one) => one.wish ? waitingRow(one) : favouriteRow(one));

  function waitingRow({ wish }) {
    return make("li", { class: "waits" },
      make("div", {}, make("strong", {}, make("bdi", {}, wish.name)),
        make("p", { class: wish.why ? "fault" : "faint" },
          wish.why ? say("nearby.waitingRefused", { why: wish.why }) : say("nearby.waiting"))),
      make("div", { class: "buttons" },
        wish.why ? null : button(say("nearby.sendNow"), send),
        button(say("nearby.drop"), () => drop(wish.id))));
  }

  function favouriteRow(one) {
    const { favourite, name, colour, words, isChosen } = one;
    const radius = choice(say("nearby.radius"), [
      { value: "", name: say("nearby.usual") },
      ...[...new Set([...radii, ...(favourite.radius ? [favourite.radius] : [])])]
        .sort((a, b) => a - b).map((metres) => ({ value: String(metres), name: distanceWords(metres) })),
    ], String(favourite.radius ?? ""), (value) => changeRadius(favourite, value));
    return make("li", { class: isChosen ? "chosen" : null },
      make("button", {
        type: "button", class: "show", "aria-pressed": String(isChosen),
        "aria-description": say("nearby.showAll", { name }),
        on: { click: () => choose(favourite) },
      },
      make("span", { class: `swatch ${colour.slice(2)}` }),
      make("span", { class: "words" }, make("strong", {}, make("bdi", {}, name)),
        words.map((line) => make("span", { class: `line ${line.class ?? "faint"}` }, make("bdi", {}, line.text))))),
      make("details", { class: "more" },
        make("summary", { "aria-label": say("nearby.more", { name }) }, "⋯"),
        make("div", { class: "more-of-it" },
          make("div", {}, ...radius),
          make("div", { class: "buttons" },
            favourite.nearest ? make("a", { class: "button", href: placePath(favourite.nearest.id) },
              make("bdi", {}, say("nearby.nearest", { name: favourite.nearest.name ?? name }))) : null,
            make("a", { class: "button", href: `/map?brand=${encodeURIComponent(favourite.value)}` },
              say("nearby.onMap")),
            button(say("nearby.remove"), () => remove(favourite))))));
  }

  /** What is said of a favourite, line by line. */
  function wordsOf(favourite) {
    const nearest = favourite.nearest;
    const lines = [];
    if (nearest) {
      const way = here.at ? wayWords(here.at, nearest)
        : nearest.distance !== undefined ? distanceWords(nearest.distance) : null;
      const open = opening.get(nearest.id)?.words;
      lines.push({ text: [nearest.name === favouriteName(favourite) ? null : nearest.name, way].filter(Boolean).join(", ") });
      if (open) lines.push({ text: open.text, class: open.isOpen ? "open" : "closed" });
    } else if (favourite.places === 0) {
      lines.push({ text: say("nearby.noneKnown") });
    }
    const group = audiences.find((one) => one.value === favourite.audience && one !== audiences[0]);
    const rest = [
      favourite.places > 1 ? say("nearby.count", { count: favourite.places }) : null,
      favourite.radius ? say("nearby.within", { distance: distanceWords(favourite.radius) }) : null,
      group?.name ?? (favourite.audience === "own" ? say("nearby.forMachine") : null),
    ].filter(Boolean);
    if (rest.length > 0) lines.push({ text: rest.join(" · ") });
    return lines.filter((line) => line.text);
  }

  async function changeRadius(favourite, value) {
    try {
      await ask("PATCH", `favourites/${favourite.id}`, { radius: value ? Number(value) : null }, { version: favourite.version });
    } catch (error) {
      toast(error.status === 412 ? say("nearby.changed") : error.message);
    }
    await state.refresh();
  }

  async function remove(favourite, isQuiet = false) {
    try {
      await ask("DELETE", `favourites/${favourite.id}`);
    } catch (error) {
      // It is gone already.
      if (error.status !== 404) throw error;
    }
    favourites = favourites.filter((one) => one.id !== favourite.id);
    if (chosen?.id === favourite.id) choose(null);
    draw();
    if (isQuiet) return;
    const name = favouriteName(favourite);
    toast(say("nearby.removed", { name }), say("nearby.undo"), async () => {
      const before = audience;
      audience = favourite.audience;
      const isBack = await add({ text: favourite.value, name, radius: favourite.radius, isQuiet: true });
      audience = before;
      if (isBack) toast(say("nearby.undone", { name }));
    });
  }

  // MARK: The map

  /** Shows all places of `favourite`; of each the nearest, for null or the same one again. */
  async function choose(favourite) {
    chosen = favourite && favourite.id !== chosen?.id ? favourite : null;
    places = [];
    draw();
    if (!chosen) return;
    side.look("map");
    const of = chosen;
    try {
      const found = of.match === "place"
        ? [await ask("GET", placeAPI(of.value))]
        : (await ask("GET", `places?${new URLSearchParams({
          [{ brand: "brand", category: "category" }[of.match] ?? "text"]: of.value, limit: 1000,
          ...(here.at ? {} : of.nearest ? { near: `${of.nearest.lat},${of.nearest.lon}` } : {}),
        })}`)).places;
      if (chosen !== of) return;
      places = found;
    } catch (error) {
      toast(error.message);
    }
    draw();
  }

  const side = withMap({
    list: make("div", { class: "stack" },
      make("section", { "aria-labelledby": "favourites-title" },
        make("h2", { id: "favourites-title" }, say("nearby.favourites")),
        make("p", { class: "faint", id: "favourites-none" }, say("places.loading")), list),
      make("section", {},
        make("h2", {}, say("nearby.popular")),
        audiences.length < 2 ? "" : make("div", {}, ...choice(say("nearby.for"), audiences, audience, (value) => {
          audience = value;
          draw();
        })),
        make("form", {
          role: "search",
          on: {
            submit: (event) => {
              event.preventDefault();
              if (search.value.trim()) addTyped(search.value.trim());
            },
          },
        }, make("label", { for: search.id }, say("nearby.find")), search),
        problem, typed, brandList)),
    label: say("places.map"),
    draw: (canvas, map) => {
      const me = devices(map, []);
      let layer = null, seen = null;
      return ({ items, at, colour }) => {
        me.set(at ? [{ id: "here", name: say("place.from"), own: true, fix: at }] : []);
        layer ??= pins(map, [], { colour: (item) => item.colour, onChoose: (item) => go(placePath(item.id)) });
        layer.set(items);
        const now = JSON.stringify(items.map((item) => item.id));
        if (now !== seen && items.length > 0) {
          fit(map, [...items, ...(at && !colour ? [at] : [])].map((one) => [one.lat, one.lon]), { metres: 400 });
        }
        seen = now;
      };
    },
  });

  // MARK: All of it

  let isEnded = false;
  function draw() {
    if (isEnded) return;
    const none = side.body.querySelector("#favourites-none");
    const wishes = waiting();
    none.hidden = favourites !== null && favourites.length + wishes.length > 0;
    if (favourites) none.textContent = say("nearby.none");
    drawFavourites([
      ...wishes.map((wish) => ({ key: `wish ${wish.id}`, wish })),
      ...(favourites ?? []).map((favourite) => ({
        key: favourite.id, favourite, name: favouriteName(favourite), colour: colour(favourite),
        words: wordsOf(favourite), isChosen: favourite.id === chosen?.id,
      })),
    ]);
    drawBrands((brands?.list ?? []).map((brand) => ({
      ...brand, isThere: !!same(brand), waits: isWaiting(brand.wikidata ?? brand.name),
    })));
    drawTyped();
    side.show(chosen
      ? {
        colour: true, at: here.at,
        items: places.map((place) => ({ ...place, name: place.name ?? place.title, colour: colour(chosen) })),
      }
      : {
        colour: false, at: here.at,
        items: (favourites ?? []).filter((one) => one.nearest).map((one) => ({
          ...one.nearest, name: one.nearest.name ?? favouriteName(one), brand: favouriteName(one), colour: colour(one),
        })),
      });
  }

  const drawTyped = () => {
    const text = brands?.text ?? "";
    if (typed.dataset.text === text) return;
    typed.dataset.text = text;
    typed.replaceChildren(...(text ? [
      brands.list.length === 0 ? make("p", { class: "faint" }, say("nearby.noBrand")) : "",
      button(say("nearby.typed", { text }), () => addTyped(text)),
      make("p", { class: "faint" }, say("nearby.typedHow")),
    ] : []));
  };

  const refresh = () => state.refresh();
  const forget = hearWaiting(() => { draw(); if (waiting().length === 0) refresh(); });
  await soon(state.refresh());
  return {
    body: [
      make("header", {}, make("h1", {}, say("view.nearby")), side.toggle),
      state.element, side.body,
    ],
    hears: {
      change: (change) => { if (concerns(change, "favourites", "places", "groups")) refresh(); },
      device: here.hears, back: refresh,
    },
    drawn: side.drawn,
    end: () => {
      isEnded = true;
      forget();
      state.end();
      side.end();
    },
  };
}

/** Categories have a name of OpenStreetMap's. */
const favouriteName = (favourite) =>
  favourite.match === "category" ? kindWords([favourite.value]) : favourite.name ?? favourite.value;

/** As places of the same brand or category have it. */
const colour = (favourite) => colourOf({
  [{ brand: "brand", category: "category" }[favourite.match] ?? "kind"]:
    favourite.match === "category" ? favourite.value : favouriteName(favourite),
});
