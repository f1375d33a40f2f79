// /settings/status: how the gateway and geofenced are, and what the page is made of.

import { ask } from "../../base/api.js";
import { moment } from "../../base/dates.js";
import { badge, fault, make, section } from "../../base/elements.js";
import { number } from "../../base/numbers.js";
import { knows, say } from "../../base/words.js";
import { waysSection } from "./ways.js";

/** Between two looks, in ms: nothing says when figures change. */
const pause = 10_000;

export default async function statusPart() {
  const shown = make("div");
  const ways = waysSection();
  const refresh = async () => {
    try {
      const status = await ask("GET", "status");
      shown.replaceChildren(...facts(status));
      ways.show(status.ways);
    } catch (error) {
      shown.replaceChildren(
        make("p", {}, badge(say("status.gatewayAway"), "warn")), fault(error),
        make("p", {}, say("status.gatewayHow")), command("systemctl status geofenced-gateway"));
    }
  };
  await refresh();
  const timer = setInterval(() => { if (!document.hidden) refresh(); }, pause);
  return {
    body: [
      section(say("status.title"), shown),
      ways.element,
      section(say("status.about"),
        make("p", {}, say("status.what")),
        make("p", {}, say("status.credit"), " ",
          make("a", {
            href: "https://www.openstreetmap.org/copyright", target: "_blank", rel: "noreferrer",
          }, "© OpenStreetMap"), ". ", say("status.creditMore")),
        make("p", { class: "faint" }, say("status.made"))),
    ],
    hears: { back: refresh, change: refresh, away: refresh },
    end: () => clearInterval(timer),
  };
}

function facts(status) {
  const works = status.daemon === "works";
  const isWhole = works && !status.ways?.some((way) => way.works === false);
  const own = status.geofenced;
  const pairs = [
    [say("status.gateway"), say("status.since", {
      version: status.version, time: moment(status.started),
    })],
  ];
  if (own) {
    pairs.push(
      ["geofenced", say("status.since", { version: own.version, time: moment(own.started) })],
      [say("status.source"), own.source.location],
      [say("status.fixes"), fixes(own.fixes)],
      [say("status.places"), number(own.places)],
      [say("status.regions"), regions(own.regions)],
      [say("status.devices"), number(own.devices.known)],
      [say("status.notices"), number(own.notifications.latest)]);
    if (own.position) {
      pairs.push([say("status.position"), moment(own.position.time)]);
    }
  }
  return [
    make("p", {}, badge(
      say(isWhole ? "status.works" : works ? "status.some" : "status.away"),
      isWhole ? "good" : "warn")),
    ...(works ? [] : [
      make("p", {}, say("status.awayHow")), command("systemctl status geofenced"),
      command("geofencectl doctor"),
    ]),
    make("dl", {}, pairs.flatMap(([term, value]) => [
      make("dt", {}, term), make("dd", {}, make("bdi", {}, value)),
    ])),
    own || !works ? null : make("p", { class: "faint" }, say("status.more")),
  ].filter(Boolean);
}

function fixes({ accepted, dropped, reports }) {
  const reasons = Object.entries(dropped).filter(([, count]) => count > 0)
    .map(([reason, count]) => `${number(count)} × ${
      knows(`dropped.${reason}`) ? say(`dropped.${reason}`) : reason}`);
  const words = say("status.fixesOf", { accepted: number(accepted), reports: number(reports) });
  if (reasons.length === 0) return words;
  return `${words} · ${say("status.dropped")}: ${reasons.join(", ")}`;
}

function regions({ loaded, kinds, inside }) {
  const each = Object.entries(kinds).map(([kind, count]) => `${number(count)} ${kind}`);
  return [
    number(loaded), each.length > 0 ? `(${each.join(", ")})` : null,
    say("status.inside", { count: number(inside.length) }),
  ].filter(Boolean).join(" ");
}

const command = (text) => make("p", {}, make("code", {}, text));
