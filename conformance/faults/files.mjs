// Files are uploaded while something breaks; each that was acknowledged must be there with its bytes.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

const digest = bytes => createHash('sha256').update(bytes).digest('hex');

export class Files {
  #isOver = false;
  /** `{ digest, outcome, url }` of every upload. */
  history = [];

  constructor(fleet, chance) {
    Object.assign(this, { fleet, chance });
  }

  start(clients) {
    this.work = Array.from({ length: clients }, () => this.#client(this.chance.branch()).catch(error => (this.failure ??= error)));
  }

  async #client(chance) {
    while (!this.#isOver) {
      await this.upload(chance);
      await pause(chance.between(20, 120));
    }
  }

  async upload(chance) {
    const text = randomBytes(20 + chance.below(60_000)).toString('hex');
    const one = { digest: digest(text), outcome: 'unknown' };
    this.history.push(one);
    const node = chance.pick(this.fleet.up);
    const answer = await node?.send('POST', '/files/note.txt', { key: 'master', body: text, type: 'text/plain' }).catch(() => undefined);
    one.answer = answer;
    if (answer?.status === 201) Object.assign(one, { outcome: 'acknowledged', name: answer.body.name });
    else if (answer && answer.status < 500) one.outcome = 'refused';
    return one;
  }

  async stop() {
    this.#isOver = true;
    await Promise.all(this.work ?? []);
    if (this.failure) throw this.failure;
  }

  /** Reads every acknowledged file back, at any node. */
  async verdict() {
    await this.stop();
    const sure = this.history.filter(({ outcome }) => outcome === 'acknowledged');
    assert.ok(sure.length > 0, 'no file was uploaded');
    let lost = 0;
    for (const { digest: wanted, name } of sure) {
      const { status, text } = await this.chance.pick(this.fleet.up).send('GET', `/files/conformance/${name}`, { key: 'master' });
      if (status !== 200 || digest(text) !== wanted) lost += 1;
    }
    return { acknowledged: sure.length, lost, unknown: this.history.filter(({ outcome }) => outcome === 'unknown').length };
  }
}
