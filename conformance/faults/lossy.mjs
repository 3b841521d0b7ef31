// An HTTP proxy in front of a node that lets the work be done and then may lose the answer, as a network does.
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { wire } from '../harness/wire.mjs';

const PATIENCE_MS = 10_000;
const ID = 'x-parse-request-id';

export class LossyProxy {
  #server;
  #chance;
  /** How many answers of a hundred are lost; only of requests that carry an id, because only those may be repeated. */
  share = 0;
  lost = 0;
  /** Every answer of the node, by the id of its request: `status body`. */
  answers = new Map();

  static async to(node, chance) {
    const proxy = new LossyProxy();
    proxy.#chance = chance;
    proxy.node = node;
    proxy.#server = createServer((asked, answer) => proxy.#pass(asked, answer)).listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    proxy.name = `${node.name} behind a proxy`;
    proxy.url = `http://127.0.0.1:${proxy.#server.address().port}/parse`;
    const send = wire(proxy.url);
    proxy.send = (method, path, options) => send(method, path, { signal: AbortSignal.timeout(PATIENCE_MS), ...options });
    return proxy;
  }

  #pass(asked, answer) {
    const onward = request({ host: '127.0.0.1', port: this.node.port, method: asked.method, path: asked.url, headers: asked.headers });
    onward.on('error', () => answer.destroy());
    onward.on('response', async came => {
      const bytes = Buffer.concat(await came.toArray().catch(() => []));
      const id = asked.headers[ID];
      if (id) this.answers.set(id, [...(this.answers.get(id) ?? []), `${came.statusCode} ${bytes}`]);
      if (id && this.#chance.next() < this.share) {
        this.lost += 1;
        answer.destroy();
        return;
      }
      answer.writeHead(came.statusCode, came.headers).end(bytes);
    });
    asked.pipe(onward);
  }

  close() {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
