// Money: whole numbers of a currency's minor unit, as cents, from and to what people write.

import { number } from "./numbers.js";
import { say } from "./words.js";

/** Decimal digits of the currencies that have no hundredths (ISO 4217). */
const otherDigits = new Map([
  ...("BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF".split(" ")
    .map((code) => [code, 0])),
  ...("BHD IQD JOD KWD LYD OMR TND".split(" ").map((code) => [code, 3])),
]);
const digitsOf = (currency) => otherDigits.get(currency) ?? 2;
/** What /api takes at most. */
const most = 1e11;

/** As in "€ 2,50"; `currency`: `null` for none. */
export function money(units, currency) {
  const digits = digitsOf(currency);
  return number(units / 10 ** digits, {
    ...(currency ? { style: "currency", currency } : {}),
    minimumFractionDigits: digits, maximumFractionDigits: digits,
  });
}

/** As it stands in a field. */
export function moneyTyped(units, currency) {
  const digits = digitsOf(currency);
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return number(units / 10 ** digits, { ...options, useGrouping: false });
}

/**
 * What somebody typed, in minor units: digits, with at most one point or comma among them, and no more
 * behind it than the currency has. So a digit too many is said, and never makes thousands of it. Throws
 * what is wrong with it, in words. `least`: 1, or 0 where it may be nothing. `isSigned`: whether it may be
 * money that came back, with a minus.
 */
export function moneyOf(text, currency, { least = 1, isSigned = false } = {}) {
  const digits = digitsOf(currency);
  const example = moneyTyped(12.5 * 10 ** digits, currency);
  const no = (key) => new Error(say(key, { text, example, digits, currency: currency ?? "" }));
  const bare = text.trim();
  const isNegative = /^[-−]/.test(bare);
  if (isNegative && !isSigned) throw no("money.negative");
  const [, whole, rest = ""] = /^[-−]?([0-9]+)(?:[.,]([0-9]+))?$/.exec(bare) ?? [];
  if (whole === undefined) throw no("money.none");
  if (rest.length > digits) throw no(digits === 0 ? "money.noDigits" : "money.digits");
  const units = Number(whole + rest.padEnd(digits, "0"));
  if (units > most) throw no("money.most");
  if (units < least) throw no("money.zero");
  return isNegative ? -units : units;
}
