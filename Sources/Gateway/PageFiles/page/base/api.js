// Requests to /api.

import { say } from "./words.js";

/**
 * What /api refuses. `status`: of HTTP, or 0 if /api has not answered; `errors`: what is wrong with
 * which field, `{ field, detail }` each; `now`: what somebody else has made of it meanwhile, with 412;
 * `null` if it was removed, with 404; `code`: a word for what is wrong, where there is one, with what
 * may have been meant, `candidates`, of `{ value, name }`: `value` is to be sent instead.
 */
export class Refusal extends Error {
  constructor(status, message, { errors = [], now, code, candidates = [] } = {}) {
    super(message);
    this.status = status;
    this.errors = errors;
    this.now = now;
    this.code = code;
    this.candidates = candidates;
  }

  /** Whether it is about the moment, and not about what was asked: it may be asked again later. */
  get isAway() {
    return [0, 408, 429].includes(this.status) || this.status >= 500;
  }
}

/** Whether /api has answered, and not a proxy before it, or whatever else is on the way. */
export function isAnswer(response) {
  const type = response.headers.get("Content-Type") ?? "";
  if (!response.ok) return type.startsWith("application/problem+json");
  return response.status === 204 || /^application\/([\w.]+\+)?json\b/.test(type);
}

/** What tells /api that something is sent once more, and not something else that is the same. */
export const newKey = () =>
  [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join("");

/**
 * The answer as an object, `{}` if there is none; throws a Refusal. `body`: sent as JSON, but a file
 * as it is. `version`: of what is changed, as it was read: if somebody else has changed it meanwhile,
 * this is refused with 412, or with 404 if they have removed it. `signal`: ends it, with an AbortError.
 */
export function ask(method, path, body, options = {}) {
  const read = () => sent(method, path, body, options);
  return method === "GET" ? inOrder(path, read) : read();
}

/** What is read of each path just now: how often, which answer is the newest, and that answer. */
const underWay = new Map();

/**
 * What is read, or what somebody has read who has asked later and was answered before: a view that
 * reads twice never shows the older of the two.
 */
async function inOrder(path, read) {
  const now = underWay.get(path) ?? { begun: 0, open: 0, newest: 0, answer: undefined };
  underWay.set(path, now);
  now.begun += 1;
  now.open += 1;
  const number = now.begun;
  try {
    const answer = await read();
    if (number > now.newest) [now.newest, now.answer] = [number, answer];
    return { ...now.answer };
  } finally {
    now.open -= 1;
    if (now.open === 0) underWay.delete(path);
  }
}

async function sent(method, path, body, { version, signal }) {
  const headers = {};
  const isFile = body instanceof Blob;
  if (body !== undefined) headers["Content-Type"] = isFile ? body.type : "application/json";
  if (version !== undefined) headers["If-Match"] = `"${version}"`;
  let response;
  try {
    response = await fetch(`/api/${path}`, {
      method, headers, signal, body: body === undefined || isFile ? body : JSON.stringify(body),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Refusal(0, say("fault.away"));
  }
  // The service worker had it from before.
  const asOf = response.headers.get("X-As-Of");
  if (asOf) dispatchEvent(new CustomEvent("asof", { detail: Number(asOf) }));
  const answer = await answerOf(response, signal);
  if (!answer) throw new Refusal(0, say(response.status >= 500 ? "fault.daemonAway" : "fault.away"));
  if (response.status === 503) dispatchEvent(new Event("daemonaway"));
  if (response.ok) return { ...answer, status: response.status };
  const status = response.status === 412 && answer.now === null ? 404 : response.status;
  throw new Refusal(status, refusal(status, response, answer), answer);
}

/** `null`: it is not of /api, or not all of it has come. */
async function answerOf(response, signal) {
  if (!isAnswer(response)) return null;
  if (response.status === 204) return {};
  try {
    return await response.json();
  } catch (error) {
    if (signal?.aborted) throw error;
    return null;
  }
}

function refusal(status, response, problem) {
  switch (status) {
    case 401: return say("fault.signedOut");
    case 404: return say("fault.gone");
    case 410: return say("fault.used");
    case 412: return say("fault.changed");
    case 429: return say("fault.tooMany", { seconds: response.headers.get("Retry-After") ?? 60 });
    case 503: return say("fault.daemonAway");
    default: return problem.detail ?? say("fault.other", { status });
  }
}

/**
 * Asks every `seconds` whether a code or a sign-up was approved. Returns `true`, or `false` if it was
 * refused or is over, or null once `view` is no longer shown.
 */
export async function claimed(secret, seconds, view) {
  do {
    try {
      if ((await ask("POST", "claim", { secret })).status === 200) return true;
    } catch (error) {
      if (error.status === 410) return false;
      // Away, or too often: it is asked again.
    }
    await new Promise((done) => setTimeout(done, seconds * 1000));
  } while (view.isConnected);
  return null;
}
