// Receivers of webhooks: one that asked for everything, one that asked for closed issues alone, and two channels of a
// team at Discord and Slack.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fresh } from '../harness/names.mjs';
import { signatureOf } from './signature.mjs';

/** What each of them asked for. */
const ASKED = {
  all: ['*'],
  closed: ['issue.closed'],
  team: ['issue.submitted', 'issue.confirmed', 'issue.regressed', 'cluster.grew', 'release.published', 'summary.daily'],
  slack: ['issue.info_asked', 'rules.changed', 'season.changed'],
};

/** What no receiver subscribes to because it is sent to try one webhook. */
const PING = 'test.ping';

/** A receiver of signed webhooks, which refuses what is not signed and knows a delivery that it has had. */
async function openReceiver() {
  const receiver = { secret: '', heard: [], repeats: 0, refused: [], answer: 200 };
  const ids = new Set();
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature = '' } = request.headers;
    const isSigned = signature.split(' ').includes(signatureOf(receiver.secret, id, timestamp, body));
    const isFresh = Math.abs(Date.now() / 1000 - Number(timestamp)) < 300;
    if (receiver.answer !== 200) return void response.writeHead(receiver.answer).end();
    if (!isSigned || !isFresh) {
      receiver.refused.push({ id, signature, body });
      return void response.writeHead(401).end();
    }
    if (ids.has(id)) receiver.repeats += 1;
    else receiver.heard.push({ id, ...JSON.parse(body), text: body });
    ids.add(id);
    response.writeHead(204).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  receiver.url = `http://127.0.0.1:${server.address().port}/hook`;
  receiver.stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return receiver;
}

export class Receivers {
  #signed = {};
  #dead = [];
  secrets = [];

  static async open() {
    const receivers = new Receivers();
    for (const name of ['all', 'closed']) receivers.#signed[name] = await openReceiver();
    return receivers;
  }

  get names() {
    return ['webhooks', 'channels of a team'];
  }

  async #save(scene, name, fields) {
    const { webhook, secret } = await scene.run('webhookSave', 'mia', { name, events: ASKED[name], ...fields });
    if (secret) this.secrets.push(secret);
    return { webhook, secret };
  }

  async hook(scene, chats) {
    for (const [name, receiver] of Object.entries(this.#signed)) {
      receiver.secret = (await this.#save(scene, name, { preset: 'json', url: receiver.url })).secret;
    }
    await this.#save(scene, 'team', { preset: 'discord', url: chats.teamUrl });
    await this.#save(scene, 'slack', { preset: 'slack', url: chats.slackUrl });
  }

  /** A receiver that says that it is gone for ever. */
  async dead(scene) {
    const receiver = await openReceiver();
    receiver.answer = 410;
    this.#dead.push(receiver);
    return this.#save(scene, fresh('gone-'), { preset: 'json', url: receiver.url, events: ['issue.started'] });
  }

  /** Those who are sent events of a type. */
  of(type) {
    return Object.entries(ASKED).filter(([, events]) => events.includes('*') || events.includes(type)).map(([name]) => name);
  }

  /** What each was sent, as lists that only grow. */
  lists(chats) {
    const signed = Object.entries(this.#signed).map(([name, { heard }]) => [
      name,
      heard.filter(({ type }) => type !== PING).map(({ type, text }) => ({ channel: name, to: type, text })),
    ]);
    // A post names its event; of what type that is is known to the receiver of everything.
    const types = new Map(this.#signed.all.heard.map(({ type, data }) => [data.id, type]));
    const typed = text => types.get(/evt_[0-9A-Za-z]{10}/.exec(text)?.[0]) ?? 'an event of no type';
    const posts = [['team', chats.teamPosts()], ['slack', chats.slackPosts()]];
    return Object.fromEntries([...signed, ...posts.map(([name, list]) => [name, list.map(text => ({ channel: name, to: typed(text), text }))])]);
  }

  /** How often a delivery came that the receiver knew by its id, and what was not signed. */
  get repeats() {
    return Object.values(this.#signed).reduce((sum, { repeats }) => sum + repeats, 0);
  }

  get refused() {
    return Object.values(this.#signed).flatMap(({ refused }) => refused);
  }

  close() {
    for (const receiver of [...Object.values(this.#signed), ...this.#dead]) receiver.stop();
  }
}
