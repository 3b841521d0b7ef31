// A push service that replaces those of browsers: it refuses what they refuse, in their words, and, since it also
// has the keys of its browsers, opens what they would have opened.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { base64url, openMessage, receiverKeys, vapidClaims } from './push-seal.mjs';

/** What services must take; longer bodies may be refused. */
const LONGEST = 4096;
const DAY = 86_400;
const URGENCIES = new Set(['very-low', 'low', 'normal', 'high']);

/**
 * Starts it at a free port, or at `port`. `subscribe` makes what `PushManager.subscribe` gives; `received` has every
 * message that was taken, opened; `refused` has what was not, with the reason.
 */
export async function startPushEndpoint({ port = 0, host = '127.0.0.1' } = {}) {
  const subscriptions = new Map();
  const received = [];
  const refused = [];
  const waiting = new Set();
  let behaviour = () => undefined;

  const server = createServer((request, response) => {
    answer(request, response).catch(error => {
      refused.push({ status: 500, reason: String(error) });
      response.writeHead(500).end();
    });
  });
  server.listen(port, host);
  await once(server, 'listening');
  const origin = `http://${host}:${server.address().port}`;

  async function answer(request, response) {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = new Uint8Array(Buffer.concat(chunks));
    const subscription = subscriptions.get(new URL(request.url, origin).pathname.slice(3));
    const planned = behaviour({ request, subscription, body });
    if (planned === 'cut before') return void request.socket.destroy();
    // A service that is asked to fail does so before it looks.
    if (typeof planned === 'object') return refuse(response, planned.status, 'planned', planned.headers);
    const problem = await problemOf(request, subscription, body);
    if (problem) return refuse(response, problem.status, problem.reason);
    await take(request, subscription, body);
    if (planned === 'cut after') return void request.socket.destroy();
    if (planned === 'hang') return;
    response.writeHead(201, { Location: `${origin}/m/${received.length}`, TTL: request.headers.ttl }).end();
  }

  function refuse(response, status, reason, headers = {}) {
    refused.push({ status, reason });
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    response.end(JSON.stringify({ code: status, errno: 100, error: reason }));
    tell();
  }

  async function problemOf(request, subscription, body) {
    const { headers, method } = request;
    if (method !== 'POST') return { status: 405, reason: 'Method Not Allowed' };
    if (!subscription) return { status: 404, reason: 'no such subscription' };
    if (subscription.isGone) return { status: 410, reason: 'the subscription has ended' };
    if (!/^\d{1,10}$/.test(headers.ttl ?? '')) return { status: 400, reason: 'Missing TTL header' };
    if (headers['content-encoding'] !== 'aes128gcm')
      return { status: 400, reason: 'Unknown Content-Encoding' };
    if (headers.urgency !== undefined && !URGENCIES.has(headers.urgency))
      return { status: 400, reason: 'Invalid Urgency' };
    if (headers.topic !== undefined && !/^[\w-]{1,32}$/.test(headers.topic))
      return { status: 400, reason: 'Invalid Topic' };
    if (body.length > LONGEST) return { status: 413, reason: 'Payload too large' };
    return authorizationProblem(headers.authorization, subscription);
  }

  async function authorizationProblem(header, subscription) {
    try {
      const { key, claims } = await vapidClaims(header);
      const now = Date.now() / 1000;
      if (key !== subscription.applicationServerKey)
        return { status: 403, reason: 'the key does not fit the subscription' };
      if (claims.aud !== origin) return { status: 403, reason: 'aud is not this service' };
      if (!(claims.exp > now && claims.exp <= now + DAY))
        return { status: 403, reason: 'exp is not within a day' };
      if (claims.sub !== undefined && !/^(mailto:.+@.+|https:\/\/.+)$/.test(claims.sub))
        return { status: 403, reason: 'BadJwtToken' };
      return null;
    } catch (error) {
      return { status: 401, reason: String(error.message ?? error) };
    }
  }

  async function take({ headers }, subscription, body) {
    const { text, recordLength } = await openMessage(body, subscription.keys);
    const { ttl, urgency, topic } = headers;
    received.push({
      subscription: subscription.id,
      owner: subscription.owner,
      message: JSON.parse(text),
      text,
      recordLength,
      ttl: Number(ttl),
      urgency,
      topic,
      at: Date.now(),
    });
    tell();
  }

  function tell() {
    for (const look of waiting) look();
  }

  return {
    origin,
    received,
    refused,
    /** What a browser would hand to the page; `owner` is a word of the test's own. */
    async subscribe(applicationServerKey, owner = null) {
      const id = base64url(crypto.getRandomValues(new Uint8Array(24)));
      const keys = await receiverKeys();
      subscriptions.set(id, { id, keys, applicationServerKey, owner, isGone: false });
      return {
        endpoint: `${origin}/p/${id}`,
        expirationTime: null,
        keys: { p256dh: base64url(keys.publicKey), auth: base64url(keys.auth) },
      };
    },
    /** Ends a subscription, as a browser does whose site data is cleared. */
    end(endpoint) {
      const subscription = subscriptions.get(new URL(endpoint).pathname.slice(3));
      if (subscription) subscription.isGone = true;
    },
    /**
     * How requests are answered from here on: by `{ status, headers }`, `'cut before'` or `'cut after'` taking it,
     * `'hang'`, or as a service that is well (`undefined`).
     */
    behave(next) {
      behaviour = typeof next === 'function' ? next : () => next;
    },
    /** Waits until something that was received or refused is as it should be. */
    until(isThere, { within = 20_000 } = {}) {
      return new Promise((resolve, reject) => {
        const end = setTimeout(() => {
          waiting.delete(look);
          reject(
            new Error(`No such message; received ${received.length}, refused ${JSON.stringify(refused)}`),
          );
        }, within);
        const look = () => {
          const found = isThere({ received, refused });
          if (!found) return;
          clearTimeout(end);
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      });
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** What a fault of the next request is called by those who drive several stand-ins alike. */
const FAULTS = {
  cut: 'cut after',
  later: { status: 429, headers: { 'Retry-After': '1' } },
  gone: { status: 410 },
  broken: { status: 403 },
  bad: { status: 400 },
};

/** The same service as other stand-ins of this folder are driven: `heard` has what was taken, `fault` is for the next request. */
export async function open(options) {
  const service = await startPushEndpoint(options);
  return {
    ...service,
    url: service.origin,
    heard: service.received,
    fault(next) {
      const planned = FAULTS[next] ?? (typeof next === 'number' ? { status: next } : undefined);
      let isUsed = false;
      service.behave(() => {
        const now = isUsed ? undefined : planned;
        isUsed = true;
        return now;
      });
    },
    stop: service.close,
  };
}
