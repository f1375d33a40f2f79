// On which days an event is, and which days a month shows.

import { clock, moment } from "../../base/dates.js";
import { dayAfter, dayOf, dayWords } from "../../base/days.js";
import { locale, say } from "../../base/words.js";

/** 0: Sunday. */
function firstWeekday() {
  const known = new Intl.Locale(locale);
  return ((known.getWeekInfo?.() ?? known.weekInfo)?.firstDay ?? 1) % 7;
}

/** The days of the weeks that the month of `day` is in. */
export function daysAround(day) {
  const [year, month] = day.split("-").map(Number);
  const first = new Date(year, month - 1, 1);
  const ahead = (first.getDay() - firstWeekday() + 7) % 7;
  const count = Math.ceil((ahead + new Date(year, month, 0).getDate()) / 7) * 7;
  return Array.from({ length: count }, (_, at) => dayOf(new Date(year, month - 1, 1 - ahead + at)));
}

/** The days on which an event is, 400 at most. */
export function daysOf(event) {
  const first = event.all_day ? event.start : dayOf(new Date(event.start));
  // What ends at midnight is not on the next day.
  const last = event.all_day ? event.end
    : dayOf(new Date(Math.max(new Date(event.start), new Date(event.end) - 1)));
  const days = [first];
  while (days.at(-1) < last && days.length < 400) days.push(dayAfter(days.at(-1)));
  return days;
}

/** From when to when, in words. */
export function whenWords(event) {
  const days = daysOf(event);
  if (event.all_day) {
    return days.length === 1 ? say("calendar.wholeDay")
      : say("calendar.days", { from: dayWords(event.start), until: dayWords(event.end) });
  }
  return days.length === 1
    ? say("calendar.times", { from: clock(event.start), until: clock(event.end) })
    : say("calendar.times", { from: moment(event.start), until: moment(event.end) });
}
