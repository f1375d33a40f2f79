// Shows the view of the address, with the ways to the others around it.

import { ask } from "./base/api.js";
import { button, fault, make, waiting } from "./base/elements.js";
import { endConnection, watchConnection } from "./base/connection.js";
import { creditProviders } from "./base/credits.js";
import { hear, startEvents, stopEvents } from "./base/events.js";
import { forgetPerson, startNotices, stopNotices } from "./base/notices.js";
import { say } from "./base/words.js";
import { countUnread, surround } from "./views/around.js";
import { views } from "./views/views.js";

const view = document.getElementById("view");
let shown = { number: 0, end: null, leave: [], isThere: false };
/** What stands before the title of the view, as in "(3) ". */
let unread = 0;

/** Opens `address`, which is of this page, as in `/places/osm/1`; `replaces`: without a way back. */
function go(address, { replaces = false } = {}) {
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
    creditProviders(state.me?.providers);
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

/** How many messages are not read, at the bell and in the title of the window. */
function showUnread(count) {
  unread = count;
  countUnread(count);
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
