// Section Q, first part: webhooks of the programme, devices, keys.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { eventually } from '../../harness/expectations.mjs';
import { allowed, forEach, outcome, refused, within } from '../answers.mjs';
import { fresh } from '../attacked.mjs';
import { listen, trap } from '../listener.mjs';
import { careful, reach } from '../reach.mjs';
import { row } from '../row.mjs';

const INVALID = '400/142';
const FORBIDDEN = ['400/119', '403/119', '403', '404/101'];

const INSIDE = port => [
  `http://127.0.0.1:${port}/`, `http://0:${port}/`, `http://2130706433:${port}/`, `http://[::1]:${port}/`, `http://[::ffff:127.0.0.1]:${port}/`,
  `http://localhost:${port}/`, 'https://localhost/', 'https://10.0.0.1/', 'https://172.16.0.1/', 'https://192.168.1.1/', 'https://100.64.0.1/', 'https://[fe80::1]/',
  'https://[fc00::1]/', 'http://169.254.169.254/latest/meta-data/', 'https://[fd00:ec2::254]/', 'https://metadata.google.internal/', 'https://[64:ff9b::7f00:1]/',
];
const ELSEWHERE = ['file:///etc/passwd', 'gopher://example.com/', 'ftp://example.com/', 'https://example.com:25/', 'https://user:secret@example.com/', 'javascript:1', '//example.com/', '', 'https://'];

const save = (programme, fields) => programme.run(programme.keeper, 'webhookSave', { name: fresh('hook-'), preset: 'json', events: ['*'], ...fields });

/** A webhook of the programme that leads to this listener. */
async function hooked(programme, listener, fields) {
  const { webhook, secret } = await save(programme, { url: listener.url, ...fields });
  if (secret) programme.server.keepSecret(secret);
  return { ...webhook, secret };
}

/** A webhook that is taken away again, whatever comes of it. */
async function withHook(programme, listener, work, fields) {
  const webhook = await hooked(programme, listener, fields);
  try {
    return await work(webhook);
  } finally {
    await programme.run(programme.keeper, 'webhookRemove', { id: webhook.id });
    listener.stop();
  }
}

/** The signature that Standard Webhooks asks for. */
function signatureOf(secret, { headers, text }) {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`).digest('base64')}`;
}

row('Q339', 'webhook to the inside', async ({ server }) => {
  const programme = await reach(server);
  const ask = await careful(server);
  const { port, knocks, stop } = await trap();
  await forEach([...INSIDE(port), ...ELSEWHERE], async url => {
    const answer = await within(12_000, () => ask(programme.keeper, 'webhookSave', { name: fresh('hook-'), preset: 'json', events: ['*'], url }));
    if (answer.status !== 200) return refused(answer, INVALID);
    // A name is looked up when it is called; then nothing may be.
    const { id } = answer.body.result.webhook;
    const tested = await within(12_000, () => ask(programme.keeper, 'webhookTest', { id }));
    assert.equal(tested.body?.result?.ok ?? false, false, `${url} was called`);
    await programme.run(programme.keeper, 'webhookRemove', { id });
  });
  assert.equal(knocks(), 0, 'a server on this machine was called');
  stop();
  // One that a node with other settings has accepted is checked again when it is due.
  const inside = await listen();
  await withHook(programme, inside, async ({ id }) => {
    const before = inside.heard.length;
    const tested = await ask(programme.keeper, 'webhookTest', { id });
    assert.equal(tested.body?.result?.ok ?? false, false, tested.text);
    assert.equal(inside.heard.length, before, 'the call was made although the address is not allowed');
  }, { state: 'off' });
});

row('Q340', 'webhook that redirects', async ({ server }) => {
  const programme = await reach(server);
  const inside = await listen({ success: 'the inside' });
  await forEach([301, 302, 303, 307, 308], async status => {
    const outside = await listen((_, response) => response.writeHead(status, { Location: inside.url }).end());
    await withHook(programme, outside, async ({ id }) => {
      const { ok } = await programme.run(programme.keeper, 'webhookTest', { id });
      assert.equal(ok, false);
    }, { events: ['issue.submitted'] });
  });
  assert.equal(inside.heard.length, 0, 'a redirect was followed');
  inside.stop();
});

row('Q341', 'what a receiver answers', { note: 'kept for administrators: 2 KB at most, as text, without our own secrets' }, async ({ server }) => {
  const programme = await reach(server);
  let secret = '';
  const mirror = await listen((request, response) => {
    response.writeHead(500, { 'Content-Type': 'text/html' });
    response.end(`<script>alert(1)</script>${secret} ${JSON.stringify(request.headers)} ${'x'.repeat(1 << 20)}`);
  });
  await withHook(programme, mirror, async webhook => {
    secret = webhook.secret;
    await programme.run(programme.keeper, 'webhookTest', { id: webhook.id });
    const { rows } = await programme.run(programme.keeper, 'webhookDeliveries', { webhook: webhook.id });
    assert.ok(rows.length > 0);
    for (const { response } of rows) {
      assert.ok((response ?? '').length <= 2048, `${response?.length} characters were kept`);
      assert.ok(!(response ?? '').includes(secret), 'the secret is shown');
    }
    const tester = await programme.tester();
    refused(await programme.ask(tester, 'webhookDeliveries', { webhook: webhook.id }), FORBIDDEN);
  }, { events: ['issue.submitted'] });
});

row('Q342', 'webhook signature', { note: 'Standard Webhooks: another body, id, time or secret does not verify; while a secret is rolled both sign' }, async ({ server }) => {
  const programme = await reach(server);
  const listener = await listen();
  await withHook(programme, listener, async ({ id, secret }) => {
    await programme.run(programme.keeper, 'webhookTest', { id });
    const [first] = listener.heard;
    assert.ok(first.headers['webhook-signature'].split(' ').includes(signatureOf(secret, first)), 'the signature does not verify');
    const [theirs] = first.headers['webhook-signature'].split(' ');
    for (const forged of [{ ...first, text: `${first.text} ` }, ...['webhook-id', 'webhook-timestamp'].map(name => ({ ...first, headers: { ...first.headers, [name]: `${first.headers[name]}1` } }))]) {
      assert.notEqual(signatureOf(secret, forged), theirs);
    }
    const { secret: next } = await programme.run(programme.keeper, 'webhookRollSecret', { id });
    programme.server.keepSecret(next);
    assert.notEqual(next, secret);
    await programme.run(programme.keeper, 'webhookTest', { id });
    const last = listener.heard.at(-1);
    const signatures = last.headers['webhook-signature'].split(' ');
    for (const one of [secret, next]) assert.ok(signatures.includes(signatureOf(one, last)), 'one of both secrets does not sign');
  }, { events: ['issue.submitted'] });
});

row('Q343', 'webhook replay', { note: 'the same id for each attempt and replay, a fresh time within the tolerance of receivers' }, async ({ server }) => {
  const programme = await reach(server);
  const listener = await listen();
  await withHook(programme, listener, async webhook => {
    await programme.run(programme.keeper, 'webhookTest', { id: webhook.id });
    const { rows } = await programme.run(programme.keeper, 'webhookDeliveries', { webhook: webhook.id });
    await programme.run(programme.keeper, 'webhookReplay', { delivery: rows[0].id });
    await eventually(() => listener.heard.length >= 2, 'the replay');
    const [first, again] = listener.heard;
    assert.equal(again.headers['webhook-id'], first.headers['webhook-id']);
    assert.equal(again.text, first.text);
    for (const heard of listener.heard) {
      assert.ok(Math.abs(Date.now() / 1000 - Number(heard.headers['webhook-timestamp'])) < 60);
      assert.ok(heard.headers['webhook-signature'].split(' ').includes(signatureOf(webhook.secret, heard)));
    }
    const tester = await programme.tester();
    refused(await programme.ask(tester, 'webhookReplay', { delivery: rows[0].id }), FORBIDDEN);
  }, { events: ['issue.submitted'] });
});

row('Q344', 'a preset that leads elsewhere', { note: 'a preset takes addresses of its own service alone; the token in such an address is never shown to callers' }, async ({ server }) => {
  const programme = await reach(server);
  const ask = await careful(server);
  const wrong = { discord: ['https://discord.com.evil.example/api/webhooks/1/abcdefgh', 'https://evil.example/api/webhooks/1/abcdefgh', 'https://discord.com@evil.example/api/webhooks/1/x', 'http://discord.com/api/webhooks/1/abcdefgh', 'https://discord.com/api/users/@me'], slack: ['https://hooks.slack.com.evil.example/services/T/B/x', 'https://slack.com/api/chat.postMessage', 'http://hooks.slack.com/services/T0/B0/x'] };
  for (const [preset, urls] of Object.entries(wrong)) {
    await forEach(urls, async url => refused(await ask(programme.keeper, 'webhookSave', { name: fresh('hook-'), preset, events: ['*'], url }), INVALID));
  }
  const token = programme.server.keepSecret(fresh('chat-token-').padEnd(60, 'x'));
  const made = await ask(programme.keeper, 'webhookSave', { name: fresh('hook-'), preset: 'discord', events: ['issue.submitted'], state: 'off', url: `https://discord.com/api/webhooks/123456789012345678/${token}` });
  allowed(made);
  const listed = await programme.ask(programme.keeper, 'webhookList');
  for (const text of [made.text, listed.text]) assert.ok(!text.includes(token), 'the address is shown');
  const stored = await programme.server.sql(`select to_jsonb(w)::text as row from _touchstone.webhook w`);
  for (const { row: text } of stored) assert.ok(!text.includes(token), 'the address is kept in the clear');
  await programme.run(programme.keeper, 'webhookRemove', { id: made.body.result.webhook.id });
});

const POINT = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';
const AUTH = 'BTBZMqHH6r4Tts7J_aSIgg';
const subscription = (endpoint, keys = {}) => ({ endpoint, expirationTime: null, keys: { p256dh: POINT, auth: AUTH, ...keys } });

row('Q345', 'push endpoint as a door', { note: 'an endpoint is an address that a client chose: only those of push services are taken, and none is called that is not' }, async ({ server }) => {
  const programme = await reach(server);
  const eve = await programme.tester();
  const ask = await careful(server);
  const { port, knocks, stop } = await trap();
  const hosts = ['https://evil.example/push', 'https://fcm.googleapis.com.evil.example/x', 'https://evil.example/fcm.googleapis.com', 'https://fcm.googleapis.com@evil.example/x', 'https://user:secret@fcm.googleapis.com/x', 'https://fcm.googleapis.com:8443/x', 'http://fcm.googleapis.com/x', 'https://push.apple.com.evil.example/x', 'https://notpush.apple.com/x', `https://fcm.googleapis.com/${'x'.repeat(3000)}`];
  await forEach([...INSIDE(port), ...ELSEWHERE, ...hosts], async endpoint =>
    refused(await within(12_000, () => ask(eve, 'pushSubscribe', { subscription: subscription(endpoint) })), INVALID, '400/107')
  );
  assert.equal(knocks(), 0, 'a server on this machine was called');
  stop();
  const good = 'https://fcm.googleapis.com/fcm/send/';
  const keys = [{ p256dh: '' }, { p256dh: 'AAAA' }, { p256dh: Buffer.alloc(65, 4).toString('base64url') }, { p256dh: `${POINT.slice(0, -2)}AA` }, { auth: '' }, { auth: 'AAAA' }, { auth: 'x'.repeat(5000) }, { p256dh: 7 }];
  await forEach(keys, async wrong => refused(await ask(eve, 'pushSubscribe', { subscription: subscription(good + fresh(''), wrong) }), INVALID, '400/107'));
});

row('Q346', "another person's device", { note: 'an endpoint belongs to whom it was given last: the same browser, another account' }, async ({ server }) => {
  const programme = await reach(server);
  const { services } = programme.server;
  const [ada, eve] = [await programme.tester(), await programme.tester()];
  const { publicKey } = await programme.run(ada, 'pushKey');
  const theirs = await services.push.subscribe(publicKey, 'ada');
  await programme.run(ada, 'pushSubscribe', { subscription: theirs });
  const devices = async who => (await programme.run(who, 'pushDevices')).rows;
  const [device] = await devices(ada);
  assert.ok(!JSON.stringify(device).includes(theirs.endpoint), 'the endpoint is shown');
  for (const target of [{ endpoint: theirs.endpoint }, { id: device.id }]) {
    const answer = await programme.ask(eve, 'pushUnsubscribe', target);
    assert.equal(answer.body?.result?.removed ?? 0, 0, answer.text);
  }
  assert.equal((await devices(ada)).length, 1);
  await programme.run(eve, 'pushSubscribe', { subscription: theirs });
  assert.deepEqual([(await devices(ada)).length, (await devices(eve)).length], [0, 1]);
  await programme.run(ada, 'pushTest').catch(() => undefined);
  assert.ok(!services.push.received.some(({ owner }) => owner === 'ada'), 'a device that changed hands was notified');
  for (let count = 0; count < 12; count += 1) await programme.ask(eve, 'pushSubscribe', { subscription: await services.push.subscribe(publicKey, 'eve') });
  assert.ok((await devices(eve)).length <= 10, 'more than ten devices');
});

const api = (programme, path, key, options = {}) => {
  const origin = new URL(programme.server.url).origin;
  const headers = key ? { Authorization: `Bearer ${key}`, ...options.headers } : options.headers;
  return programme.server.send(options.method ?? 'GET', `${origin}/api/v1${path}`, { app: null, ...options, headers });
};

const keyFor = async (programme, scopes, extra = {}) => {
  await programme.refresh();
  const made = await programme.run(programme.keeper, 'apiKeyCreate', { name: fresh('key-'), scopes, ...extra });
  return { ...made.key, secret: programme.server.keepSecret(made.secret) };
};

row('Q347', 'scopes of API keys', async ({ server }) => {
  const programme = await reach(server);
  const doors = {
    builds: { path: '/builds', method: 'POST', body: { channel: 'web', version: `9.9.${Date.now() % 100_000}` } },
    read: { path: '/issues', method: 'GET' },
    report: { path: '/issues', method: 'POST', body: { kind: 'bug', title: 'By a key that may not', body: 'After a minute the quote is refused.', area: 'swap', build: programme.builds[0].id } },
    mail: { path: '/mail-events', method: 'POST', body: { address: 'missing@people.test', kind: 'bounce', permanent: true } },
  };
  for (const scope of Object.keys(doors)) {
    const { secret } = await keyFor(programme, [scope]);
    for (const [other, { path, ...options }] of Object.entries(doors)) {
      const answer = await api(programme, path, secret, options);
      if (other === scope) assert.notEqual(answer.status, 403, `${scope}: ${answer.text}`);
      else assert.equal(answer.status, 403, `a key for ${scope} came through the door for ${other}: ${outcome(answer)} ${answer.text}`);
    }
  }
  const { secret } = await keyFor(programme, ['read']);
  const asSession = await programme.server.send('GET', '/users/me', { headers: { 'X-Parse-Session-Token': secret } });
  assert.notEqual(asSession.status, 200);
  const asBearer = await programme.server.send('GET', '/classes/Issue', { headers: { Authorization: `Bearer ${secret}` }, app: null });
  assert.notEqual(asBearer.status, 200, 'a key opens the protocol');
  const tester = await programme.tester();
  const session = await api(programme, '/issues', tester.token);
  assert.equal(session.status, 401, 'a session opens the API');
  refused(await programme.ask(tester, 'apiKeyCreate', { name: 'mine', scopes: ['read'] }), FORBIDDEN);
  refused(await programme.ask(programme.keeper, 'apiKeyCreate', { name: fresh('key-'), scopes: ['everything'] }), INVALID, '400/107');
});

row('Q348', 'guessing and keeping API keys', async ({ server }) => {
  const programme = await reach(server);
  const key = await keyFor(programme, ['read']);
  const good = key.secret;
  const changed = `${good.slice(0, -8)}${good.at(-8) === 'A' ? 'B' : 'A'}${good.slice(-7)}`;
  const wrong = ['', 'ts_live_', good.slice(0, -1), `${good}x`, changed, good.toUpperCase(), `ts_test_${good.slice(8)}`, 'x'.repeat(5000), "' or 1=1 --"];
  const texts = new Set();
  await forEach(wrong, async one => {
    const answer = await api(programme, '/issues', undefined, { headers: { Authorization: `Bearer ${one}` } });
    assert.equal(answer.status, 401, `${outcome(answer)} ${answer.text}`);
    texts.add(answer.text);
  });
  for (const query of [`?key=${good}`, `?api_key=${good}`, `?access_token=${good}`]) assert.equal((await api(programme, `/issues${query}`)).status, 401);
  allowed(await api(programme, '/issues', good));
  await programme.run(programme.keeper, 'apiKeyRevoke', { id: key.id });
  const revoked = await api(programme, '/issues', good);
  assert.equal(revoked.status, 401);
  texts.add(revoked.text);
  assert.equal(texts.size, 1, `unknown, malformed and revoked keys can be distinguished: ${[...texts].join(' | ')}`);
  // A key does not outlive the office of its maker.
  const mate = await programme.appoint(await programme.tester());
  const made = await programme.run(mate, 'apiKeyCreate', { name: fresh('key-'), scopes: ['read'] });
  programme.server.keepSecret(made.secret);
  allowed(await api(programme, '/issues', made.secret));
  await programme.appoint(mate, false);
  assert.equal((await api(programme, '/issues', made.secret)).status, 401);
  const rows = await programme.server.sql(`select to_jsonb(k)::text as row from _touchstone.api_key k`);
  for (const { row: text } of rows) for (const secret of [good, made.secret]) assert.ok(!text.includes(secret.slice(12)), 'a key is kept in the clear');
  const listed = await programme.ask(programme.keeper, 'apiKeyList');
  for (const secret of [good, made.secret]) assert.ok(!listed.text.includes(secret), 'a key is shown again');
});

row('Q349', 'a key that asks without end', { note: '120 a minute for each key' }, async ({ server }) => {
  const programme = await reach(server);
  const [busy, calm] = [await keyFor(programme, ['read']), await keyFor(programme, ['read'])];
  const answers = await Promise.all(Array.from({ length: 150 }, () => api(programme, '/issues', busy.secret)));
  const stopped = answers.filter(({ status }) => status === 429);
  assert.ok(stopped.length >= 20, `${stopped.length} of 150 were refused`);
  for (const { headers } of stopped) assert.ok(Number(headers.get('retry-after')) > 0, 'it is not said when to come again');
  allowed(await api(programme, '/issues', calm.secret));
});
