// What happens, as /api/events says it: one stream for all tabs of a browser. One tab leads: it
// reads the stream, and passes on what it hears. When it goes, or hangs, another one leads. A lock
// says which; browsers have locks only behind HTTPS or on this machine, and else the tabs ask each
// other.

import { readStream } from "./stream.js";

const handlers = new Map();

/**
 * `handle` is called with the data of each event that is called `name`: `message`, `device`,
 * `change`, … Of the page's own are
 * - `back`: something may have been missed, and is to be asked for;
 * - `away`: since when there is no stream, in milliseconds since 1970; `null` once it is back.
 * Returns a function that ends it.
 */
export function hear(name, handle) {
  if (!handlers.has(name)) handlers.set(name, new Set());
  handlers.get(name).add(handle);
  return () => handlers.get(name).delete(handle);
}

/** Tells this tab alone. */
export function tell(name, data) {
  for (const handle of [...handlers.get(name) ?? []]) handle(data);
}

/** Milliseconds without anything, not even a heartbeat, after which a stream is taken for dead. */
const longestSilence = 40_000;
/** As long again as a leader needs to find that out. */
const longestOfLeader = 55_000;
/** Milliseconds before a stream that broke is opened again: doubled each time. */
const [firstWait, lastWait] = [500, 10_000];

const pause = (milliseconds, signal) => new Promise((done) => {
  const timer = setTimeout(done, milliseconds);
  signal.addEventListener("abort", () => [clearTimeout(timer), done()]);
});

/** The stream of one session, as one tab has part in it. */
class SharedStream {
  /** `key`: of the session; tabs of other sessions hear nothing of it. */
  constructor(key) {
    this.key = key;
    this.ending = new AbortController();
    this.channel = new BroadcastChannel(key);
    this.isLeading = false;
    /** Without locks: whether another tab leads. */
    this.hasLeader = false;
    /** Without locks, and if two lead: the lower one goes on. */
    this.rank = Math.random();
    /** Views have read something before the stream was there. */
    this.isLate = false;
    this.away = null;
    /** The id of the last message that was heard. */
    this.last = null;
    this.heardAt = Date.now();
    /** Ends one reading, or one pause between two. */
    this.turn = new AbortController();
    this.isThere = new Promise((done) => { this.nowThere = done; });
    this.channel.onmessage = ({ data }) => this.hearTab(data);
    this.timer = setInterval(() => this.check(), 5000);
  }

  start() {
    this.say({ kind: "hello" });
    if (navigator.locks) this.queue();
    else this.stand({ isFirst: true });
  }

  end() {
    if (this.isLeading && !navigator.locks) this.say({ kind: "bye" });
    this.ending.abort();
    this.turn.abort();
    this.channel.close();
    clearInterval(this.timer);
    this.nowThere();
  }

  /** Leads as soon as no other tab does; `steals`: at once. */
  async queue(steals = false) {
    const isOver = () => this.ending.signal.aborted;
    try {
      if (!steals) {
        const isTaken = await navigator.locks.request(
          this.key, { ifAvailable: true }, (lock) => lock ? this.lead(this.ending.signal) : true);
        if (isTaken !== true || isOver()) return;
        // Another tab has the stream already.
        this.nowThere();
      }
      const options = steals ? { steal: true } : { signal: this.ending.signal };
      await navigator.locks.request(this.key, options, () => {
        if (!isOver()) return this.lead(this.ending.signal, { isFirst: false });
      });
    } catch (error) {
      if (error.name !== "AbortError") throw error;
      // Over; or another tab has taken the lead, as this one was frozen.
      this.isLeading = false;
      this.turn.abort();
      if (!isOver()) this.queue();
    }
  }

  /** Without locks: leads, unless another tab says soon that it does. */
  async stand({ isFirst = false } = {}) {
    this.hasLeader = false;
    this.say({ kind: "hello" });
    await pause(50 + 100 * Math.random(), this.ending.signal);
    if (this.ending.signal.aborted || this.isLeading) return;
    if (this.hasLeader) return this.nowThere();
    this.greet();
    return this.lead(this.ending.signal, { isFirst });
  }

  /** Tells the others that it leads. */
  greet() {
    this.say({ kind: "away", since: this.away, last: this.last });
  }

  /** Reads the stream, again and again. */
  async lead(signal, { isFirst = true } = {}) {
    this.isLeading = true;
    let wait = firstWait;
    while (!signal.aborted && this.isLeading) {
      this.turn = new AbortController();
      this.heardAt = Date.now();
      try {
        await readStream(this.last, this.turn.signal, () => {
          wait = firstWait;
          this.share({ kind: "away", since: null });
          // What views have read before the stream was there may be old.
          if (!isFirst || this.isLate) this.share({ kind: "back" });
          isFirst = false;
          this.nowThere();
        }, (event) => this.hearOf(event));
      } catch (error) {
        if (error.status === 401) return this.share({ kind: "signedout" });
        if (error.seconds) wait = error.seconds * 1000;
      }
      if (signal.aborted || !this.isLeading) return;
      this.share({ kind: "away", since: this.away ?? Date.now() });
      isFirst = false;
      this.turn = new AbortController();
      await pause(wait * (0.75 + Math.random() / 2), this.turn.signal);
      wait = Math.min(wait * 2, lastWait);
    }
  }

  hearOf({ name, id, data }) {
    this.heardAt = Date.now();
    if (id !== undefined) {
      // Told already, as by the tab that led before.
      if (name && this.last !== null && Number(id) <= Number(this.last)) return;
      this.last = id;
    }
    const { last } = this;
    this.share(name ? { kind: "event", name, data, last } : { kind: "beat", last });
  }

  /** Tells this tab, and the others. */
  share(news) {
    this.take(news);
    this.say(news);
  }

  say(news) {
    if (!this.ending.signal.aborted) this.channel.postMessage({ ...news, rank: this.rank });
  }

  /** What another tab says. */
  hearTab(news) {
    if (news.kind === "hello") return this.isLeading && this.greet();
    if (news.kind === "bye") return this.stand();
    this.hasLeader = true;
    if (this.isLeading && !navigator.locks) {
      if (news.rank > this.rank) return this.greet();
      this.isLeading = false;
      this.turn.abort();
    }
    this.take(news);
  }

  take(news) {
    this.heardAt = Date.now();
    if ("last" in news) this.last = news.last;
    switch (news.kind) {
      case "event": return tell(news.name, news.data);
      case "back": return tell("back");
      case "away":
        if (this.away === news.since) return;
        this.away = news.since;
        return tell("away", news.since);
      case "signedout":
        this.end();
        return dispatchEvent(new Event("signedout"));
    }
  }

  /** Begins again if nothing was heard for too long, as after sleep. */
  check() {
    const silence = Date.now() - this.heardAt;
    if (this.isLeading && silence > longestSilence) this.turn.abort();
    if (!this.isLeading && silence > longestOfLeader) {
      this.heardAt = Date.now();
      if (navigator.locks) this.queue(true);
      else this.stand();
    }
  }

  /** This tab is looked at again, or the network is there again. */
  wake() {
    const silence = Date.now() - this.heardAt;
    // A heartbeat comes each 15 s.
    if (silence < 20_000 && this.away === null) return;
    if (this.isLeading) return this.turn.abort();
    tell("back");
    this.check();
  }
}

let shared = null;

/**
 * Begins to hear what happens to `me`, as /api has it. Returns once the stream is there, or soon:
 * what is read after that is never older than what is heard.
 */
export async function startEvents(me) {
  const key = `events-${me.session}`;
  if (shared?.key !== key || shared.ending.signal.aborted) {
    stopEvents();
    shared = new SharedStream(key);
    shared.start();
  }
  const [stream, timer] = [shared, new AbortController()];
  const isThere = await Promise.race([
    stream.isThere.then(() => true), pause(400, timer.signal).then(() => false),
  ]);
  timer.abort();
  if (!isThere) stream.isLate = true;
}

export function stopEvents() {
  shared?.end();
  shared = null;
}

/** Whether it is for this tab to do what one tab alone may do. */
export function isLeading() {
  return shared?.isLeading ?? false;
}

document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") shared?.wake();
});
addEventListener("online", () => shared?.wake());
// A page that goes may be shown again as it was; its place is free for others meanwhile.
let left = null;
addEventListener("pagehide", () => {
  left = shared?.key ?? null;
  stopEvents();
});
addEventListener("pageshow", ({ persisted }) => {
  if (!persisted || left === null) return;
  shared = new SharedStream(left);
  shared.isLate = true;
  shared.start();
  tell("back");
});
