// Live queries as the SDK's own client hears them, and frames as they are on the wire.
//
// Nothing here sleeps: a case waits for the next event, and that something is *not* told is proved by the event
// after it, which must come next.
import assert from 'node:assert/strict';
import { KEYS } from './configurations.mjs';
import { connect } from './connect.mjs';
import { LiveSocket, socketUrl } from './live-socket.mjs';

const WITHIN_MS = 15_000;
const EVENTS = ['create', 'enter', 'update', 'leave', 'delete'];

/** Now, as a log of the server writes it. */
const moment = () => new Date().toISOString();

/** What came and was not asked for yet, in order. */
export class Inbox {
  #came = [];
  #waiting = [];

  put(item) {
    const waiting = this.#waiting.shift();
    if (waiting) waiting(item);
    else this.#came.push(item);
  }

  get size() {
    return this.#came.length;
  }

  /** The next item; `instead` says what else happened, should it not come. */
  take(what, instead = () => []) {
    if (this.#came.length) return Promise.resolve(this.#came.shift());
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        reject(new Error([`${what} did not come within ${WITHIN_MS} ms`, ...instead()].join('\n  ')));
      }, WITHIN_MS);
      this.#waiting.push(item => {
        clearTimeout(late);
        resolve(item);
      });
    });
  }
}

/** Waits for the next `name` of an emitter of the SDK, which has no `once`. */
export function told(emitter, name) {
  const inbox = new Inbox();
  emitter.on(name, (...args) => inbox.put(args));
  return inbox.take(`the event ${name}`);
}

/** A subscription of the SDK's and what it was sent, in order. */
export class Follower {
  #events = new Inbox();
  #errors = new Inbox();
  #results = new Inbox();
  #happened = [];

  /** `happened` is what became of the client's socket. */
  constructor(subscription, happened = []) {
    this.subscription = subscription;
    this.#happened = happened;
    for (const op of EVENTS) {
      subscription.on(op, (object, ...rest) => {
        const [original, response] = rest.length === 2 ? rest : [undefined, rest[0]];
        this.#events.put({ op, object, original, response });
      });
    }
    subscription.on('error', error => {
      this.#errors.put(error);
      happened.push(`${moment()} subscription ${subscription.id} was refused: ${JSON.stringify(error)}`);
    });
    subscription.on('result', objects => this.#results.put(objects));
  }

  /** The next event, which must be of this kind and about this object where they are given. */
  async next(op, about) {
    const event = await this.#events.take(`the event ${op} of subscription ${this.subscription.id}`, () => this.#happened);
    const { object } = event;
    assert.equal(event.op, op ?? event.op, `expected ${op}, was sent ${event.op} of ${JSON.stringify(object)}`);
    if (about) assert.equal(object.id, about.id, `told of another object: ${JSON.stringify(object)}`);
    return event;
  }

  /** How many events came that were not asked for. */
  get waiting() {
    return this.#events.size;
  }

  error() {
    return this.#errors.take(`an error of subscription ${this.subscription.id}`);
  }

  /** What `subscription.find()` brings. */
  find() {
    this.subscription.find();
    return this.#results.take('the result of a query on the socket');
  }
}

/** A socket without the SDK, whose frames are asked for one by one. */
class RawSocket extends LiveSocket {
  #heard = 0;

  hear() {
    return this.heard(() => true, { from: this.#heard++, what: 'the next frame' });
  }

  exchange(message) {
    this.send(message);
    return this.hear();
  }

  /** Connects as an app would; the rest of the frame can be given. */
  connect(fields = {}) {
    return this.exchange({ op: 'connect', applicationId: KEYS.appId, ...fields });
  }

  close() {
    this.end();
  }
}

/** Clients of the server at `url`; `closeAll` ends those that are open. */
export function liveClients(Parse, url, options = {}) {
  const open = new Set();
  const happened = new WeakMap();

  /** A connected client of the SDK; settings of its constructor may be given. */
  async function liveClient(settings = {}) {
    const client = new Parse.LiveQueryClient({
      applicationId: options.applicationId ?? KEYS.appId,
      javascriptKey: options.javascriptKey,
      serverURL: socketUrl(url),
      ...settings,
    });
    open.add(client);
    const { connectPromise } = client;
    const toSocket = [];
    happened.set(client, toSocket);
    client.open();
    client.socket.addEventListener('close', ({ code, reason }) => toSocket.push(`${moment()} the socket was closed: ${code} ${reason}`));
    await connectPromise;
    toSocket.push(`${moment()} the socket was connected`);
    return client;
  }

  /** Follows a query from the moment the server confirmed it. */
  async function follow(query, { token, client, ...settings } = {}) {
    const subscriber = client ?? (await liveClient(settings));
    const follower = new Follower(subscriber.subscribe(query, token), happened.get(subscriber));
    await follower.subscription.subscribePromise;
    happened.get(subscriber)?.push(`${moment()} subscription ${follower.subscription.id} was confirmed`);
    return follower;
  }

  async function rawSocket(path) {
    const socket = new RawSocket(path ?? url);
    open.add(socket);
    await socket.opened;
    return socket;
  }

  /** Ends clients and sockets; one that was about to connect again does not. */
  function closeAll() {
    for (const each of open) {
      each.close();
      clearTimeout(each.reconnectHandle);
      each.socket?.terminate();
    }
    open.clear();
  }

  return { liveClient, follow, rawSocket, closeAll };
}

/** As `connect`, with clients of live queries, which end with their case. */
export function connectLive(directory) {
  const connected = connect(directory);
  const { Parse, it, url, options } = connected;
  // An object of an event must not be the object that the case itself has saved.
  Parse.Object.disableSingleInstance();
  const clients = liveClients(Parse, url, options);
  const liveIt = (sentence, ...rest) => {
    const body = rest.pop();
    it(sentence, ...rest, async () => {
      try {
        await body();
      } finally {
        clients.closeAll();
      }
    });
  };
  const isReference = process.env.CONFORMANCE_TARGET === 'parse-server';

  /**
   * Writes new objects of a class, and waits until they have been sent: a client that follows right after a commit may still
   * be notified of it.
   */
  async function settled(className, write) {
    if (isReference) return write();
    const follower = await clients.follow(new Parse.Query(className), { masterKey: KEYS.masterKey });
    const written = await write();
    for (const _ of [written].flat()) await follower.next('create');
    return written;
  }

  return { ...connected, ...clients, it: liveIt, isReference, settled };
}
