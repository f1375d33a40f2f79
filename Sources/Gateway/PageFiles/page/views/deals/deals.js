// /deals: offers, as a list and on a map. /deals/N: one. /deals/new: for admins;
// /deals/new?group=ORGANISATION: for its admins.

import { ask } from "../../base/api.js";
import { button, empty, make, swatch } from "../../base/elements.js";
import { chips } from "../../base/forms.js";
import { showList } from "../../base/lists.js";
import { isAbout, soon, upToDate } from "../../base/live.js";
import { straightWay } from "../../base/numbers.js";
import { sayWays, whereOneIs } from "../../base/places.js";
import { say } from "../../base/words.js";
import { withMap } from "../../map/beside.js";
import { colourOf } from "../../map/colours.js";
import { dealView } from "./deal.js";
import { newDeal } from "./form.js";
import { atNextMoment, showDeals, tag } from "./rows.js";

export default function dealsView(state) {
  const [number] = state.path;
  if (number !== "new") return number ? dealView(state, number) : listView(state);
  if (mayAdd(state)) return newDeal(state);
  state.keep("/deals");
  return listView(state);
}

const organisationsOf = (me) => me.groups.filter((group) => group.kind === "organisation");

function mayAdd({ me, url }) {
  const id = url.searchParams.get("group");
  if (id === null) return me.person.admin;
  return organisationsOf(me).some((group) => group.id === id && group.role === "admin");
}

/** A link for each of whom one may add deals for. */
function newLinks(me) {
  const links = organisationsOf(me).filter((group) => group.role === "admin").map((group) =>
    [`/deals/new?group=${encodeURIComponent(group.id)}`, say("deals.newOf", group)]);
  if (me.person.admin) links.unshift(["/deals/new", say("deals.new")]);
  return links.map(([href, words]) => make("p", {}, make("a", { href }, words)));
}

async function listView({ me, url, go }) {
  let deals = null, shown = [], isEnded = false, stop = () => {};
  let category = url.searchParams.get("category") ?? "";
  let which = url.searchParams.get("show") ?? "now";
  const here = whereOneIs(() => {
    sayWays(list, here.at);
    showMap();
  });
  const state = upToDate(async () => {
    const [found] = await Promise.all([ask("GET", "deals?all=true"), here.read()]);
    deals = found.deals;
    stop();
    stop = atNextMoment(deals, () => state.refresh());
    draw();
  });

  const list = make("ul", { class: "deals" });
  const none = make("div", { class: "none" });

  function pick(values) {
    if (values.which !== undefined) which = values.which;
    if (values.category !== undefined) category = values.category;
    const query = new URLSearchParams();
    if (category) query.set("category", category);
    if (which !== "now") query.set("show", which);
    history.pushState(history.state, "", query.size > 0 ? `/deals?${query}` : "/deals");
    draw();
  }

  const mine = new Set(organisationsOf(me).map((group) => group.id));
  const whichOf = chips(
    say("deals.show"), ["now", "all", "mine", ...(mine.size > 0 ? ["organisation"] : [])]
      .map((value) => [value, say(`deals.${value}`)]),
    { chosen: which, onChange: (value) => pick({ which: value }) });
  const categories = make("div", {
    class: "chips line", role: "group", "aria-label": say("deals.category"),
  });
  const categoryChip = ({ name, isChosen }) => make("button", {
    type: "button", "aria-pressed": String(isChosen), on: { click: () => pick({ category: name }) },
  }, ...(name === "" ? [say("deals.anyCategory")]
    : [swatch(colourOf({ category: name })), make("bdi", {}, name)]));

  const side = withMap({
    list: make("div", { class: "stack" }, none, list, newLinks(me)),
    label: say("deals.map"),
    onChoose: (deal) => go(`/deals/${deal.id}`),
    keyOf: ({ id, lat, lon, name }) => [id, lat, lon, name],
    around: ({ at }, isFirst) => isFirst ? [at] : [], metres: 500,
  });

  function draw() {
    if (isEnded || !deals) return;
    const far = (deal) => here.at ? straightWay(here.at, deal).distance : 0;
    const isWanted = {
      all: () => true, mine: (deal) => deal.reserved_by_me,
      organisation: (deal) => mine.has(deal.group),
    }[which] ?? ((deal) => deal.active);
    const those = deals.filter(isWanted)
      .map((deal) => ({ deal, far: far(deal) }))
      .sort((one, other) => one.far - other.far || one.deal.id - other.deal.id)
      .map(({ deal }) => deal);
    const names = [...new Set(those.map((deal) => deal.category))];
    if (category && !names.includes(category)) names.push(category);
    names.sort((one, other) => one.localeCompare(other));
    categories.hidden = names.length < 2 && !category;
    showList(categories, ["", ...names].map((name) => ({ name, isChosen: name === category })),
      (one) => one.name, categoryChip);
    shown = those.filter((deal) => !category || deal.category === category);
    none.hidden = shown.length > 0;
    const why = category ? "deals.noneOf" : {
      mine: "deals.noneMine", organisation: "deals.noneOrganisation",
    }[which] ?? "deals.none";
    if (!none.hidden) {
      none.replaceChildren(empty(tag, say(why),
        ...(category ? [button(say("deals.showAll"), () => pick({ category: "" }))] : [])));
    }
    showDeals(list, shown);
    sayWays(list, here.at);
    showMap();
  }

  function showMap() {
    side.show({ items: shown.map((deal) => ({ ...deal, kind: "deal" })), at: here.at });
  }

  await soon(state.refresh());
  const refresh = () => state.refresh();
  return {
    body: [
      make("h1", {}, say("view.deals")),
      make("div", { class: "buttons tools" }, whichOf, side.toggle),
      categories, state.element, side.body,
    ],
    hears: {
      change: (change) => { if (isAbout(change, "deals", "tips")) refresh(); },
      device: here.hears, back: refresh,
    },
    drawn: side.drawn,
    end: () => {
      isEnded = true;
      stop();
      state.end();
      side.end();
    },
  };
}
