// A client that follows a query as an app does: subscribes, then asks for the list, then keeps it by events; after every
// loss of its socket it waits as the SDK waits, goes to a node that runs, and does the same again.
import { setTimeout as pause } from 'node:timers/promises';
import WebSocket from 'ws';
import { KEYS } from '../harness/configurations.mjs';
import { isEvent, socketUrl } from '../harness/live-socket.mjs';

const REQUEST = 1;
/** The longest wait between two attempts; the SDK's own is 30 s. */
const LONGEST_WAIT_MS = 4000;

export class Subscriber {
  /** What it shows: objects by their ids. */
  list = new Map();
  /** Whether the list has been asked for since the socket was opened. */
  isReady = false;
  /** How often it came back, how it was sent away, and events that were older than one before. */
  arrivals = 0;
  closings = [];
  disorder = [];
  #ws;
  #attempts = 0;
  #isOver = false;
  #since = [];
  #seen = new Map();
  #loop;

  /**
   * `nodes()` gives those to choose from. `keepsList` is false for one who only listens. `onEvent(frame, subscriber)` hears
   * everything.
   */
  constructor({ nodes, chance, className, where = {}, token, keepsList = true, onEvent = () => {}, watches = {} }) {
    Object.assign(this, { nodes, chance, className, where, token, keepsList, onEvent, watches });
  }

  /** Begins; resolves when it is ready for the first time. */
  async start() {
    this.#loop ??= this.#live();
    while (!this.isReady && !this.#isOver) await pause(5);
  }

  async #live() {
    while (!this.#isOver) {
      try {
        await this.#once();
      } catch (error) {
        this.problem = error;
      }
      if (this.#isOver) return;
      this.#attempts += 1;
      // As the SDK: between nothing and a second first, then up to twice as long each time.
      await pause(this.chance.next() * Math.min(LONGEST_WAIT_MS, (2 ** this.#attempts - 1) * 1000));
    }
  }

  /** One life of a socket, from dialling to its end. */
  async #once() {
    const nodes = this.nodes();
    if (nodes.length === 0) return;
    const node = this.chance.pick(nodes);
    const ws = new WebSocket(socketUrl(node.url), { perMessageDeflate: false, handshakeTimeout: 10_000 });
    this.#ws = ws;
    this.node = node;
    this.#since = [];
    this.#seen = new Map();
    const closed = new Promise(resolve => ws.once('close', (code, reason) => resolve({ code, reason: `${reason}` })));
    const subscribed = Promise.withResolvers();
    ws.on('error', error => (this.problem = error));
    ws.on('open', () => this.#send({ op: 'connect', applicationId: KEYS.appId, ...(this.token && { sessionToken: this.token }) }));
    ws.on('message', text => this.#hear(JSON.parse(text), subscribed));
    closed.then(() => subscribed.reject(new Error('the socket closed before it was subscribed')));
    subscribed.promise.catch(() => {});
    try {
      await subscribed.promise;
      if (this.keepsList) await this.#ask(node);
      if (ws.readyState === WebSocket.OPEN) {
        this.isReady = true;
        this.arrivals += 1;
        this.#attempts = 0;
      }
    } catch (error) {
      ws.terminate();
      throw error;
    } finally {
      const { code } = await closed;
      this.isReady = false;
      this.closings.push(code);
    }
  }

  #send(message) {
    if (this.#ws.readyState === WebSocket.OPEN) this.#ws.send(JSON.stringify(message));
  }

  #hear(frame, subscribed) {
    if (frame.op === 'connected') {
      this.#send({ op: 'subscribe', requestId: REQUEST, query: { className: this.className, where: this.where, ...this.watches } });
    } else if (frame.op === 'subscribed') subscribed.resolve();
    else if (frame.op === 'error') {
      this.lastError = frame;
      subscribed.reject(new Error(`refused: ${frame.code} ${frame.error}`));
      this.onEvent(frame, this);
    } else if (isEvent(frame)) {
      this.#order(frame);
      this.onEvent(frame, this);
      if (!this.keepsList) return;
      if (!this.isReady) this.#since.push(frame);
      this.#apply(frame);
    }
  }

  /** `n` of an object only grows, so an event with a smaller one is older than what was sent already. */
  #order({ op, object: { objectId, n } }) {
    const last = this.#seen.get(objectId) ?? -Infinity;
    if (n < last) this.disorder.push(`${op} of ${objectId} with n ${n} after ${last}`);
    this.#seen.set(objectId, Math.max(n, last));
  }

  #apply({ op, object }) {
    if (op === 'leave' || op === 'delete') this.list.delete(object.objectId);
    else this.list.set(object.objectId, object);
  }

  /** Asks for the list, and does again what has been heard meanwhile: it may be newer. */
  async #ask(node) {
    this.list = await listOf(node, this);
    for (const frame of this.#since) this.#apply(frame);
    this.#since = [];
  }

  /** Cuts the socket as a tunnel does. */
  cut() {
    this.#ws?.terminate();
  }

  async stop() {
    this.#isOver = true;
    this.#ws?.terminate();
    await this.#loop;
  }
}

/** What a fresh query tells this subscriber's identity. */
export async function listOf(node, { className, where, token }) {
  const answer = await node.send('GET', `/classes/${className}`, { token, query: { where, limit: 1000 } });
  if (answer.status !== 200) throw new Error(`the list was answered ${answer.status} ${answer.text}`);
  return new Map(answer.body.results.map(object => [object.objectId, object]));
}

/** A list as a text that two equal ones share. */
function text(list) {
  const rows = [...list.values()].map(({ objectId, n, group, updatedAt }) => [objectId, n, group, updatedAt]);
  return JSON.stringify(rows.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** In what a subscriber's list differs from a fresh query; `undefined` if in nothing. */
export async function difference(node, subscriber, known = new Map()) {
  const key = `${subscriber.token}${JSON.stringify(subscriber.where)}`;
  if (!known.has(key)) known.set(key, listOf(node, subscriber));
  const [truth, shown] = [text(await known.get(key)), text(subscriber.list)];
  return truth === shown ? undefined : `shows ${shown.slice(0, 300)}\n    instead of ${truth.slice(0, 300)}`;
}

/** Waits until all lists equal a fresh query; says how long that took, and fails with the first that never does. */
export async function untilRight(fleet, subscribers, withinMs) {
  const began = performance.now();
  let left = subscribers;
  for (;;) {
    const known = new Map();
    const node = fleet.up[fleet.up.length - 1];
    const found = await Promise.all(left.map(async one => [one, one.isReady ? await difference(node, one, known) : 'is not back']));
    left = found.filter(([, wrong]) => wrong).map(([one]) => one);
    if (left.length === 0) return performance.now() - began;
    if (performance.now() - began > withinMs) {
      const [, wrong] = found.find(([, text_]) => text_);
      throw new Error(`${left.length} of ${subscribers.length} lists are wrong after ${withinMs} ms; the first ${wrong} (${left[0].problem?.message ?? ''})`);
    }
    await pause(50);
  }
}
