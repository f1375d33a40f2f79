// Fields, forms, and what is chosen from a few.

import { guarded, make, newID } from "./elements.js";
import { say } from "./words.js";

const labelled = (title, input) => {
  const id = newID();
  return [make("label", { for: id }, title), input(id)];
};

/** A text field with its label: `[label, input]`. */
export function field(title, attributes = {}) {
  return labelled(title, (id) => make("input", {
    id, type: "text", required: true, maxlength: 80, ...attributes,
  }));
}

/** A field of several lines with its label: `[label, textarea]`; `value`: its text. */
export function area(title, { value = "", ...attributes } = {}) {
  return labelled(title, (id) => make("textarea", { id, maxlength: 2000, ...attributes }, value));
}

/** One of `options`, `[[value, text], …]`, with its label: `[label, select]`. */
export function select(title, options, { value, ...attributes } = {}) {
  return labelled(title, (id) => make("select", { id, ...attributes },
    ...options.map(([option, text]) =>
      make("option", { value: option, selected: option === value }, text))));
}

/** A box to tick, within its label; `attributes` has `checked`. */
export function checkbox(title, attributes = {}) {
  return make("label", { class: "choice" },
    make("input", { type: "checkbox", ...attributes }), make("span", {}, title));
}

/** One of a few `options`, `[[value, text], …]`, that are all seen at once. */
export function radios(title, options, { value, ...attributes } = {}) {
  const name = newID();
  return make("fieldset", {}, make("legend", {}, title), ...options.map(([option, text]) =>
    make("label", { class: "choice" },
      make("input", {
        type: "radio", name, value: option, checked: option === value, ...attributes,
      }), make("span", {}, text))));
}

/**
 * Fields, and a button that hands their values to `action`, in their order: texts without blanks
 * around them, `true` or `false` of a box to tick, one value of some radios (`null`: none), the
 * files of a file field.
 */
export function form(inputs, title, action, { main = true } = {}) {
  const submit = make("button", { type: "submit", class: main ? "main" : null }, title);
  const form = make("form", {
    on: {
      submit: (event) => {
        event.preventDefault();
        guarded(submit, () => action(...values(form)));
      },
    },
  }, ...inputs, submit);
  return form;
}

function values(form) {
  const seen = new Set();
  return [...form.querySelectorAll("input, select, textarea")].flatMap((input) => {
    if (input.type === "checkbox") return [input.checked];
    if (input.type === "file") return [input.files];
    if (input.type !== "radio") return [input.value.trim()];
    if (seen.has(input.name)) return [];
    seen.add(input.name);
    return [form.querySelector(`input[name="${input.name}"]:checked`)?.value ?? null];
  });
}

/**
 * Buttons to filter by: `options` is `[[value, text], …]`, `chosen` a value, or a set of them where
 * several can be chosen; `onChange` is called with what is chosen then. `line`: in one line that a
 * thumb moves.
 */
export function chips(title, options, { chosen, onChange, line = false }) {
  const isMany = chosen instanceof Set;
  const isChosen = (value) => isMany ? chosen.has(value) : chosen === value;
  const buttons = options.map(([value, text]) => make("button", {
    type: "button", "aria-pressed": `${isChosen(value)}`,
    on: {
      click: () => {
        if (!isMany) chosen = value;
        else if (!chosen.delete(value)) chosen.add(value);
        buttons.forEach((button, index) =>
          button.setAttribute("aria-pressed", `${isChosen(options[index][0])}`));
        onChange(chosen);
      },
    },
  }, text));
  return make("div", { class: line ? "chips line" : "chips", role: "group", "aria-label": title },
    ...buttons);
}

// MARK: - Editors

/** What stands behind the title of a field that may be empty. */
export const optional = () =>
  make("span", { class: "faint" }, ` (${say("place.optional")})`);

/**
 * Fields of what is added or changed: `{ elements, inputs, values }`. `wanted`: of each `name`,
 * `title`, perhaps `value`, `type`, `isLong`, `isRequired`, `options` to choose from as
 * `[[value, text], …]`, and further attributes.
 */
export function fields(wanted) {
  const inputs = new Map();
  const elements = wanted.map((one) => {
    const { name, title, value = "", options, isLong, isRequired, ...attributes } = one;
    const id = newID();
    const input = options ? make("select", { id, ...attributes }, ...options.map(
      ([option, text]) => make("option", { value: option }, text)))
      : make(isLong ? "textarea" : "input", {
        id, required: !!isRequired, maxlength: isLong ? 10_000 : 1000, autocomplete: "off",
        ...(isLong ? { rows: 4 } : { type: "text" }), ...attributes,
      });
    input.value = value;
    inputs.set(name, input);
    return make("div", { class: "field" },
      make("label", { for: id }, title, isRequired || options ? "" : optional()),
      input);
  });
  return {
    elements, inputs,
    /** What was typed, by name; null for what is empty. */
    values: () => Object.fromEntries(
      [...inputs].map(([name, input]) => [name, input.value.trim() || null])),
  };
}

/** Says at each field what is wrong with it; `true`: there are errors, and all are said. */
function pointOut(errors, inputs) {
  const said = errors.filter(({ field, detail }) => {
    const input = inputs.get(field);
    if (!input || input.closest("[hidden]") || input.matches("[aria-invalid]")) return false;
    const why = make("p", { class: "fault", id: `${input.id}-fault` }, detail);
    input.setAttribute("aria-invalid", "true");
    input.setAttribute("aria-describedby", why.id);
    input.after(why);
    return true;
  });
  if (said.length > 0) inputs.get(said[0].field).focus();
  return said.length > 0 && said.length === errors.length;
}

function takeBack(inputs) {
  for (const input of inputs.values()) {
    if (!input.matches("[aria-invalid]")) continue;
    document.getElementById(`${input.id}-fault`)?.remove();
    input.removeAttribute("aria-invalid");
    input.removeAttribute("aria-describedby");
  }
}

/**
 * A form whose `save()` may be refused: then all that was typed stays. `changed`: what is said if
 * somebody else has changed it meanwhile; saving again replaces that.
 */
export function editor({ parts, inputs, title, changed, save, cancel }) {
  const problem = make("div", { role: "alert" });
  const submit = make("button", { type: "submit", class: "main" }, title);
  return make("form", {
    class: "editor",
    on: {
      submit: async (event) => {
        event.preventDefault();
        if (submit.disabled) return;
        submit.disabled = true;
        problem.replaceChildren();
        takeBack(inputs);
        try {
          await save();
        } catch (error) {
          if (pointOut(error.errors ?? [], inputs)) return;
          problem.append(
            make("p", { class: "fault" }, error.status === 412 ? changed : error.message));
        } finally {
          submit.disabled = false;
        }
      },
    },
  }, ...parts, problem, make("div", { class: "buttons" }, submit,
    make("button", { type: "button", on: { click: cancel } }, say("page.cancel"))));
}
