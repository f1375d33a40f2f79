// Shows the view of the address, with the ways to the others around it.

import { ask } from "./base/api.js";
import { button, dialog, fault, icon, make, waiting } from "./base/elements.js";
import { endConnection, watchConnection } from "./base/connection.js";
import { hear, startEvents, stopEvents } from "./base/events.js";
import { forgetPerson, startNotices, stopNotices } from "./base/notices.js";
import { say } from "./base/words.js";

/**
 * The views. A view is a module whose default export is a function from a state to
 * `{ body, isFull, hears, end }`:
 * - the state: `me` as /api has it, `url`, `path` (what stands behind the view's own part of the
 *   address, decoded), `go(address)`, `again()`, which shows the view anew, and `keep(address)`,
 *   by which the view of now is found again;
 * - `body`: elements, one of them an h1; `isFull`: it takes the whole window, as the map does, but
 *   for what stands at the top right (`--corner` of page.css wide);
 * - `hears`: what it does for each event of the stream, by the event's name;
 * - `drawn()`: is called once the body is in the window;
 * - `end()`: is called when another view is shown.
 * Until it is made, its name and empty lines stand there. `isOwn`: it stands at the top right;
 * `isRest`: where the ways stand below, for a thumb, it is among those that a button shows.
 */
const views = [
  { name: "map", load: () => import("./views/map/map.js"), icon: "M9 3 3 5.5v15L9 18l6 3 6-2.5v-15L15 6 9 3v15m6-12v15" },
  { name: "nearby", load: () => import("./views/nearby/nearby.js"), icon: "M12 21s7-6.2 7-11.5A7 7 0 0 0 5 9.5C5 14.8 12 21 12 21Zm0-9a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z" },
  { name: "search", load: () => import("./views/search/search.js"), icon: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13Zm4.7-1.8L20.5 20.5" },
  { name: "household", load: () => import("./views/household/household.js"), icon: "M3.5 11 12 4l8.5 7M6 9v11h4.5v-5.5h3V20H18V9" },
  { name: "deals", isRest: true, load: () => import("./views/deals/deals.js"), icon: "M3 12V4a1 1 0 0 1 1-1h8l9 9-9 9-9-9Zm4.5-4.5h.01" },
  { name: "organisation", isRest: true, load: () => import("./views/organisation/organisation.js"), icon: "M4 21V4.5L13 3v18M13 9h7v12M2.5 21h19M7.5 8h2m-2 4.5h2m-2 4.5h2m7-4.5h.5m-.5 4.5h.5" },
  { name: "history", isRest: true, load: () => import("./views/history/history.js"), icon: "M3.5 12a8.5 8.5 0 1 0 2.6-6.1L3.5 8.5m0-5v5h5M12 7v5l3.5 2" },
  { name: "messages", isOwn: true, load: () => import("./views/messages.js"), icon: "M6 9a6 6 0 0 1 12 0c0 6 2.5 7.5 2.5 7.5h-17S6 15 6 9Zm3.8 10.5a2.5 2.5 0 0 0 4.4 0" },
  { name: "settings", isOwn: true, load: () => import("./views/settings/settings.js"), icon: "M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Zm-1.7-12h3.4l.6 2.6 1.9 1.1 2.6-.8 1.7 3-2 1.9v2.4l2 1.9-1.7 3-2.6-.8-1.9 1.1-.6 2.6h-3.4l-.6-2.6-1.9-1.1-2.6.8-1.7-3 2-1.9v-2.4l-2-1.9 1.7-3 2.6.8 1.9-1.1Z" },
  // Of one thing, reached from others.
  { name: "places", load: () => import("./views/place.js"), of: "search" },
];

const view = document.getElementById("view");
let shown = { number: 0, end: null, leave: [], isThere: false };
/** What stands before the title of the view, as in "(3) ". */
let unread = 0;

/** Opens `address`, which is of this page, as in `/places/osm/1`; `replaces`: without a way back. */
export function go(address, { replaces = false } = {}) {
  // An entry of the history keeps its key, by which one knows where the window stood.
  const entry = { key: `${Date.now()}-${Math.random()}` };
  if (isOld) return location.assign(address);
  history[replaces ? "replaceState" : "pushState"](entry, "", address);
  return show();
}

function keep(address) {
  history.replaceState(history.state, "", address);
}

async function show() {
  const number = shown.number + 1;
  shown.end?.();
  shown.leave.forEach((leave) => leave());
  shown = { number, end: null, leave: [], isThere: false };
  const top = stood.get(place()) ?? 0;
  const skeleton = setTimeout(() => number === shown.number && showWaiting(), 150);
  // What happens while the view is made: it may have read just before.
  const missed = [];
  const noting = ["change", "device", "message", "back"].map((event) =>
    hear(event, (news) => missed.push([event, news])));
  const { name, isIn, made } = await content();
  noting.forEach((end) => end());
  clearTimeout(skeleton);
  // Another address was opened meanwhile.
  if (number !== shown.number) return made.end?.();
  shown.end = made.end;
  const hears = heard(made);
  shown.leave = Object.entries(hears).map(([event, handle]) => hear(event, handle));
  surround(isIn ? name : null);
  view.className = made.isFull ? "full" : made.isNarrow ? "narrow" : "";
  view.removeAttribute("aria-busy");
  view.replaceChildren(...made.body);
  made.drawn?.();
  const title = view.querySelector("h1");
  entitle(title.textContent);
  // A screen reader says where one is now.
  title.tabIndex = -1;
  if (number > 1) title.focus({ preventScroll: true });
  shown.isThere = true;
  missed.forEach(([event, news]) => hears[event]?.(news));
  scrollAgain(top);
}

/** What a view hears: if it is of one group, not what changes in another. */
function heard({ hears = {}, group }) {
  if (!group || !hears.change) return hears;
  const isOurs = (news) => !news?.group || news.group === group;
  return { ...hears, change: (news) => { if (isOurs(news)) hears.change(news); } };
}

/** The view's name, and lines where it will be. */
function showWaiting() {
  const name = viewName(location.pathname);
  const title = views.some((one) => one.name === name && !one.of) ? say(`view.${name}`) : "…";
  view.className = "";
  view.setAttribute("aria-busy", "true");
  view.replaceChildren(make("h1", {}, title), make("section", {}, waiting()));
  if (document.body.classList.contains("has-ways")) surround(name);
}

const viewName = (path) => path.split("/")[1] || "map";

function entitle(title) {
  document.title = `${unread > 0 ? `(${unread}) ` : ""}${title} · geofenced`;
}

/** The view of the address: its name, whether somebody has signed in, and what it has made. */
async function content() {
  const state = { url: new URL(location.href), go, keep, again: show };
  const [name = "", ...path] = state.url.pathname.slice(1).split("/").map(decoded);
  try {
    const one = views.find((one) => one.name === (name || "map"));
    // Both are fetched at the same time.
    const loading = one?.load();
    loading?.catch(() => {});
    state.me = await whoIsHere();
    state.path = path;
    await meet(state.me);
    if (name === "join") {
      const { joinView } = await import("./views/join.js");
      const body = await joinView(state.me, () => go("/", { replaces: true }));
      return { made: { body, isNarrow: true } };
    }
    if (!state.me) {
      const { signInView } = await import("./views/signin.js");
      return { made: { body: signInView(show), isNarrow: true } };
    }
    await startEvents(state.me);
    // What could not be sent before, in whichever view one begins.
    if (localStorage.getItem(`waiting/${state.me.person.id}`)) {
      import("./base/queue.js").then(({ startWaiting }) => startWaiting(state.me), () => {});
    }
    startNotices({ go, showUnread });
    if (!one) return { isIn: true, made: { body: nothingHere(), isNarrow: true } };
    const { default: make } = await loading;
    return { isIn: true, name: one.of ?? one.name, made: await make(state) };
  } catch (error) {
    console.debug(error);
    return { isIn: !!state.me, name: name || "map", made: failure(error) };
  }
}

/** What could not be shown, which is tried again by itself once there is an answer. */
function failure(error) {
  // What is no Refusal is a part of the page that could not be loaded.
  const isAway = error.isAway ?? true;
  return {
    body: [make("h1", {}, say("fault.title")), fault(error), button(say("fault.again"), show)],
    isNarrow: true, hears: isAway ? { back: show } : {},
  };
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function nothingHere() {
  return [
    make("h1", {}, say("page.nothing")),
    make("p", {}, make("a", { href: "/" }, say("page.toMap"))),
  ];
}

/** Where this browser keeps who was here last. */
const lastSession = "session";
/** Who was here last in this tab; `undefined`: nobody. */
let session;

/** Forgets what the one who was here before has left; `me`: who is here now, or `null`. */
async function meet(me) {
  if (!me) {
    stopEvents();
    stopNotices();
    endConnection();
  }
  const isAnother = [localStorage.getItem(lastSession) ?? undefined, session].some((last) =>
    last !== undefined && last !== `${me?.session}`);
  if (isAnother) {
    stopNotices();
    await forgetPerson();
  }
  session = me ? `${me.session}` : undefined;
  if (me) localStorage.setItem(lastSession, `${me.session}`);
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
      make("p", { class: "brand", "aria-hidden": "true" },
        make("img", { src: "/icon.svg", alt: "" }), "geofenced"),
      ways("ways", say("page.views"), (one) => !one.isOwn),
      ways("own", say("page.own"), (one) => one.isOwn));
    showUnread(unread);
  }
  for (const link of top.querySelectorAll("nav a")) {
    if (link.pathname === `/${name || "map"}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  const rest = top.querySelector(".to-rest button");
  rest.toggleAttribute("aria-current", views.some((one) => one.isRest && one.name === name));
}

function ways(style, title, isIn) {
  const those = views.filter((one) => !one.of && isIn(one));
  return make("nav", { class: style, "aria-label": title },
    make("ul", {}, those.map((one) =>
      make("li", { class: one.isRest ? `to-${one.name} rest` : `to-${one.name}` }, wayTo(one))),
    those.some((one) => one.isRest) ? make("li", { class: "to-rest" }, make("button", {
      type: "button", "aria-haspopup": "dialog", on: { click: showRest },
    }, icon("M5 12h.01M12 12h.01M19 12h.01"), make("span", {}, say("page.more")))) : null));
}

const wayTo = (one) => make("a", { href: `/${one.name}` },
  icon(one.icon), make("span", {}, say(`view.${one.name}`)));

/** The ways that have no room below. */
function showRest() {
  const rest = views.filter((one) => one.isRest);
  const opened = dialog(say("page.more"), make("nav", { class: "rest", "aria-label": say("page.views") },
    make("ul", {}, rest.map((one) => make("li", {}, wayTo(one))))));
  opened.addEventListener("click", ({ target }) => target.closest("a") && opened.close());
}

/** How many messages are not read, at the bell and in the title of the window. */
export function showUnread(count) {
  unread = count;
  const bell = document.querySelector(".to-messages a");
  bell?.querySelector(".count")?.remove();
  if (bell && count > 0) {
    const label = say("page.unread", { count });
    bell.append(make("span", { class: "count" },
      make("span", { "aria-hidden": "true" }, count > 99 ? "99+" : `${count}`),
      make("span", { class: "hidden" }, ` ${label}`)));
  }
  const title = view.querySelector("h1");
  if (title) entitle(title.textContent);
}

// MARK: - Where the window stands

history.scrollRestoration = "manual";
const stood = new Map();
const place = () => history.state?.key ?? location.pathname;
addEventListener("scroll", () => {
  if (shown.isThere) stood.set(place(), scrollY);
}, { passive: true });

const takesOver = ["wheel", "touchmove", "keydown", "pointerdown"];

/** Goes where the window stood, also once the view has grown so far. */
function scrollAgain(top) {
  scrollTo(0, top);
  if (scrollY >= top - 1) return;
  const observer = new ResizeObserver(() => {
    if (document.documentElement.scrollHeight < top + innerHeight) return;
    scrollTo(0, top);
    end();
  });
  const end = () => {
    observer.disconnect();
    clearTimeout(timer);
    takesOver.forEach((event) => removeEventListener(event, end));
  };
  const timer = setTimeout(end, 3000);
  takesOver.forEach((event) => addEventListener(event, end, { passive: true }));
  observer.observe(view);
}

// MARK: - Links

/** Links within the page change the view without loading it all again. */
function isOfPage(link) {
  return link.origin === location.origin && !link.getAttribute("href").startsWith("#")
    && !link.target && !link.hasAttribute("download") && !link.pathname.startsWith("/api/");
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  if (!link || event.defaultPrevented || event.button !== 0 || !isOfPage(link)
      || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  go(link.href);
});

// Who points at a link, opens it soon.
for (const event of ["pointerover", "focusin", "touchstart"]) {
  document.addEventListener(event, ({ target }) => {
    const link = target.closest?.("a[href]");
    if (!link || !isOfPage(link)) return;
    views.find((one) => one.name === viewName(link.pathname))?.load().catch(() => {});
  }, { passive: true });
}

addEventListener("popstate", show);
// A link with a secret may be opened where another one is shown.
addEventListener("hashchange", () => { if (location.pathname === "/join") show(); });
// The session has ended, here or elsewhere.
addEventListener("signedout", show);
// Another tab has signed in, or out.
addEventListener("storage", ({ key }) => { if (key === lastSession || key === null) show(); });

// A new version of the page has taken over: modules of both must not meet. Whoever has done nothing
// yet gets it at once, others with the next view.
let isOld = false;
let isUsed = false;
for (const event of ["pointerdown", "keydown"]) {
  addEventListener(event, () => { isUsed = true; }, { once: true });
}
let isKept = !!navigator.serviceWorker?.controller;
navigator.serviceWorker?.addEventListener("controllerchange", () => {
  // The first worker has the files that are here; after a sign-out, there is none.
  const isNew = isKept && navigator.serviceWorker.controller;
  isKept = !!navigator.serviceWorker.controller;
  if (!isNew) return;
  isOld = true;
  if (!isUsed) location.reload();
});

watchConnection();
show();
