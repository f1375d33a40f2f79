// All views of the page. A new one is a module in this folder, a line here, and its words: `view.NAME`
// in base/words-en.js and base/words-nl.js is what it is called. Where it has a style sheet of its own,
// index.html names it.

/**
 * A view is a module whose default export is a function from a state to
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
 * `isRest`: where the ways stand below, for a thumb, it is among those that a button shows; `of`: it
 * has no way of its own, and that of another is marked.
 */
export const views = [
  { name: "map", load: () => import("./map/map.js"), icon: "M9 3 3 5.5v15L9 18l6 3 6-2.5v-15L15 6 9 3v15m6-12v15" },
  { name: "nearby", load: () => import("./nearby/nearby.js"), icon: "M12 21s7-6.2 7-11.5A7 7 0 0 0 5 9.5C5 14.8 12 21 12 21Zm0-9a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z" },
  { name: "search", load: () => import("./search/search.js"), icon: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13Zm4.7-1.8L20.5 20.5" },
  { name: "household", load: () => import("./household/household.js"), icon: "M3.5 11 12 4l8.5 7M6 9v11h4.5v-5.5h3V20H18V9" },
  { name: "deals", isRest: true, load: () => import("./deals/deals.js"), icon: "M3 12V4a1 1 0 0 1 1-1h8l9 9-9 9-9-9Zm4.5-4.5h.01" },
  { name: "organisation", isRest: true, load: () => import("./organisation/organisation.js"), icon: "M4 21V4.5L13 3v18M13 9h7v12M2.5 21h19M7.5 8h2m-2 4.5h2m-2 4.5h2m7-4.5h.5m-.5 4.5h.5" },
  { name: "history", isRest: true, load: () => import("./history/history.js"), icon: "M3.5 12a8.5 8.5 0 1 0 2.6-6.1L3.5 8.5m0-5v5h5M12 7v5l3.5 2" },
  { name: "messages", isOwn: true, load: () => import("./messages.js"), icon: "M6 9a6 6 0 0 1 12 0c0 6 2.5 7.5 2.5 7.5h-17S6 15 6 9Zm3.8 10.5a2.5 2.5 0 0 0 4.4 0" },
  { name: "settings", isOwn: true, load: () => import("./settings/settings.js"), icon: "M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Zm-1.7-12h3.4l.6 2.6 1.9 1.1 2.6-.8 1.7 3-2 1.9v2.4l2 1.9-1.7 3-2.6-.8-1.9 1.1-.6 2.6h-3.4l-.6-2.6-1.9-1.1-2.6.8-1.7-3 2-1.9v-2.4l-2-1.9 1.7-3 2.6.8 1.9-1.1Z" },
  // Of one thing, reached from others.
  { name: "places", load: () => import("./place.js"), of: "search" },
  { name: "route", load: () => import("./route.js"), of: "map" },
];
