// /organisation/GROUP/people: who belongs to it, and its sites.

import { make } from "../../base/elements.js";
import { isAbout, refreshing } from "../../base/live.js";
import { say } from "../../base/words.js";
import { sitesPart } from "../settings/circles.js";
import { membersPart } from "../settings/members.js";

export default async function peoplePart(at) {
  const { me, path, address, isAdmin } = at;
  const actions = (member) => isAdmin && member.person !== me.person.id ? [make("a", {
    class: "button", href: `${address}/reviews?person=${encodeURIComponent(member.person)}`,
    "aria-label": `${say("organisation.reviews")}: ${member.nick_name ?? member.name}`,
  }, say("organisation.reviews"))] : [];
  const parts = await Promise.all([
    membersPart({ ...at, actions }),
    // Only who looks after all of it changes where it is.
    sitesPart({ path, isAdmin: isAdmin && at.isOfAll }),
  ]);
  const refresh = refreshing(...parts);
  return {
    body: [
      ...parts.map((part) => part.element),
      make("p", {}, make("a", { href: `/settings/${path}` },
        say(isAdmin ? "organisation.more" : "organisation.leave"))),
    ],
    hears: {
      change: (change) => { if (isAbout(change, "groups", "people")) refresh(); }, back: refresh,
    },
  };
}
