// The chats: Discord with a bot and a channel of the team, Telegram with a bot, Slack with a channel.
import { randomBytes, randomInt } from 'node:crypto';
import { eventually } from '../harness/expectations.mjs';
import { open as openDiscord } from './discord.mjs';
import { open as openSlack } from './slack.mjs';
import { open as openTelegram } from './telegram.mjs';

const secret = () => randomBytes(24).toString('base64url');
const snowflake = () => `${randomInt(1e9, 9e9)}${randomInt(1e8, 9e8)}`;

export class Chats {
  #linked = new Map();

  static async open() {
    const chats = new Chats();
    chats.credentials = { clientId: snowflake(), clientSecret: secret(), botToken: secret() };
    chats.telegramToken = `${randomInt(1e8, 9e8)}:${secret()}`;
    chats.discord = await openDiscord(chats.credentials);
    chats.telegram = await openTelegram({ botToken: chats.telegramToken });
    chats.slack = await openSlack();
    return chats;
  }

  get names() {
    return ['Discord', 'Telegram', 'Slack'];
  }

  get urls() {
    return { discord: this.discord.url, telegram: this.telegram.url, slack: this.slack.host };
  }

  get secrets() {
    const { clientSecret, botToken } = this.credentials;
    const inPaths = [this.discord.webhookUrl, this.slack.webhookUrl].map(url => url.split('/').at(-1));
    return [clientSecret, botToken, this.telegramToken, ...inPaths];
  }

  get teamUrl() {
    return this.discord.webhookUrl;
  }

  get slackUrl() {
    return this.slack.webhookUrl;
  }

  teamPosts() {
    return this.discord.heard.filter(({ to }) => !to).map(({ text }) => text);
  }

  slackPosts() {
    return this.slack.heard.map(({ text }) => text);
  }

  /** An administrator sets the services up, and tries them. */
  async setUp(run) {
    const settings = { ...this.credentials, publicKey: this.discord.publicKey };
    await run('chatServiceSave', { service: 'discord', settings });
    await run('chatServiceSave', { service: 'telegram', settings: { botToken: this.telegramToken } });
    for (const service of ['discord', 'telegram']) {
      const { ok, detail } = await run('chatServiceTest', { service });
      if (!ok) throw new Error(`${service} does not work: ${detail}`);
    }
  }

  /** A person links an account of theirs by what the page does; `run(name, params)` calls as they. */
  async link(run, person, service) {
    const account = { id: service === 'discord' ? snowflake() : randomInt(1e8, 9e8), name: person.username };
    this.#linked.set(`${service} ${account.id}`, person.id);
    const { url, deepLink } = await run('accountLinkStart', { service });
    if (service === 'discord') {
      await run('accountLinkFinish', { service, ...(await this.discord.authorize(url, account)) });
    } else {
      await this.telegram.press(new URL(deepLink).searchParams.get('start'), account);
      await eventually(async () => (await run('accountLinks')).rows.some(row => row.service === service && row.state === 'pending'), 'the page is asked');
      await run('accountLinkConfirm', { service });
    }
    const state = async () => (await run('accountLinks')).rows.find(row => row.service === service).state === 'linked';
    await eventually(state, `${service} is linked`);
  }

  /** What a bot has written to people. */
  direct(service) {
    const heard = service === 'discord' ? this.discord.heard.filter(({ to }) => to) : this.telegram.heard;
    return heard.map(({ to, text }) => ({ channel: service, to: this.#linked.get(`${service} ${to}`) ?? `${service} ${to}`, text }));
  }

  close() {
    for (const standIn of [this.discord, this.telegram, this.slack]) standIn.stop();
  }
}
