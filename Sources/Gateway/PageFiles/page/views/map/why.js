// Why something was told, or was not, in words; and the fixes of it, for the map.

import { knows, locale, say } from "../../base/words.js";

/**
 * The sentences of an explanation, as /api/explain has it: one for each of its moments, or one that
 * says why there is none.
 */
export function explained(explanation) {
  const moments = explanation.moments.filter((moment) => moment.fixes[moment.decisive]);
  if (moments.length === 0) return [emptiness(explanation)];
  return moments.map((moment) => sentence(explanation, moment, moment.fixes[moment.decisive]));
}

/** What became of a fix, in a few words. */
export function becameOf(fix, radius) {
  if (fix.dropped) return say(known(`dropped.${fix.dropped}`, "dropped.other"));
  if (fix.transitions?.length > 0) {
    return fix.transitions.map((event) => say(event.told ? `why.${event.type}` : "why.notTold")).join(", ");
  }
  const isInside = fix.distance <= radius;
  switch (fix.reason) {
    case "outside": return say("why.outside");
    case "unsure": return say("why.unsure");
    case "standing_outside": return say("why.standingOutside");
    case "closed": return say("why.closed");
    case "staying": case "staying_untold": return say(isInside ? "why.inside" : "why.edge");
    case "leaving": return say("why.leaving");
    case "resting": return say("why.resting");
    case "returned": case "passed_again": return say("why.again");
    default: return say(isInside ? "why.inside" : "why.outside");
  }
}

/** Metres, exact enough to see a decision. */
export function length(metres) {
  const digits = metres < 1000 ? 1 : 0;
  return metres < 10_000
    ? say("why.metres", { metres: new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(metres) })
    : say("why.kilometres", { kilometres: new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(metres / 1000) });
}

/** `name` if there are words for it. */
function known(name, other) {
  return knows(name) ? name : other;
}

/** A time of day, to the second; with its day, if that is not today. */
function clock(time) {
  const then = new Date(time);
  const isToday = then.toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(locale, isToday
    ? { timeStyle: "medium" } : { dateStyle: "medium", timeStyle: "medium" }).format(then);
}

function duration(seconds) {
  return seconds >= 600 || seconds >= 120 && seconds % 60 === 0
    ? say("why.minutes", { minutes: Math.round(seconds / 60) })
    : say("why.seconds", { seconds: Math.round(seconds) });
}

function emptiness({ region, first, around, before, after }) {
  const name = region.name;
  if (!first) return say("why.noFix", { name });
  if (!around) return say("why.allDropped", { name });
  return [
    say("why.noneAround", { name, time: clock(around) }),
    before ? say("why.lastBefore", { time: clock(before) }) : "",
    after ? say("why.nextAfter", { time: clock(after) }) : "",
  ].filter(Boolean).join(" ");
}

function sentence(explanation, moment, fix) {
  const { region } = explanation;
  if (fix.transitions?.length > 0) {
    const told = fix.transitions.filter((event) => event.told);
    const [event] = told.length > 0 ? told : fix.transitions;
    return `${head(explanation, moment, event)} ${upper(why(explanation, event, fix))}`;
  }
  const words = { name: region.name, time: clock(fix.time) };
  return fix.reason === "returned" || fix.reason === "passed_again"
    ? `${say("why.nothingAt", words)} ${upper(whyNotAgain(explanation, fix))}`
    : `${say("why.nothing", words)} ${upper(whyNot(explanation, fix))}`;
}

const upper = (text) => text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);

function head({ region, log }, moment, event) {
  const words = { what: say(`why.${event.type}`), name: region.name, time: clock(event.time) };
  if (moment.sequence !== undefined) return say("why.told", words);
  if (!event.told) return say("why.kindNotTold", words);
  return say(log === undefined ? "why.told" : "why.wouldBeTold", words);
}

function why({ region, limits }, event, fix) {
  const words = {
    name: region.name, distance: length(event.distance), radius: length(region.radius),
    inside: length(Math.max(0, region.radius - fix.distance)),
    accuracy: fix.accuracy === undefined ? "" : length(fix.accuracy),
    speed: fix.speed === undefined ? "" : new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }).format(fix.speed * 3.6),
    since: fix.since ? clock(fix.since) : say("why.then"),
    exit: length(limits.exit_distance), fixes: limits.exit_fixes, time: duration(limits.exit_seconds),
  };
  switch (event.rule) {
    case "accurate": return say(fix.accuracy === undefined ? "why.accurateUnknown" : "why.accurate", words);
    case "heading": return say("why.heading", words);
    case "confirmed": return say("why.confirmed", words);
    case "segment": return say("why.segment", words);
    case "initial": return say(known(`why.initial.${event.cause}`, "why.initial"), words);
    case "dwell": return say("why.dwellRule", words);
    case "outside": return say("why.outsideRule", words);
    case "far": return say("why.far", words);
    case "gap": return say("why.gap", words);
    case "closed": return say(event.cause === "removed" ? "why.removed" : "why.ended", words);
    default: return say("why.otherRule", words);
  }
}

function whyNotAgain({ region, limits }, fix) {
  const words = {
    name: region.name, radius: length(region.radius), since: fix.since ? clock(fix.since) : say("why.then"),
    time: duration(limits.cooldown_seconds), beyond: length(limits.cooldown_distance),
  };
  return say(fix.reason === "passed_again" ? "why.passedAgain" : "why.cameBack", words);
}

function whyNot(explanation, fix) {
  const { region, limits } = explanation;
  const words = {
    name: region.name, time: clock(fix.time), distance: length(fix.distance), radius: length(region.radius),
    inside: length(Math.max(0, region.radius - fix.distance)),
    outside: length(Math.max(0, fix.distance - region.radius)),
    accuracy: fix.accuracy === undefined ? "" : length(fix.accuracy),
    since: fix.since ? clock(fix.since) : say("why.before"),
    needed: limits.enter_fixes, exit: length(limits.exit_distance), fixes: limits.exit_fixes,
    seconds: duration(limits.exit_seconds),
  };
  if (fix.dropped) {
    const count = Object.values(explanation.dropped).reduce((sum, count) => sum + count, 0);
    const reasons = Object.keys(explanation.dropped)
      .map((reason) => say(known(`dropped.${reason}`, "dropped.other"))).join(", ");
    return say("why.droppedThere", { ...words, count, reasons });
  }
  switch (fix.reason) {
    case "unsure": return say(fix.accuracy === undefined ? "why.notSureUnknown" : "why.notSure", words);
    case "standing_outside": return say("why.standsOutside", words);
    case "closed": return closedText(region, fix, words);
    case "staying": return say("why.thereSince", words);
    case "staying_untold": return say("why.thereUntold", words);
    case "leaving": return say("why.notYetOut", words);
    case "resting": return say("why.leftNear", words);
    default: return say("why.tooFar", words);
  }
}

function closedText(region, fix, words) {
  if (region.starts && fix.time < region.starts) {
    return say("why.notBegun", { ...words, starts: clock(region.starts) });
  }
  return region.ends ? say("why.over", { ...words, ends: clock(region.ends) }) : say("why.didNotCount", words);
}
