// Why something was told, or was not: what the panel says of it.

import { button, make } from "../../base/elements.js";
import { locale, say } from "../../base/words.js";
import { linkTo } from "./contents.js";
import { becameOf, explained, length } from "./why.js";

/** Of so many moments one can choose, the last ones. */
const mostMoments = 6;

/** `index`: of the moment that is shown; `choose(index)` shows another. */
export function explanationContents(explanation, index, item, choose) {
  const { region, moments } = explanation;
  const sentences = explained(explanation);
  return {
    title: region.name,
    parts: [
      make("p", { class: "map-why" }, sentences[index] ?? sentences[0]),
      moments.length > 1 ? momentButtons(moments, index, choose) : null,
      moments[index] ? fixTable(region, moments[index]) : null,
      make("div", { class: "buttons" }, linkTo(item, { id: region.id })),
    ],
  };
}

function momentButtons(moments, index, choose) {
  const first = Math.max(0, moments.length - mostMoments);
  return make("div", { class: "buttons", role: "group", "aria-label": say("map.moments") },
    moments.slice(first).map((moment, offset) => {
      const number = first + offset;
      const time = moment.fixes[moment.decisive]?.time;
      const made = button(time ? clock(time) : String(number + 1), () => choose(number));
      made.setAttribute("aria-pressed", String(number === index));
      return made;
    }));
}

function fixTable({ radius }, { fixes, decisive }) {
  const heads = ["map.time", "map.fromCentre", "map.result"];
  return make("table", { class: "map-why-table" },
    make("caption", { class: "hidden" }, say("map.fixes")),
    make("thead", {}, make("tr", {}, heads.map((key) => make("th", { scope: "col" }, say(key))))),
    make("tbody", {}, fixes.map((fix, index) => fixRow(fix, radius, index === decisive))));
}

function fixRow(fix, radius, isDecisive) {
  const became = becameOf(fix, radius);
  return make("tr", { class: isDecisive ? "is-decisive" : null },
    make("td", {}, clock(fix.time)), make("td", {}, length(fix.distance)),
    make("td", {}, isDecisive ? make("strong", {}, became) : became));
}

/** The time of day, to the second. */
function clock(time) {
  return new Intl.DateTimeFormat(locale, { timeStyle: "medium" }).format(new Date(time));
}
