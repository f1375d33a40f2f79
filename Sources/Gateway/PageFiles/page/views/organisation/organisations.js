// What the views of organisations, and of their deals, have in common.

import { ask } from "../../base/api.js";
import { waiting } from "../../base/queue.js";

export const addressOf = (id) => `/organisation/${encodeURIComponent(id)}`;

/**
 * What all parts of an organisation know: the state, `group` as /api has it, `path` (of it in /api),
 * `address` (of it on the page), `isAdmin`, and `sites`: those that one may write for; `isOfAll`:
 * whether that is all of it; `manages(site)`: whether one may change what is of a site, or of none.
 */
export async function placeIn(id, state) {
  const path = `groups/${encodeURIComponent(id)}`;
  const group = await ask("GET", path);
  const isAdmin = group.role === "admin";
  const own = group.members.find((member) => member.person === state.me.person.id)?.sites ?? [];
  // Admins of some sites are so as long as there is one of all.
  const isOfAll = own.length === 0
    || !group.members.some((member) => member.role === "admin" && member.sites.length === 0);
  const sites = (group.sites ?? []).filter((site) => isOfAll || own.includes(site.id));
  const manages = (site) => isAdmin && (isOfAll || sites.some(({ id }) => id === site));
  return { ...state, group, path, address: addressOf(id), isAdmin, isOfAll, sites, manages };
}

/**
 * Bulletins as /api lists them, by `query`. What one has read without a network is read, too. `isNew`: neither
 * read nor written by whoever looks.
 */
export async function bulletinsOf({ me, path }, query = "") {
  const { bulletins } = await ask("GET", `${path}/bulletins${query}`);
  const waits = new Set(waiting(path).map((wish) => wish.path));
  return bulletins.map((one) => {
    const isRead = one.is_read || waits.has(`${path}/bulletins/${one.id}/read`);
    return { ...one, is_read: isRead, isNew: !isRead && one.by?.person !== me.person.id };
  });
}
