// What one fills in for a review: the questions of its form, and what is the same for all.

import { today } from "../../base/days.js";
import { make, newID, section } from "../../base/elements.js";
import { area, field, form as formOf, select } from "../../base/forms.js";
import { say } from "../../base/words.js";

/** Characters, as /api takes. */
const longestAnswer = 1000;

export const memberName = (member) => member.nick_name ?? member.name;

/**
 * What one fills in. `review`: the one that is changed; else `forms` to choose from, and what is
 * `chosen` first. `save` is given what /api takes.
 */
export function reviewForm(at, { review = null, forms = [], chosen = {}, onChoose, save, cancel }) {
  const { group, me, sites, isOfAll } = at;
  // Whoever looks after some sites reviews who belongs there.
  const members = group.members.filter((member) => member.person !== me.person.id
    && (isOfAll || sites.some((site) => member.sites.includes(site.id))));
  let form = review ?? forms.find((one) => `${one.id}` === chosen.form) ?? forms[0];
  const questions = make("div", { class: "asked" });
  let answers = [];
  const ask = () => {
    answers = form.questions.map((question, index) => answerField(question, review?.answers[index]));
    questions.replaceChildren(...answers.map((answer) => answer.element));
  };
  const choose = () => onChoose?.({ form: form.id, of: who?.value });
  const [formLabel, which] = review ? [] : select(
    say("reviews.form"), forms.map((one) => [`${one.id}`, one.name]), {
      value: `${form.id}`, on: {
        change: () => {
          form = forms.find((one) => `${one.id}` === which.value);
          ask();
          choose();
        },
      },
    });
  const [whoLabel, who] = review ? [] : select(
    say("reviews.member"), [["", say("reviews.choose")], ...members.map((member) => [
      member.person, [memberName(member), member.number].filter(Boolean).join(", "),
    ])], {
      value: chosen.of ?? "", required: true, on: {
        change: () => {
          atTheirs();
          choose();
        },
      },
    });
  const all = isOfAll ? group.sites ?? [] : sites;
  const [siteLabel, site] = all.length === 0 ? [] : select(
    say("reviews.site"), [
      ...(isOfAll ? [["", say("requests.noSite")]] : []),
      ...all.map((one) => [`${one.id}`, one.name]),
    ], { value: `${review?.site ?? ""}` });
  /** Most are reviewed where they belong. */
  const atTheirs = () => {
    const theirs = members.find((member) => member.person === who?.value)?.sites ?? [];
    const first = all.find((one) => theirs.includes(one.id));
    if (site && first) site.value = `${first.id}`;
  };
  const [dateLabel, day] = field(say("reviews.date"), {
    type: "date", value: review?.date ?? today(), max: today(),
  });
  const [resultLabel, result] = field(say("reviews.result"), {
    required: false, value: review?.result ?? "", autocomplete: "off",
  });
  const [remarkLabel, remark] = area(say("reviews.remark"), {
    value: review?.remark ?? "", rows: 4,
  });
  ask();
  if (!review) atTheirs();
  const element = formOf([
    ...[formLabel, which, whoLabel, who, siteLabel, site].filter(Boolean), dateLabel, day,
    questions, resultLabel, result, remarkLabel, remark,
  ], say("rows.save"), () => save({
    ...(review ? {} : { form: form.id, form_version: form.version_number, of: who.value }),
    ...(site ? { site: site.value ? Number(site.value) : null } : {}),
    date: day.value, answers: answers.map((answer) => answer.read()),
    result: result.value.trim(), remark: remark.value.trim(),
  }));
  element.querySelector("[type=submit]").after(" ",
    make("button", { type: "button", on: { click: cancel } }, say("page.cancel")));
  return section(review ? say("reviews.edit") : say("reviews.fillIn"), element);
}

/** A question, with an answer that a thumb gives. */
function answerField({ text, kind }, answer = null) {
  const id = newID();
  if (kind === "text") {
    const input = make("textarea", { id, maxlength: longestAnswer, rows: 2 }, answer ?? "");
    return {
      element: make("div", {}, make("label", { for: id, dir: "auto" }, text), input),
      read: () => input.value.trim() || null,
    };
  }
  const options = kind === "yesno"
    ? [[true, say("reviews.yes")], [false, say("reviews.no")]]
    : [1, 2, 3, 4, 5].map((value) => [value, `${value}`]);
  const choices = [[null, say("reviews.noAnswer")], ...options];
  const inputs = choices.map(([value]) => make("input", {
    type: "radio", name: id, checked: value === answer,
  }));
  return {
    element: make("fieldset", { class: `rating ${kind}` }, make("legend", { dir: "auto" }, text),
      choices.map(([, words], index) => make("label", {}, inputs[index], make("span", {}, words)))),
    read: () => choices[inputs.findIndex((input) => input.checked)]?.[0] ?? null,
  };
}
