// As much of a browser as modules of the page need that draw nothing, and those modules. A test file
// has a process of its own, and says first in which language.

import { webcrypto } from "node:crypto";
import { readdirSync } from "node:fs";

process.env.TZ = "Europe/Amsterdam";

export const folder = new URL("../../Sources/Gateway/PageFiles/page/", import.meta.url);

/** A module of the page, once there is a browser for it. */
export const page = (name) => import(new URL(name, folder));

/** The modules in a folder of the page and in those below it, by their names. */
export const modules = (below = "") => readdirSync(new URL(below, folder), { withFileTypes: true })
  .flatMap((one) => one.isDirectory() ? modules(`${below}${one.name}/`)
    : one.name.endsWith(".js") ? [`${below}${one.name}`] : []);

/** Begins a browser of somebody who reads `language`. */
export function browser(language) {
  const events = new EventTarget();
  const kept = new Map();
  const globals = {
    // Debian 12's node has it as a module alone.
    crypto: webcrypto,
    navigator: { languages: [language] },
    document: { documentElement: {}, visibilityState: "visible", addEventListener: () => {} },
    localStorage: new Proxy({
      getItem: (name) => kept.get(name) ?? null,
      setItem: (name, text) => kept.set(name, String(text)),
      removeItem: (name) => kept.delete(name),
    }, {
      ownKeys: () => [...kept.keys()],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    }),
    addEventListener: (...args) => events.addEventListener(...args),
    dispatchEvent: (event) => events.dispatchEvent(event),
  };
  for (const [name, value] of Object.entries(globals)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
}

/** Does `action` as if it were `now`. */
export function at(now, action) {
  const { Date: Real } = globalThis;
  globalThis.Date = class extends Real {
    constructor(...args) {
      super(...(args.length === 0 ? [now] : args));
    }

    static now() {
      return +now;
    }
  };
  try {
    return action();
  } finally {
    globalThis.Date = Real;
  }
}

/** What `Intl` writes, with blanks as one types them: which it takes differs from version to version. */
export const plainBlanks = (text) => text.replaceAll(/[\u00a0\u2009\u202f]/g, " ");
