// /organisation/GROUP/deals: what it offers, also what is over or still to come.

import { ask } from "../../base/api.js";
import { empty, icon, make, plus } from "../../base/elements.js";
import { isAbout } from "../../base/live.js";
import { say } from "../../base/words.js";
import { atNextMoment, showDeals, tag } from "../deals/rows.js";

export default async function dealsPart({ path, group, isAdmin }) {
  let stop = () => {}, isEnded = false;
  const list = make("ul", { class: "deals" });
  const none = empty(tag, say("organisation.noDeals"));
  const refresh = async () => {
    const { deals } = await ask("GET", `${path}/deals`);
    if (isEnded) return;
    stop();
    stop = atNextMoment(deals, again);
    none.hidden = deals.length > 0;
    showDeals(list, deals);
  };
  const again = () => refresh().catch(() => {});
  await refresh();
  return {
    body: [
      isAdmin ? make("div", { class: "buttons tools" }, make("a", {
        class: "button main", href: `/deals/new?group=${encodeURIComponent(group.id)}`,
      }, icon(plus), say("deals.new"))) : null,
      none, list,
    ].filter(Boolean),
    hears: { change: (change) => { if (isAbout(change, "deals", "tips")) again(); }, back: again },
    end: () => {
      isEnded = true;
      stop();
    },
  };
}
