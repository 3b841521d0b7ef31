// A tracker of the team: GitHub with one repository, connected by a token and a webhook.
import { randomBytes } from 'node:crypto';
import { eventually } from '../harness/expectations.mjs';
import { deliver, open as openGitHub } from './github.mjs';

const secret = () => randomBytes(20).toString('hex');

export class Tracker {
  static async open() {
    const tracker = new Tracker();
    tracker.token = `github_pat_${secret()}`;
    tracker.webhookSecret = secret();
    tracker.github = await openGitHub({ token: tracker.token });
    return tracker;
  }

  get urls() {
    return { github: this.github.url };
  }

  get secrets() {
    return [this.token, this.webhookSecret];
  }

  /** An administrator connects it, once; `run(name, params)` calls as one. */
  connect(run) {
    this.connected ??= this.#connect(run);
    return this.connected;
  }

  async #connect(run) {
    const { token, webhookSecret } = this;
    const { tracker } = await run('trackerSave', { kind: 'github', name: 'Swap', project: this.github.repository, token, webhookSecret });
    const { ok, detail } = await run('trackerTest', { id: tracker.id });
    if (!ok) throw new Error(`the tracker does not work: ${detail}`);
    this.id = tracker.id;
    return tracker;
  }

  /** Has a Touchstone issue made there; gives its number there. */
  async create(run, number) {
    await run('trackerIssueCreate', { number, tracker: this.id });
    const there = () => [...this.github.issues.values()].find(({ body }) => body.includes(`/issues/${number}`));
    const { number: made } = await eventually(there, 'the issue is there');
    const isKnown = async () => (await run('issueGet', { number })).trackers.some(({ url }) => url !== null);
    await eventually(isKnown, 'its address is known');
    return made;
  }

  /** Tells the server at this address that an issue there was closed; options as `deliver` takes them. */
  closed(origin, number, options = {}) {
    const payload = this.github.close(number);
    return deliver(new URL(`/service-hooks/github/${this.id}`, origin), 'issues', payload, { secret: this.webhookSecret, ...options });
  }

  stop() {
    this.github.stop();
  }
}
