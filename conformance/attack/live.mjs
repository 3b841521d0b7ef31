// LiveQuery as an attacker uses it: sockets to a server with live classes, closed behind the row that dialled them.
import assert from 'node:assert/strict';
import { LiveSocket } from '../harness/live-socket.mjs';
import { fresh, stranger } from './attacked.mjs';

/** The servers with live classes, one of each profile. */
const LIVE = ['live', 'live-product'];

/** A name that the setting of these servers makes live. */
export const liveName = () => fresh('Live');

class Dialer {
  #sockets = new Set();

  constructor(server) {
    this.server = server;
  }

  /** A socket on which nothing was said; from an address of its own, as a proxy would tell. */
  async open({ from = stranger(), path = '', headers = {}, ...options } = {}) {
    const told = this.server.isBehindProxy ? { 'X-Forwarded-For': from } : {};
    const socket = new LiveSocket(this.server.url + path, { headers: { ...told, ...headers }, ...options });
    this.#sockets.add(socket);
    await socket.opened;
    return socket;
  }

  /** A socket of a person, or of a signed-out client, that was welcomed. */
  async connected({ as, fields = {}, ...options } = {}) {
    const socket = await this.open({ ...(as && { from: as.address }), ...options });
    const answer = await socket.connect({ ...this.hello(as), ...fields });
    assert.equal(answer.op, 'connected', JSON.stringify(answer));
    return socket;
  }

  /** What a client says first. */
  hello(as) {
    return { applicationId: this.server.keys.appId, ...(as && { sessionToken: as.token, installationId: as.installation }) };
  }

  /** The status with which an upgrade is refused; `undefined` if it is not. */
  async refusal(options) {
    return this.open(options).then(socket => void socket.end(), error => error.status ?? `${error.message}`);
  }

  hangUp() {
    for (const socket of this.#sockets) socket.end();
  }
}

/** An attack with sockets on one server: `attack(server, dialer)`. */
export async function dialling(server, attack) {
  const dialer = new Dialer(server);
  try {
    return await attack(server, dialer);
  } finally {
    dialer.hangUp();
  }
}

/** The same attack on both servers with live classes. */
export const everywhere = attack => async ({ server }) => {
  for (const name of LIVE) {
    await dialling(await server(name), attack).catch(error => {
      throw new Error(`${name}: ${error.message}`, { cause: error });
    });
  }
};

/** A subscription must be refused with one of these codes. */
export async function notSubscribed(socket, query, ...codes) {
  const answer = await socket.ask(query);
  assert.ok(answer.op === 'error' && codes.includes(answer.code), `${JSON.stringify(query).slice(0, 200)} was answered ${JSON.stringify(answer).slice(0, 200)}; safe: ${codes}`);
}

/**
 * Returns when the socket has heard of everything that was written so far: changes are sent in the order in which they
 * were written, and the last one is something that this subscription is notified of.
 */
export async function caughtUp(server, socket, requestId, className, fields = {}) {
  const { id } = await server.object(className, fields);
  await socket.event(requestId, id);
}
