// /organisation/GROUP/reviews: results; /organisation/GROUP/reviews/new: a review, as it is made;
// /organisation/GROUP/reviews/ID: one. A member sees own ones, an admin all of them, and who is due.

import { ask, newKey } from "../../base/api.js";
import { date } from "../../base/dates.js";
import {
  announce, badge, button, empty, facts, icon, lines, make, plus, section,
} from "../../base/elements.js";
import { askToRemove, change as patch, listSection, name, row } from "../../base/lists.js";
import { isAbout, refreshing } from "../../base/live.js";
import { say } from "../../base/words.js";
import { memberName, reviewForm } from "./review-form.js";

const sheet = "M7 3h8l4 4v14H7ZM15 3v4h4M10 12h6m-6 4h4";

export default function reviewsPart(at, [id]) {
  if (id === "new" && at.isAdmin) return makePart(at);
  return id ? onePart(at, id) : listPart(at);
}

/** As many as /api says at a time. */
const most = 1000;

const shownName = (one) => one?.name || say("organisation.nobody");

// MARK: - All

async function listPart(at) {
  const { path, address, isAdmin, url, group, me } = at;
  const person = isAdmin ? url.searchParams.get("person") : null;
  const about = group.members.find((member) => member.person === person);
  const query = `?limit=${most}${person ? `&person=${encodeURIComponent(person)}` : ""}`;
  const reviews = await listSection(
    about ? say("reviews.of", { name: memberName(about) })
      : say(isAdmin ? "reviews.title" : "reviews.mine"), {
      none: say(isAdmin ? "reviews.none" : "reviews.noneMine"),
      read: async () => (await ask("GET", `${path}/reviews${query}`)).reviews,
      words: (review) => [
        review.of?.name, review.form_name, review.result, review.site_name,
      ].filter(Boolean).join(" "),
      row: (review) => row(
        [
          make("a", { href: `${address}/reviews/${review.id}` },
            name(isAdmin ? shownName(review.of) : review.form_name)), " ",
          review.result ? badge(review.result) : "",
        ],
        [[
          isAdmin ? review.form_name : null, date(review.date), review.site_name,
          say("reviews.by", { name: shownName(review.observer) }),
        ].filter(Boolean).join(" · ")]),
    });
  const due = isAdmin && !person ? await dueSection(at) : null;
  const forms = isAdmin
    ? (await ask("GET", `${path}/forms`)).forms.filter((form) => form.is_open) : [];
  const others = group.members.some((member) => member.person !== me.person.id);
  const refresh = refreshing(...[reviews, due].filter(Boolean));
  const start = forms.length > 0 && others
    ? make("p", { class: "tools" }, make("a", {
      class: "button main", href: newAddress(at, { of: person }),
    }, icon(plus), say("reviews.new")))
    : empty(sheet, say(forms.length === 0 ? "reviews.needsForm" : "reviews.needsMember"),
      make("p", {}, make("a", {
        class: "button", href: `${address}/${forms.length === 0 ? "forms" : "people"}`,
      }, say(`organisation.${forms.length === 0 ? "forms" : "people"}`))));
  return {
    body: [
      ...(isAdmin ? [start] : []),
      ...(person ? [make("p", {}, make("a", { href: `${address}/reviews` }, say("reviews.all")))] : []),
      ...(due ? [due.element] : []), reviews.element,
    ],
    hears: {
      change: (change) => { if (isAbout(change, "reviews", "groups")) refresh(); }, back: refresh,
    },
  };
}

/** Where a review is made; what is known of it already stands in the address. */
function newAddress({ address }, known) {
  const query = new URLSearchParams(Object.entries(known).filter(([, value]) => value));
  return `${address}/reviews/new${query.size > 0 ? `?${query}` : ""}`;
}

/** Whose turn it is. */
function dueSection(at) {
  return listSection(say("reviews.due"), {
    read: async () => (await ask("GET", `${at.path}/due`)).due,
    key: (one) => `${one.form} ${one.person}`,
    words: (one) => `${one.name} ${one.form_name}`,
    row: (one) => row(name(one.name),
      [[
        one.form_name, say("reviews.dueSince", { date: date(one.since) }),
        one.last ? say("reviews.last", { date: date(one.last) }) : say("reviews.never"),
      ].join(" · ")],
      make("a", {
        class: "button", href: newAddress(at, { form: one.form, of: one.person }),
        "aria-label": `${say("reviews.do")}: ${one.name}, ${one.form_name}`,
      }, say("reviews.do"))),
  });
}

// MARK: - One

async function onePart(at, id) {
  const { path, address, go } = at;
  const own = `${path}/reviews/${encodeURIComponent(id)}`;
  let review = await find(own);
  if (!review) return { title: say("reviews.gone"), body: [section(say("reviews.gone"),
    make("p", {}, say("reviews.goneWhy")))] };
  let isEditing = false;
  const place = make("div", { class: "stack" });
  const draw = () => {
    isEditing = false;
    place.replaceChildren(
      section(say("reviews.what"), facts(
        [say("reviews.form"), make("bdi", {}, review.form_name), " ",
          say("forms.version", { version: review.form_version })],
        [say("reviews.member"), make("bdi", {}, shownName(review.of))],
        [say("reviews.observer"), make("bdi", {}, shownName(review.observer))],
        review.site_name ? [say("reviews.site"), make("bdi", {}, review.site_name)] : null,
        [say("reviews.date"), date(review.date)],
        review.result ? [say("reviews.resultIs"), make("strong", { dir: "auto" }, review.result)] : null)),
      section(say("reviews.answers"), make("dl", { class: "answers" },
        review.questions.flatMap((question, index) => [
          make("dt", { dir: "auto" }, question.text),
          make("dd", {}, answerWords(question, review.answers[index])),
        ]))),
      review.remark ? section(say("reviews.remark"), lines(review.remark)) : "",
      mayChange(at, review) ? make("div", { class: "buttons" },
        button(say("rows.edit"), change),
        button(say("rows.remove"), () => askToRemove(
          say("reviews.removeTitle"), say("reviews.removeText"), say("rows.remove"), async () => {
            await ask("DELETE", own);
            await go(`${address}/reviews`, { replaces: true });
          }), { style: "danger" })) : "");
  };
  const change = () => {
    isEditing = true;
    let { version } = review, isGone = false;
    const key = newKey();
    place.replaceChildren(reviewForm(at, {
      review,
      save: async (body) => {
        try {
          if (!isGone) review = await patch(own, body, version);
          else {
            const made = await ask("POST", `${path}/reviews`, {
              form: review.form, of: review.of.person, ...body, key,
            });
            await go(`${address}/reviews/${made.id}`, { replaces: true });
          }
        } catch (error) {
          if (error.status === 412) version = error.now?.version;
          isGone ||= error.status === 404;
          const words = { 404: "reviews.removed", 412: "reviews.changed" }[error.status];
          throw words ? new Error(say(words)) : error;
        }
        if (!isGone) draw();
        announce(say("rows.saved"));
      },
      cancel: () => {
        draw();
        again();
      },
    }));
    place.querySelector("input, select, textarea").focus();
  };
  const refresh = async () => {
    if (isEditing) return null;
    const now = await find(own);
    if (isEditing) return null;
    if (!now) return go(`${address}/reviews`, { replaces: true });
    if (JSON.stringify(now) === JSON.stringify(review)) return null;
    review = now;
    return draw();
  };
  const again = () => refresh().catch(() => {});
  draw();
  return {
    title: `${shownName(review.of)}: ${review.form_name}`,
    body: [place],
    hears: { change: (change) => { if (isAbout(change, "reviews")) again(); }, back: again },
  };
}

/** `null`: it is not there, or not for whoever asks. */
async function find(own) {
  try {
    return await ask("GET", own);
  } catch (error) {
    if (error.status === 404) return null;
    throw error;
  }
}

/** Who has written it; once they are an admin no more, another one of its site. */
function mayChange({ group, me, isAdmin, manages }, { observer, of, site }) {
  if (observer?.person === me.person.id) return isAdmin;
  const isLeft = !group.members.some((member) =>
    member.person === observer?.person && member.role === "admin");
  return isLeft && of.person !== me.person.id && manages(site);
}

function answerWords({ kind }, answer) {
  if (answer === null || answer === undefined) {
    return make("span", { class: "faint" }, say("reviews.noAnswer"));
  }
  if (kind === "yesno") {
    return badge(say(answer ? "reviews.yes" : "reviews.no"), answer ? "good" : "warn");
  }
  return kind === "scale" ? say("place.average", { rating: answer }) : lines(answer);
}

// MARK: - Making one

async function makePart(at) {
  const { path, address, go, url, keep } = at;
  const forms = (await ask("GET", `${path}/forms`)).forms.filter((form) => form.is_open);
  const key = newKey();
  const place = make("div", { class: "stack" });
  const known = (name) => url.searchParams.get(name);
  const body = forms.length === 0 ? section(say("reviews.new"), make("p", {}, say("reviews.needsForm")))
    : reviewForm(at, {
      forms, chosen: { form: known("form"), of: known("of") },
      // A reload keeps what it is about.
      onChoose: (chosen) => keep(newAddress(at, chosen)),
      save: async (body) => {
        const review = await ask("POST", `${path}/reviews`, { ...body, key });
        await go(`${address}/reviews/${review.id}`, { replaces: true });
        announce(say("reviews.saved"));
      },
      cancel: () => go(`${address}/reviews`, { replaces: true }),
    });
  place.append(body);
  return { title: say("reviews.new"), body: [place] };
}
