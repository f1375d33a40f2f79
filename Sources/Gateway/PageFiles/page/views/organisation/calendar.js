// /organisation/GROUP/calendar: the roster: who works when, and at which site.

import calendarPart from "../calendar/calendar.js";

export default (at) => calendarPart({ ...at, of: at.path }, {
  mayWrite: at.isAdmin, mayChange: ({ where }) => at.manages(where?.site), hasMine: true,
  // Who looks after some sites writes for these alone.
  isAnywhere: at.isOfAll, you: "organisation.you",
  spots: ({ sites = [] }) => sites.filter(({ id }) => at.manages(id)).map(({ id, name }) => ({
    name, where: { site: id }, isAt: (where) => where.site === id,
  })),
});
