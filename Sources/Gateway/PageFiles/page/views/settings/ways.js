// How it goes with each way into the gateway and out of it: phones, the broker, webhooks, ntfy.

import { moment } from "../../base/dates.js";
import { badge, make, section } from "../../base/elements.js";
import { name, showList } from "../../base/lists.js";
import { number } from "../../base/numbers.js";
import { knows, say } from "../../base/words.js";

/** `{ element, show }`; `show` takes the ways as /api/status has them, `null` while it has none. */
export function waysSection() {
  const list = make("ul", { class: "ways-in-and-out" });
  const none = make("p", { class: "faint" }, say("ways.none"));
  return {
    element: section(say("ways.title"), none, list),
    show: (ways) => {
      none.hidden = (ways ?? []).length > 0;
      // What does not work comes first.
      const order = (way) => way.works === false ? 0 : 1;
      showList(list, [...ways ?? []].sort((one, other) => order(one) - order(other)),
        (way) => way.id, (way) => item(way, isAlone(way, ways)));
    },
  };
}

/** Whether no other has its name, as a webhook of the same host. */
function isAlone({ kind, name, person }, ways) {
  return ways.filter((one) => one.kind === kind && one.name === name && one.person === person)
    .length < 2;
}

function item(way, isAlone) {
  const fault = way.error
    ? [make("p", { class: way.works ? "faint" : "fault" },
      say(way.works ? "ways.lastError" : "ways.error", { time: moment(way.failed) }), " ",
      make("bdi", {}, way.error))]
    : [];
  return make("li", {}, make("div", {},
    make("p", {}, name(isAlone ? way.name : `${way.name} (${way.id})`), " ",
      stateBadge(way)),
    make("p", { class: "faint" }, facts(way)),
    ...fault,
    kept(way),
    way.remedy ? make("p", {}, say("ways.remedy"), " ", make("bdi", {}, way.remedy)) : null,
    counted(way)));
}

/** `works` is left out as long as nothing has been tried. */
function stateBadge({ works }) {
  if (works === undefined || works === null) return badge(say("ways.untried"), "off");
  return works ? badge(say("ways.works"), "good") : badge(say("ways.fails"), "warn");
}

function facts(way) {
  return [
    say(`ways.${knows(`ways.${way.kind}`) ? way.kind : "other"}`),
    way.since ? say("ways.since", { time: moment(way.since) }) : null,
    way.behind > 0 ? say("ways.behind", { count: number(way.behind) })
      : way.behind === 0 ? say("ways.upToDate") : null,
  ].filter(Boolean).join(" · ");
}

/** What is here of a server of places, how old it is, and whose data it has. */
function kept({ kept }) {
  if (!kept) return null;
  const words = [
    say(`ways.kept.${kept.contents}`, { cells: number(kept.cells) }),
    kept.oldest ? say("ways.kept.age", {
      oldest: moment(kept.oldest), newest: moment(kept.newest),
    }) : null,
    kept.faulty > 0 ? say("ways.kept.faulty", { count: number(kept.faulty) }) : null,
  ].filter(Boolean).join(" · ");
  return make("p", {}, words, ...kept.credit ? [" · ", make("bdi", {}, kept.credit)] : []);
}

/** What was taken, told, set aside or not understood since the gateway started, by reason. */
function counted({ counts = {} }) {
  const words = Object.entries(counts).filter(([, count]) => count > 0)
    .map(([what, count]) => `${number(count)} × ${countName(what)}`);
  return words.length === 0 ? null
    : make("p", { class: "faint" }, make("bdi", {}, words.join(", ")));
}

/** What a later gateway counts stays as it is. */
function countName(what) {
  // The daemon's reasons have words of their own.
  const key = what.startsWith("dropped_") ? what.replace("_", ".") : `ways.count.${what}`;
  return knows(key) ? say(key) : what;
}
