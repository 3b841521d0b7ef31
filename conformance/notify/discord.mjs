// Discord as it documents itself: a bot's direct messages, webhooks of channels, linking by OAuth2, signed interactions.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { jsonOf, openServer } from './stand-in.mjs';

const LIMITS = { title: 256, description: 4096, fields: 25, name: 256, value: 1024, footer: 2048, all: 6000 };
const NONCES_MS = 120_000;
const EPOCH = 1_420_070_400_000;

/** What each fault is answered with. */
const FAULTS = {
  later: { status: 429, headers: { 'Retry-After': '1', 'X-RateLimit-Scope': 'user' }, body: { message: 'You are being rate limited.', retry_after: 0.5, global: false } },
  gone: { status: 403, body: { code: 50007, message: 'Cannot send messages to this user' } },
  strange: { status: 403, body: { code: 50278, message: 'Cannot send messages to this user due to having no mutual guilds' } },
  broken: { status: 401, body: { code: 0, message: '401: Unauthorized' } },
  down: { status: 503, body: { code: 130000, message: 'API resource is currently overloaded' } },
};

const refusal = (status, code, message) => ({ status, body: { code, message } });
const unauthorized = refusal(401, 0, '401: Unauthorized');
const bad = message => refusal(400, 50035, `Invalid Form Body: ${message}`);

const length = text => [...(text ?? '')].length;

/** What is wrong with a message, if something is. */
function problemOf({ content, embeds = [], allowed_mentions: mentions }) {
  if (!content && embeds.length === 0) return refusal(400, 50006, 'Cannot send an empty message');
  if (length(content) > 2000 || embeds.length > 10) return bad('content');
  // Discord allows it; a message that may ping all users is a fault of the sender.
  if (!mentions || (mentions.parse ?? []).length > 0) return bad('allowed_mentions');
  let all = 0;
  for (const { title, description, fields = [], footer } of embeds) {
    if (length(title) > LIMITS.title || length(description) > LIMITS.description || fields.length > LIMITS.fields) return bad('embeds');
    if (fields.some(({ name, value }) => !name || !value || length(name) > LIMITS.name || length(value) > LIMITS.value)) return bad('embeds.fields');
    if (length(footer?.text) > LIMITS.footer) return bad('embeds.footer');
    all += [title, description, footer?.text, ...fields.flatMap(({ name, value }) => [name, value])].reduce((sum, text) => sum + length(text), 0);
  }
  return all > LIMITS.all ? bad('embeds are too long together') : undefined;
}

class Discord {
  heard = [];
  tokens = [];
  #channels = new Map();
  #nonces = new Map();
  #codes = new Map();
  #identities = new Map();
  #number = 0n;
  #keys = generateKeyPairSync('ed25519');

  constructor({ clientId, clientSecret, botToken }) {
    Object.assign(this, { clientId, clientSecret, botToken });
    this.webhook = { id: this.id(), token: randomBytes(51).toString('base64url') };
  }

  /** The key that interactions are signed by, as the developer's page shows it. */
  get publicKey() {
    return this.#keys.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex');
  }

  sign(body, timestamp) {
    return sign(null, Buffer.from(timestamp + body), this.#keys.privateKey).toString('hex');
  }

  id() {
    this.#number += 1n;
    return `${(BigInt(Date.now() - EPOCH) << 22n) + this.#number}`;
  }

  answer(request, fault) {
    const { method, path, headers } = request;
    if (!/^DiscordBot \(https?:\/\/\S+, \S+\)/.test(headers['user-agent'] ?? '')) return refusal(403, 40333, 'internal network error');
    const route = `${method} ${path.replace(/^\/api(\/v10)?/, '')}`;
    if (route === 'POST /oauth2/token') return this.#exchange(request);
    if (route.startsWith('POST /webhooks/')) return this.#post(request, fault);
    if (route === 'GET /users/@me') return this.#identify(headers.authorization);
    if (headers.authorization !== `Bot ${this.botToken}`) return unauthorized;
    if (route === 'POST /users/@me/channels') return this.#open(jsonOf(request.body));
    const channel = /^POST \/channels\/(\d+)\/messages$/.exec(route)?.[1];
    if (channel) return this.#write(channel, request, fault);
    if (/^POST \/applications\/\d+\/commands$/.test(route)) return { status: 201, body: { id: this.id() } };
    return refusal(404, 0, '404: Not Found');
  }

  #identify(authorization = '') {
    if (authorization === `Bot ${this.botToken}`) return { body: { id: this.clientId, username: 'touchstone', bot: true } };
    const { id, name } = this.#identities.get(authorization.replace(/^Bearer /, '')) ?? {};
    return id ? { body: { id, username: name, global_name: name } } : unauthorized;
  }

  #open({ recipient_id: person } = {}) {
    if (!/^\d{1,20}$/.test(person ?? '')) return bad('recipient_id');
    if (!this.#channels.has(person)) this.#channels.set(person, this.id());
    return { body: { id: this.#channels.get(person), type: 1 } };
  }

  #write(channel, request, fault) {
    const message = jsonOf(request.body) ?? {};
    const to = [...this.#channels].find(([, known]) => known === channel)?.[0];
    if (!to) return refusal(404, 10003, 'Unknown Channel');
    const problem = problemOf(message);
    if (problem) return problem;
    const planned = fault();
    if (FAULTS[planned]) return FAULTS[planned];
    const nonce = message.enforce_nonce ? `${channel} ${message.nonce}` : undefined;
    const known = this.#nonces.get(nonce);
    // The same nonce within some minutes is the same message.
    const id = known && Date.now() - known.at < NONCES_MS ? known.id : this.#keep({ to, webhook: null, text: request.body });
    if (nonce) this.#nonces.set(nonce, { id, at: Date.now() });
    return planned === 'cut' ? { status: 'cut' } : { headers: RATE, body: { id, channel_id: channel } };
  }

  #post({ path, query, body }, fault) {
    const [, id, token] = /\/webhooks\/(\d+)\/([\w-]+)$/.exec(path) ?? [];
    if (id !== this.webhook.id) return refusal(404, 10015, 'Unknown Webhook');
    if (token !== this.webhook.token) return refusal(401, 50027, 'Invalid Webhook Token');
    const problem = problemOf(jsonOf(body) ?? {});
    if (problem) return problem;
    const planned = fault();
    if (FAULTS[planned]) return FAULTS[planned];
    const message = this.#keep({ to: null, webhook: id, text: body });
    if (planned === 'cut') return { status: 'cut' };
    return query.get('wait') === 'true' ? { headers: RATE, body: { id: message, channel_id: '1' } } : { status: 204, body: '' };
  }

  #keep(message) {
    const id = this.id();
    this.heard.push({ at: Date.now(), id, ...message });
    return id;
  }

  /** A user says yes on the page an address leads to; gives what their browser comes back with. */
  authorize(address, identity) {
    const asked = new URL(address).searchParams;
    if (asked.get('client_id') !== this.clientId || asked.get('response_type') !== 'code') throw new Error(`no user can say yes to ${address}`);
    const code = randomBytes(15).toString('base64url');
    const { state, redirect_uri: redirect, code_challenge: challenge } = Object.fromEntries(asked);
    this.#codes.set(code, { identity, redirect, challenge });
    return { code, state };
  }

  #exchange({ headers, body }) {
    const basic = Buffer.from(`${this.clientId}:${this.clientSecret}`).toString('base64');
    if (headers.authorization !== `Basic ${basic}`) return { status: 401, body: { error: 'invalid_client' } };
    if (!/^application\/x-www-form-urlencoded/.test(headers['content-type'] ?? '')) return { status: 400, body: { error: 'invalid_request' } };
    const { grant_type: grant, code, redirect_uri: redirect, code_verifier: verifier = '' } = Object.fromEntries(new URLSearchParams(body));
    const known = this.#codes.get(code);
    this.#codes.delete(code);
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const isFitting = grant === 'authorization_code' && known?.redirect === redirect && known.challenge === challenge && /^[\w.~-]{43,128}$/.test(verifier);
    if (!isFitting) return { status: 400, body: { error: 'invalid_grant', error_description: 'Invalid "code" in request.' } };
    const token = randomBytes(24).toString('base64url');
    this.tokens.push(token);
    this.#identities.set(token, known.identity);
    return { body: { access_token: token, token_type: 'Bearer', expires_in: 604_800, refresh_token: randomBytes(24).toString('base64url'), scope: 'identify' } };
  }
}

const RATE = { 'X-RateLimit-Limit': '50', 'X-RateLimit-Remaining': '49', 'X-RateLimit-Reset-After': '1.0', 'X-RateLimit-Bucket': 'stand-in' };

/**
 * Opens Discord for one application. `heard` are the messages that stand there: to a person (`to`), or by the webhook of
 * a channel. `fault` is for the next message: `later`, `gone`, `strange`, `broken`, `down`, or `cut`.
 */
export async function open(application) {
  const discord = new Discord(application);
  const { origin, fault, stop } = await openServer((request, planned) => discord.answer(request, planned));
  const { heard, tokens, publicKey, webhook } = discord;
  return {
    url: `${origin}/api/v10`,
    heard,
    tokens,
    publicKey,
    webhookUrl: `${origin}/api/webhooks/${webhook.id}/${webhook.token}`,
    sign: (body, timestamp) => discord.sign(body, timestamp),
    authorize: async (address, identity) => discord.authorize(address, identity),
    fault,
    stop,
  };
}
