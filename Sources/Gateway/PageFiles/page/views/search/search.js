// /search?what=&where=&count=&order=&open=: places, as a table and on a map.

import { ask } from "../../base/api.js";
import { button, make } from "../../base/elements.js";
import { select } from "../../base/forms.js";
import { showList } from "../../base/lists.js";
import { isAbout, soon, upToDate } from "../../base/live.js";
import { direction, distance } from "../../base/numbers.js";
import {
  allKinds, kindWords, openWords, placeName, placePath, plain, sayWays, wayTo, whereOneIs,
} from "../../base/places.js";
import { say } from "../../base/words.js";
import { withMap } from "../../map/beside.js";
import { colourOf } from "../../map/colours.js";
import { answerWords } from "./answer-words.js";

const counts = ["10", "25", "50", "100", "1000"];
const orders = ["distance", "name", "relevance"];
const usual = { what: "", where: "", count: "25", order: "distance", open: "" };
/** What most people look for, as OpenStreetMap calls it. */
const kinds = [
  "amenity=restaurant", "amenity=cafe", "shop=supermarket", "amenity=pharmacy", "amenity=atm",
  "shop=bakery", "amenity=fuel", "amenity=parking", "amenity=toilets", "tourism=museum",
  "tourism=hotel", "leisure=playground",
];
/** Milliseconds without a key before what is typed is asked. */
const pause = 60;

export default async function searchView({ me, url, go }) {
  const asked = { ...usual };
  for (const name of Object.keys(usual)) asked[name] = url.searchParams.get(name) ?? usual[name];
  let found = null, trouble = null, running = null, timer, isTyping = false, isEnded = false;

  // MARK: Asking

  const here = whereOneIs(() => {
    sayWays(table, here.at);
    showMap();
  });
  let isPlaced = false;
  const state = upToDate(async () => {
    const reading = isPlaced ? null : here.read().then(() => { isPlaced = true; });
    await Promise.all([reading, search()]);
  });

  async function search() {
    running?.abort();
    running = new AbortController();
    const { signal } = running;
    const query = new URLSearchParams({ limit: asked.count, sort: asked.order });
    const kind = /^[a-z_]+=[a-z0-9_]+$/.test(asked.what);
    if (asked.what) query.set(kind ? "category" : "text", asked.what);
    if (asked.where) query.set("near", asked.where);
    if (asked.open) query.set("open_now", "true");
    try {
      const answer = await ask("GET", `places?${query}`, undefined, { signal });
      if (signal.aborted) return;
      [found, trouble] = [answer, null];
    } catch (error) {
      if (signal.aborted) return;
      if (error.status !== 400) throw error;
      [found, trouble] = [null, error];
    }
    draw();
  }

  const address = () => {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(asked)) {
      if (value !== usual[name]) query.set(name, value);
    }
    return query.size > 0 ? `/search?${query}` : "/search";
  };

  /** Asks for what the fields have now. While one types, it stays one step of *back*. */
  function change(values, { whileTyping = false } = {}) {
    if (Object.entries(values).every(([name, value]) => asked[name] === value)) {
      if (!whileTyping) isTyping = false;
      return;
    }
    Object.assign(asked, values);
    history[isTyping ? "replaceState" : "pushState"](history.state, "", address());
    isTyping = whileTyping;
    clearTimeout(timer);
    // An answer on its way is that of another question.
    running?.abort();
    if (whileTyping) timer = setTimeout(state.refresh, pause);
    else state.refresh();
  }

  // MARK: The fields

  const text = (id, name, attributes) => make("input", {
    id, type: "search", "aria-label": say(`search.${name}`), value: asked[name], maxlength: 200,
    autocomplete: "off", enterkeyhint: "search", ...attributes,
    on: {
      input: ({ target }) => change({ [name]: plain(target.value) }, { whileTyping: true }),
      change: ({ target }) => change({ [name]: plain(target.value) }),
    },
  });
  const what = text("search-what", "what", { placeholder: say("search.whatHint") });
  if (kinds.includes(asked.what)) what.value = kindWords([asked.what]);
  const where = text("search-where", "where", { placeholder: say("search.whereHint") });
  const choice = (name, values, wordsOf) => select(
    say(`search.${name}`), values.map((value) => [value, wordsOf(value)]),
    { value: asked[name], on: { change: ({ target }) => change({ [name]: target.value }) } });
  const open = make("input", {
    id: "search-open", type: "checkbox", checked: asked.open === "true",
    on: { change: () => change({ open: open.checked ? "true" : "" }) },
  });
  // Where there is no room for all fields, the rest is unfolded.
  const more = make("button", {
    type: "button", class: "quiet in-more", "aria-expanded": "false",
    on: {
      click: () => {
        const isOpen = form.classList.toggle("unfolded");
        more.setAttribute("aria-expanded", String(isOpen));
      },
    },
  }, say("search.more"));
  const form = make("form", {
    class: "search-form", role: "search",
    on: { submit: (event) => { event.preventDefault(); isTyping = false; state.refresh(); } },
  },
  make("div", { class: "in-what" }, make("label", { for: what.id }, say("search.what")), what),
  make("div", { class: "in-where" }, make("label", { for: where.id }, say("search.where")), where),
  more,
  make("div", { class: "in-order" }, ...choice("order", orders, (value) => say(`search.${value}`))),
  make("div", { class: "in-count" }, ...choice("count", counts, (value) => value)),
  make("div", { class: "in-open" }, open, make("label", { for: open.id }, say("search.open"))));

  const look = (value) => {
    what.value = value.includes("=") ? kindWords([value]) : value;
    change({ what: value });
  };
  const lookAround = (value) => {
    where.value = value;
    change({ where: value });
  };

  const kindButtons = make("div", {
    class: "chips line", role: "group", "aria-label": say("search.kinds"),
  });
  const kindButton = (kind) => make("button", {
    type: "button", on: { click: () => look(kind) },
  }, kindWords([kind]));
  /** What may be meant by what is typed; the usual ones where nothing is. */
  const kindsNow = () => {
    const begun = asked.what.toLocaleLowerCase();
    if (begun === "") return kinds;
    const isMeant = (kind) => kindWords([kind]).toLocaleLowerCase().startsWith(begun);
    return allKinds().filter(isMeant).slice(0, 6);
  };
  const aroundMap = button(say("search.middle"), () => {
    const middle = side.map?.getCenter();
    if (middle) lookAround(`${middle.lat.toFixed(5)},${middle.lng.toFixed(5)}`);
  });
  const aroundHere = button(say("search.backHere"), () => lookAround(""));

  // MARK: The answer

  const said = make("div", { class: "said", role: "status" });
  const body = make("tbody");
  const table = make("table", { class: "found", role: "table" },
    make("thead", { role: "rowgroup" }, make("tr", { role: "row" },
      ["number", "place", "far", "hours"].map((name) =>
        make("th", { scope: "col", role: "columnheader" }, say(`search.${name}`))))),
    body);
  body.setAttribute("role", "rowgroup");
  const cell = (name, ...children) => make("td", { role: "cell", class: name }, ...children);
  const row = ({ place, number, hours }) =>
    make("tr", { role: "row" },
      cell("number", numbered(place, number)),
      cell("place", make("a", { href: placePath(place.id) }, make("bdi", {}, placeName(place))),
        make("div", { class: "faint small" }, make("bdi", {},
          [kindWords(place.categories), place.address?.text].filter(Boolean).join(" · ")))),
      cell("far", found.near ? wayFromThere(place) : wayTo(place)),
      cell("hours", hours
        ? make("span", { class: hours.isOpen ? "is-open" : "faint" }, hours.text) : ""));

  /** From where was asked for. */
  const wayFromThere = (place) => [
    place.distance === undefined ? "" : distance(place.distance),
    place.bearing === undefined ? "" : direction(place.bearing),
  ].join(" ").trim();

  const side = withMap({
    isTable: true, below: aroundMap,
    list: make("div", { class: "stack" }, said, table,
      me.person.admin ? make("p", {}, make("a", { href: "/places/new" }, say("place.new"))) : ""),
    label: say("places.map"),
    onChoose: (place) => go(placePath(place.id)),
    around: ({ at, near }) => [near ?? at], metres: 300,
  });

  function draw() {
    if (isEnded) return;
    const places = found?.places ?? [];
    said.replaceChildren(...answerWords({ asked, found, trouble }, {
      look, lookAround, alsoClosed: () => {
        open.checked = false;
        change({ open: "" });
      },
    }).filter(Boolean));
    table.hidden = places.length === 0;
    showList(body, places.map((place, index) => ({
      place: { ...place, ...(found.near ? {} : { distance: undefined, bearing: undefined }) },
      number: index + 1, near: found.near, hours: openWords(place),
    })), (one) => one.place.id, row);
    sayWays(table, here.at);
    const offered = kindsNow();
    kindButtons.hidden = offered.length === 0;
    showList(kindButtons, offered, (kind) => kind, kindButton);
    aroundHere.hidden = asked.where === "";
    showMap();
  }

  function showMap() {
    side.show({
      items: (found?.places ?? []).map((place, index) =>
        ({ ...place, name: placeName(place), number: index + 1 })),
      at: here.at, near: found?.near ?? null,
    });
  }

  await soon(state.refresh());
  const refresh = () => {
    isPlaced = false;
    return state.refresh();
  };
  return {
    body: [
      make("h1", {}, say("view.search")), form, kindButtons,
      make("div", { class: "buttons tools" }, side.toggle, aroundHere), state.element, side.body,
    ],
    hears: {
      change: (change) => { if (isAbout(change, "places")) refresh(); },
      device: here.hears, back: refresh,
    },
    drawn: side.drawn,
    end: () => {
      isEnded = true;
      clearTimeout(timer);
      running?.abort();
      state.end();
      side.end();
    },
  };
}

/** The number that a place has in the list and on the map, in its colour. */
function numbered(place, number) {
  const spot = make("span", { class: "pin-number" }, String(number));
  spot.style.borderColor = `var(${colourOf(place)})`;
  return spot;
}
