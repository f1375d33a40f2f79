// One reading of /api/events. The browser's own EventSource does not tell heartbeats, by which one
// knows that a silent connection still is one, nor why it was refused.

import { Refusal, isAnswer } from "./api.js";

/**
 * Reads the stream until it ends, and throws if it cannot be opened, or breaks. `last`: the id of
 * the last message that was heard, or `null`; `heard` is called with each event, `{ name, id, data }`,
 * and with `{}` for whatever else comes, as the heartbeat each 15 s.
 */
export async function readStream(last, signal, opened, heard) {
  const response = await fetch("/api/events", {
    headers: last === null ? {} : { "Last-Event-ID": last }, signal, cache: "no-store",
  });
  const isStream = response.headers.get("Content-Type")?.startsWith("text/event-stream");
  if (!response.ok || !isStream) {
    await response.body?.cancel();
    const refusal = new Refusal(isAnswer(response) ? response.status : 0, "");
    refusal.seconds = Number(response.headers.get("Retry-After")) || null;
    throw refusal;
  }
  opened();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const blocks = (rest + value).split("\n\n");
    rest = blocks.pop();
    if (blocks.length === 0) heard({});
    for (const block of blocks) heard(event(block));
  }
}

/** An event as the stream has it (HTML, 9.2.6); ours have one line of data. */
function event(block) {
  const fields = {};
  for (const line of block.split("\n")) {
    const [, name, value] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    if (name) fields[name] = value;
  }
  return {
    name: fields.event, id: fields.id,
    data: fields.data === undefined ? undefined : JSON.parse(fields.data),
  };
}
