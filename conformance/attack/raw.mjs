// Bytes on a socket, for what an HTTP client is too polite to send.
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A connection that collects what comes back and knows when the other side closed it. */
export class Raw {
  #chunks = [];
  #ended;

  constructor({ hostname, port }) {
    this.socket = connect({ host: hostname, port: Number(port) });
    this.socket.on('data', chunk => this.#chunks.push(chunk));
    this.socket.on('error', () => {});
    this.#ended = new Promise(resolve => this.socket.once('close', () => resolve('closed')));
    this.socket.on('end', () => this.socket.end());
  }

  get text() {
    return Buffer.concat(this.#chunks).toString('latin1');
  }

  /** The statuses of all answers that came, in order. */
  get statuses() {
    return [...this.text.matchAll(/HTTP\/1\.[01] (\d{3})/g)].map(([, status]) => Number(status));
  }

  get isClosed() {
    return this.socket.destroyed;
  }

  /** How much the kernel has taken from us. */
  get accepted() {
    return this.socket.bytesWritten - this.socket.writableLength;
  }

  write(bytes) {
    return new Promise(resolve => this.socket.write(bytes, resolve));
  }

  /** Waits for the other side to close; says whether it did within `ms`. */
  async closedWithin(ms) {
    const timeout = new AbortController();
    const late = pause(ms, 'late', { signal: timeout.signal }).catch(() => 'late');
    const first = await Promise.race([this.#ended, late]);
    timeout.abort();
    return first === 'closed';
  }

  async answeredWithin(ms) {
    const deadline = performance.now() + ms;
    while (performance.now() < deadline && !/\r\n\r\n/.test(this.text) && !this.isClosed) await pause(10);
    return this.statuses[0];
  }

  end() {
    this.socket.destroy();
  }
}

/** Sends these bytes, waits for the answer and for what the server does with the connection, and reports. */
export async function exchange(server, bytes, { closesWithin = 1500 } = {}) {
  const raw = new Raw(server.address);
  await raw.write(bytes);
  await raw.answeredWithin(8000);
  const isClosed = await raw.closedWithin(closesWithin);
  raw.end();
  const [head, ...rest] = raw.text.split('\r\n\r\n');
  return { status: raw.statuses[0], statuses: raw.statuses, head, text: rest.join('\r\n\r\n'), isClosed };
}

/** A request as text; headers are lines, taken as they are. */
export function request(server, method, path, lines = [], body = '') {
  const { pathname } = new URL(server.url);
  return [
    `${method} ${path.startsWith('/') ? pathname + path : path} HTTP/1.1`,
    `Host: ${server.address.host}`,
    `X-Parse-Application-Id: ${server.keys.appId}`,
    ...lines,
    '',
    body,
  ].join('\r\n');
}
