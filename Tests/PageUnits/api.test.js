import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, page } from "./browser.js";

browser("en-GB");
const { ask, isAnswer, Refusal } = await page("base/api.js");
const { readStream } = await page("base/stream.js");
const { say } = await page("base/words.js");

const answer = (status, body, headers = {}) => new Response(
  body === undefined ? null : JSON.stringify(body), {
    status, headers: {
      "Content-Type": status < 400 ? "application/json" : "application/problem+json", ...headers,
    },
  });

/** What `ask` throws when it is answered so. */
async function refusal(response) {
  globalThis.fetch = async () => {
    if (response instanceof Error) throw response;
    return response;
  };
  return ask("GET", "x").then(() => assert.fail("it is no refusal"), (error) => error);
}

test("only what is of /api is taken for its answer", () => {
  for (const [status, type, expected] of [
    [200, "application/json", true], [200, "application/geo+json; charset=utf-8", true],
    [204, "", true], [200, "text/html", false], [200, "", false], [200, "application/jsonp", false],
    [404, "application/problem+json", true], [404, "application/json", false], [502, "text/html", false],
  ]) {
    const response = new Response(null, { status, headers: { "Content-Type": type } });
    assert.equal(isAnswer(response), expected, `${status} ${type}`);
  }
});

test("a refusal says what one can do, in the words of the page", async () => {
  for (const [response, status, words, isAway] of [
    [new TypeError("no network"), 0, say("fault.away"), true],
    [new Response("<html>", { status: 502, headers: { "Content-Type": "text/html" } }), 0,
      say("fault.daemonAway"), true],
    [new Response("{", { status: 200, headers: { "Content-Type": "application/json" } }), 0,
      say("fault.away"), true],
    [answer(401, {}), 401, say("fault.signedOut"), false],
    [answer(404, {}), 404, say("fault.gone"), false],
    [answer(412, { now: null }), 404, say("fault.gone"), false],
    [answer(412, { now: { id: 1 } }), 412, say("fault.changed"), false],
    [answer(429, {}, { "Retry-After": "7" }), 429, say("fault.tooMany", { seconds: 7 }), true],
    [answer(503, {}), 503, say("fault.daemonAway"), true],
    [answer(409, { detail: "taken" }), 409, "taken", false],
    [answer(400, {}), 400, say("fault.other", { status: 400 }), false],
  ]) {
    const error = await refusal(response);
    assert.ok(error instanceof Refusal);
    assert.deepEqual([error.status, error.message, error.isAway], [status, words, isAway]);
  }
});

test("a refusal has what a view needs to offer something else", async () => {
  const candidates = [{ value: "52.37,4.89", name: "Damrak" }];
  for (const [problem, code, meant] of [
    [{ code: "ambiguous", candidates }, "ambiguous", candidates], [{ code: "unknown" }, "unknown", []],
    [{}, undefined, []],
  ]) {
    const error = await refusal(answer(400, problem));
    assert.deepEqual([error.code, error.candidates], [code, meant]);
  }
});

test("who asks twice is never shown the older answer", async () => {
  const waits = [];
  globalThis.fetch = () => new Promise((done) => waits.push(done));
  const [first, second, other] = [ask("GET", "x"), ask("GET", "x"), ask("GET", "y")];
  await new Promise((done) => setTimeout(done));
  waits[1](answer(200, { number: 2 }));
  assert.equal((await second).number, 2);
  waits[0](answer(200, { number: 1 }));
  assert.equal((await first).number, 2);
  waits[2](answer(200, { number: 3 }));
  assert.equal((await other).number, 3);
});

test("what is changed says which version was seen", async () => {
  let sent = null;
  globalThis.fetch = async (address, options) => {
    sent = { address, ...options };
    return answer(204);
  };
  assert.deepEqual(await ask("PATCH", "groups/a", { name: "b" }, { version: "v1" }), { status: 204 });
  assert.equal(sent.address, "/api/groups/a");
  assert.equal(sent.body, '{"name":"b"}');
  assert.deepEqual(sent.headers, { "Content-Type": "application/json", "If-Match": '"v1"' });
});

test("events are read however their text is cut", async () => {
  const text = 'event: device\nid: 7\ndata: {"name":"Zoë"}\n\n:\n\nid: 8\n\nevent: change\ndata: {}\n\n';
  const bytes = new TextEncoder().encode(text);
  for (const size of [1, 2, 3, 7, 1000]) {
    globalThis.fetch = async () => new Response(new ReadableStream({
      start(controller) {
        for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
        controller.close();
      },
    }), { headers: { "Content-Type": "text/event-stream" } });
    const heard = [];
    await readStream(null, new AbortController().signal, () => {}, (event) => heard.push(event));
    assert.deepEqual(heard.filter((event) => event.name), [
      { name: "device", id: "7", data: { name: "Zoë" } }, { name: "change", id: undefined, data: {} },
    ], `${size} bytes`);
    assert.ok(heard.some((event) => event.id === "8"));
  }
});

test("a stream that is refused says for how long", async () => {
  globalThis.fetch = async (address, { headers }) => {
    assert.deepEqual(headers, { "Last-Event-ID": "9" });
    return answer(429, {}, { "Retry-After": "4" });
  };
  const error = await readStream("9", undefined, assert.fail, assert.fail).catch((error) => error);
  assert.deepEqual([error.status, error.seconds], [429, 4]);
});
