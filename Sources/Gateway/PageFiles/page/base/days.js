// Days, as in `2026-11-24`, of the browser's zone: one may have 23 or 25 hours.

import { locale } from "./words.js";

/** The day of a time, a Date. */
export function dayOf(time) {
  const digits = (number, count) => `${number}`.padStart(count, "0");
  return [
    digits(time.getFullYear(), 4), digits(time.getMonth() + 1, 2), digits(time.getDate(), 2),
  ].join("-");
}

export const today = () => dayOf(new Date());

/** When the day that is `days` after `day` begins. */
export function startOf(day, days = 0) {
  const [year, month, date] = day.split("-").map(Number);
  return new Date(year, month - 1, date + days);
}

export const dayAfter = (day, days = 1) => dayOf(startOf(day, days));

/** Whether a text, or what is none, is a day. */
export const isDay = (text) =>
  /^\d{4}-\d\d-\d\d$/.test(text ?? "") && dayOf(startOf(text)) === text;

/** With the day of the week, and with the year if that is another. */
export const dayWords = (day) => new Intl.DateTimeFormat(locale, {
  weekday: "long", day: "numeric", month: "long",
  year: day.slice(0, 4) === today().slice(0, 4) ? undefined : "numeric",
}).format(startOf(day));
