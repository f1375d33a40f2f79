// The positions of days as a file.

import { startOf, today } from "../../base/days.js";
import { button, make, section } from "../../base/elements.js";
import { field, form } from "../../base/forms.js";
import { gpxOf, save } from "../../base/gpx.js";
import { number } from "../../base/numbers.js";
import { positionsOf } from "../../base/past.js";
import { say } from "../../base/words.js";
import { parts } from "./visits.js";

/** `shown`: `{ device, day }`, which change as somebody chooses others. */
export function exportSection(shown) {
  const saved = make("p", { role: "status" });
  const write = async (from, to) => {
    saved.textContent = "";
    const { device } = shown;
    const positions = await positionsOf(device.id, {
      since: startOf(from), until: startOf(to, 1),
    });
    if (positions.length === 0) {
      saved.textContent = say("history.exportNothing");
      return;
    }
    const days = from === to ? from : `${from}--${to}`;
    const file = `${device.id}-${days}.gpx`;
    save(gpxOf(`${device.name ?? device.id} ${days}`, parts(positions)), file);
    saved.textContent = say("history.exported", { file, count: number(positions.length) });
  };
  const max = today();
  return section(say("history.export"),
    make("p", {}, say("history.exportHow")),
    button(say("history.exportDay"), () => write(shown.day, shown.day)),
    make("details", {}, make("summary", {}, say("history.exportRange")),
      form(
        [
          ...field(say("history.exportFrom"), { type: "date", max }),
          ...field(say("history.exportTo"), { type: "date", max }),
        ],
        say("history.exportSave"), (from, to) => write(...[from, to].sort()), { main: false })),
    saved);
}
