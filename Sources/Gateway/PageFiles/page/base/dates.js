// Times in words, in the language of the browser and its zone.

import { dayOf, dayWords } from "./days.js";
import { locale, say } from "./words.js";

const units = [
  ["year", 31_557_600], ["month", 2_629_800], ["week", 604_800], ["day", 86_400], ["hour", 3600],
  ["minute", 60],
];
const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto", style: "long" });

/** How long ago, or in how long, as in "5 minutes ago". */
export function ago(text, now = Date.now()) {
  const seconds = (new Date(text) - now) / 1000;
  const unit = units.find(([, length]) => Math.abs(seconds) >= length * 0.95);
  return unit ? relative.format(Math.round(seconds / unit[1]), unit[0]) : say("time.now");
}

/** "today", "yesterday", or the day of a time. */
export function day(text) {
  const time = new Date(text);
  const days = Math.round((new Date().setHours(0, 0, 0, 0) - new Date(time).setHours(0, 0, 0, 0))
    / 86_400_000);
  if (days === 0 || days === 1) return relative.format(-days, "day");
  return dayWords(dayOf(time));
}

/** The time of day. */
export function clock(text) {
  return new Intl.DateTimeFormat(locale, { timeStyle: "short" }).format(new Date(text));
}

/** A time as a field of the kind `datetime-local` has it, in the browser's zone; `null` if none. */
export function localTime(time) {
  if (!time) return null;
  const date = new Date(time);
  return new Date(date - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** A day of /api, as in `2026-11-24`, for people. */
export function date(text) {
  return new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" })
    .format(new Date(`${text}T00:00:00Z`));
}

/** A time of /api, for people. */
export function moment(text) {
  const time = new Date(text);
  const isToday = time.toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(
    locale,
    isToday ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" }).format(time);
}
