// Whose data the places are.

/** By the first part of the ids of places: whose they are. The first is what the Open Database License asks for. */
const credits = new Map([["osm", "© OpenStreetMap contributors"]]);

/** `providers`: as /api/me has them. */
export function creditProviders(providers) {
  for (const { name, credit } of providers ?? []) if (credit) credits.set(name, credit);
}

/** Whose places these are; `null`: nobody has to be named. */
export function creditOf(items) {
  const sources = new Set(items.map(({ id }) => String(id).split("/")[0]));
  const names = [...credits].filter(([source]) => sources.has(source)).map(([, credit]) => credit);
  return names.length > 0 ? [...new Set(names)].join(" · ") : null;
}
