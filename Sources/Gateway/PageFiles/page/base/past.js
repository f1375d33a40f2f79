// What is kept of the past of a device: its positions and its notices.

import { ask, Refusal } from "./api.js";
import { say } from "./words.js";

/** Of a page of notices, the most that /api gives. */
const most = 1000;

const query = (values) => new URLSearchParams(
  Object.entries(values).filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]));

/** The positions from `since` to `until` (Dates), read as they come: there may be 100,000. */
export async function positionsOf(device, { since, until, limit } = {}) {
  const path = `devices/${encodeURIComponent(device)}/positions?${query({ since, until, limit })}`;
  let response;
  try {
    response = await fetch(`/api/${path}`);
  } catch {
    throw new Refusal(0, say("fault.away"));
  }
  // `ask` has words for what is refused.
  if (!response.ok) return await ask("GET", path).then(() => []);
  const positions = [];
  const take = (line) => {
    if (line === "") return;
    const position = JSON.parse(line);
    position.ms = Date.parse(position.time);
    positions.push(position);
  };
  let rest = "";
  const text = response.body.pipeThrough(new TextDecoderStream());
  for (let reader = text.getReader(), piece; !(piece = await reader.read()).done;) {
    const lines = (rest + piece.value).split("\n");
    rest = lines.pop();
    lines.forEach(take);
  }
  take(rest);
  return positions;
}

/** All notices from `since` to `until`, oldest first. */
export async function noticesOf(device, { since, until, after, transitions } = {}) {
  const all = [];
  for (;;) {
    const { notifications } = await ask(
      "GET", `history?${query({ device, since, until, after, transitions, limit: most })}`);
    all.push(...notifications);
    if (notifications.length < most) return all;
    after = Number(notifications.at(-1).sequence);
  }
}

/** What may be open as `time` begins, and how it ended later: notices before, and exits after. */
export async function noticesAround(device, { start, end }) {
  const transitions = "enter,exit";
  const [before, after] = await Promise.all([
    ask("GET", `history?${query({ device, until: start, transitions, last: 300 })}`),
    ask("GET", `history?${query({ device, since: end, transitions, limit: 300 })}`),
  ]);
  return { before: before.notifications, after: after.notifications };
}

/** An answer of /api as a file. */
export async function downloaded(path) {
  let response;
  try {
    response = await fetch(`/api/${path}`);
  } catch {
    throw new Refusal(0, say("fault.away"));
  }
  if (!response.ok) await ask("GET", path);
  return await response.blob();
}
