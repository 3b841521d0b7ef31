// The product with everything outside that it reaches people by, and messages to it in the name of those services.
import { createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { Services } from '../notify/services.mjs';
import { fresh } from './attacked.mjs';
import { programmeOn } from './programme.mjs';

const settled = new WeakMap();

/** The programme on the server that reaches people, with its chats set up by the first row that asks. */
export async function reach(server) {
  const attacked = await server('reach');
  const programme = await programmeOn(attacked);
  if (!settled.has(attacked)) settled.set(attacked, programme.server.services.chats.setUp((name, params) => programme.run(programme.keeper, name, params)));
  await settled.get(attacked);
  return programme;
}

/** Asks the second node of it, which may call no user on its own network. */
export async function careful(server) {
  const node = await server('reach-careful');
  return (who, name, params) => node.send('POST', `/functions/${name}`, { as: who, body: params });
}

const post = (url, path, headers, body) => fetch(new URL(path, url), { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body });

export class AttackedServices extends Services {
  /** A user says yes at Discord; gives what their browser comes back with. */
  authorize(url, name) {
    return this.chats.discord.authorize(url, { id: idOf(name), name });
  }

  /** The tokens that Discord has handed out. */
  discordTokens() {
    return this.chats.discord.tokens;
  }

  get telegramSecret() {
    return this.chats.telegram.secret;
  }

  /** Sends an update as Telegram does, with this secret or none. */
  telegramUpdate(url, update, secret) {
    const headers = secret === undefined ? {} : { 'X-Telegram-Bot-Api-Secret-Token': secret };
    return post(url, new URL(this.chats.telegram.hook).pathname, headers, JSON.stringify(update));
  }

  /** Sends an interaction as Discord does, signed truly unless told otherwise. */
  discordInteraction(url, body, { signature, signedBody = body, timestamp = `${Math.floor(Date.now() / 1000)}`, signedTimestamp = timestamp, otherKey = false } = {}) {
    const strange = () => sign(null, Buffer.from(signedTimestamp + signedBody), generateKeyPairSync('ed25519').privateKey).toString('hex');
    const made = otherKey ? strange() : this.chats.discord.sign(signedBody, signedTimestamp);
    return post(url, '/service-hooks/discord', { 'X-Signature-Ed25519': signature ?? made, 'X-Signature-Timestamp': timestamp }, body);
  }
}

const ids = new Map();

/** The same account for the same name. */
function idOf(name) {
  if (!ids.has(name)) ids.set(name, `${100_000_000_000_000_000n + BigInt(ids.size) + BigInt(randomBytes(4).readUInt32BE())}`);
  return ids.get(name);
}

/** The body's signature, as GitHub and Linear make it. */
export const hmacOf = (secret, body) => createHmac('sha256', secret).update(body).digest('hex');

export const word = () => fresh('');
