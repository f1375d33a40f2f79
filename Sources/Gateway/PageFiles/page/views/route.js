// /route?to=LAT,LON&name=NAME&from=TEXT&by=foot: the way to a point along streets, on a map and in
// steps, with where one is on it.

import { ask } from "../base/api.js";
import { button, make, waiting } from "../base/elements.js";
import { chips } from "../base/forms.js";
import { routeGPX, save } from "../base/gpx.js";
import { direction, distance, duration, straightWay } from "../base/numbers.js";
import {
  browserPosition, geoLink, hasBrowserPosition, oneself, whereOneIs,
} from "../base/places.js";
import { locale, say } from "../base/words.js";
import { trail } from "../map/trail.js";
import { makeMap, fit } from "../map/canvas.js";
import { devices } from "../map/devices.js";
import { pins } from "../map/pins.js";

const ways = ["foot", "bike", "car"];
/** One is at a step within so many metres of it. */
const near = 30;

export default async function routeView({ me, url, keep }) {
  const goal = pointOf(url.searchParams.get("to"));
  const name = url.searchParams.get("name") || url.searchParams.get("to") || "";
  const asked = {
    from: url.searchParams.get("from") ?? "",
    by: ways.find((way) => way === url.searchParams.get("by")) ?? "foot",
  };
  let route = null, map = null, layers = null, chosen = null, isEnded = false, running = null;
  let isStartless = false;
  const here = whereOneIs(() => moved());
  await here.read().catch(() => {});

  // MARK: What is asked

  const from = make("input", {
    id: "route-from", type: "search", value: asked.from, maxlength: 200, autocomplete: "off",
    enterkeyhint: "go", placeholder: say("route.here"),
  });
  const form = make("form", {
    class: "route-from", role: "search",
    on: {
      submit: (event) => {
        event.preventDefault();
        change({ from: from.value.trim() });
      },
    },
  },
    make("label", { for: from.id }, say("route.from")), from,
    make("button", { type: "submit" }, say("route.go")));
  const modes = chips(say("route.by"), ways.map((way) => [way, say(`route.by.${way}`)]), {
    chosen: asked.by, onChange: (by) => change({ by }),
  });
  const answer = make("div", { class: "route-answer", "aria-live": "polite" });
  const steps = make("ol", { class: "route-steps", on: { keydown: step } });
  const place = make("div");

  function change(values) {
    Object.assign(asked, values);
    const query = new URLSearchParams({ to: url.searchParams.get("to"), name });
    if (asked.from) query.set("from", asked.from);
    if (asked.by !== "foot") query.set("by", asked.by);
    keep(`/route?${query}`);
    return find();
  }

  async function useBrowser() {
    from.value = await browserPosition();
    await change({ from: from.value });
  }

  async function find() {
    running?.abort();
    running = new AbortController();
    const { signal } = running;
    [route, chosen] = [null, null];
    steps.replaceChildren();
    answer.replaceChildren(waiting(2));
    const start = asked.from || (here.at ? `${here.at.lat},${here.at.lon}` : null);
    isStartless = goal !== null && !start;
    if (!goal || !start) return without(goal ? "route.nowhere" : "route.noGoal");
    try {
      route = await ask("POST", "route", {
        from: start, to: `${goal.lat},${goal.lon}`, by: asked.by,
        language: locale.startsWith("nl") ? "nl" : "en",
      }, { signal });
      if (!signal.aborted) draw();
    } catch (error) {
      if (!signal.aborted) refused(error, start);
    }
  }

  // MARK: What is answered

  /** Without a start, or a goal. */
  function without(key) {
    answer.replaceChildren(make("p", {}, say(key)),
      goal ? make("p", { class: "faint" }, say("route.type")) : "");
    show();
  }

  /** Why there is none, and the straight way where the start is known. */
  function refused(error, start) {
    const known = ["no_routes", "no_way_near", "no_way", "too_long", "router_failed"];
    const point = pointOf(start);
    const way = point && straightWay(point, goal);
    const fields = (error.errors ?? []).filter((one) => one.field === "from");
    answer.replaceChildren(
      make("p", { class: error.code === "no_routes" ? "" : "fault" },
        known.includes(error.code) ? say(`route.fault.${error.code}`)
          : fields.length > 0 ? say("search.whereUnknown", { where: start }) : error.message),
      error.code === "no_routes" && me.person.admin ? make("p", { class: "faint" },
        say("route.prepare"), " ", make("code", {}, "geofencectl places import FILE.osm.pbf")) : "",
      way ? make("p", {}, say("route.straight", {
        way: `${distance(way.distance)} ${direction(way.direction)}`,
      })) : "",
      make("div", { class: "buttons" }, goal ? geoLink(goal, name) : ""));
    show(point ? [point, goal] : [], { isStraight: true });
  }

  function draw() {
    answer.replaceChildren(
      make("p", { class: "route-sum" },
        make("strong", {}, duration(route.duration)), " · ", distance(route.distance)),
      make("div", { class: "buttons" },
        button(say("route.gpx"), () => save(routeGPX(name, route), "route.gpx")),
        geoLink(goal, name)),
      make("p", { class: "faint" }, make("bdi", {}, route.credit)));
    let metres = 0;
    steps.replaceChildren(...route.steps.map((one, index) => {
      const at = metres;
      metres += one.distance;
      return make("li", {}, make("button", {
        type: "button", on: { click: () => choose(index) },
      }, make("span", { class: "faint" }, distance(at)), make("bdi", {}, one.text)));
    }));
    show(route.line.coordinates.map(([lon, lat]) => ({ lat, lon })));
    moved();
  }

  function choose(index) {
    chosen = index;
    const { at } = route.steps[index];
    mark(index);
    if (!map) return;
    const points = route.line.coordinates;
    const found = points.findIndex(([lon, lat]) => lat === at[0] && lon === at[1]);
    layers.way.choose(found < 0 ? null : found);
    fit(map, [at], { metres: 250, isSmooth: true });
  }

  function mark(index) {
    [...steps.querySelectorAll("button")].forEach((one, number) => {
      if (number === index) one.setAttribute("aria-current", "step");
      else one.removeAttribute("aria-current");
    });
  }

  /** The arrows go from step to step. */
  function step(event) {
    const all = [...steps.querySelectorAll("button")];
    const now = all.indexOf(document.activeElement);
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!by || now < 0 || !all[now + by]) return;
    event.preventDefault();
    all[now + by].focus();
    choose(now + by);
  }

  /** Where one is has changed: it is shown, and the step that one is at. */
  function moved() {
    layers?.own.set(oneself(here.at));
    // One's device has said for the first time where one is.
    if (isStartless && here.at) return find();
    if (!route || !here.at) return;
    const at = route.steps.findLastIndex(({ at: [lat, lon] }) =>
      straightWay(here.at, { lat, lon }).distance < near);
    if (at >= 0 && chosen === null) mark(at);
  }

  // MARK: The map

  let wanted = [[], {}];
  function show(points = [], { isStraight = false } = {}) {
    wanted = [points, { isStraight }];
    if (!layers) return;
    layers.way.set(points);
    layers.way.choose(null);
    const all = [...points, goal, points.length === 0 ? here.at : null].filter(Boolean);
    fit(map, all.map(({ lat, lon }) => [lat, lon]), { metres: 300 });
  }

  async function drawn() {
    find();
    try {
      map = await makeMap(place, { label: say("route.map", { name }) });
      if (isEnded) return map.end();
      layers = {
        way: trail(map, []),
        goal: pins(map, goal ? [{ ...goal, name }] : []),
        own: devices(map, oneself(here.at)),
      };
      show(...wanted);
    } catch (error) {
      console.debug(error);
      place.replaceWith(make("p", { class: "faint" }, say("places.noMap")));
    }
  }

  const title = make("h1", {}, make("bdi", {}, say("route.title", { name })));
  return {
    body: [
      make("header", {}, title),
      make("div", { class: "route" },
        make("div", { class: "stack" },
          make("section", {}, form,
            hasBrowserPosition() ? button(say("search.browser"), useBrowser, { style: "quiet" }) : "",
            modes, answer),
          steps),
        make("div", { class: "map-frame" }, place)),
    ],
    hears: { device: here.hears, back: find },
    drawn,
    end() {
      isEnded = true;
      running?.abort();
      map?.end();
    },
  };
}

/** `{ lat, lon }` of a text as in `52.37,4.89`; `null` if it is another. */
function pointOf(text) {
  const numbers = /^\s*(-?\d+(?:\.\d+)?),\s*(-?\d+(?:\.\d+)?)\s*$/.exec(text ?? "");
  if (!numbers) return null;
  const [lat, lon] = [Number(numbers[1]), Number(numbers[2])];
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : null;
}
