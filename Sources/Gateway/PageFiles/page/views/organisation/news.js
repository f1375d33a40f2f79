// /organisation/GROUP/news: what its admins let its people know; /organisation/GROUP/news/ID: one.

import { ask, newKey } from "../../base/api.js";
import { localTime, moment } from "../../base/dates.js";
import {
  announce, badge, button, empty, icon, lines, make, plus, section, timeAgo,
} from "../../base/elements.js";
import { area, chips, field, select } from "../../base/forms.js";
import { askToRemove, change as patch, edit, name, row, showList } from "../../base/lists.js";
import { isAbout } from "../../base/live.js";
import { pictureFields } from "../../base/pictures.js";
import { submit } from "../../base/queue.js";
import { say } from "../../base/words.js";
import { bulletinsOf } from "./organisations.js";

const paper = "M4 5h13v14a2 2 0 0 0 4 0V9h-4M4 5v14a2 2 0 0 0 2 2h13M7.5 9h6m-6 4h6m-6 4h6";

export default function newsPart(at, [id]) {
  return id ? onePart(at, id) : listPart(at);
}

// MARK: - What one is

/** `now`, `toCome` or `over`. */
function stateOf(bulletin) {
  if (new Date(bulletin.from) > Date.now()) return "toCome";
  return bulletin.until && new Date(bulletin.until) <= Date.now() ? "over" : "now";
}

const siteWords = (bulletin) => bulletin.site ? bulletin.site_name : say("news.allSites");

/** For whom, and from when until when. */
function aboutWords(bulletin) {
  const [from, until] = [bulletin.from, bulletin.until].map((time) => time && moment(time));
  return [
    make("bdi", {}, siteWords(bulletin)), " · ",
    until ? say("news.span", { from, until }) : say("news.since", { from }),
  ];
}

/** All that one may see. */
const allOf = (at) => bulletinsOf(at, at.isAdmin ? "?all=true" : "");

const picture = (bulletin, style) => make("img", {
  class: style, src: bulletin.picture, alt: say("news.pictureOf", bulletin), loading: "lazy",
});

// MARK: - All

async function listPart(at) {
  const { address, isAdmin } = at;
  let bulletins = [], isAll = false;
  const list = make("ul", { class: "news" });
  const none = empty(paper, say(isAdmin ? "news.noneAdmin" : "news.none"));
  const item = ({ bulletin, state }) => make("li", { class: bulletin.isNew ? "unread" : null },
    make("a", { href: `${address}/news/${bulletin.id}` },
      make("span", { class: "words" },
        make("strong", {}, make("bdi", {}, bulletin.title), " ",
          bulletin.isNew ? badge(say("news.unread")) : "", " ",
          state === "now" ? "" : badge(say(`news.${state}`), "off")),
        make("span", { class: "beginning", dir: "auto" }, bulletin.text),
        make("span", { class: "small faint" }, aboutWords(bulletin),
          bulletin.read_count === undefined ? ""
            : ` · ${say("news.readBy", { count: bulletin.read_count })}`)),
      bulletin.has_picture ? picture(bulletin, "thumbnail") : null));
  const draw = () => {
    const shown = bulletins.map((bulletin) => ({ bulletin, state: stateOf(bulletin) }))
      .filter(({ state }) => isAll || state === "now");
    none.hidden = shown.length > 0;
    list.hidden = shown.length === 0;
    showList(list, shown, ({ bulletin }) => bulletin.id, item);
  };
  const refresh = async () => {
    bulletins = await allOf(at);
    draw();
  };
  const again = () => refresh().catch(() => {});
  await refresh();
  // What begins and ends meanwhile.
  const timer = setInterval(draw, 30_000);
  return {
    body: [
      isAdmin ? make("div", { class: "buttons tools" },
        button([icon(plus), say("news.write")], () => editBulletin(at, null, again), { main: true }),
        chips(say("news.which"), [[false, say("news.now")], [true, say("news.all")]], {
          chosen: isAll, onChange: (chosen) => {
            isAll = chosen;
            draw();
          },
        })) : null,
      none, list,
    ].filter(Boolean),
    hears: { change: (change) => { if (isAbout(change, "bulletins")) again(); }, back: again },
    end: () => clearInterval(timer),
  };
}

// MARK: - One

async function onePart(at, id) {
  const { path, address, isAdmin, go } = at;
  const find = async () => (await allOf(at)).find((one) => `${one.id}` === id);
  let bulletin = await find();
  if (!bulletin) return { title: say("news.gone"), body: [section(say("news.gone"),
    make("p", {}, say("news.goneWhy")))] };
  const own = `${path}/bulletins/${bulletin.id}`;
  const article = make("section", { class: "article", "aria-label": say("news.one") });
  const readers = isAdmin ? await readersPart(own) : null;
  let isEnded = false;
  const draw = () => {
    const state = stateOf(bulletin);
    article.replaceChildren(
      make("p", { class: "faint" }, aboutWords(bulletin), " ",
        state === "now" ? "" : badge(say(`news.${state}`), "off")),
      bulletin.has_picture ? picture(bulletin, "picture") : "",
      lines(bulletin.text),
      make("p", { class: "faint small" },
        make("bdi", {}, bulletin.by?.name || say("organisation.nobody")), " · ",
        timeAgo(bulletin.made)),
      at.manages(bulletin.site) ? make("div", { class: "buttons" },
        button(say("rows.edit"), () => editBulletin(at, bulletin, refresh)),
        state === "over" ? "" : button(say("news.end"), endNow),
        button(say("rows.remove"), () => askToRemove(
          say("news.removeTitle", bulletin), say("news.removeText"), say("rows.remove"),
          async () => {
            await ask("DELETE", own);
            await go(`${address}/news`, { replaces: true });
          }), { style: "danger" })) : "");
    const title = document.querySelector("header h1 bdi");
    if (title && article.isConnected) title.textContent = bulletin.title;
  };
  const refresh = async () => {
    const now = await find();
    if (isEnded) return;
    if (!now) return go(`${address}/news`, { replaces: true });
    const counts = { read_count: 0, told_count: 0, is_read: 0, isNew: 0 };
    const isOther = JSON.stringify({ ...now, ...counts })
      !== JSON.stringify({ ...bulletin, ...counts });
    bulletin = now;
    if (isOther) draw();
    await readers?.refresh();
  };
  const endNow = async () => {
    const { until } = bulletin;
    await patch(own, { until: new Date().toISOString() }, bulletin.version);
    await refresh();
    announce(say("news.ended", bulletin), {
      undo: async () => {
        await patch(own, { until: until ?? null });
        await refresh();
      },
    });
  };
  const again = () => refresh().catch(() => {});
  draw();
  return {
    title: bulletin.title,
    body: [article, ...(readers ? [readers.element] : [])],
    hears: { change: (change) => { if (isAbout(change, "bulletins")) again(); }, back: again },
    drawn: async () => {
      if (bulletin.is_read) return;
      // Without a network, its admins learn of it once there is one.
      await submit({ of: path, method: "POST", path: `${own}/read`, isQuiet: true }).catch(() => {});
    },
    end: () => { isEnded = true; },
  };
}

/** Who has read it, and who was told of it. */
async function readersPart(own) {
  const list = make("ul");
  const summary = make("p", { class: "faint" });
  const refresh = async () => {
    const { readers } = await ask("GET", `${own}/readers`);
    const count = (kind) => readers.filter((one) => one[kind]).length;
    summary.textContent = say("news.readers", {
      all: readers.length, read: count("read"), told: count("told"),
    });
    showList(list, readers, (one) => one.person ?? one.name, (one) => row(
      name(one.name || say("organisation.nobody")),
      [
        one.told ? say("news.toldAt", { time: moment(one.told) }) : null,
        one.read ? say("news.readAt", { time: moment(one.read) }) : null,
      ],
      one.read ? badge(say("news.read"), "good") : badge(say("news.notRead"), "off")));
  };
  // Without a network, the bulletin is there and they are not.
  await refresh().catch((error) => { summary.textContent = error.message; });
  return {
    element: section(say("news.readersTitle"), summary,
      make("details", {}, make("summary", {}, say("news.readersWho")), list)),
    refresh,
  };
}

// MARK: - Writing one

/** `bulletin`: `null` for a new one; `done` is called once it is saved. */
function editBulletin(at, bulletin, done) {
  const key = newKey();
  // What is saved, and its picture is then refused, is changed when one saves again.
  let made = bulletin, isSaved = false, isNew = !bulletin;
  const chosen = pictureFields(bulletin?.has_picture ? picture(bulletin, "picture") : null);
  const sites = [
    ...(at.isOfAll ? [["", say("news.allSites")]] : []),
    ...at.sites.map((site) => [`${site.id}`, site.name]),
  ];
  const time = (text) => text ? new Date(text).toISOString() : null;
  const was = { from: localTime(bulletin?.from), until: localTime(bulletin?.until) };
  edit(say(bulletin ? "news.edit" : "news.write"), {
    item: bulletin ?? {},
    fields: [
      ...field(say("news.title"), { value: bulletin?.title ?? "", maxlength: 120, autocomplete: "off" }),
      ...area(say("news.text"), { value: bulletin?.text ?? "", maxlength: 5000, rows: 6 }),
      ...select(say("news.site"), sites, { value: `${bulletin?.site ?? ""}` }),
      ...field(say("news.from"), {
        type: "datetime-local", value: was.from ?? localTime(new Date()), required: false,
      }),
      ...field(say("news.until"), {
        type: "datetime-local", value: was.until ?? "", required: false,
      }),
      ...chosen.elements,
    ],
    action: say(bulletin ? "rows.save" : "news.publish"),
    save: async ([title, text, site, from, until], version, isGone) => {
      if (isGone && !isNew) [made, isNew] = [null, true];
      const body = { title, text, site: site ? Number(site) : null };
      // A time that was not touched stays to the second.
      if (isNew ? new Date(from) > Date.now() : from !== was.from) body.from = time(from) ?? undefined;
      if (until !== (isNew ? "" : was.until ?? "")) body.until = time(until);
      const own = () => `${at.path}/bulletins/${made.id}`;
      if (made) made = await patch(own(), body, isSaved ? undefined : version);
      else made = await ask("POST", `${at.path}/bulletins`, { ...body, key });
      isSaved = true;
      await chosen.save(`${own()}/picture`);
      await done();
      announce(say(bulletin ? "rows.saved" : "news.published"));
    },
    wordsOf: (now) => now.title ?? "", gone: "rows.gone",
  });
}
