// /organisation/GROUP/requests: who asks to join.

import { isAbout } from "../../base/live.js";
import { say } from "../../base/words.js";
import { requestsSection } from "../settings/requests.js";

export default async function requestsPart({ group }) {
  const requests = await requestsSection(group.id, say("organisation.nobodyAsks"));
  const refresh = () => requests.refresh().catch(() => {});
  return {
    body: [requests.element],
    hears: {
      change: (change) => { if (isAbout(change, "groups", "requests")) refresh(); }, back: refresh,
    },
  };
}
