// Shows the view of the address, with the ways to the others around it.

import { ask } from "./api.js";
import { button, fault, make } from "./elements.js";
import { hear, startEvents, stopEvents } from "./events.js";
import { say } from "./words.js";

/**
 * The views. A view is a module whose default export is a function from a state to
 * `{ body, isFull, hears, end }`:
 * - the state: `me` as /api has it, `url`, `path` (what stands behind the view's own part of the
 *   address, decoded), `go(address)` and `again()`, which shows the view anew;
 * - `body`: elements, one of them an h1; `isFull`: it takes the whole window, as the map does;
 * - `hears`: what it does for each event of the stream, by the event's name;
 * - `end()`: is called when another view is shown.
 */
const views = [
  { name: "map", load: () => import("./map.js"), icon: "M9 3 3 5.5v15L9 18l6 3 6-2.5v-15L15 6 9 3v15m6-12v15" },
  { name: "nearby", load: () => import("./nearby.js"), icon: "M12 21s7-6.2 7-11.5A7 7 0 0 0 5 9.5C5 14.8 12 21 12 21Zm0-9a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z" },
  { name: "search", load: () => import("./search.js"), icon: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13Zm4.7-1.8L20.5 20.5" },
  { name: "deals", load: () => import("./deals.js"), icon: "M3 12V4a1 1 0 0 1 1-1h8l9 9-9 9-9-9Zm4.5-4.5h.01" },
  { name: "history", load: () => import("./history.js"), icon: "M3.5 12a8.5 8.5 0 1 0 2.6-6.1L3.5 8.5m0-5v5h5M12 7v5l3.5 2" },
  { name: "messages", load: () => import("./messages.js"), icon: "M6 9a6 6 0 0 1 12 0c0 6 2.5 7.5 2.5 7.5h-17S6 15 6 9Zm3.8 10.5a2.5 2.5 0 0 0 4.4 0" },
  { name: "settings", load: () => import("./settings.js"), icon: "M12 15.2a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4ZM12 2.8v2.4m0 13.6v2.4M2.8 12h2.4m13.6 0h2.4M5.5 5.5l1.7 1.7m9.6 9.6 1.7 1.7m0-13-1.7 1.7m-9.6 9.6-1.7 1.7" },
  // Of one thing, reached from others.
  { name: "places", load: () => import("./place.js"), of: "search" },
];

const view = document.getElementById("view");
let shown = { number: 0, end: null, leave: [] };

/** Opens `address`, which is of this page, as in `/places/osm/1`; `replaces`: without a way back. */
export function go(address, { replaces = false } = {}) {
  history[replaces ? "replaceState" : "pushState"](null, "", address);
  return show();
}

async function show() {
  const number = shown.number + 1;
  shown.end?.();
  shown.leave.forEach((leave) => leave());
  shown = { number, end: null, leave: [] };
  const { name, isIn, made } = await content();
  // Another address was opened meanwhile.
  if (number !== shown.number) return made.end?.();
  shown.end = made.end;
  shown.leave = Object.entries(made.hears ?? {}).map(([event, handle]) => hear(event, handle));
  surround(isIn ? name : null);
  view.className = made.isFull ? "full" : made.isNarrow ? "narrow" : "";
  view.replaceChildren(...made.body);
  made.drawn?.();
  const title = view.querySelector("h1");
  document.title = `${title.textContent} · geofenced`;
  // A screen reader says where one is now.
  title.tabIndex = -1;
  if (number > 1) title.focus({ preventScroll: true });
  scrollTo(0, 0);
}

/** The view of the address: its name, whether somebody has signed in, and what it has made. */
async function content() {
  const state = { url: new URL(location.href), go, again: show };
  const [name = "", ...path] = state.url.pathname.slice(1).split("/").map(decodeURIComponent);
  try {
    state.me = await whoIsHere();
    state.path = path;
    if (!state.me) stopEvents();
    if (name === "join") {
      const { joinView } = await import("./join.js");
      return { made: { body: await joinView(state.me, () => go("/", { replaces: true })), isNarrow: true } };
    }
    if (!state.me) {
      const { signInView } = await import("./signin.js");
      return { made: { body: signInView(show), isNarrow: true } };
    }
    startEvents(state.me);
    const one = views.find((one) => one.name === (name || "map"));
    if (!one) return { isIn: true, made: { body: nothingHere(), isNarrow: true } };
    const { default: make } = await one.load();
    return { isIn: true, name: one.of ?? one.name, made: await make(state) };
  } catch (error) {
    console.debug(error);
    const body = [make("h1", {}, say("fault.title")), fault(error), button(say("fault.again"), show)];
    return { isIn: !!state.me, name, made: { body, isNarrow: true } };
  }
}

function nothingHere() {
  return [
    make("h1", {}, say("page.nothing")),
    make("p", {}, make("a", { href: "/" }, say("page.toMap"))),
  ];
}

/** `null` if nobody has signed in. */
async function whoIsHere() {
  try {
    return await ask("GET", "me");
  } catch (error) {
    if (error.status === 401) return null;
    throw error;
  }
}

// MARK: - Around the view

/** The ways to all views; `name`: the one that is shown, `null` for none, and no ways. */
function surround(name) {
  const top = document.getElementById("top");
  document.body.classList.toggle("has-ways", name !== null);
  if (name === null) return top.replaceChildren();
  if (!top.firstChild) {
    top.append(
      make("a", { class: "skip", href: "#view" }, say("page.skip")),
      make("nav", { "aria-label": say("page.views") },
        make("ul", {}, views.filter((one) => !one.of).map((one) =>
          make("li", { class: `to-${one.name}` }, make("a", { href: `/${one.name}` },
            icon(one.icon), make("span", {}, say(`view.${one.name}`))))))));
  }
  for (const link of top.querySelectorAll("nav a")) {
    if (link.pathname === `/${name || "map"}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

function icon(path) {
  const shape = (name, attributes) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  };
  const picture = shape("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" });
  picture.append(shape("path", { d: path }));
  return picture;
}

// Links within the page change the view without loading it all again.
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  if (!link || event.defaultPrevented || event.button !== 0 || link.target || link.download
      || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  if (link.origin !== location.origin || link.getAttribute("href").startsWith("#")) return;
  if (link.pathname.startsWith("/api/")) return;
  event.preventDefault();
  go(link.href);
});
addEventListener("popstate", show);
// A link with a secret may be opened where another one is shown.
addEventListener("hashchange", () => { if (location.pathname === "/join") show(); });
// The session has ended, here or elsewhere.
addEventListener("signedout", show);
show();
