// Section K, second part: the socket itself, and what many of them may do.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { eventually } from '../../harness/expectations.mjs';
import { memoryOf } from '../../harness/run-to-end.mjs';
import { allowed, forEach, within } from '../answers.mjs';
import { stranger } from '../attacked.mjs';
import { caughtUp, dialling, everywhere, liveName } from '../live.mjs';
import { Raw } from '../raw.mjs';
import { row } from '../row.mjs';

const KIB = 1024;
const POLICY = 1008;
const TOO_BIG = 1009;
const SLOW_READER = 1013;

/** A frame as it is on the wire, masked as clients must. */
function frame(opcode, payload, { isLast = true, reserved = 0, length = payload.length } = {}) {
  const head = [(isLast ? 0x80 : 0) | reserved | opcode];
  if (length < 126) head.push(0x80 | length);
  else if (length < 65_536) head.push(0x80 | 126, length >> 8, length & 255);
  else head.push(0x80 | 127, ...Buffer.from(BigInt(length).toString(16).padStart(16, '0'), 'hex'));
  // A mask of zeros leaves the payload as it is.
  return Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), payload]);
}

const TEXT = 1;
const CONTINUED = 0;
const PING = 9;

/** A socket of bytes, upgraded. */
async function upgraded(server, lines = []) {
  const raw = new Raw(server.address);
  const told = server.isBehindProxy ? [`X-Forwarded-For: ${stranger()}`] : [];
  const head = ['GET /parse HTTP/1.1', `Host: ${server.address.host}`, 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13', `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`, ...told, ...lines, '', ''];
  await raw.write(head.join('\r\n'));
  assert.equal(await raw.answeredWithin(5000), 101);
  return raw;
}

/** A socket that answers nothing by itself. */
const mute = { autoPong: false };

/** Writes the same object again and again, fifty times in a request. */
async function writes(server, { path }, count, body = {}) {
  const requests = Array.from({ length: 50 }, () => ({ method: 'PUT', path: `/parse${path}`, body: { n: { __op: 'Increment', amount: 1 }, ...body } }));
  for (let done = 0; done < count; done += 50) {
    for (const { success, error } of allowed(await server.send('POST', '/batch', { key: 'master', body: { requests } }))) assert.ok(success, JSON.stringify(error));
  }
}

row('K241', 'foreign origin handshake', { note: 'a client that is not a page names no origin and may connect' }, everywhere(async (server, dial) => {
  const foreign = ['https://evil', 'null', 'https://app.example.evil', 'https://evil.app.example', 'http://app.example', 'https://app.example:8443', 'https://app.example@evil', 'file://'];
  await forEach(foreign, async origin => assert.equal(await dial.refusal({ headers: { Origin: origin } }), 403));
  for (const path of ['', '/', '/livequery']) assert.equal(await dial.refusal({ path, headers: { Origin: 'https://evil' } }), 403);
  for (const headers of [{ Origin: 'https://app.example' }, {}]) (await dial.connected({ headers })).end();
}));

row('K242', 'bad key on connect', async ({ server }) => {
  const badKey = async (dial, fields) => {
    const socket = await dial.open();
    const answer = await socket.connect(fields);
    assert.deepEqual([answer.op, answer.code], ['error', 4], JSON.stringify(fields));
    await socket.closedWithin(5000);
  };
  await dialling(await server('live-keys'), async (keyed, dial) => {
    const { appId, javascriptKey, clientKey, restApiKey, masterKey } = keyed.keys;
    const wrong = [
      {}, { javascriptKey: 'x' }, { javascriptKey: '' }, { clientKey: javascriptKey }, { restAPIKey: `${restApiKey}x` }, { masterKey: 'x' }, { masterKey: javascriptKey },
    ];
    await forEach(wrong, keys => badKey(dial, { applicationId: appId, ...keys }));
    await forEach(['x', '', `${appId}x`], applicationId => badKey(dial, { applicationId, javascriptKey }));
    for (const keys of [{ javascriptKey }, { clientKey }, { restAPIKey: restApiKey }, { masterKey }]) {
      const socket = await dial.open();
      assert.equal((await socket.connect({ applicationId: appId, ...keys })).op, 'connected', JSON.stringify(Object.keys(keys)));
    }
  });
  await everywhere(async (_, dial) => badKey(dial, { applicationId: 'x' }))({ server });
  await dialling(await server('live-distant'), async (distant, dial) => {
    const Thing = await distant.sql('SELECT 1').then(() => liveName());
    const owner = await distant.person();
    allowed(await distant.send('POST', `/classes/${Thing}`, { as: owner, body: { title: 'x' } }));
    const socket = await dial.open();
    const answer = await socket.connect({ applicationId: distant.keys.appId, masterKey: distant.keys.masterKey });
    if (answer.op === 'error') return void assert.equal(answer.code, 4);
    const list = await socket.subscribe(Thing);
    allowed(await distant.send('POST', `/classes/${Thing}`, { as: owner, body: { title: 'hers', ACL: { [owner.id]: { read: true } } } }));
    const { objectId } = allowed(await distant.send('POST', `/classes/${Thing}`, { as: owner, body: { title: 'marker' } }));
    await socket.event(list, objectId);
    assert.deepEqual(socket.events(list).map(({ object }) => object.title), ['marker'], 'the master key counted from an address that is not allowed');
  });
});

row('K243', 'garbage frames', everywhere(async (server, dial) => {
  const garbage = [
    '', 'x', '{', '[]', 'null', '5', '"connect"', '{}', '{"op":5}', '{"op":"nope"}', '{"op":null}', '{"op":"subscribe"}', '{"op":"subscribe","query":{"className":"X","where":{}}}',
    '{"op":"subscribe","requestId":"1","query":{"className":"X","where":{}}}', '{"op":"subscribe","requestId":1}', '{"op":"subscribe","requestId":1,"query":{}}',
    '{"op":"subscribe","requestId":1,"query":{"className":"X","where":[]}}', '{"op":"subscribe","requestId":1,"query":{"className":5,"where":{}}}',
    '{"op":"subscribe","requestId":1,"query":{"className":"X\\u0000","where":{}}}', '{"op":"subscribe","requestId":1,"query":{"className":"X","where":{}},"__proto__":{}}',
    '{"op":"unsubscribe"}', '{"op":"unsubscribe","requestId":{}}', '{"op":"connect"}', '{"op":"connect","applicationId":{}}', '{"op":"connected"}', '{"op":"create","object":{}}',
    `{"op":"subscribe","requestId":1e400,"query":{"className":"X","where":{}}}`, `${'['.repeat(20_000)}`, `{"op":"${'x'.repeat(40_000)}"}`, '\u0000', '{"op":"subscribe","requestId":-1,"query":{"className":"X","where":{}}}',
  ];
  await forEach(garbage, async text => {
    const socket = await dial.connected();
    const from = socket.frames.length;
    socket.send(text);
    const told = socket.heard(() => true, { from }).catch(() => undefined);
    const answer = await Promise.race([told, socket.closed.then(() => undefined)]);
    assert.ok(answer === undefined || (answer.op === 'error' && answer.code >= 1), JSON.stringify(answer));
    socket.end();
  });
  const binary = await dial.connected();
  binary.ws.send(randomBytes(100), { binary: true });
  const heard = await Promise.race([binary.heard(({ op }) => op === 'error').catch(() => 'closed'), binary.closed]);
  assert.ok(heard);
  const stubborn = await dial.connected();
  for (let time = 0; time < 50 && stubborn.isOpen; time += 1) stubborn.send('{"op":"nope"}');
  assert.equal((await stubborn.closedWithin(5000)).code, POLICY);
  const errors = stubborn.frames.filter(({ op }) => op === 'error');
  assert.ok(errors.length <= 6 && errors.every(({ code }) => [1, 3].includes(code)), JSON.stringify(errors));
  // No client may keep a socket without saying who they are.
  const nameless = await dial.open();
  nameless.send({ op: 'subscribe', requestId: 1, query: { className: 'LiveX', where: {} } });
  const answer = await nameless.heard(({ op }) => op === 'error');
  assert.ok([1, 2].includes(answer.code), JSON.stringify(answer));
  const witness = await dial.connected();
  const Thing = await server.classWith({ name: liveName() });
  await caughtUp(server, witness, await witness.subscribe(Thing), Thing);
}));

row('K244', 'oversized frame', { slow: true }, everywhere(async (server, dial) => {
  const large = await dial.connected();
  large.send(JSON.stringify({ op: 'subscribe', requestId: 1, query: { className: 'LiveX', where: { title: 'x'.repeat(10 * KIB * KIB) } } }));
  // What it still sends when it is closed is not read to the end, so the word may be lost on the way.
  assert.ok([TOO_BIG, 1006].includes((await large.closedWithin()).code));
  const [allowedSize, over] = [await dial.connected(), await dial.connected()];
  const sized = bytes => JSON.stringify({ op: 'unsubscribe', requestId: 1, x: 'x'.repeat(bytes) });
  allowedSize.send(sized(60 * KIB));
  await allowedSize.heard(({ op }) => op === 'error');
  over.send(sized(70 * KIB));
  assert.equal((await over.closedWithin()).code, TOO_BIG);
  // Compression is not offered, and a frame that says it is compressed is none.
  const squeezed = await upgraded(server, ['Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits']);
  assert.doesNotMatch(squeezed.text, /permessage-deflate/i);
  await squeezed.write(frame(TEXT, Buffer.from('x'), { reserved: 0x40 }));
  assert.ok(await squeezed.closedWithin(5000), 'a compressed frame was taken');
  // A length that is a promise, and parts that never end, small and large.
  const huge = await upgraded(server);
  await huge.write(frame(TEXT, Buffer.alloc(0), { length: 2 ** 40 }));
  assert.ok(await huge.closedWithin(5000), 'a terabyte was waited for');
  const before = memoryOf(server.pid);
  const endless = await upgraded(server);
  await endless.write(frame(TEXT, Buffer.from('"'), { isLast: false }));
  for (let part = 0; part < 1000 && !endless.isClosed; part += 1) {
    await endless.write(Buffer.concat(Array.from({ length: 1000 }, () => frame(CONTINUED, Buffer.from('x'), { isLast: false }))));
  }
  assert.ok(await endless.closedWithin(5000), 'a million parts were taken');
  const empty = await upgraded(server);
  await empty.write(frame(TEXT, Buffer.from('"'), { isLast: false }));
  for (let part = 0; part < 1000 && !empty.isClosed; part += 1) {
    await empty.write(Buffer.concat(Array.from({ length: 1000 }, () => frame(CONTINUED, Buffer.alloc(0), { isLast: false }))));
  }
  const unfinished = await upgraded(server);
  await unfinished.write(frame(TEXT, Buffer.from('{"op":"conn'), { isLast: false }));
  const half = await upgraded(server);
  await half.write(frame(TEXT, Buffer.from('{"op":'), { length: 1000 }));
  const silent = await upgraded(server);
  for (const [name, raw] of Object.entries({ empty, unfinished, half, silent })) assert.ok(await raw.closedWithin(35_000), `${name}: it was waited for for ever`);
  assert.ok(memoryOf(server.pid) - before < 64, `${(memoryOf(server.pid) - before).toFixed(0)} MiB were kept for it`);
  for (const raw of [squeezed, huge, endless, empty, unfinished, half, silent]) raw.end();
}));

row('K258', 'request-id reuse', everywhere(async (server, dial) => {
  const Thing = await server.classWith({ name: liveName(), fields: { title: 'String', n: 'Number' } });
  const [socket, witness] = [await dial.connected(), await dial.connected()];
  const list = await witness.subscribe(Thing);
  // Fewer than an address may send in a minute.
  const times = 500;
  for (let time = 0; time < times; time += 1) socket.send({ op: 'subscribe', requestId: 7, query: { className: Thing, where: { n: time } } });
  await socket.heard(() => socket.frames.filter(({ op }) => op === 'subscribed').length === times, { what: 'the answers', ms: 30_000 });
  for (const n of [0, times / 2, times - 2]) await server.object(Thing, { n });
  const { id } = await server.object(Thing, { n: times - 1 });
  await socket.event(7, id);
  assert.equal(socket.events().length, 1, 'a replaced subscription is still told');
  socket.end();
  await socket.closed;
  await caughtUp(server, witness, list, Thing, { n: times - 1 });
}));

row('K259', 'subscription flood', { note: 'the profile parse counts no sockets of an address unless told to, as Parse Server' }, everywhere(async (server, dial) => {
  const Thing = await server.classWith({ name: liveName(), fields: { n: 'Number' } });
  const [socket, witness] = [await dial.connected(), await dial.connected()];
  const list = await witness.subscribe(Thing);
  const flood = (upTo, into) => {
    for (let n = 1; n <= upTo && into.isOpen; n += 1) into.send({ op: 'subscribe', requestId: n, query: { className: Thing, where: { n: { $gte: -n } } } });
  };
  flood(54, socket);
  const refusal = await socket.heard(({ op }) => op === 'error', { what: 'the refusal of a subscription' });
  assert.equal(refusal.code, 155, JSON.stringify(refusal));
  const subscribed = socket.frames.filter(({ op }) => op === 'subscribed').length;
  assert.equal(subscribed, 50, `${subscribed} subscriptions on one socket`);
  const rude = await dial.connected();
  flood(10_000, rude);
  await rude.closedWithin(30_000);
  await within(2000, () => caughtUp(server, witness, list, Thing, { n: 1 }));
  if (!server.isBehindProxy) return;
  const from = stranger();
  const answers = await Promise.all(Array.from({ length: 1000 }, () => dial.refusal({ from })));
  const kept = [];
  for (let n = 0; n < 25; n += 1) kept.push(await dial.open({ from }).then(() => 101, error => error.status));
  assert.ok(answers.every(answer => [undefined, 429, 503].includes(answer)), `${[...new Set(answers)]}`);
  assert.ok(kept.filter(status => status === 101).length <= 20, `${kept}`);
  assert.ok(kept.includes(429), `${kept}`);
  await dial.connected();
}));

row('K260', 'slow reader', { alone: true }, everywhere(async (server, dial) => {
  const Thing = await server.classWith({ name: liveName(), fields: { n: 'Number', text: 'String' } });
  const made = await server.object(Thing, { n: 0, text: 'x'.repeat(2 * KIB) });
  const [slow, witness] = [await dial.connected(), await dial.connected()];
  for (let n = 0; n < 50; n += 1) await slow.subscribe(Thing, { n: { $gte: -n } });
  const list = await witness.subscribe(Thing);
  await writes(server, made, 50);
  const before = memoryOf(server.pid);
  slow.ws.pause();
  await writes(server, made, 200);
  await witness.heard(({ object }) => object?.n === 250, { what: 'the last event, for the user who reads' });
  assert.equal(witness.events(list).length, 250);
  const grown = memoryOf(server.pid) - before;
  assert.ok(grown < 32, `${grown.toFixed(0)} MiB are kept for one reader`);
  slow.ws.resume();
  const { code } = await slow.closedWithin(15_000);
  assert.ok(code === SLOW_READER || code === 1006, `closed with ${code}`);
  assert.ok(slow.events().length < 50 * 250, 'everything was kept for the user who did not read');
  await caughtUp(server, witness, list, Thing);
}));

row('K261', 'ping flood and idle', { slow: true }, async ({ server }) => {
  await everywhere(async (attacked, dial) => {
    const flood = await upgraded(attacked);
    const many = Buffer.concat(Array.from({ length: 1000 }, () => frame(PING, Buffer.from('x'))));
    for (let time = 0; time < 20 && !flood.isClosed; time += 1) await flood.write(many);
    assert.ok(await flood.closedWithin(5000), 'twenty thousand pings were answered');
    const polite = await dial.connected();
    polite.ws.ping();
    await new Promise(resolve => polite.ws.once('pong', resolve));
    assert.ok(polite.isOpen);
  })({ server });
  await dialling(await server('live'), async (_, dial) => {
    const [silent, alive] = [await dial.connected(mute), await dial.connected()];
    // A ping every 10 seconds, and two that may be left unanswered.
    const { code } = await silent.closedWithin(45_000);
    assert.ok([POLICY, 1006].includes(code), `closed with ${code}`);
    assert.ok(alive.isOpen, 'a user who answers was closed as well');
  });
});

row('K262', 'unsubscribe of others', everywhere(async (server, dial) => {
  const Thing = await server.classWith({ name: liveName() });
  const [hers, mine] = [await dial.connected(), await dial.connected()];
  const list = await hers.subscribe(Thing, {}, { requestId: 41 });
  const { clientId } = hers.frames[0];
  const from = mine.frames.length;
  mine.send({ op: 'unsubscribe', requestId: 41 });
  const answer = await mine.heard(() => true, { from });
  assert.deepEqual([answer.op, answer.code], ['error', 2]);
  for (const fields of [{ clientId }, { clientId, installationId: randomUUID() }]) mine.send({ op: 'unsubscribe', requestId: 41, ...fields });
  await mine.heard(() => mine.frames.filter(({ op }) => op === 'error').length === 3);
  mine.send({ op: 'update', requestId: 41, query: { className: Thing, where: { objectId: 'nothing' } } });
  await mine.heard(({ op }) => op === 'subscribed');
  await caughtUp(server, hers, list, Thing);
  assert.deepEqual(mine.events(), []);
}));

row('K263', 'reconnect storm', { alone: true, note: 'a thousand sockets; `just faults` cuts two thousand, or five' }, async ({ server }) => {
  await dialling(await server('live-storm'), async (storm, dial) => {
    const Thing = await storm.classWith({ name: liveName() });
    const arrive = async () => {
      const sockets = await Promise.all(Array.from({ length: 1000 }, () => dial.connected().catch(error => error)));
      const turnedAway = sockets.filter(one => one instanceof Error);
      for (const { status, headers, message } of turnedAway) assert.ok([429, 503].includes(status) && headers['retry-after'], message);
      return sockets.filter(one => !(one instanceof Error));
    };
    const first = await arrive();
    assert.ok(first.length > 500, `${first.length} of a thousand were admitted`);
    const closings = first.map(socket => socket.closed.then(closing => ({ ...closing, at: performance.now() })));
    process.kill(storm.pid, 'SIGTERM');
    const closed = await Promise.all(closings);
    assert.deepEqual([...new Set(closed.map(({ code }) => code))], [1001]);
    const times = closed.map(({ at }) => at).sort((a, b) => a - b);
    assert.ok(times.at(-1) - times[0] > closed.length / 4, `${closed.length} were sent away within ${(times.at(-1) - times[0]).toFixed(0)} ms`);
    const again = await storm.restart();
    return dialling(again, async (_, redial) => {
      const back = await Promise.all(Array.from({ length: 1000 }, () => redial.connected().catch(error => error)));
      for (const one of back) if (one instanceof Error) assert.ok([429, 503].includes(one.status), one.message);
      await within(2000, async () => assert.equal((await again.send('GET', '/health')).status, 200));
      const [{ connections }] = await again.sql('SELECT count(*)::int AS connections FROM pg_stat_activity WHERE datname = current_database()');
      assert.ok(connections < 30, `${connections} connections to the database`);
      // A thousand sockets keep this process too busy to answer pings, so a witness comes after them.
      for (const one of back) if (!(one instanceof Error)) one.end();
      const witness = await eventually(() => redial.connected().catch(() => undefined), 'a connection after the storm');
      await caughtUp(again, witness, await witness.subscribe(Thing), Thing);
    });
  });
});
