// A TCP proxy that can be slow, led to another server, or lose answers, between us and Redis or PostgreSQL.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** One direction of a connection. Bytes leave in the order in which they came, however long each is held back. */
class Lane {
  #waiting = [];

  constructor(proxy, to) {
    this.proxy = proxy;
    this.to = to;
  }

  take(bytes) {
    const { delayMs } = this.proxy;
    this.#waiting.push({ bytes, due: performance.now() + delayMs });
    if (delayMs > 0) setTimeout(() => this.pass(), delayMs + 1);
    else this.pass();
  }

  pass(now = performance.now()) {
    while (this.#waiting.length > 0 && this.#waiting[0].due <= now) {
      const { bytes } = this.#waiting.shift();
      if (!this.to.destroyed) this.to.write(bytes);
    }
  }
}

export class Proxy {
  #server;
  #pairs = new Set();
  delayMs = 0;
  /** Given what the server answers, says whether it never arrives; nothing is lost unless this is set. */
  swallows = () => false;

  /** A proxy to a port of this machine. */
  static async to(port) {
    const proxy = new Proxy();
    proxy.target = port;
    proxy.#server = createServer(client => proxy.#accept(client)).listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    proxy.port = proxy.#server.address().port;
    return proxy;
  }

  #accept(client) {
    const upstream = connect(this.target, '127.0.0.1');
    const lanes = [new Lane(this, upstream), new Lane(this, client)];
    const pair = { client, upstream, lanes };
    this.#pairs.add(pair);
    const end = () => {
      this.#pairs.delete(pair);
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      socket.setNoDelay(true);
      socket.on('error', end);
      socket.on('close', end);
    }
    client.on('data', bytes => lanes[0].take(bytes));
    upstream.on('data', bytes => this.swallows(bytes) || lanes[1].take(bytes));
  }

  /** Is quick again, and lets go of everything that was held back. */
  heal() {
    this.delayMs = 0;
    for (const { lanes } of this.#pairs) for (const lane of lanes) lane.pass(Infinity);
  }

  /** Cuts every connection there is. */
  cut() {
    for (const { client, upstream } of this.#pairs) {
      client.destroy();
      upstream.destroy();
    }
  }

  close() {
    this.cut();
    this.#server.close();
  }
}
