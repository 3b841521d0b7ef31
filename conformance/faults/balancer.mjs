// The balancer in front of nodes in production: asks each whether it is ready, and gives a request that was not served to
// another one.
import { setTimeout as pause } from 'node:timers/promises';

const ASKS_EVERY_MS = 100;
const ATTEMPTS = 4;

export class Balancer {
  #isOver = false;
  name = 'a balancer';
  isUp = true;
  retried = 0;
  failed = [];

  constructor(nodes, chance) {
    Object.assign(this, { nodes, chance, ready: new Set(nodes) });
    this.asking = this.#ask();
  }

  async #ask() {
    while (!this.#isOver) {
      await Promise.all(this.nodes.map(async node => {
        const is = await fetch(`${node.url}/ready`, { signal: AbortSignal.timeout(1000), headers: { connection: 'close' } }).then(({ status }) => status === 200, () => false);
        if (is) this.ready.add(node);
        else this.ready.delete(node);
      }));
      await pause(ASKS_EVERY_MS);
    }
  }

  #pick(but) {
    const others = [...this.ready].filter(node => !but.has(node));
    return this.chance.pick(others.length > 0 ? others : this.nodes);
  }

  get url() {
    return this.#pick(new Set()).url;
  }

  async send(method, path, options) {
    const tried = new Set();
    for (let attempt = 1; ; attempt += 1) {
      const node = this.#pick(tried);
      tried.add(node);
      const answer = await node.send(method, path, options).catch(error => ({ status: 0, error, text: `${error.cause?.code ?? error}` }));
      if (answer.status !== 0 && answer.status !== 503) return answer;
      if (attempt === ATTEMPTS) {
        this.failed.push(`${method} ${path} ${answer.status} ${answer.text}`);
        if (answer.error) throw answer.error;
        return answer;
      }
      this.retried += 1;
      await pause(20);
    }
  }

  async close() {
    this.#isOver = true;
    await this.asking;
  }
}
