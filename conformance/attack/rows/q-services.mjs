// Section Q, third part: services that are linked, and what is sent to us in their name.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { allowed, forEach, refused } from '../answers.mjs';
import { fresh } from '../attacked.mjs';
import { reach } from '../reach.mjs';
import { row } from '../row.mjs';

const REFUSED = ['400/142', '400/119', '403', '403/119', '404/101', '400/101'];

const nonce = () => randomBytes(32).toString('base64url');

row('Q356', 'state of an OAuth link', { note: 'a state is good once, for whom it was made, in the session it was made in' }, async ({ server }) => {
  const programme = await reach(server);
  const { services } = programme.server;
  const [ada, eve] = [await programme.tester(), await programme.tester()];
  const start = async who => services.authorize((await programme.run(who, 'accountLinkStart', { service: 'discord' })).url, who.username);
  const finish = (who, { code, state }) => programme.ask(who, 'accountLinkFinish', { service: 'discord', code, state });
  const links = async who => (await programme.run(who, 'accountLinks')).rows.filter(({ state }) => state === 'linked');
  await forEach([nonce(), '', 'x', '../..', 'x'.repeat(5000)], async state => refused(await finish(ada, { code: 'a-code', state }), REFUSED, '400/107'));
  // Log the victim into my account: the attacker's code with the attacker's state, in the victim's browser.
  const mine = await start(eve);
  refused(await finish(ada, mine), REFUSED);
  refused(await finish(eve, mine), REFUSED);
  // The same person in another session: a stolen link is not enough.
  const again = await start(ada);
  const elsewhere = await programme.signIn(ada);
  refused(await finish(elsewhere, again), REFUSED);
  const good = await start(ada);
  programme.server.keepSecret(good.code);
  allowed(await finish(ada, good));
  refused(await finish(ada, good), REFUSED);
  assert.deepEqual([(await links(ada)).length, (await links(eve)).length], [1, 0]);
});

row('Q357', 'tokens of linked accounts', { note: 'what a service gives us for the link is used once and dropped; one account there belongs to one person here' }, async ({ server }) => {
  const programme = await reach(server);
  const { services } = programme.server;
  const [ada, eve] = [await programme.tester(), await programme.tester()];
  const link = async (who, name) => {
    const { url } = await programme.run(who, 'accountLinkStart', { service: 'discord' });
    return programme.ask(who, 'accountLinkFinish', { service: 'discord', ...(await services.authorize(url, name)) });
  };
  const linked = await link(ada, 'one-account');
  allowed(linked);
  refused(await link(eve, 'one-account'), REFUSED);
  const tokens = services.discordTokens();
  assert.ok(tokens.length > 0, 'no token was handed out');
  const tables = await programme.server.sql(`select table_name as name from information_schema.tables where table_schema = '_touchstone' and (table_name like '%link%' or table_name like '%chat%')`);
  for (const { name } of tables) {
    for (const { row: text } of await programme.server.sql(`select to_jsonb(t)::text as row from _touchstone."${name}" t`)) {
      for (const token of tokens) assert.ok(!text.includes(token), `a token is kept in ${name}`);
    }
  }
  for (const token of tokens) {
    programme.server.keepSecret(token);
    assert.ok(!linked.text.includes(token), 'a token is in an answer');
  }
});

row('Q358', 'messages in the name of Telegram', { note: 'the secret of the header is compared before anything is read; a link needs the Yes of the page' }, async ({ server }) => {
  const programme = await reach(server);
  const { services } = programme.server;
  const ada = await programme.tester();
  const { deepLink } = await programme.run(ada, 'accountLinkStart', { service: 'telegram' });
  const payload = new URL(deepLink).searchParams.get('start');
  assert.match(payload, /^[A-Za-z0-9_-]{43,64}$/);
  const update = (id, text, chat = 'private') => ({ update_id: id, message: { message_id: id, date: Math.floor(Date.now() / 1000), text, from: { id: 900_000 + id, is_bot: false, first_name: 'Eve' }, chat: { id: 900_000 + id, type: chat } } });
  const pending = async () => (await programme.run(ada, 'accountLinks')).rows.find(({ service }) => service === 'telegram').state;
  for (const secret of [undefined, '', 'guess', `${services.telegramSecret}x`, services.telegramSecret.slice(0, -1)]) {
    const answer = await services.telegramUpdate(programme.server.url, update(1, `/start ${payload}`), secret);
    assert.ok([401, 403, 404].includes(answer.status), `${answer.status} for ${secret}`);
  }
  for (const [id, text, chat] of [[2, `/start ${nonce()}`], [3, `/start ${payload}x`], [4, `/start ${payload}`, 'group'], [5, '/start']]) {
    await services.telegramUpdate(programme.server.url, update(id, text, chat), services.telegramSecret);
    assert.equal(await pending(), 'none', `${text} in ${chat ?? 'private'}`);
  }
  await services.telegramUpdate(programme.server.url, update(6, `/start ${payload}`), services.telegramSecret);
  assert.equal(await pending(), 'pending', 'a link without the Yes of its owner, or none');
  // The same update again, and the same word from another user, change nothing.
  await services.telegramUpdate(programme.server.url, update(6, `/start ${payload}`), services.telegramSecret);
  await services.telegramUpdate(programme.server.url, update(7, `/start ${payload}`), services.telegramSecret);
  await programme.run(ada, 'accountLinkConfirm', { service: 'telegram' });
  const [{ name }] = (await programme.run(ada, 'accountLinks')).rows.filter(({ service }) => service === 'telegram');
  assert.equal(name, 'Eve');
});

row('Q359', 'messages in the name of Discord', async ({ server }) => {
  const programme = await reach(server);
  const { services } = programme.server;
  const ping = JSON.stringify({ type: 1 });
  const send = (body, options) => services.discordInteraction(programme.server.url, body, options);
  assert.equal((await send(ping)).status, 200);
  const wrong = [{ signature: '' }, { signature: '00'.repeat(64) }, { signedBody: `${ping} ` }, { timestamp: '' }, { signedTimestamp: '1' }, { timestamp: `${Math.floor(Date.now() / 1000) - 3600}` }, { otherKey: true }];
  await forEach(wrong, async options => assert.equal((await send(ping, options)).status, 401, JSON.stringify(options)));
});

row('Q360', 'messages in the name of a tracker', { note: 'signed, once, and never a decision: what a tracker says becomes a proposal' }, async ({ server }) => {
  const programme = await reach(server);
  const { tracker } = programme.server.services;
  const run = (name, params) => programme.run(programme.keeper, name, params);
  await tracker.connect(run);
  const issue = await programme.confirmed(await programme.tester());
  const there = await tracker.create(run, issue.number);
  const proposals = async () => (await run('trackerProposals', {})).rows.filter(({ issue: { number } }) => number === issue.number);
  await forEach([{ signature: null }, { signature: '' }, { signature: 'sha256=00' }, { secret: 'guess' }, { signedBody: '{}' }], async options => {
    const answer = await tracker.closed(programme.server.url, there, options);
    assert.ok([400, 401, 403].includes(answer.status), `${answer.status}`);
  });
  assert.deepEqual(await proposals(), []);
  const delivery = fresh('delivery-');
  for (let time = 0; time < 3; time += 1) assert.ok((await tracker.closed(programme.server.url, there, { delivery })).status < 300);
  assert.equal((await proposals()).length, 1, 'one proposal, however often it is sent');
  assert.equal(await programme.statusOf(issue), 'confirmed', 'a tracker has decided');
  const shown = await programme.ask(programme.keeper, 'trackerList', {});
  for (const secret of tracker.secrets) assert.ok(!shown.text.includes(secret), 'a secret is shown');
});

row('Q361', 'secrets of services', { note: 'written and never read back; sealed in the database' }, async ({ server }) => {
  const programme = await reach(server);
  const { services } = programme.server;
  const secrets = services.secrets();
  assert.ok(secrets.length > 0);
  for (const secret of secrets) programme.server.keepSecret(secret);
  for (const name of ['chatServices', 'trackerList', 'webhookList', 'apiKeyList', 'settings', 'audit']) {
    const answer = await programme.ask(programme.keeper, name, {});
    for (const secret of secrets) assert.ok(!answer.text.includes(secret), `${name} shows a secret`);
  }
  const tables = await programme.server.sql(`select table_schema as schema, table_name as name from information_schema.tables where table_schema in ('_touchstone', 'public') and table_type = 'BASE TABLE'`);
  for (const { schema, name } of tables) {
    for (const secret of secrets) {
      const [{ found }] = await programme.server.sql(`select exists (select from "${schema}"."${name}" t where position($1 in to_jsonb(t)::text) > 0) as found`, [secret]);
      assert.equal(found, false, `a secret is kept in the clear in ${schema}.${name}`);
    }
  }
});
