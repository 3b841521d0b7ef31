// Section L: webhooks and other calls to the outside.
import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { allowed, forEach, refused, unchanged, within } from '../answers.mjs';
import { fresh } from '../attacked.mjs';
import { listen, trap } from '../listener.mjs';
import { row } from '../row.mjs';
import { UNPROVEN, device, proof } from '../wallets.mjs';

/** Where a registration or a call ends that must not be made. */
const NOT_CALLED = ['400/142', '400/143', '400/141', '400/107', '400/1'];

const register = (server, functionName, url) => server.send('POST', '/hooks/functions', { key: 'master', body: { functionName, url } });
const call = (server, name, body = {}) => server.send('POST', `/functions/${name}`, { body });

/** A function that is served by this listener. */
async function hooked(server, listener) {
  const name = fresh('hook');
  allowed(await register(server, name, listener.url));
  return name;
}

/** Neither registering the address nor calling it may reach a server. */
async function neverCalled(server, urls) {
  await forEach(urls, async url => {
    const name = fresh('hook');
    const registered = await within(12_000, () => register(server, name, url));
    if (registered.status === 200 || registered.status === 201) refused(await within(12_000, () => call(server, name)), NOT_CALLED);
    else refused(registered, NOT_CALLED);
    const trigger = await within(12_000, () => server.send('POST', '/hooks/triggers', { key: 'master', body: { className: fresh('Thing'), triggerName: 'beforeSave', url } }));
    refused(trigger, NOT_CALLED, '200', '201');
  });
}

row('L264', 'cloud metadata', async ({ server }) => {
  const careful = await server('hooks-careful');
  await neverCalled(careful, ['http://169.254.169.254/latest/meta-data/', 'https://169.254.169.254/', 'http://[fd00:ec2::254]/', 'https://[fd00:ec2::254]/', 'http://metadata.google.internal/', 'https://[::ffff:169.254.169.254]/', 'https://100.100.100.200/']);
  // One that a node with other settings has accepted is checked again when it is due.
  const hooks = await server('hooks');
  const inside = await listen();
  const name = await hooked(hooks, inside);
  allowed(await call(hooks, name));
  const before = inside.heard.length;
  refused(await call(careful, name), NOT_CALLED);
  assert.equal(inside.heard.length, before, 'the call was made although the address is not allowed');
  inside.stop();
});

row('L265', 'loopback and private ranges', async ({ server }) => {
  const careful = await server('hooks-careful');
  const { port, knocks, stop } = await trap();
  const hosts = ['127.0.0.1', '0', '0.0.0.0', '2130706433', '0x7f.1', '0177.0.0.1', '127.1', '[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[64:ff9b::7f00:1]', 'localhost', 'LOCALHOST.', '127.0.0.1.', '[0:0:0:0:0:ffff:127.0.0.1]', '①②⑦.⓪.⓪.①'];
  await neverCalled(careful, hosts.flatMap(host => [`http://${host}:${port}/`, `https://${host}/`]));
  await neverCalled(careful, ['https://10.0.0.1/', 'https://172.16.0.1/', 'https://192.168.1.1/', 'https://100.64.0.1/', 'https://[fe80::1]/', 'https://[fc00::1]/', 'https://224.0.0.1/', 'https://255.255.255.255/', 'https://198.18.0.1/', 'https://[ff02::1]/', 'https://[2002:7f00:1::]/', `http://user:pass@127.0.0.1:${port}/`, `https://example.com@127.0.0.1:${port}/`]);
  assert.equal(knocks(), 0, 'a server on this machine was called');
  stop();
});

row('L266', 'DNS rebinding', { note: 'a name that resolves to this machine is refused after resolution; that the checked address is the one connected to is a unit test of outgoing.rs, for no name server here can be made to lie' }, async ({ server }) => {
  const careful = await server('hooks-careful');
  const { port, knocks, stop } = await trap();
  await neverCalled(careful, [`http://localhost:${port}/`, 'https://localhost/', 'https://ip6-localhost/', `https://localhost:8443/`]);
  assert.equal(knocks(), 0);
  stop();
});

row('L267', 'redirect to inside', async ({ server }) => {
  const hooks = await server('hooks');
  const inside = await listen({ success: 'the inside' });
  for (const status of [301, 302, 303, 307, 308]) {
    const outside = await listen((_, response) => response.writeHead(status, { Location: inside.url }).end());
    const answer = await call(hooks, await hooked(hooks, outside));
    refused(answer, NOT_CALLED);
    assert.ok(!answer.text.includes('the inside') && !answer.text.includes(inside.url));
    assert.equal(outside.heard.length, 1);
    outside.stop();
  }
  assert.equal(inside.heard.length, 0, 'a redirect was followed');
  inside.stop();
});

row('L268', 'other schemes and ports', async ({ server }) => {
  const careful = await server('hooks-careful');
  await neverCalled(careful, ['file:///etc/passwd', 'gopher://example.com/', 'ftp://example.com/', 'data:text/plain,x', 'javascript:1', 'https://example.com:25/', 'http://example.com:80/', 'https://example.com:22/', 'unix:/run/x.sock', '//example.com/', 'example.com', '', 'https://', 'https:///x', 'jar:https://example.com!/']);
  for (const url of [5, {}, ['https://example.com'], true]) refused(await register(careful, fresh('hook'), url), NOT_CALLED, '400/111');
});

row('L269', 'readable SSRF', async ({ server }) => {
  const hooks = await server('hooks');
  const secret = fresh('internal-secret');
  for (const [status, type] of [[500, 'text/plain'], [404, 'text/html'], [200, 'text/html'], [403, 'application/json']]) {
    const inside = await listen((_, response) => response.writeHead(status, { 'Content-Type': type, 'X-Secret': secret }).end(`<html>${secret}</html>`));
    const answer = await call(hooks, await hooked(hooks, inside));
    refused(answer, NOT_CALLED);
    assert.ok(!answer.text.includes(secret), `what the target said is shown: ${answer.text}`);
    assert.ok(answer.text.length < 1024);
    inside.stop();
  }
});

row('L270', 'endless or huge reply', { slow: true, note: 'bound: 14 s' }, async ({ server }) => {
  const hooks = await server('hooks');
  const timers = [];
  const endless = await listen((_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.write('{"success":"');
    timers.push(setInterval(() => response.write('a'), 500));
  });
  const silent = await listen(() => {});
  const huge = await listen((_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(`{"success":"${'a'.repeat(8 << 20)}"}`);
  });
  const bomb = await listen(async (_, response) => {
    const { gzipSync } = await import('node:zlib');
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' });
    response.end(gzipSync(`{"success":"${'a'.repeat(8 << 20)}"}`));
  });
  await Promise.all(
    [endless, silent, huge, bomb].map(async listener => {
      const name = await hooked(hooks, listener);
      refused(await within(14_000, () => call(hooks, name)), NOT_CALLED);
    })
  );
  timers.forEach(clearInterval);
  for (const listener of [endless, silent, huge, bomb]) listener.stop();
});

row('L271', 'secret leak', async ({ server }) => {
  const hooks = await server('hooks');
  const ada = await hooks.person();
  const listener = await listen();
  const name = await hooked(hooks, listener);
  allowed(await hooks.send('POST', `/functions/${name}`, { as: ada, body: { a: 1 } }));
  allowed(await hooks.send('POST', `/functions/${name}`, { key: 'master', body: { a: 1 } }));
  for (const { headers, text } of listener.heard) {
    const everything = JSON.stringify(headers) + text;
    for (const secret of [hooks.keys.webhookKey, hooks.keys.masterKey, hooks.keys.readOnlyMasterKey, ada.password]) assert.ok(!everything.includes(secret), 'a key was sent');
    assert.equal(headers['x-parse-webhook-key'], undefined);
    const signed = `${headers['x-touchstone-id']}.${headers['x-touchstone-time']}.${text}`;
    assert.equal(headers['x-touchstone-signature'], createHmac('sha256', hooks.keys.webhookKey).update(signed).digest('hex'));
  }
  const shown = await hooks.send('GET', '/hooks/functions', { key: 'master' });
  assert.ok(!shown.text.includes(hooks.keys.webhookKey));
  listener.stop();
});

row('L272', 'webhook replay', { note: 'the receiver refuses what is old or has an id it has seen: both are signed and new with each call' }, async ({ server }) => {
  const hooks = await server('hooks');
  const listener = await listen();
  const name = await hooked(hooks, listener);
  for (let delivery = 0; delivery < 3; delivery += 1) allowed(await call(hooks, name, { same: 'body' }));
  assert.equal(new Set(listener.heard.map(({ headers }) => headers['x-touchstone-id'])).size, 3);
  for (const { headers } of listener.heard) assert.ok(Math.abs(Date.now() - Number(headers['x-touchstone-time'])) < 60_000);
  const [{ headers, text }] = listener.heard;
  const forged = createHmac('sha256', hooks.keys.webhookKey).update(`${headers['x-touchstone-id']}.${Number(headers['x-touchstone-time']) + 1}.${text}`).digest('hex');
  assert.notEqual(headers['x-touchstone-signature'], forged);
  listener.stop();
});

row('L273', 'poisoned hook reply', async ({ server }) => {
  const hooks = await server('hooks');
  const Thing = await hooks.classWith({ fields: { title: 'String', n: 'Number' } });
  const listener = await listen();
  allowed(await hooks.send('POST', '/hooks/triggers', { key: 'master', body: { className: Thing, triggerName: 'beforeSave', url: listener.url } }));
  const replies = [
    '{"success":{"title":"x","__proto__":{"isAdmin":true}}}', '{"success":{"title":"x","constructor":{"prototype":{}}}}', '{"success":{"o":{"__proto__":{"x":1}}}}', '{"success":{"n":"text"}}', '{"success":{"newField":1}}',
    '{"success":{"ACL":"everyone"}}', '{"success":{"_rperm":["*"]}}', '{"success":{"_hashed_password":"x"}}', '{"success":[1,2]}', '{"success":"text"}', '[1]', '"text"', 'null', '<html>', '{', `{"success":{"title":"${'x'.repeat(900_000)}"}}`, `{"success":${'['.repeat(500)}${']'.repeat(500)}}`,
  ];
  await unchanged(hooks, [Thing, '_SCHEMA'], () =>
    forEach(replies, async reply => {
      listener.say(reply);
      const answer = await hooks.send('POST', `/classes/${Thing}`, { body: { title: 'sent' } });
      if (answer.status === 201) {
        // What is no object of the class is passed over, as Parse Server does; what was sent must be what is stored.
        const { title, n } = await hooks.stored(Thing, answer.body.objectId);
        assert.deepEqual([title, n], ['sent', null], `the reply was taken over: ${answer.text}`);
        await hooks.sql(`DELETE FROM "${Thing}" WHERE "objectId" = $1`, [answer.body.objectId]);
      } else refused(answer, '400/105', '400/141', '400/111', '400/107', '400/123', '400/119', '400/116', '400/142');
    })
  );
  const name = await hooked(hooks, listener);
  for (const reply of ['{"success":{"a":{"__proto__":{"x":1}}}}', '{"error":{"code":"x"}}', '{"error":{}}', '{"error":[]}', '{"neither":1}']) {
    listener.say(reply);
    refused(await call(hooks, name), '200', '400/141', '400/105', '400/107');
  }
  listener.stop();
});

row('L274', 'retry storm and loops', { note: 'a function is called once and not again; its host is left alone after five failures' }, async ({ server }) => {
  const hooks = await server('hooks');
  const broken = await listen((_, response) => response.writeHead(500).end());
  const name = await hooked(hooks, broken);
  for (let attempt = 0; attempt < 20; attempt += 1) refused(await call(hooks, name), NOT_CALLED);
  assert.ok(broken.heard.length <= 6, `a host that fails was called ${broken.heard.length} times for 20 requests`);
  broken.stop();
  let calls = 0;
  const looping = await listen(async (request, response) => {
    calls += 1;
    const headers = { 'X-Parse-Application-Id': hooks.keys.appId, 'Content-Type': 'application/json', 'X-Forwarded-For': '20.1.2.3' };
    if (request.headers['x-touchstone-depth']) headers['X-Touchstone-Depth'] = request.headers['x-touchstone-depth'];
    const again = calls < 50 ? await fetch(`${hooks.url}/functions/${loop}`, { method: 'POST', headers, body: '{}' }) : undefined;
    response.end(JSON.stringify({ success: again?.status ?? 'fifty' }));
  });
  const loop = await hooked(hooks, looping);
  await within(15_000, () => call(hooks, loop));
  assert.ok(calls <= 4, `a hook that calls itself went round ${calls} times`);
  looping.stop();
});

/** What a call ends with that is not passed on, or cannot be answered. */
const NOT_ANSWERED = ['400/142', '400/141', '400/102', '400/101', '404/101', '400/107', '400/111', '400/1'];

const data = (server, name, body, as) => server.send('POST', `/functions/${name}`, { as, body });

row('L275', 'path injection into a data API', async ({ server }) => {
  const app = await server('data');
  const { provider, node } = app;
  const eve = await app.person();
  const address = `0x${randomBytes(20).toString('hex')}`;
  const elsewhere = ['../../v2/keys', '..', '.', '%2e%2e', '%2e%2e%2fkeys', '..\\..\\keys', 'a/b', `${address}/../../keys`, `${address}?apikey=x`, `${address}#x`, `${address}%00`, `${address}\r\nX-Injected: 1`, '', { $ne: '' }, ['..']];
  const before = node.heard.length;
  await forEach(elsewhere, async sent => {
    for (const [name, body] of [['getTokenPrice', { address: sent }], ['getNFTTrades', { address: sent }], ['getTransactions', { address: sent }], ['getNativeBalance', { address: sent }], ['getTokenAllowance', { address, owner_address: sent, spender_address: address }]]) {
      refused(await data(app, name, { chain: 'eth', ...body }, eve), NOT_ANSWERED, '200');
    }
  });
  await forEach(['eth&key=', 'eth/../..', 'eth?x=', '0x1&chain=0x89', '1 or 1=1'], async chain =>
    refused(await data(app, 'getTokenPrice', { chain, address }, eve), NOT_ANSWERED)
  );
  for (const { url, headers } of provider.heard) {
    assert.match(url, /^\/hook\/(erc20\/[^/?#]+\/price|nft\/[^/?#]+\/trades|[^/?#]+)\?/, `another path was asked: ${url}`);
    assert.equal(new URL(url, 'http://provider').pathname, url.split('?')[0], `the path leads elsewhere: ${url}`);
    assert.ok(!('x-injected' in headers) && !/[?&](apikey|key)=/.test(url), url);
  }
  for (const { params } of node.heard.slice(before).flat()) assert.ok(!JSON.stringify(params).includes('..'), JSON.stringify(params));
});

row('L276', 'API key leak', { note: 'the node and the provider repeat the keys in all they say; they are looked for in the answers and in the log' }, async ({ server }) => {
  const app = await server('data');
  const { provider, node, dataKeys } = app;
  const eve = await app.person();
  const address = `0x${randomBytes(20).toString('hex')}`;
  const told = `invalid key at ${node.url}/v3/${dataKeys.node}?apikey=${dataKeys.query}`;
  const refusal = JSON.stringify({ message: `invalid key ${dataKeys.provider}`, error: dataKeys.provider });
  const straight = node.bend;
  const said = [];
  try {
    node.bend = (answer, { id, method }) => (method === 'eth_chainId' ? answer : { jsonrpc: '2.0', id, error: { code: -32000, message: told, data: told } });
    for (const status of [400, 401, 403, 404, 429, 500]) {
      provider.say((_, response) => response.writeHead(status, { 'Content-Type': 'application/json', 'X-Key': dataKeys.provider }).end(refusal));
      for (const [name, body] of [['getTokenPrice', { address }], ['getTransactions', { address }], ['getNativeBalance', { address }], ['getBlock', { block_number_or_hash: '5' }], ['runContractFunction', { address, function_name: 'x', abi: [], params: {} }]]) {
        said.push((await data(app, name, { chain: 'eth', ...body }, eve)).text);
      }
    }
  } finally {
    node.bend = straight;
  }
  assert.ok(provider.heard.length > 0 && provider.heard.every(({ url, headers }) => !url.includes(dataKeys.provider) && headers['x-api-key'] === dataKeys.provider), 'the key goes elsewhere than into its header');
  said.push(await app.wholeLog());
  for (const secret of Object.values(dataKeys)) {
    const telling = said.find(text => text.includes(secret));
    assert.equal(telling, undefined, `a key is shown: ${telling?.slice(0, 300)}`);
  }
});

row('L277', 'JSON-RPC reply confusion', async ({ server }) => {
  const wallets = await server('wallets');
  const { odd } = wallets;
  const address = `0x${randomBytes(20).toString('hex')}`;
  const signIn = async () => {
    const from = device(wallets);
    return from.signIn(await proof(from, { address, signMessage: async () => `0x${'12'.repeat(80)}` }, { chain: 668 }));
  };
  // The node is believed as long as it answers what it was asked.
  const straight = odd.bend;
  wallets.keepSecret(allowed(await signIn()).sessionToken);
  const bent = {
    'a batch': answer => [answer],
    'another id': answer => ({ ...answer, id: answer.id + 1 }),
    'the id as a text': answer => ({ ...answer, id: `${answer.id}` }),
    'a result and an error': answer => ({ ...answer, error: { code: 3, message: 'execution reverted' } }),
    'a number for a text': answer => ({ ...answer, result: 0x1626ba7e }),
    'a text in an object': answer => ({ ...answer, result: { result: answer.result } }),
    'no id': ({ jsonrpc, result }) => ({ jsonrpc, result }),
  };
  try {
    await forEach(Object.keys(bent), async name => {
      odd.bend = bent[name];
      refused(await signIn(), UNPROVEN, '400/100', '503/100');
    });
  } finally {
    odd.bend = straight;
  }
});
