// What a person types into an app on the phone, or scans, so that it sends where it is.

import { dialog, make } from "../../base/elements.js";
import { chips } from "../../base/forms.js";
import { copyable, isOnlyHere, qrCode } from "../../base/link.js";
import { keys, say } from "../../base/words.js";

/** The values that each app asks for, in the order of its form. */
const apps = {
  owntracks: ["url", "user", "password", "device"],
  overland: ["url", "token", "device"],
  traccar: ["url", "device", "osmand", "gpslogger"],
  mqtt: ["host", "port", "topic"],
};

/**
 * Opens a dialog that says how to set up each app for `phone`; returns it. `setup`: as /api answers
 * for a new phone or a new token; the token in it is known this once.
 */
export function showSetup(phone, setup) {
  const names = Object.keys(apps).filter((app) => setup[app]);
  const shown = make("div", { class: "setup", "aria-live": "polite" });
  const show = (app) => shown.replaceChildren(...partsOf(app, setup[app]));
  show(names[0]);
  const isHere = names.some((app) => setup[app].url && isOnlyHere(setup[app].url));
  return dialog(say("setup.title", { name: phone.name }),
    isHere ? make("p", { class: "fault" }, say("setup.here")) : null,
    make("p", {}, say("setup.once")),
    chips(say("setup.apps"), names.map((app) => [app, say(`setup.${app}`)]), {
      chosen: names[0], onChange: show,
    }),
    shown);
}

function partsOf(app, values) {
  const steps = keys(`setup.${app}.step`).map((key) => make("li", {}, say(key)));
  const known = apps[app].filter((key) => values[key] !== undefined && values[key] !== null);
  return [
    make("p", { class: "faint" }, say(`setup.${app}For`)),
    make("ol", {}, steps),
    ...(values.qr?.length > 0 ? [qrCode(values.qr, say("setup.qr"))] : []),
    ...(values.link ? [
      make("p", {}, make("a", { class: "button", href: values.link }, say("setup.open"))),
    ] : []),
    make("h3", {}, say("setup.type")),
    make("dl", {}, known.flatMap((key) => [
      make("dt", {}, say(`setup.${key}`)),
      make("dd", {}, copyable(say(`setup.${key}`), `${values[key]}`)),
    ])),
    make("p", {}, say(`setup.${app}Then`)),
  ];
}
