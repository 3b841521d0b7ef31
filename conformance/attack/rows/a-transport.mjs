// Section A, second part: framing, slow clients, addresses, hosts.
import assert from 'node:assert/strict';
import http2 from 'node:http2';
import { setTimeout as pause } from 'node:timers/promises';
import { allowed, forEach, refused, unauthorized, within } from '../answers.mjs';
import { fresh } from '../attacked.mjs';
import { Raw, exchange, request } from '../raw.mjs';
import { row } from '../row.mjs';

/** While `work` goes on, other callers must be answered quickly. */
async function othersAreServed(server, work) {
  let isDone = false;
  const watching = (async () => {
    while (!isDone) {
      const answer = await within(3000, () => server.send('GET', '/health'));
      assert.equal(answer.status, 200);
      await pause(500);
    }
  })();
  try {
    return await work();
  } finally {
    isDone = true;
    await watching;
  }
}

/** Opens a connection, sends `first`, then `more` again and again; says how long the server put up with it. */
async function trickle(server, first, more, everyMs, patience) {
  const raw = new Raw(server.address);
  await raw.write(first);
  const began = performance.now();
  while (performance.now() - began < patience && !raw.isClosed) {
    if (more) raw.write(more);
    if (await raw.closedWithin(everyMs)) break;
  }
  const isClosed = raw.isClosed;
  raw.end();
  return { isClosed, seconds: (performance.now() - began) / 1000, statuses: raw.statuses };
}

row('A14', 'slow request', { slow: true, note: 'bounds: headers 15 s, a body without progress 35 s, a body at a byte a second 75 s' }, async ({ server }) => {
  const product = await server('product');
  const head = `GET /parse/health HTTP/1.1\r\nHost: x\r\nX-Slow: `;
  const post = request(product, 'POST', '/functions/echo', ['Content-Type: application/json', 'Content-Length: 5000'], '{"a":"');
  await othersAreServed(product, async () => {
    const [byteByByte, silentHead, silentBody, slowBody] = await Promise.all([
      trickle(product, head, 'a', 1000, 16_000),
      trickle(product, 'GET /pa', undefined, 1000, 16_000),
      trickle(product, post, undefined, 1000, 36_000),
      trickle(product, post, 'a', 1000, 76_000),
    ]);
    assert.ok(byteByByte.isClosed, 'headers at a byte a second are still waited for after 16 s');
    assert.ok(silentHead.isClosed, 'headers that never end are still waited for after 16 s');
    assert.ok(silentBody.isClosed, 'a body without progress is still waited for after 36 s');
    assert.ok(slowBody.isClosed, 'a body at a byte a second is still waited for after 76 s');
    for (const { statuses } of [byteByByte, silentHead, silentBody, slowBody]) {
      assert.ok(statuses.every(status => [400, 408, 503].includes(status)), `answered ${statuses}`);
    }
  });
});

row('A15', 'request smuggling', { note: 'with both lengths the one by chunks may be taken, if the connection is closed after the answer (RFC 9112, 6.3); a bare line feed may end a line (2.2)' }, ({ both }) =>
  both(async server => {
    const Thing = await server.classWith({ fields: { title: 'String' } });
    const inner = request(server, 'POST', `/classes/${Thing}`, ['Content-Type: application/json', 'Content-Length: 20'], '{"title":"smuggled"}');
    const json = 'Content-Type: application/json';
    const hello = lines => request(server, 'POST', '/functions/hello', [json, ...lines], '');
    const attacks = {
      'both lengths': hello(['Content-Length: 5', 'Transfer-Encoding: chunked']) + `0\r\n\r\n${inner}`,
      'both lengths, the other way round': hello(['Transfer-Encoding: chunked', 'Content-Length: 5']) + `0\r\n\r\n${inner}`,
      'an unknown coding': hello(['Transfer-Encoding: xchunked']) + `0\r\n\r\n${inner}`,
      'a coding after chunked': hello(['Transfer-Encoding: chunked, identity']) + `0\r\n\r\n${inner}`,
      'a tab before chunked': hello(['Transfer-Encoding:\tchunked', 'Content-Length: 2']) + `0\r\n\r\n${inner}`,
      'a blank before the colon': hello(['Transfer-Encoding : chunked']) + `0\r\n\r\n${inner}`,
      'two lengths': hello(['Content-Length: 2', 'Content-Length: 7']) + `{}${inner}`,
      'a list of lengths': hello(['Content-Length: 2, 7']) + `{}${inner}`,
      'a signed length': hello(['Content-Length: +2']) + `{}${inner}`,
      'a hexadecimal length': hello(['Content-Length: 0x2']) + `{}${inner}`,
      'obsolete folding': hello(['X-A: b', '\tTransfer-Encoding: chunked', 'Content-Length: 2']) + `{}${inner}`,
      'a chunk size with a sign': hello(['Transfer-Encoding: chunked']) + `+2\r\n{}\r\n0\r\n\r\n${inner}`,
      'a chunk size beyond 64 bits': hello(['Transfer-Encoding: chunked']) + `fffffffffffffffff\r\n{}\r\n0\r\n\r\n${inner}`,
      'a bare line feed': `POST /parse/functions/hello HTTP/1.1\nHost: x\nX-Parse-Application-Id: ${server.keys.appId}\nContent-Length: 2\nConnection: close\n\n{}`,
      'a bare carriage return': hello(['X-A: b\rTransfer-Encoding: chunked', 'Content-Length: 2']) + `{}${inner}`,
      'a NUL in a header': hello(['X-A: b\0c', 'Content-Length: 2']) + `{}${inner}`,
    };
    await forEach(Object.keys(attacks), async name => {
      const { statuses, isClosed } = await exchange(server, attacks[name], { closesWithin: 3000 });
      // RFC 9112, 6.3: with both lengths, the one by chunks may be taken if the connection is closed after the answer.
      const safe = /both lengths|a tab|bare line feed/.test(name) ? [200, 400] : [400, 501];
      assert.ok(statuses.length <= 1 && statuses.every(status => safe.includes(status)), `answered ${statuses}`);
      assert.ok(isClosed, 'the connection stays open');
      assert.equal(await server.countOf(Thing), 0, 'the second request was carried out');
    });
  })
);

row('A16', 'HTTP/2 abuse', { note: 'HTTP/2 is not spoken, neither with prior knowledge nor by upgrade' }, ({ both }) =>
  both(async server => {
    const session = http2.connect(server.url);
    const outcome = await new Promise(resolve => {
      session.on('error', () => resolve('error'));
      session.on('close', () => resolve('close'));
      const stream = session.request({ ':path': '/parse/health' });
      stream.on('response', () => resolve('answered'));
      stream.on('error', () => {});
      setTimeout(() => resolve('silence'), 12_000).unref();
    });
    session.destroy();
    assert.ok(['error', 'close'].includes(outcome), `HTTP/2 was met with ${outcome}`);
    const lines = ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__'];
    const { status } = await exchange(server, request(server, 'GET', '/health', lines), { closesWithin: 1 });
    assert.notEqual(status, 101);
  })
);

row('A17', 'spoofed forwarding header', async ({ server }) => {
  const distant = await server('distant');
  for (const name of ['X-Forwarded-For', 'X-Real-IP', 'Forwarded', 'X-Client-IP', 'CF-Connecting-IP', 'True-Client-IP']) {
    for (const value of ['10.11.12.13', 'for=10.11.12.13', '10.11.12.13, 127.0.0.1']) {
      unauthorized(await distant.send('GET', '/schemas', { key: 'master', headers: { [name]: value } }));
      unauthorized(await distant.send('POST', `/classes/${fresh()}`, { key: 'master', headers: { [name]: value }, body: {} }));
    }
  }
  // A proxy on the same machine that is not configured does not make its clients local.
  const unnamed = await server('unnamed-proxy');
  const outside = { 'X-Forwarded-For': '203.0.113.9' };
  allowed(await unnamed.send('GET', '/schemas', { key: 'master' }));
  for (const headers of [outside, { Forwarded: 'for=203.0.113.9' }, { Via: '1.1 proxy' }, { 'X-Real-IP': '127.0.0.1' }]) {
    for (const key of ['master', 'readOnly', 'maintenance']) unauthorized(await unnamed.send('GET', '/schemas', { key, headers }));
  }
  const statuses = [];
  const began = performance.now();
  for (let call = 0; call < 30; call += 1) statuses.push((await unnamed.send('POST', '/login', { headers: outside, body: { username: fresh('n-'), password: 'x' } })).status);
  // Twenty at once, and one more every three seconds.
  const most = 21 + (performance.now() - began) / 3000;
  assert.ok(statuses.filter(status => status !== 429).length <= most, `passwords are tried without limit: ${statuses}`);
  assert.ok(statuses.includes(429), `none of thirty in ${Math.round(performance.now() - began)} ms was refused`);
  const made = [];
  for (let call = 0; call < 10; call += 1) made.push((await unnamed.send('POST', '/users', { headers: outside, body: { username: fresh('u-'), password: fresh('Nv7-') } })).status);
  assert.ok(made.includes(429), `accounts are made without limit: ${made}`);
  // What strangers spoil there is not spoiled for the operator on this machine.
  for (let call = 0; call < 12; call += 1) await unnamed.send('GET', '/schemas', { headers: { ...outside, 'X-Parse-Master-Key': fresh('wrong-') } });
  allowed(await unnamed.send('GET', '/schemas', { key: 'master' }));
});

row('A18', 'address-form tricks against allow-lists', async ({ server }) => {
  const proxied = await server('proxied');
  const asked = address => proxied.send('GET', '/schemas', { key: 'master', headers: { 'X-Forwarded-For': address } });
  for (const address of ['10.1.2.3', '::ffff:10.1.2.3', '::FFFF:0a01:0203']) allowed(await asked(address));
  const tricks = [
    '203.0.113.9', '::ffff:203.0.113.9', '10.1', '10.1.2.3.4', '010.1.2.3', '0x0a.1.2.3', '167838211', '127.1', '::1%lo', '10.1.2.3%lo',
    '203.0.113.9, 10.1.2.300', '10.1.2.3, 203.0.113.9', '64:ff9b::10.1.2.3', '::10.1.2.3', '[::ffff:10.1.2.3', '10.1.2.3 ', 'localhost', 'unknown', '10.1.2.3\u00a0',
  ];
  await forEach(tricks, async address => {
    const answer = await asked(address);
    // A trailing blank is not part of a header's value, so the address is plainly 10.1.2.3.
    if (address.endsWith(' ')) allowed(answer);
    else unauthorized(answer);
  });
  // A proxy that adds a line of its own below the caller's.
  const lines = [`X-Parse-Master-Key: ${proxied.keys.masterKey}`, 'X-Forwarded-For: 10.1.2.3', 'X-Forwarded-For: 203.0.113.9'];
  const { status } = await exchange(proxied, request(proxied, 'GET', '/schemas', lines), { closesWithin: 1 });
  assert.equal(status, 403, 'the address that the caller itself wrote was believed');
  // A proxy that names no client, or this machine, does not make its clients local.
  unauthorized(await proxied.send('GET', '/schemas', { key: 'master' }));
  for (const address of ['127.0.0.1', '::1', '127.0.0.1, 127.0.0.1']) unauthorized(await asked(address));
});

row('A31', 'method not in the table', ({ both }) =>
  both(async server => {
    const mark = fresh('reflected');
    for (const [method, path] of [['TRACE', '/health'], ['TRACE', '/classes/X'], ['PROPFIND', '/classes/X'], ['PATCH', '/classes/X/y'], ['PUT', '/login'], ['DELETE', '/login'], ['FOO', '/users/me'], ['LOCK', '/']]) {
      const { status, head, text } = await exchange(server, request(server, method, path, [`X-Mark: ${mark}`]), { closesWithin: 1 });
      assert.ok([400, 404, 405, 501].includes(status), `${method} ${path} was answered ${status} ${text.slice(0, 100)}`);
      assert.ok(!`${head}${text}`.includes(mark), `${method} reflects headers`);
    }
    const tunnel = await exchange(server, `CONNECT 169.254.169.254:80 HTTP/1.1\r\nHost: 169.254.169.254\r\nX-Mark: ${mark}\r\n\r\n`);
    assert.ok([400, 403, 404, 405, 501].includes(tunnel.status), `CONNECT was answered ${tunnel.status}`);
    assert.ok(!`${tunnel.head}${tunnel.text}`.includes(mark));
    const proxied = await exchange(server, `GET http://169.254.169.254/latest HTTP/1.1\r\nHost: 169.254.169.254\r\n\r\n`);
    assert.ok([400, 403, 404].includes(proxied.status), `a request in proxy form was answered ${proxied.status}`);
  })
);

row('A28', 'idempotency id games', async ({ server }) => {
  const product = await server('product');
  const Thing = await product.classWith({ fields: { title: 'String' } });
  const [ada, eve] = [await product.person(), await product.person()];
  const id = fresh('request-');
  const post = (as, body, requestId = id, path = `/classes/${Thing}`) =>
    product.send('POST', path, { as, body, headers: { 'X-Parse-Request-Id': requestId } });
  const first = await post(ada, { title: 'a' });
  allowed(first);
  const again = await post(ada, { title: 'a' });
  assert.equal(again.text, first.text, 'the repeat was not answered with the first answer');
  assert.equal(await product.countOf(Thing), 1);
  refused(await post(ada, { title: 'b' }), '400/159');
  assert.equal(await product.countOf(Thing), 1);
  const hers = await post(eve, { title: 'a' });
  allowed(hers);
  assert.notEqual(hers.body.objectId, first.body.objectId, 'one person was given the answer of another');
  const Other = await product.classWith({ fields: { title: 'String' } });
  const elsewhere = await post(ada, { title: 'a' }, id, `/classes/${Other}`);
  allowed(elsewhere);
  assert.notEqual(elsewhere.text, first.text, 'the answer of one path was given for another');
  refused(await post(ada, { title: 'c' }, 'x'.repeat(10_000)), '400/107', '431');
  refused(await post(ada, { title: 'c' }, 'x'.repeat(200)), '400/107');
  assert.equal(await product.countOf(Thing), 2);
  const raced = await Promise.all(Array.from({ length: 10 }, () => post(ada, { title: 'raced' }, `${id}-raced`)));
  const ids = new Set(raced.filter(({ status }) => status === 201).map(({ body }) => body.objectId));
  assert.equal(ids.size, 1, 'simultaneous repeats made several objects');
  assert.equal((await product.sql(`SELECT 1 FROM "${Thing}" WHERE title = 'raced'`)).length, 1);
});
