// One LiveQuery socket, spoken to frame by frame, for what the SDK is too polite to send or hides.
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import WebSocket from 'ws';

const EVENTS = new Set(['create', 'enter', 'update', 'leave', 'delete']);
const PATIENCE_MS = 15_000;

export const isEvent = ({ op }) => EVENTS.has(op);

/** The address of sockets beside that of requests. */
export const socketUrl = url => url.replace(/^http/, 'ws');

export class LiveSocket {
  /** Everything that was heard, in order. */
  frames = [];
  #listeners = new Set();
  #lastRequest = 0;

  /** Dials; rejects with the status where the upgrade is refused. */
  static async open(url, options = {}) {
    const socket = new LiveSocket(url, options);
    await socket.opened;
    return socket;
  }

  constructor(url, options = {}) {
    this.ws = new WebSocket(socketUrl(url), { perMessageDeflate: false, handshakeTimeout: PATIENCE_MS, ...options });
    this.closed = new Promise(resolve => this.ws.once('close', (code, reason) => resolve({ code, reason: `${reason}` })));
    this.closed.then(() => this.#listeners.forEach(listener => listener()));
    this.opened = new Promise((resolve, reject) => {
      this.ws.once('open', resolve);
      this.ws.once('error', reject);
      this.ws.once('unexpected-response', (_, answer) => {
        reject(Object.assign(new Error(`the upgrade was answered ${answer.statusCode}`), { status: answer.statusCode, headers: answer.headers }));
        answer.resume();
        this.ws.terminate();
      });
    });
    this.opened.catch(() => {});
    this.ws.on('error', () => {});
    this.ws.on('message', data => {
      this.frames.push(JSON.parse(data));
      for (const listener of this.#listeners) listener();
    });
  }

  get isOpen() {
    return this.ws.readyState === WebSocket.OPEN;
  }

  /** Sends an object as JSON, or text as it is. */
  send(message) {
    this.ws.send(typeof message === 'string' || Buffer.isBuffer(message) ? message : JSON.stringify(message));
  }

  /** The first frame since `from` that fits; fails after `ms`, and at once when the socket closes without it. */
  async heard(fits, { from = 0, ms = PATIENCE_MS, what = 'a frame that was waited for' } = {}) {
    let listener;
    const found = new Promise((resolve, reject) => {
      let next = from;
      listener = () => {
        for (; next < this.frames.length; next += 1) if (fits(this.frames[next])) return resolve(this.frames[next]);
        if (this.ws.readyState === WebSocket.CLOSED) reject(new Error(`${what} did not come before the socket closed; last: ${this.#last()}`));
      };
    });
    this.#listeners.add(listener);
    listener();
    const timeout = new AbortController();
    const late = pause(ms, undefined, { signal: timeout.signal }).then(
      () => assert.fail(`${what} did not come within ${ms} ms; last: ${this.#last()}`),
      () => undefined
    );
    try {
      return await Promise.race([found, late]);
    } finally {
      timeout.abort();
      this.#listeners.delete(listener);
    }
  }

  #last() {
    return JSON.stringify(this.frames.slice(-3)).slice(0, 600);
  }

  /** How the socket was closed, which must be within `ms`. */
  async closedWithin(ms = PATIENCE_MS) {
    const timeout = new AbortController();
    const late = pause(ms, undefined, { signal: timeout.signal }).then(
      () => assert.fail(`the socket was not closed within ${ms} ms; last: ${this.#last()}`),
      () => undefined
    );
    try {
      return await Promise.race([this.closed, late]);
    } finally {
      timeout.abort();
    }
  }

  /** Says `connect` and gives the answer, welcome or not. */
  async connect(fields) {
    const from = this.frames.length;
    this.send({ op: 'connect', ...fields });
    return this.heard(({ op }) => op === 'connected' || op === 'error', { from, what: 'an answer to connect' });
  }

  /** Sends a subscription and gives the answer, which is `subscribed` or an error; `requestId` is on it. */
  async ask(query, { requestId = (this.#lastRequest += 1), op = 'subscribe', ...fields } = {}) {
    const from = this.frames.length;
    this.send({ op, requestId, query: { where: {}, ...query }, ...fields });
    const answer = await this.heard(
      frame => (frame.op === 'subscribed' && frame.requestId === requestId) || (frame.op === 'error' && [requestId, null, undefined].includes(frame.requestId)),
      { from, what: `an answer to subscription ${requestId}` }
    );
    return { ...answer, requestId };
  }

  /** Subscribes, which must work, and gives the number of the subscription. */
  async subscribe(className, where = {}, { keys, watch, ...fields } = {}) {
    const answer = await this.ask({ className, where, ...(keys && { keys }), ...(watch && { watch }) }, fields);
    assert.equal(answer.op, 'subscribed', JSON.stringify(answer));
    return answer.requestId;
  }

  /** The events of a subscription so far, or of all. */
  events(requestId) {
    return this.frames.filter(frame => isEvent(frame) && (requestId === undefined || frame.requestId === requestId));
  }

  /** Waits for the event of a subscription about this object, of this kind if one is named. */
  event(requestId, id, { op, ...options } = {}) {
    const fits = frame => isEvent(frame) && frame.requestId === requestId && frame.object.objectId === id && (op === undefined || frame.op === op);
    return this.heard(fits, { what: `the ${op ?? 'event'} about ${id}`, ...options });
  }

  end() {
    this.ws.terminate();
  }
}
