import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { browser, page } from "./browser.js";

browser("en-GB");
const queue = await page("base/queue.js");
const { countWaiting, drop, forgetWaiting, idOf, keep, send, sendAgain, startWaiting, submit, waiting } = queue;

/** What /api was asked, as `POST path`; and what answers: a function of the request. */
let asked = [], api = null;

const json = (status, body) => new Response(status === 204 ? null : JSON.stringify(body), {
  status, headers: { "Content-Type": status < 400 ? "application/json" : "application/problem+json" },
});

globalThis.fetch = async (address, { method, body, headers = {} }) => {
  const path = address.replace("/api/", "");
  asked.push(`${method} ${path}`);
  return api({ method, path, body: body && JSON.parse(body), seen: headers["If-Match"] });
};

const wish = (path, more = {}) => ({ of: "list", method: "POST", path, body: {}, ...more });
const away = () => { throw new TypeError("no network"); };
const states = () => waiting().map(({ path, status }) => status === undefined ? path : `${path} ${status}`);

localStorage.setItem("session", "1");
startWaiting({ session: 1, person: { id: "ada" } });

beforeEach(() => {
  asked = [];
  api = () => json(201, { id: 1 });
});
afterEach(forgetWaiting);

/** Without a network, until all of them wait. */
async function kept(...wishes) {
  api = away;
  await Promise.all(wishes.map((one) => submit(one)));
  // What sends them has come to its end.
  await new Promise((done) => setTimeout(done));
  asked = [];
}

test("what is answered does not wait", async () => {
  assert.deepEqual(await submit(wish("items")), { id: 1, status: 201 });
  assert.deepEqual(waiting(), []);
});

test("without a network all of it is kept, and sent in its order later", async () => {
  await kept(wish("a"), wish("b"), wish("c"));
  assert.deepEqual(states(), ["a", "b", "c"]);
  assert.equal(countWaiting(), 3);
  api = () => json(200, {});
  await send();
  assert.deepEqual(asked, ["POST a", "POST b", "POST c"]);
  assert.deepEqual(waiting(), []);
});

test("one list that gets no answer holds up no other, and nothing passes it", async () => {
  await kept(wish("a"), wish("b"), wish("x", { of: "other" }));
  api = ({ path }) => path === "a" ? json(503, {}) : json(200, {});
  await send();
  assert.deepEqual(asked, ["POST a", "POST x"]);
  assert.deepEqual(states(), ["a", "b"]);
});

test("what follows on something that was made goes to what it has become", async () => {
  await kept(
    wish("items", { key: "k1" }),
    wish("items/@k1", { method: "PATCH" }), wish("stock/@k1.stock", { method: "DELETE" }));
  assert.equal(idOf("@k1"), "@k1");
  api = () => json(201, { id: 41, stock: { id: 42 } });
  await send();
  assert.deepEqual(asked, ["POST items", "PATCH items/41", "DELETE stock/42"]);
  assert.equal(idOf("@k1"), 41);
  assert.equal(idOf(7), 7);
});

test("what follows on something that was refused is refused, too", async () => {
  await kept(wish("items", { key: "k2" }), wish("items/@k2", { method: "PATCH" }));
  api = () => json(409, { detail: "no" });
  await send();
  assert.deepEqual(asked, ["POST items"]);
  assert.deepEqual(states(), ["items 409", "items/@k2 0"]);
});

test("a change on top of a change is of the version that the first has made", async () => {
  const change = (text) => wish("items/1", { method: "PATCH", version: "v1", body: { text } });
  await kept(change("a"), change("b"));
  const seen = [];
  api = (request) => {
    seen.push(request.seen);
    return json(200, { id: 1, version: `v${seen.length + 1}` });
  };
  await send();
  assert.deepEqual(seen, ['"v1"', '"v2"']);
});

test("who has waited is told of a refusal, and nothing is kept of it", async () => {
  api = () => json(409, { detail: "taken" });
  await assert.rejects(submit(wish("items")), { status: 409, message: "taken" });
  assert.deepEqual(waiting(), []);
});

test("a first answer that was lost is no refusal", async () => {
  const now = { id: 1, version: "v2", text: "a", amount: "" };
  for (const [method, body, answer, isTaken] of [
    ["DELETE", undefined, json(404, {}), true],
    ["PATCH", { text: "a" }, json(412, { now }), true],
    ["PATCH", { text: "a", price: "" }, json(412, { now }), true],
    ["PATCH", { text: "b" }, json(412, { now }), false],
    ["PATCH", { text: "a" }, json(412, { now: null }), false],
    ["POST", {}, json(404, {}), false],
  ]) {
    await kept(wish("items/1", { method, body }));
    api = () => answer;
    await send();
    assert.equal(waiting().length === 0, isTaken, `${method} ${JSON.stringify(body)}`);
    forgetWaiting();
  }
});

test("what somebody else has taken away is gone, and not refused for another reason", async () => {
  for (const list of ["items", "things?state=wanted"]) {
    for (const [left, status] of [[[], 404], [[{ id: 5 }], 409]]) {
      await kept(wish("5/bought", { of: "groups/home", remove: { list, id: 5 } }));
      api = ({ method, path }) => method !== "GET" ? json(409, { detail: "no" })
        : json(200, { [path.match(/\w+(?=\?|$)/)[0]]: left });
      await send();
      assert.equal(waiting()[0].status, status);
      forgetWaiting();
    }
  }
});

test("what was refused stays until somebody says what is to become of it", async () => {
  keep(wish("items", { key: "k3" }), { message: "no", status: 412, now: { version: "v9" } });
  await send();
  assert.deepEqual(asked, []);
  await sendAgain("k3", { version: "v9" });
  assert.deepEqual(asked, ["POST items"]);
  assert.deepEqual(waiting(), []);
  keep(wish("items", { key: "k4" }), { message: "no", status: 400 });
  drop("k4");
  assert.deepEqual(waiting(), []);
});

test("nobody is told of what is sent quietly and refused", async () => {
  await kept(wish("read", { isQuiet: true }));
  assert.equal(countWaiting(), 0);
  api = () => json(404, {});
  await send();
  assert.deepEqual(waiting(), []);
});

test("nothing is sent for somebody who is not here any more", async () => {
  await kept(wish("items"));
  localStorage.setItem("session", "2");
  api = () => json(200, {});
  await send();
  assert.deepEqual(asked, []);
  assert.deepEqual(states(), ["items"]);
  localStorage.setItem("session", "1");
});

test("what a browser keeps that nobody can read is nothing", () => {
  localStorage.setItem("waiting/ada", "{");
  assert.deepEqual(waiting(), []);
});
