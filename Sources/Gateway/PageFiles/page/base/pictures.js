// Pictures that people add to what they write.

import { ask } from "./api.js";
import { make } from "./elements.js";
import { checkbox, field } from "./forms.js";
import { say } from "./words.js";

/** As /api takes. */
const mostBytes = 5 << 20;
const kinds = ["image/jpeg", "image/png", "image/webp"];

/**
 * A file with a picture, which is shown at once; `now`: an element with the picture that there is,
 * which one may take away, or `null`; `more`: stands behind the title. `save(path)` does what was
 * chosen, at its path in /api.
 */
export function pictureFields(now = null, more = "") {
  const preview = make("div", { class: "preview", "aria-live": "polite" }, now);
  const [label, input] = field([say("picture.field"), more], {
    type: "file", required: false, accept: kinds.join(","), maxlength: null, on: {
      change: () => {
        const [file] = input.files;
        const why = !file ? "" : !kinds.includes(file.type) ? say("picture.kind")
          : file.size > mostBytes ? say("picture.large") : "";
        input.setCustomValidity(why);
        preview.replaceChildren(
          ...(why ? [make("p", { class: "fault" }, why)] : file || !now ? [] : [now]));
        if (why || !file) return;
        const reader = new FileReader();
        reader.addEventListener("load", () => {
          if (input.files[0] !== file) return;
          preview.replaceChildren(make("img", {
            class: "picture", src: reader.result, alt: say("picture.preview"), on: {
              error: () => {
                input.setCustomValidity(say("picture.bad"));
                preview.replaceChildren(make("p", { class: "fault" }, say("picture.bad")));
              },
            },
          }));
        });
        reader.readAsDataURL(file);
      },
    },
  });
  const without = now && checkbox(say("picture.remove"));
  return {
    elements: [label, input, preview, without].filter(Boolean),
    async save(path) {
      const [file] = input.files;
      if (!file) {
        if (without?.querySelector("input").checked) await ask("DELETE", path);
        return;
      }
      try {
        await ask("PUT", path, file);
      } catch (error) {
        throw [400, 413, 415].includes(error.status) ? new Error(say("picture.bad")) : error;
      }
    },
  };
}
