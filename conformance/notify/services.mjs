// The services outside, each a stand-in that speaks its protocol: how the server is configured for them, how people link them,
// and what has arrived at each.
import { startPushEndpoint } from './push-endpoint.mjs';
import { open as openPost } from './smtp.mjs';
import { OtherTrackers } from './other-trackers.mjs';
import { Tracker } from './tracker.mjs';
import { Chats } from './chats.mjs';
import { Receivers } from './receivers.mjs';

const ISSUE = /\/issues\/(\d+)/;

/** The number of the issue that a message is about. */
const numberIn = text => Number(ISSUE.exec(text)?.[1]) || undefined;

export class Services {
  static async open() {
    const services = new this();
    services.post = await openPost();
    services.push = await startPushEndpoint();
    services.chats = await Chats.open();
    services.receivers = await Receivers.open();
    services.tracker = await Tracker.open();
    services.otherTrackers = await OtherTrackers.open();
    return services;
  }

  get names() {
    return ['mail', 'push', ...this.chats.names, ...this.receivers.names, 'GitHub', 'Linear', 'Jira'];
  }

  /** The server's settings for them. */
  get settings() {
    return {
      SMTP_URL: this.post.url,
      SERVICE_URLS: JSON.stringify({
        push: this.push.origin,
        ...this.chats.urls,
        ...this.tracker.urls,
        ...this.otherTrackers.urls,
      }),
    };
  }

  /** An administrator sets up what needs it. */
  setUp(stage, administrator) {
    return this.chats.setUp((name, params) => stage.run(administrator, name, params));
  }

  /** A person links a channel by what its page does. */
  async link(stage, person, channel) {
    if (channel === 'push') {
      const { publicKey } = await stage.run(person, 'pushKey');
      const subscription = await this.push.subscribe(publicKey, person.id);
      await stage.run(person, 'pushSubscribe', { subscription });
    } else await this.chats.link((name, params) => stage.run(person, name, params), person, channel);
  }

  /** Everything that was heard so far, as lists that only grow. */
  #lists() {
    return {
      mail: this.post.heard.map(({ to, subject, text }) => ({ channel: 'mail', to, text: `${subject}\n${text}` })),
      push: this.#pushed(),
      ...Object.fromEntries(['discord', 'telegram'].map(name => [name, this.chats.direct(name)])),
      ...this.receivers.lists(this.chats),
    };
  }

  /** A push that replaces one of the same event on the same device is the same. */
  #pushed() {
    const seen = new Set();
    return this.push.received
      .filter(({ subscription, message }) => !seen.has(`${subscription} ${message.event}`) && seen.add(`${subscription} ${message.event}`))
      .map(({ owner, text }) => ({ channel: 'push', to: owner, text }));
  }

  lengths() {
    return Object.fromEntries(Object.entries(this.#lists()).map(([name, list]) => [name, list.length]));
  }

  /** What was heard since, each with the channel it came by, whom it went to, and the issue it is about. */
  since(lengths) {
    return Object.entries(this.#lists()).flatMap(([name, list]) => list.slice(lengths[name] ?? 0).map(one => ({ ...one, number: one.number ?? numberIn(one.text) })));
  }

  /** All that has left the house, as text. */
  heard() {
    return JSON.stringify(Object.values(this.#lists()));
  }

  /** Has administrators set up what receives events: everything, closed issues alone, and two channels of a team. */
  async hook(scene) {
    await this.receivers.hook(scene, this.chats);
  }

  receiversOf(type) {
    return this.receivers.of(type);
  }

  deadHook(scene) {
    return this.receivers.dead(scene);
  }

  /** Secrets that may appear in no log and in no answer. */
  secrets() {
    return [...this.chats.secrets, ...this.receivers.secrets, ...this.tracker.secrets, ...this.otherTrackers.secrets];
  }

  async close() {
    this.post.stop();
    await this.push.close();
    this.chats.close();
    this.receivers.close();
    this.tracker.stop();
    this.otherTrackers.stop();
  }
}
