// Links, secrets and addresses that are given on: to be copied, or scanned.

import { moment } from "./dates.js";
import { button, make, shape } from "./elements.js";
import { say } from "./words.js";

/** A link to be given on, as /api has it: its address, and its QR code. */
export function shownLink(link, purpose) {
  return make("div", {},
    make("p", {}, say(purpose, { until: moment(link.expires) })),
    isOnlyHere(link.url) ? make("p", { class: "fault" }, say("link.here")) : null,
    link.qr.length === 0 ? null : qrCode(link.qr, say("link.qr")),
    copyable(say("link.address"), link.url));
}

/** Whether `address` leads to this machine from this machine alone. */
export function isOnlyHere(address) {
  const host = new URL(address).hostname;
  return host.endsWith(".localhost") || host === "127.0.0.1" || host === "[::1]";
}

/** A text with a button that copies it; `title`: what it is. */
export function copyable(title, text) {
  const shown = make("input", {
    type: "text", readonly: true, value: text, "aria-label": title,
    on: { focus: () => shown.select() },
  });
  const copied = make("span", { role: "status" });
  const copy = button(say("link.copy"), async () => {
    // Browsers have the clipboard only behind HTTPS or on this machine.
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text);
      copied.textContent = ` ${say("link.copied")}`;
    } else {
      shown.focus();
    }
  }, { label: `${say("link.copy")}: ${title}` });
  return make("div", { class: "copyable" }, shown, copy, copied);
}

/** `rows`: of modules, 1 is dark; `title`: what it is of. */
export function qrCode(rows, title) {
  const margin = 4;
  const size = rows.length + 2 * margin;
  const path = rows.flatMap((row, y) => [...row].map((module, x) =>
    module === "1" ? `M${x + margin} ${y + margin}h1v1h-1z` : "")).join("");
  const picture = shape("svg", {
    class: "qr", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": title,
    "shape-rendering": "crispEdges",
  });
  picture.append(
    shape("rect", { width: size, height: size, fill: "#fff" }),
    shape("path", { d: path, fill: "#000" }));
  return picture;
}
