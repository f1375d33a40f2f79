// /organisation/GROUP/forms: what people are reviewed by.

import { ask, newKey } from "../../base/api.js";
import { announce, badge, button, cross, icon, make, plus } from "../../base/elements.js";
import { field, select } from "../../base/forms.js";
import { askToRemove, change as patch, edit, listSection, name, row } from "../../base/lists.js";
import { isAbout } from "../../base/live.js";
import { say } from "../../base/words.js";

const kinds = ["yesno", "scale", "text"];
const mostQuestions = 50;
const [up, down] = ["M12 19V5m-6 6 6-6 6 6", "M12 5v14m-6-6 6 6 6-6"];

export default async function formsPart({ path, isOfAll }) {
  const label = (words, form) => ({ label: `${words}: ${form.name}` });
  const part = await listSection(say("organisation.forms"), {
    none: say("forms.none"),
    read: async () => (await ask("GET", `${path}/forms`)).forms,
    words: (form) => form.name,
    row: (form) => row(
      [name(form.name), " ", !form.is_open ? badge(say("forms.closed"), "off") : ""],
      [
        [
          say(form.questions.length === 1 ? "forms.question" : "forms.questions", {
            count: form.questions.length,
          }),
          say("forms.version", { version: form.version_number }),
          form.every_days ? say("forms.every", { days: form.every_days }) : null,
        ].filter(Boolean).join(" · "),
        form.questions.map((question) => question.text).join(" · "),
      ],
      ...isOfAll ? [
        button(say("rows.edit"), () => editForm(form), label(say("rows.edit"), form)),
        button(say(form.is_open ? "forms.close" : "forms.open"), async () => {
          await patch(`${path}/forms/${form.id}`, { is_open: !form.is_open }, form.version);
          await part.refresh();
        }, label(say(form.is_open ? "forms.close" : "forms.open"), form)),
        button(say("rows.remove"), () => askToRemove(
          say("forms.removeTitle", form), say("forms.removeText"), say("rows.remove"), async () => {
            try {
              await ask("DELETE", `${path}/forms/${form.id}`);
            } catch (error) {
              throw error.status === 409 ? new Error(say("forms.isUsed")) : error;
            }
            await part.refresh();
          }), { style: "danger", ...label(say("rows.remove"), form) }),
      ] : []),
  }, isOfAll ? button(say("forms.add"), () => editForm(null)) : null);
  part.element.querySelector("h2").after(make("p", { class: "faint" }, say("forms.how")));

  function editForm(form) {
    const key = newKey();
    const questions = questionsField(form?.questions ?? [{ text: "", kind: "yesno" }]);
    const before = JSON.stringify(form?.questions.map(({ text, kind }) => ({ text, kind })));
    edit(say(form ? "forms.edit" : "forms.add"), {
      item: form ?? {},
      fields: [
        ...field(say("forms.name"), { value: form?.name ?? "", autocomplete: "off" }),
        ...field(say("forms.everyDays"), {
          type: "number", min: 1, max: 3660, inputmode: "numeric", required: false,
          value: form?.every_days ?? "",
        }),
        questions.element,
      ],
      save: async ([name, days], version, isGone) => {
        const asked = questions.read();
        if (asked.length === 0) throw new Error(say("forms.noQuestions"));
        const body = { name, every_days: days ? Number(days) : null };
        if (isGone || JSON.stringify(asked) !== before) body.questions = asked;
        if (form && !isGone) await patch(`${path}/forms/${form.id}`, body, version);
        else await ask("POST", `${path}/forms`, { ...body, key });
        await part.refresh();
        announce(say("rows.saved"));
      },
      wordsOf: (now) => now.name ?? "", gone: "rows.gone",
    });
  }

  const again = () => part.refresh().catch(() => {});
  return {
    body: [part.element],
    hears: { change: (change) => { if (isAbout(change, "reviews")) again(); }, back: again },
  };
}

/** Questions that one adds, puts into order, and takes away. */
function questionsField(questions) {
  const list = make("ol", { class: "questions" });
  const said = make("p", { class: "hidden", role: "status" });
  const number = (item) => [...list.children].indexOf(item) + 1;
  // Each says where it stands, to those who do not see it.
  const count = () => [...list.children].forEach((item, index) => {
    const values = { number: index + 1 };
    item.querySelector("legend").textContent = say("forms.questionNumber", values);
    item.querySelector(".up").disabled = index === 0;
    item.querySelector(".down").disabled = index === list.children.length - 1;
    more.disabled = list.children.length >= mostQuestions;
  });
  const only = (path, action, words, style) =>
    button(icon(path), action, { style: `quiet only-icon ${style}`, label: words });
  const move = (item, step) => {
    if (step < 0) item.previousElementSibling?.before(item);
    else item.nextElementSibling?.after(item);
    count();
    said.textContent = say("forms.movedTo", { number: number(item) });
    // `button` switches itself on again after this.
    setTimeout(() => {
      count();
      const pressed = item.querySelector(step < 0 ? ".up" : ".down");
      (pressed.disabled ? item.querySelector(step < 0 ? ".down" : ".up") : pressed).focus();
    });
  };
  const add = ({ text, kind }) => {
    const item = make("li");
    item.append(make("fieldset", {}, make("legend", {}),
      ...field(say("forms.questionText"), { value: text, maxlength: 200, autocomplete: "off" }),
      ...select(say("forms.kind"), kinds.map((one) => [one, say(`forms.kind.${one}`)]), {
        value: kind,
      }),
      make("div", { class: "buttons" },
        only(up, () => move(item, -1), say("forms.up"), "up"),
        only(down, () => move(item, 1), say("forms.down"), "down"),
        only(cross, () => {
          const next = item.nextElementSibling ?? item.previousElementSibling;
          item.remove();
          count();
          (next?.querySelector("input") ?? more).focus();
        }, say("forms.removeQuestion"), "danger"))));
    list.append(item);
    count();
    return item;
  };
  const more = button([icon(plus), say("forms.addQuestion")], () =>
    add({ text: "", kind: "yesno" }).querySelector("input").focus());
  questions.forEach(add);
  return {
    element: make("div", { class: "stack" }, make("p", { class: "faint" }, say("forms.versions")),
      list, said, make("p", {}, more)),
    read: () => [...list.children].map((item) => ({
      text: item.querySelector("input").value.trim(), kind: item.querySelector("select").value,
    })),
  };
}
