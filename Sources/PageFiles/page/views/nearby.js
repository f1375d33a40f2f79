// /nearby: one's favourites, with the nearest of each, and what one may want to add.

import { ask } from "../base/api.js";
import { announce, button, dialog, empty, make, swatch } from "../base/elements.js";
import { select } from "../base/forms.js";
import { showList } from "../base/lists.js";
import { isAbout, soon, upToDate } from "../base/live.js";
import { distance, straightWay } from "../base/numbers.js";
import {
  audiencesOf, isOwn, kindWords, oneself, openWords, placeAPI, placePath, plain, sayWays, wayTo,
  whereOneIs,
} from "../base/places.js";
import { drop, hearWaiting, send, startWaiting, submit, waiting } from "../base/queue.js";
import { say } from "../base/words.js";
import { withMap } from "../map/beside.js";
import { colourOf, devices, fit, pins } from "../map/canvas.js";

const radii = [50, 100, 200, 500, 1000, 2000];
const fewBrands = 24, manyBrands = 60;
/** Metres after which another place may be the nearest. */
const refresh = 50;
/** Milliseconds after which it is asked again whether a place is open. */
const openLasts = 5 * 60_000;

export default async function nearbyView({ me, go }) {
  startWaiting(me);
  const audiences = audiencesOf(me);
  let favourites = null, brands = null, chosen = null, places = [], audience = audiences[0].value;
  let isEnded = false;
  const opening = new Map();

  // MARK: What is there

  let askedAt = null;
  const here = whereOneIs(() => {
    sayWays(side.body, here.at);
    showMap();
    if (!askedAt || straightWay(askedAt, here.at).distance > refresh) state.refresh();
  });
  const state = upToDate(async () => {
    draw();
    const [found] = await Promise.all([ask("GET", "favourites"), here.read(), readBrands()]);
    favourites = found.favourites;
    askedAt = here.at;
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
        opening.set(id, { words, until: Date.now() + openLasts });
      } catch {
        // It is only not said then.
      }
      await next();
    };
    await Promise.all([next(), next(), next()]);
    draw();
  }

  // MARK: Adding

  const search = make("input", {
    id: "find-favourite", type: "search", maxlength: 200, autocomplete: "off", enterkeyhint: "done",
    placeholder: say("nearby.findHint"),
    on: {
      input: () => {
        problem.replaceChildren();
        readBrands().then(draw, () => {});
      },
    },
  });
  let typing = null;
  async function readBrands() {
    typing?.abort();
    typing = new AbortController();
    const { signal } = typing, text = plain(search.value);
    const query = new URLSearchParams({ limit: text ? manyBrands : fewBrands });
    if (text) query.set("text", text);
    try {
      const found = await ask("GET", `catalogue?${query}`, undefined, { signal });
      if (!signal.aborted) brands = { text, list: found.brands };
    } catch (error) {
      // What was typed since is asked for already.
      if (!signal.aborted) throw error;
    }
  }

  const isFor = (favourite, audience) => favourite.audience === audience
    || isOwn(audience, me) && isOwn(favourite.audience, me);
  const isThere = (brand) => favourites?.some((one) => one.match === "brand" && isFor(one, audience)
    && (one.value === brand.wikidata || one.name === brand.name)) ?? false;
  const waits = (brand) => waiting("favourites").some((wish) => !wish.why
    && isSame(wish.body, { text: brand.wikidata ?? brand.name, audience }));
  const isSame = (one, other) => one.text === other.text && one.audience === other.audience;

  /** Adds `{ text, name, audience, radius }`. Returns the favourite; null if it has to wait. */
  async function add(wish) {
    const { text, radius, name } = wish;
    const body = { text, audience: wish.audience, ...(radius ? { radius } : {}) };
    const before = waiting("favourites").filter((one) => isSame(one.body, body));
    before.filter((one) => one.why).forEach((one) => drop(one.key));
    const done = before.some((one) => !one.why) ? null
      : await submit({ of: "favourites", method: "POST", path: "favourites", body, name });
    if (!done) {
      announce(say("nearby.waitingWhy"));
      return null;
    }
    const { status, ...added } = done;
    // What this machine's device has is its owner's as well: once is enough.
    const twin = (favourites ?? []).find((one) => one.id !== added.id && isFor(one, wish.audience)
      && one.match === added.match && one.value === added.value);
    if (twin) await ask("DELETE", `favourites/${added.id}`);
    else favourites = [...(favourites ?? []).filter((one) => one.id !== added.id), added];
    draw();
    state.refresh();
    return { added, wasThere: !!twin || status === 200 };
  }

  /** As `add`, and says what has come of it. Returns whether it is kept, here or there. */
  async function addAndSay(text, name) {
    problem.replaceChildren();
    try {
      const done = await add({ text, name, audience });
      if (!done) return true;
      const words = { name: favouriteName(done.added) };
      if (done.wasThere) announce(say("nearby.wasThere", words));
      else announce(say("nearby.added", words), { undo: () => takeAway(done.added) });
      return true;
    } catch (error) {
      problem.replaceChildren(
        ...(error.status === 400 ? notKnown(text, error) : [make("p", {}, error.message)]));
      return false;
    }
  }

  /** What to do when the daemon knows nothing of that name. */
  function notKnown(text, error) {
    const meant = /did you mean (.+)\?/.exec(error.message)?.[1];
    return [
      make("p", { dir: "auto" }, say("nearby.unknown", { text })),
      ...(meant
        ? [make("p", {}, say("search.didYouMean")), button(meant, () => addTyped(meant))] : []),
    ];
  }

  async function addTyped(text) {
    if (!await addAndSay(text, text)) return;
    search.value = "";
    await readBrands().catch(() => {});
    draw();
  }

  const problem = make("div", { class: "fault", role: "alert" });
  const typed = make("div", { class: "typed" });
  const brandList = make("ul", { class: "brands" });

  function brandRow(brand) {
    const near = brand.near ? say("nearby.near", { count: brand.near })
      : brand.places ? say("nearby.known", { count: brand.places }) : null;
    const isKept = brand.isThere || brand.waits;
    const add = make("button", {
      type: "button", "aria-disabled": isKept ? "true" : null,
      "aria-label": brand.isThere ? say("nearby.thereNamed", { name: brand.name })
        : brand.waits ? null : say("nearby.addNamed", { name: brand.name }),
      on: {
        click: async () => {
          // `disabled` would take the focus away.
          if (add.getAttribute("aria-disabled")) return;
          add.setAttribute("aria-disabled", "true");
          await addAndSay(brand.wikidata ?? brand.name, brand.name);
          add.removeAttribute("aria-disabled");
          draw();
        },
      },
    }, say(brand.isThere ? "nearby.there" : brand.waits ? "nearby.waiting" : "nearby.add"));
    return make("li", {},
      make("div", {}, make("strong", {}, make("bdi", {}, brand.name)),
        make("p", { class: "faint small" },
          [kindWords([brand.category]), near].filter(Boolean).join(" · "))),
      add);
  }

  // MARK: Favourites

  const none = make("div");
  const list = make("ul", { class: "favourites" });

  function waitingRow({ wish }) {
    return make("li", { class: "waits" },
      make("div", {}, make("strong", {}, make("bdi", {}, wish.name)),
        make("p", { class: wish.why ? "fault" : "faint" },
          wish.why ? say("nearby.waitingRefused", { why: wish.why }) : say("nearby.waiting"))),
      make("div", { class: "buttons" },
        wish.why ? null : button(say("nearby.sendNow"), send),
        button(say("nearby.drop"), () => drop(wish.key))));
  }

  function favouriteRow({ favourite, open, isChosen }) {
    const name = favouriteName(favourite), nearest = favourite.nearest;
    const group = audiences.find((one, index) => index > 0 && one.value === favourite.audience);
    const rest = [
      favourite.places > 1 ? say("nearby.count", { count: favourite.places }) : null,
      favourite.radius ? say("nearby.within", { distance: distance(favourite.radius) }) : null,
      group?.name ?? null,
    ].filter(Boolean).join(" · ");
    const line = (style, ...words) => make("span", { class: `line small ${style}` }, ...words);
    return make("li", {},
      make("button", {
        type: "button", class: "wide", "aria-pressed": String(isChosen),
        "aria-description": say("nearby.showAll", { name }),
        on: { click: () => choose(favourite) },
      },
      swatch(colour(favourite)),
      make("span", { class: "words" },
        make("strong", {}, make("bdi", {}, name)),
        nearest ? line("faint", wayTo(nearest), nearest.name && nearest.name !== name
          ? [" · ", make("bdi", {}, nearest.name)] : "")
          : favourite.places === 0 ? line("faint", say("nearby.noneKnown")) : "",
        open || rest ? line("faint",
          open ? make("span", { class: open.isOpen ? "is-open" : null }, open.text) : "",
          open && rest ? " · " : "", make("bdi", {}, rest)) : "")),
      button("⋯", () => showMore(favourite), {
        style: "quiet only-icon", label: say("nearby.more", { name }),
      }));
  }

  /** What can be done with a favourite. */
  function showMore(favourite) {
    const name = favouriteName(favourite), nearest = favourite.nearest;
    const opened = dialog(name,
      ...select(say("nearby.radius"), [
        ["", say("nearby.usual")],
        ...[...new Set([...radii, ...(favourite.radius ? [favourite.radius] : [])])]
          .sort((one, other) => one - other).map((metres) => [String(metres), distance(metres)]),
      ], {
        value: String(favourite.radius ?? ""),
        on: { change: ({ target }) => changeRadius(favourite, target.value) },
      }),
      make("div", { class: "sheet-ways" },
        nearest ? make("a", { class: "button", href: placePath(nearest.id) },
          make("bdi", {}, say("nearby.nearest", { name: nearest.name ?? name }))) : null,
        // The Map view shows brands and places by their address, and no kinds of places.
        ["brand", "place"].includes(favourite.match) ? make("a", {
          class: "button", href: `/map?${favourite.match}=${encodeURIComponent(favourite.value)}`,
        }, say("nearby.onMap")) : null,
        button(say("nearby.remove"), async () => {
          await remove(favourite);
          opened.close();
        }, { style: "danger" })));
    // Ways to other views close it.
    opened.addEventListener("click", ({ target }) => target.closest("a") && opened.close());
  }

  async function changeRadius(favourite, value) {
    try {
      const changed = await ask(
        "PATCH", `favourites/${favourite.id}`, { radius: value ? Number(value) : null }, favourite);
      favourite.version = changed.version;
    } catch (error) {
      if (error.now) favourite.version = error.now.version;
      announce(error.message);
    }
    await state.refresh();
  }

  async function takeAway(favourite) {
    try {
      await ask("DELETE", `favourites/${favourite.id}`);
    } catch (error) {
      // It is gone already.
      if (error.status !== 404) throw error;
    }
    favourites = favourites.filter((one) => one.id !== favourite.id);
    draw();
  }

  async function remove({ id }) {
    // As it is now: its radius may have been changed since it was shown.
    const favourite = favourites.find((one) => one.id === id);
    if (!favourite) return;
    await takeAway(favourite);
    const name = favouriteName(favourite);
    announce(say("nearby.removed", { name }), {
      undo: () => add({
        text: favourite.value, name, audience: favourite.audience, radius: favourite.radius,
      }),
    });
  }

  // MARK: The map

  /** Shows all places of `favourite`; the nearest of each, if it is shown already. */
  async function choose(favourite) {
    chosen = favourite.id === chosen?.id ? null : favourite;
    places = [];
    draw();
    if (!chosen) return;
    side.showMap();
    try {
      const found = await placesOf(favourite);
      if (chosen?.id !== favourite.id) return;
      places = found;
      showMap();
    } catch (error) {
      announce(error.message);
    }
  }

  async function placesOf({ match, value, nearest }) {
    if (match === "place") return [await ask("GET", placeAPI(value))];
    const query = new URLSearchParams({ limit: 1000 });
    query.set({ brand: "brand", category: "category" }[match] ?? "text", value);
    if (!here.at && nearest) query.set("near", `${nearest.lat},${nearest.lon}`);
    return (await ask("GET", `places?${query}`)).places;
  }

  function showMap() {
    if (!favourites) return;
    const items = chosen
      ? places.map((place) => ({
        ...place, name: place.name ?? place.title, brand: favouriteName(chosen),
        colour: colour(chosen),
      }))
      : favourites.filter((one) => one.nearest).map((one) => ({
        ...one.nearest, name: one.nearest.name ?? favouriteName(one), brand: favouriteName(one),
        colour: colour(one),
      }));
    side.show({ items, at: here.at, isChosen: !!chosen });
  }

  const side = withMap({
    list: make("div", { class: "stack" },
      make("section", {}, make("h2", {}, say("nearby.favourites")), none, list),
      make("section", {},
        make("h2", {}, say("nearby.popular")),
        ...(audiences.length < 2 ? [] : select(
          say("nearby.for"), audiences.map(({ value, name }) => [value, name]), {
            value: audience, on: { change: ({ target }) => { audience = target.value; draw(); } },
          })),
        make("form", {
          role: "search",
          on: {
            submit: (event) => {
              event.preventDefault();
              if (plain(search.value)) addTyped(plain(search.value));
            },
          },
        }, make("label", { for: search.id }, say("nearby.find")), search),
        problem, typed, brandList)),
    label: say("places.map"),
    draw: (canvas, map) => {
      const own = devices(map, []);
      const layer = pins(map, [], {
        colour: (item) => item.colour, onChoose: (item) => go(placePath(item.id)),
      });
      let seen = null;
      return ({ items, at, isChosen }) => {
        own.set(oneself(at));
        const now = items.map((item) => item.id).join(" ");
        if (now === seen) return;
        seen = now;
        layer.set(items);
        const all = [...items, ...(at && !isChosen ? [at] : [])];
        fit(map, all.map((one) => [one.lat, one.lon]), { metres: 400 });
      };
    },
  });

  // MARK: All of it

  function draw() {
    if (isEnded) return;
    const known = favourites ?? [];
    if (chosen) chosen = known.find((one) => one.id === chosen.id) ?? null;
    const wishes = waiting("favourites");
    none.hidden = !favourites || known.length + wishes.length > 0;
    if (!none.hidden && !none.firstChild) none.append(empty(heart, say("nearby.none")));
    showList(list, [
      ...wishes.map((wish) => ({ key: `wish ${wish.key}`, wish })),
      ...known.map((favourite) => ({
        key: favourite.id, open: opening.get(favourite.nearest?.id)?.words,
        // How far it is changes with each step, and is said by `sayWays`.
        favourite: {
          ...favourite,
          nearest: favourite.nearest && { ...favourite.nearest, distance: undefined },
        },
        isChosen: favourite.id === chosen?.id,
      })),
    ], (one) => one.key, (one) => one.wish ? waitingRow(one) : favouriteRow(one));
    sayWays(list, here.at);
    showList(brandList, (brands?.list ?? []).map((brand) =>
      ({ ...brand, isThere: isThere(brand), waits: waits(brand) })),
    (brand) => brand.wikidata ?? brand.name, brandRow);
    drawTyped();
    showMap();
  }

  function drawTyped() {
    const text = brands?.text ?? "";
    if (typed.dataset.text === text) return;
    typed.dataset.text = text;
    typed.replaceChildren(...(text ? [
      brands.list.length === 0 ? make("p", { class: "faint" }, say("nearby.noBrand")) : "",
      button(say("nearby.typed", { text }), () => addTyped(text)),
      make("p", { class: "faint small" }, say("nearby.typedHow")),
    ] : []));
  }

  const forget = hearWaiting(() => {
    draw();
    if (waiting("favourites").length === 0) state.refresh();
  });
  await soon(state.refresh());
  return {
    body: [make("h1", {}, say("view.nearby")), side.toggle, state.element, side.body],
    hears: {
      change: (change) => {
        if (isAbout(change, "favourites", "places", "groups")) state.refresh();
      },
      device: here.hears, back: state.refresh,
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

const heart =
  "M12 20.5S3.5 15.4 3.5 9.2A4.6 4.6 0 0 1 12 6.7a4.6 4.6 0 0 1 8.5 2.5C20.5 15.4 12 20.5 12 20.5Z";

/** Categories have a name of OpenStreetMap's. */
const favouriteName = (favourite) =>
  favourite.match === "category" ? kindWords([favourite.value]) : favourite.name ?? favourite.value;

/** As places of the same brand or category have it. */
const colour = (favourite) => colourOf(
  favourite.match === "brand" ? { brand: favourite.name }
    : favourite.match === "category" ? { category: favourite.value } : { kind: favourite.value });
