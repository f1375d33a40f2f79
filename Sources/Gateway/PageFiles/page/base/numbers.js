// Numbers and ways in words, in the language of the browser.

import { locale, say } from "./words.js";

/** A number as people write it; `options`: of Intl.NumberFormat. */
export function number(value, options = {}) {
  return new Intl.NumberFormat(locale, options).format(value);
}

/** Metres as people say them: to 10 m from 100 m on, in kilometres from 1 km on. */
export function distance(metres) {
  const [value, unit, digits] = metres < 995
    ? [metres < 100 ? metres : Math.round(metres / 10) * 10, "meter", 0]
    : [metres / 1000, "kilometer", metres < 9950 ? 1 : 0];
  return number(value, { style: "unit", unit, maximumFractionDigits: digits });
}

/** Seconds as people say them, as in "5 min" or "1 h 20 min". */
export function duration(seconds) {
  const words = (value, unit) => number(value, { style: "unit", unit, unitDisplay: "short" });
  const minutes = Math.round(seconds / 60);
  if (seconds < 60) return words(Math.round(seconds), "second");
  if (minutes < 60) return words(minutes, "minute");
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours >= 48) return words(Math.round(hours / 24), "day");
  return words(hours, "hour") + (rest ? ` ${words(rest, "minute")}` : "");
}

const directions = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];

/** Degrees from north as one of eight words, as in "north-east". */
export function direction(degrees) {
  return say(`direction.${directions[Math.round((((degrees % 360) + 360) % 360) / 45) % 8]}`);
}

/** Of a sphere that is as large as the earth, in metres. */
export const earthRadius = 6_371_008.8;

/** Metres and degrees from north of the straight way between two of `{ lat, lon }`. */
export function straightWay(from, to) {
  const [lat1, lat2] = [from.lat, to.lat].map((lat) => lat * Math.PI / 180);
  const lon = (to.lon - from.lon) * Math.PI / 180;
  const half = Math.sin((lat2 - lat1) / 2) ** 2
    + Math.cos(lat1) * Math.cos(lat2) * Math.sin(lon / 2) ** 2;
  const degrees = Math.atan2(
    Math.sin(lon) * Math.cos(lat2),
    Math.cos(lat1) * Math.sin(lat2) - Math.sin(lat1) * Math.cos(lat2) * Math.cos(lon))
    * 180 / Math.PI;
  return {
    distance: 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(half))),
    direction: (degrees + 360) % 360,
  };
}
