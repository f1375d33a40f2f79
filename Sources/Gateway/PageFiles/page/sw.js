// The service worker: keeps the page's files, and what was known last, for when there is no
// network; and does what notifications are clicked for. The gateway puts before it:
// - version: of all files, by their contents;
// - files: their addresses.
/* global version, files */

const shell = `shell-${version}`;
/** What /api has said last, of the person who has signed in. */
const answers = "answers";
/** Milliseconds that an answer is good for: it is for a minute in a tunnel, not for a week. */
const longest = 3_600_000;
/** Of these, the last answer is kept. */
const kept = new Set([
  "me", "messages", "settings", "mutes", "devices", "favourites", "catalogue", "deals", "regions",
  "groups", "requests", "phones", "basemap",
].map((name) => `/api/${name}`));
/** Not what is found while somebody types. */
const isKept = ({ pathname, searchParams }) => !searchParams.has("text") && (kept.has(pathname)
  || /^\/api\/groups\/[^/]+(\/(things|bills|balances|events|calendar|bulletins))?$/.test(pathname));
/** So many of each path are kept, the newest: paging through a calendar costs nothing else. */
const most = 5;
/** After these, somebody else may be there. */
const forgetting = new Set(["signout", "join", "claim"].map((name) => `/api/${name}`));

// MARK: - Files

addEventListener("install", (event) => event.waitUntil((async () => {
  const cache = await caches.open(shell);
  await cache.addAll(files.map((file) => new Request(file, { cache: "no-cache" })));
  // The page loads itself anew where that disturbs nobody: page.js.
  await skipWaiting();
})()));

addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) {
    if (name.startsWith("shell-") && name !== shell) await caches.delete(name);
  }
  await clients.claim();
})()));

// A page without a worker asks for it, as after a reload past it: notices.js.
addEventListener("message", (event) => {
  if (event.data.kind === "claim") event.waitUntil(clients.claim());
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (forgetting.has(url.pathname) || (request.method === "DELETE" && url.pathname === "/api/me")) {
    return event.respondWith(fetchAndForget(request));
  }
  if (request.method !== "GET") return;
  if (isKept(url)) return event.respondWith(answer(request, event));
  const isView = request.mode === "navigate"
    && !/^\/(api|tiles|lib|health)\b|\./.test(url.pathname);
  if (isView || files.includes(url.pathname)) {
    event.respondWith(file(isView ? "/" : url.pathname, request));
  }
});

/** All files are of one version, whatever the gateway has by now. */
async function file(path, request) {
  const cache = await caches.open(shell);
  return await cache.match(path, { ignoreVary: true }) ?? fetch(request);
}

// MARK: - Answers

async function fetchAndForget(request) {
  const response = await fetch(request);
  if (response.ok) await caches.delete(answers);
  return response;
}

/** What /api says; without an answer of it, what it said last, with the time. */
async function answer(request, event) {
  const response = await fetch(request).catch(() => null);
  if (response && isAnswer(response)) {
    if (response.ok) event.waitUntil(keep(request, response.clone()));
    else if (response.status === 401) await caches.delete(answers);
    return response;
  }
  const cache = await caches.open(answers);
  const known = await cache.match(request, { ignoreVary: true });
  const isOld = !known || Date.now() - Number(known.headers.get("X-As-Of")) > longest;
  return isOld ? response ?? Response.error() : known;
}

/** Whether it may be of /api: what a proxy before it says on its own is no JSON. */
const isAnswer = ({ headers }) =>
  /^application\/([\w.]+\+)?json\b/.test(headers.get("Content-Type"));

async function keep(request, response) {
  const body = await response.text();
  const cache = await caches.open(answers);
  if (request.url.endsWith("/api/me")) {
    const before = await (await cache.match(request, { ignoreVary: true }))?.json();
    // Nobody sees what another was told.
    if (before && before.session !== JSON.parse(body).session) await forgetAll(cache);
  }
  const { pathname } = new URL(request.url);
  const others = (await cache.keys()).filter((one) =>
    one.url !== request.url && new URL(one.url).pathname === pathname);
  for (const old of others.slice(0, -(most - 1))) await cache.delete(old);
  await cache.put(request, new Response(body, {
    headers: {
      "Content-Type": response.headers.get("Content-Type") ?? "application/json",
      "X-As-Of": `${Date.now()}`,
    },
  }));
}

async function forgetAll(cache) {
  for (const request of await cache.keys()) await cache.delete(request);
}

// MARK: - Notifications

addEventListener("notificationclick", (event) => {
  const { notification, action } = event;
  const { data } = notification;
  notification.close();
  event.waitUntil({
    mute: () => mute(notification),
    unmute: () => unmute(data),
    route: () => open(data.route),
    explain: () => open(data.why),
  }[action]?.() ?? open(data.address));
});

/** Shows an address of the page: where it is open already, there. */
async function open(address) {
  const windows = await clients.matchAll({ type: "window" });
  const window = windows.find((window) => window.focused)
    ?? windows.find((window) => window.visibilityState === "visible") ?? windows[0];
  if (!window) return clients.openWindow(address);
  window.postMessage({ kind: "go", address });
  // Browsers allow that only as the answer to a click.
  await window.focus().catch(() => {});
}

const headers = { "Content-Type": "application/json" };

async function mute({ data, tag }) {
  const mutes = [];
  let isDone = true;
  try {
    for (const subject of data.mutes) {
      const response = await fetch("/api/mutes", {
        method: "POST", headers, body: JSON.stringify({ ...subject, title: data.title }),
      });
      if (!response.ok) throw new Error(`${response.status}`);
      mutes.push((await response.json()).id);
    }
  } catch {
    isDone = false;
  }
  const words = isDone ? data.words.muted : data.words.failed;
  const windows = await clients.matchAll({ type: "window" });
  const seen = windows.find((window) => window.visibilityState === "visible");
  if (seen) return seen.postMessage({ kind: "muted", words, mutes });
  await registration.showNotification(words, {
    tag, silent: true, icon: "/icon.svg", data: { ...data, undo: mutes },
    actions: isDone ? [{ action: "unmute", title: data.words.undo }] : [],
  });
}

async function unmute({ undo }) {
  for (const mute of undo) await fetch(`/api/mutes/${mute}`, { method: "DELETE" });
}
