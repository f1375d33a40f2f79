// /nearby: one's favourites, with the nearest of each, and what one may want to add.

import { ask } from "../../base/api.js";
import { announce, empty, make } from "../../base/elements.js";
import { showList } from "../../base/lists.js";
import { isAbout, soon, upToDate } from "../../base/live.js";
import { straightWay } from "../../base/numbers.js";
import { audiencesOf, placeAPI, placePath, sayWays, whereOneIs } from "../../base/places.js";
import { hearWaiting, startWaiting, waiting } from "../../base/queue.js";
import { say } from "../../base/words.js";
import { withMap } from "../../map/beside.js";
import { Adding } from "./adding.js";
import { favouriteRow, showMore, waitingRow } from "./favourite-rows.js";
import { favouriteColour, favouriteName, Favourites } from "./favourites.js";

/** Metres after which another place may be the nearest. */
const refresh = 50;

export default async function nearbyView({ me, go }) {
  startWaiting(me);
  const view = new NearbyView(me, go);
  await soon(view.state.refresh());
  const { state, side, here } = view;
  return {
    body: [make("h1", {}, say("view.nearby")), side.toggle, state.element, side.body],
    hears: {
      change: (change) => {
        if (isAbout(change, "favourites", "places", "groups")) state.refresh();
      },
      device: here.hears, back: state.refresh,
    },
    drawn: side.drawn,
    end: () => view.end(),
  };
}

class NearbyView {
  constructor(me, go) {
    this.audiences = audiencesOf(me);
    /** Of which favourite all places are shown, and these; `null`: of none. */
    this.chosen = null;
    this.places = [];
    /** Where one was when the nearest ones were asked for. */
    this.askedAt = null;
    this.favourites = new Favourites(me, {
      draw: () => this.draw(), refresh: () => this.state.refresh(),
    });
    this.adding = new Adding(this.favourites, this.audiences);
    this.none = make("div");
    this.list = make("ul", { class: "favourites" });
    this.here = whereOneIs(() => this.moved());
    this.state = upToDate(() => this.read());
    this.side = withMap({
      list: make("div", { class: "stack" },
        make("section", {}, make("h2", {}, say("nearby.favourites")), this.none, this.list),
        this.adding.element),
      label: say("places.map"),
      colour: (item) => item.colour, onChoose: (item) => go(placePath(item.id)),
      around: ({ at, isChosen }) => isChosen ? [] : [at], metres: 400,
    });
    this.forget = hearWaiting(() => {
      this.draw();
      if (waiting("favourites").length === 0) this.state.refresh();
    });
  }

  end() {
    this.favourites.isEnded = true;
    this.forget();
    this.state.end();
    this.side.end();
  }

  // MARK: What is there

  async read() {
    this.draw();
    await Promise.all([this.favourites.read(), this.here.read(), this.adding.read()]);
    this.askedAt = this.here.at;
    this.draw();
    this.favourites.readOpening();
  }

  moved() {
    const { at } = this.here;
    sayWays(this.side.body, at);
    this.showMap();
    if (!this.askedAt || straightWay(this.askedAt, at).distance > refresh) this.state.refresh();
  }

  // MARK: What is shown

  draw() {
    const { favourites } = this;
    if (favourites.isEnded) return;
    const known = favourites.all ?? [], wishes = waiting("favourites");
    this.chosen = known.find((one) => one.id === this.chosen?.id) ?? null;
    this.none.hidden = !favourites.all || known.length + wishes.length > 0;
    if (!this.none.hidden && !this.none.firstChild) {
      this.none.append(empty(heart, say("nearby.none")));
    }
    showList(this.list, [
      ...wishes.map((wish) => ({ key: `wish ${wish.key}`, wish })),
      ...known.map((favourite) => this.shown(favourite)),
    ], (one) => one.key, (one) => one.wish ? waitingRow(one.wish) : favouriteRow(one, {
      choose: (favourite) => this.choose(favourite),
      more: (favourite) => showMore(favourite, favourites),
    }));
    sayWays(this.list, this.here.at);
    this.adding.draw();
    this.showMap();
  }

  /** What the row of a favourite shows. */
  shown(favourite) {
    const { nearest, audience } = favourite;
    return {
      key: favourite.id, open: this.favourites.opening.get(nearest?.id)?.words,
      // How far it is changes with each step, and is said by `sayWays`.
      favourite: { ...favourite, nearest: nearest && { ...nearest, distance: undefined } },
      isChosen: favourite.id === this.chosen?.id,
      groupName: this.audiences.slice(1).find((one) => one.value === audience)?.name ?? null,
    };
  }

  // MARK: The map

  /** Shows all places of `favourite`; the nearest of each, if it is shown already. */
  async choose(favourite) {
    this.chosen = favourite.id === this.chosen?.id ? null : favourite;
    this.places = [];
    this.draw();
    if (!this.chosen) return;
    this.side.showMap();
    try {
      const found = await this.placesOf(favourite);
      if (this.chosen?.id !== favourite.id) return;
      this.places = found;
      this.showMap();
    } catch (error) {
      announce(error.message);
    }
  }

  async placesOf({ match, value, nearest }) {
    if (match === "place") return [await ask("GET", placeAPI(value))];
    const query = new URLSearchParams({ limit: 1000 });
    query.set({ brand: "brand", category: "category" }[match] ?? "text", value);
    if (!this.here.at && nearest) query.set("near", `${nearest.lat},${nearest.lon}`);
    return (await ask("GET", `places?${query}`)).places;
  }

  showMap() {
    const { chosen, favourites: { all } } = this;
    if (!all) return;
    const items = chosen
      ? this.places.map((place) => pinOf(chosen, place, place.title))
      : all.filter((one) => one.nearest).map((one) => pinOf(one, one.nearest, favouriteName(one)));
    this.side.show({ items, at: this.here.at, isChosen: !!chosen });
  }
}

/** A place of a favourite, as the map shows it; `otherwise`: its name if it has none. */
const pinOf = (favourite, place, otherwise) => ({
  ...place, name: place.name ?? otherwise, brand: favouriteName(favourite),
  colour: favouriteColour(favourite),
});

const heart =
  "M12 20.5S3.5 15.4 3.5 9.2A4.6 4.6 0 0 1 12 6.7a4.6 4.6 0 0 1 8.5 2.5C20.5 15.4 12 20.5 12 20.5Z";
