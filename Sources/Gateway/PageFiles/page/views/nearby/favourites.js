// One's favourites: what /api has said of them last, what waits, and what is changed of them.

import { ask } from "../../base/api.js";
import { announce } from "../../base/elements.js";
import { isOwn, kindWords, openWords, placeAPI } from "../../base/places.js";
import { drop, submit, waiting } from "../../base/queue.js";
import { say } from "../../base/words.js";
import { colourOf } from "../../map/colours.js";

/** Milliseconds after which it is asked again whether a place is open. */
const openLasts = 5 * 60_000;

export class Favourites {
  /**
   * `draw` is called whenever they are others than before, and `refresh` when they have to be read
   * again.
   */
  constructor(me, { draw, refresh }) {
    Object.assign(this, { me, draw, refresh });
    /** `null`: not read yet. */
    this.all = null;
    /** By the id of a place: whether it is open, in words, and until when that is good. */
    this.opening = new Map();
    this.isEnded = false;
  }

  async read() {
    this.all = (await ask("GET", "favourites")).favourites;
  }

  /** Asks of the nearest ones whether they are open, a few at a time. */
  async readOpening() {
    const wanted = this.all.map((one) => one.nearest?.id)
      .filter((id) => id && !(this.opening.get(id)?.until > Date.now()));
    const next = async () => {
      const id = wanted.shift();
      if (!id || this.isEnded) return;
      try {
        const words = openWords(await ask("GET", placeAPI(id)));
        this.opening.set(id, { words, until: Date.now() + openLasts });
      } catch {
        // It is only not said then.
      }
      await next();
    };
    await Promise.all([next(), next(), next()]);
    this.draw();
  }

  // MARK: Brands

  hasBrand(brand, audience) {
    return this.all?.some((one) => one.match === "brand" && this.isFor(one, audience)
      && (one.value === brand.wikidata || one.name === brand.name)) ?? false;
  }

  isFor(favourite, audience) {
    return favourite.audience === audience
      || isOwn(audience, this.me) && isOwn(favourite.audience, this.me);
  }

  // MARK: Changing

  /** Adds `{ text, name, audience, radius }`. Returns the favourite; null if it has to wait. */
  async add(wish) {
    const { text, radius, name } = wish;
    const body = { text, audience: wish.audience, ...(radius ? { radius } : {}) };
    const before = wishesFor(body);
    before.filter((one) => one.why).forEach((one) => drop(one.key));
    const done = before.some((one) => !one.why) ? null
      : await submit({ of: "favourites", method: "POST", path: "favourites", body, name });
    if (!done) {
      announce(say("nearby.waitingWhy"));
      return null;
    }
    const { status, ...added } = done;
    // What this machine's device has is its owner's as well: once is enough.
    const twin = (this.all ?? []).find((one) => one.id !== added.id
      && this.isFor(one, wish.audience) && one.match === added.match && one.value === added.value);
    if (twin) await ask("DELETE", `favourites/${added.id}`);
    else this.all = [...(this.all ?? []).filter((one) => one.id !== added.id), added];
    this.draw();
    this.refresh();
    return { added, wasThere: !!twin || status === 200 };
  }

  /** As `add`, and says what has come of it. */
  async addAndSay(wish) {
    const done = await this.add(wish);
    if (!done) return;
    const words = { name: favouriteName(done.added) };
    if (done.wasThere) announce(say("nearby.wasThere", words));
    else announce(say("nearby.added", words), { undo: () => this.takeAway(done.added) });
  }

  async changeRadius(favourite, value) {
    try {
      const changed = await ask(
        "PATCH", `favourites/${favourite.id}`, { radius: value ? Number(value) : null }, favourite);
      favourite.version = changed.version;
    } catch (error) {
      if (error.now) favourite.version = error.now.version;
      announce(error.message);
    }
    await this.refresh();
  }

  async takeAway(favourite) {
    try {
      await ask("DELETE", `favourites/${favourite.id}`);
    } catch (error) {
      // It is gone already.
      if (error.status !== 404) throw error;
    }
    this.all = this.all.filter((one) => one.id !== favourite.id);
    this.draw();
  }

  /** Takes it away, and says how to have it back. */
  async remove({ id }) {
    // As it is now: its radius may have been changed since it was shown.
    const favourite = this.all.find((one) => one.id === id);
    if (!favourite) return;
    await this.takeAway(favourite);
    const name = favouriteName(favourite);
    const { value: text, audience, radius } = favourite;
    announce(say("nearby.removed", { name }), {
      undo: () => this.add({ text, name, audience, radius }),
    });
  }
}

/** What waits to be added, or was refused, that is the same as `{ text, audience }`. */
export const wishesFor = ({ text, audience }) => waiting("favourites")
  .filter(({ body }) => body.text === text && body.audience === audience);

/** Categories have a name of OpenStreetMap's. */
export const favouriteName = (favourite) =>
  favourite.match === "category" ? kindWords([favourite.value]) : favourite.name ?? favourite.value;

/** As places of the same brand or category have it. */
export const favouriteColour = (favourite) => colourOf(
  favourite.match === "brand" ? { brand: favourite.name }
    : favourite.match === "category" ? { category: favourite.value } : { kind: favourite.value });
