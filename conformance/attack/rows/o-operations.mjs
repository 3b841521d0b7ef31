// Section O: operations, and what leaks.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { databaseUrl } from '../../harness/database.mjs';
import { allowed, forEach, refused, within } from '../answers.mjs';
import { fresh } from '../attacked.mjs';
import { kept, redis } from '../cache.mjs';
import { caughtUp, dialling, liveName } from '../live.mjs';
import { programmeOn } from '../programme.mjs';
import { exchange, request } from '../raw.mjs';
import { row } from '../row.mjs';
import { everyServer, runWith } from '../servers.mjs';

const ROOT = join(import.meta.dirname, '../../..');

/** Values that a program which takes types for granted would stumble over. */
const ODD = [null, true, 0, -1, 1e308, 0.1, '', 'x', '\u{1f600}', '__proto__', [], [[]], [null], {}, { __op: 'Delete' }, { __type: 'Pointer' }, { __type: 'Date', iso: 'x' }, { $in: [] }, { a: { $b: 1 } }, { __type: 'File' }, { __type: 'Relation' }, { __op: 'Batch', ops: [] }, { __type: 'Bytes', base64: '%' }, { __type: 'Polygon', coordinates: [] }];

row('O311', 'panic in a handler', { note: 'a handler that panics cannot be made from outside: 1 500 odd requests must be answered below 500, by the same process' }, hands =>
  hands.both(async server => {
    const Thing = await server.classWith({ fields: { s: 'String', n: 'Number', d: 'Date', o: 'Object', l: 'Array', g: 'GeoPoint', p: { type: 'Pointer', targetClass: '_User' }, r: { type: 'Relation', targetClass: '_User' }, f: 'File', b: 'Boolean', y: 'Polygon', x: 'Bytes' } });
    const one = await server.object(Thing, { s: 'x' });
    const { pid } = server;
    const requests = [];
    for (const value of ODD) {
      for (const field of ['s', 'n', 'd', 'o', 'l', 'g', 'p', 'r', 'f', 'b', 'y', 'x', 'ACL', 'objectId', 'createdAt', 'o.a.b']) {
        requests.push(['PUT', one.path, { body: { [field]: value } }]);
        requests.push(['GET', `/classes/${Thing}`, { query: { where: { [field]: value } } }]);
      }
      for (const name of ['where', 'keys', 'include', 'order', 'limit', 'skip', 'count', 'readPreference', 'hint', 'explain', 'redirectClassNameForKey', 'excludeKeys']) requests.push(['GET', `/classes/${Thing}`, { query: { [name]: value } }]);
      for (const operator of ['$gt', '$in', '$all', '$regex', '$nearSphere', '$within', '$geoWithin', '$geoIntersects', '$select', '$inQuery', '$text', '$exists', '$containedBy', '$relatedTo', '$or', '$relativeTime']) requests.push(['GET', `/classes/${Thing}`, { query: { where: operator === '$or' || operator === '$relatedTo' ? { [operator]: value } : { g: { [operator]: value } } } }]);
      requests.push(['POST', '/login', { body: { username: value, password: value } }], ['POST', '/batch', { body: { requests: value } }], ['POST', '/roles', { body: { name: value, ACL: value } }], ['POST', '/installations', { body: { deviceType: value, deviceToken: value } }], ['GET', `/aggregate/${Thing}`, { key: 'master', query: { pipeline: value } }], ['POST', `/schemas/${fresh()}`, { key: 'master', body: { fields: value, classLevelPermissions: value, indexes: value } }], ['POST', '/push', { key: 'master', body: { where: value, data: value } }], ['PUT', '/config', { key: 'master', body: { params: value } }], ['POST', '/hooks/functions', { key: 'master', body: { functionName: value, url: value } }], ['POST', '/files/x', { body: JSON.stringify(value), type: 'text/plain' }], ['POST', '/jobs/x', { key: 'master', body: { a: value } }], ['POST', '/push_audiences', { key: 'master', body: { name: value, query: value } }]);
    }
    // Where mail is configured; elsewhere these answer as Parse Server does, that it is not.
    const mail = await hands.server('mail');
    for (const value of ODD) {
      for (const path of ['/requestPasswordReset', '/verificationEmailRequest']) {
        const answer = await mail.send('POST', path, { body: { email: value } });
        assert.ok(answer.status < 500, `${answer.asked} was answered ${answer.status}`);
      }
    }
    for (let at = 0; at < requests.length; at += 16) {
      await Promise.all(
        requests.slice(at, at + 16).map(async ([method, path, options]) => {
          const answer = await server.send(method, path, options);
          assert.ok(answer.status < 500, `${answer.asked} ${JSON.stringify(options).slice(0, 200)} was answered ${answer.status}`);
        })
      );
    }
    assert.ok(server.isAlive() && server.pid === pid);
  })
);

row('O312', 'database text in errors', { last: true, note: 'every answer of the whole run is looked at, and those that come from the database here' }, ({ both }) =>
  both(async server => {
    const ada = await server.person({ email: `${fresh('ada')}@example.com` });
    const Thing = await server.classWith({ fields: { n: 'Number' } });
    const answers = [
      await server.send('POST', '/users', { body: { username: ada.username, password: fresh('Nv7-') } }),
      await server.send('POST', `/classes/${Thing}`, { body: { n: 'x' } }),
      await server.send('GET', `/classes/${Thing}`, { query: { where: { nope: { $gt: 1 } } } }),
      await server.send('GET', `/classes/${Thing}`, { query: { order: 'nope' } }),
      await server.send('GET', `/aggregate/${Thing}`, { key: 'master', query: { pipeline: [{ $group: { _id: '$nope', a: { $sum: '$nope' } } }] } }),
      await server.send('GET', `/classes/${Thing}`, { query: { where: { n: { $regex: '(' } } } }),
    ];
    for (const answer of answers) assert.ok(!/pg_|SQL|relation|constraint|postgres/i.test(answer.text), answer.text);
    server.complain();
  })
);

row('O313', 'secrets in logs', { last: true, note: 'every log of the run is searched, one of them at the level trace' }, async ({ server }) => {
  const loud = await server('loud');
  const email = `${fresh('ada')}@example.com`;
  const ada = await loud.person({ email });
  const password = loud.keepSecret(fresh('Wrong-'));
  await loud.logIn(ada);
  await loud.send('POST', '/login', { body: { username: ada.username, password } });
  await loud.send('GET', '/login', { query: { username: ada.username, password } });
  await loud.send('POST', '/verifyPassword', { body: { username: ada.username, password } });
  await loud.send('PUT', `/users/${ada.id}`, { as: ada, body: { password: loud.keepSecret(fresh('Next-')) } });
  await loud.send('POST', '/users/me', { app: null, body: { _method: 'GET', _ApplicationId: loud.keys.appId, _SessionToken: ada.token } });
  await loud.send('GET', '/schemas', { key: 'master' });
  await loud.send('GET', '/schemas', { headers: { 'X-Parse-Master-Key': loud.keepSecret(fresh('guessed-')) } });
  await loud.send('POST', '/requestPasswordReset', { body: { email }, mayFail: true });
  await loud.send('POST', '/functions/echo', { as: ada, body: { password } });
  await loud.send('POST', '/functions/fail', { as: ada, body: { password } });
  await loud.send('POST', '/users', { body: `{"username":"broken","password":"${password}",` });
  await loud.send('POST', '/users', { body: { authData: { proof: { id: 'x', token: loud.keepSecret(fresh('proof-')) } } } });
  await loud.send('GET', `/users/me?sessionToken=${ada.token}`);
  await loud.send('POST', '/files/x.txt', { key: 'master', body: { base64: Buffer.from(password).toString('base64'), _ContentType: 'text/plain' }, type: 'text/plain' });
  await dialling(loud, (_, dial) => secretsOverSockets(loud, dial, password));
  for (const attacked of everyServer()) {
    const log = await attacked.wholeLog();
    const found = attacked.secrets().filter(secret => secret.length > 5 && log.includes(secret));
    assert.deepEqual(found.map(secret => `${secret.slice(0, 6)}…`), [], `the log of ${attacked.name} has secrets in it: ${lineWith(log, found[0])}`);
  }
});

/** A session, keys and what no user should see, said on sockets that work and on ones that are refused. */
async function secretsOverSockets(loud, dial, password) {
  const rin = await loud.person();
  const Thing = await loud.classWith({ name: liveName(), fields: { title: 'String' } });
  const socket = await dial.connected({ as: rin, fields: { masterKey: loud.keys.masterKey } });
  const list = await socket.subscribe(Thing, {}, { sessionToken: rin.token });
  await caughtUp(loud, socket, list, Thing, { title: password });
  const unknown = loud.keepSecret(`r:${fresh('unknown')}`);
  await socket.ask({ className: Thing, where: { title: password } }, { sessionToken: unknown });
  socket.send(`{"op":"connect","masterKey":"${loud.keys.masterKey}","sessionToken":"${rin.token}"`);
  const stranger = await dial.open();
  await stranger.connect({ applicationId: 'x', masterKey: loud.keepSecret(fresh('guessed-')), sessionToken: rin.token });
}

function lineWith(log, secret) {
  return secret && log.split('\n').find(line => line.includes(secret))?.replaceAll(secret, '•••').slice(0, 300);
}

row('O314', 'log injection', async ({ server }) => {
  const loud = await server('loud');
  const mark = fresh('mark');
  const evil = `${mark}\nERROR forged line ${mark}\r\u001b[31mred\u0007`;
  await loud.send('POST', '/login', { body: { username: evil, password: 'x' } });
  await loud.send('POST', '/users', { body: { username: evil, password: fresh('Nv7-') } });
  await loud.send('POST', '/functions/failWithCode', { body: { code: 141, message: evil } });
  await loud.send('GET', `/classes/${encodeURIComponent(evil)}`);
  await loud.send('POST', `/functions/${encodeURIComponent(evil)}`, { body: {} });
  await loud.send('GET', '/health', { headers: { 'X-Request-Id': `${mark}-forged`, 'User-Agent': `${mark}\u0009x` } });
  await loud.send('GET', '/classes/X', { headers: { 'X-Parse-Installation-Id': `${mark}\tforged` } });
  await exchange(loud, request(loud, 'GET', `/classes/${mark}%0aERROR%20forged%20line`), { closesWithin: 1 });
  const lines = (await loud.wholeLog()).split('\n');
  assert.ok(!lines.some(line => /^\s*(ERROR )?forged line/.test(line)), 'a line of the log was forged');
  // eslint-disable-next-line no-control-regex
  assert.ok(!lines.some(line => /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(line)), 'control characters reach the log');
  for (const line of lines.filter(text => text.includes(mark) && text.startsWith('{'))) JSON.parse(line);
});

row('O315', 'health and metrics', ({ both }) =>
  both(async server => {
    const { origin } = new URL(server.url);
    const health = await server.send('GET', '/health', { app: null });
    assert.deepEqual(allowed(health), { status: 'ok' });
    assert.deepEqual(allowed(await server.send('GET', '/ready', { app: null })), { status: 'ready' });
    for (const base of [server.url, origin]) {
      for (const path of ['/metrics', '/debug', '/debug/pprof', '/status', '/actuator', '/env', '/config.json', '/.env', '/.git/HEAD', '/server-status', '/version', '/info']) {
        refused(await server.send('GET', `${base}${path}`), '404', '403', '400');
      }
    }
    refused(await server.send('GET', '/serverInfo'), '403');
  })
);

row('O316', 'defaults left in place', { note: 'each unsafe start must end by itself with a sentence that names what is wrong' }, async ({ server }) => {
  const { database } = await server('product').then(async attacked => ({ database: (await attacked.sql('SELECT current_database() AS name'))[0].name }));
  const safe = {
    production: true, profile: 'product', database_url: databaseUrl(database), listen: '127.0.0.1:0', application_id: 'production',
    master_key: 'Zk3vQ9mT7xB1nC5rW8yL2pH6dF4sJ0aG', public_server_url: 'https://api.attacked.example/parse', server_url: 'https://api.attacked.example/parse', allow_origin: 'https://app.attacked.example',
    trust_proxy: '127.0.0.1', files_directory: '/nowhere/files',
  };
  const unsafe = {
    'a proxy on this machine that is not configured': { trust_proxy: undefined },
    'a proxy that is always trusted': { trust_proxy: '0.0.0.0/0' },
    'a public address that does not lead to the mount': { public_server_url: 'https://api.attacked.example' },
    'a mount that the public address does not lead to': { mount_path: '/api' },
    'a short master key': { master_key: 'short' },
    'an example master key': { master_key: 'change-me' },
    'the master key as a client key': { javascript_key: safe.master_key },
    'any origin': { allow_origin: '*' },
    'a public address without TLS': { public_server_url: 'http://api.attacked.example/parse' },
    'no public address': { public_server_url: undefined },
    'development in production': { dev: true },
    'files that depend on where it is started': { files_directory: 'files' },
    'a database role that may do everything': {},
  };
  await forEach(Object.keys(unsafe), async name => {
    const settings = Object.fromEntries(Object.entries({ ...safe, ...unsafe[name] }).filter(([, value]) => value !== undefined));
    const { code, isRunning, output } = await runWith(settings);
    assert.ok(!isRunning, 'the server runs');
    assert.notEqual(code, 0);
    assert.ok(output.length > 20, `it says nothing: ${output}`);
    assert.ok(!output.includes(safe.master_key), 'it prints the master key');
    if (name.includes('database role')) assert.match(output, /superuser/i);
    if (name.includes('origin')) assert.match(output, /origin/i);
    if (name.includes('short')) assert.match(output, /master.key/i);
    if (name.includes('proxy')) assert.match(output, /trust_proxy/);
    if (name.includes('lead to')) assert.match(output, /public_server_url does not lead to mount_path/);
  });
});

row('O317', 'over-privileged database role', { note: 'the start as a superuser is refused in production; no request reaches a function of PostgreSQL that reads files or runs programs' }, async ({ server }) => {
  const product = await server('product');
  const [{ name }] = await product.sql('SELECT current_database() AS name');
  const { isRunning, output } = await runWith({
    production: true, profile: 'product', database_url: databaseUrl(name), listen: '127.0.0.1:0', application_id: 'production', master_key: 'Zk3vQ9mT7xB1nC5rW8yL2pH6dF4sJ0aG',
    public_server_url: 'https://api.attacked.example/parse', server_url: 'https://api.attacked.example/parse', allow_origin: 'https://app.attacked.example', trust_proxy: 'none', files_directory: '/nowhere/files',
  });
  assert.ok(!isRunning, 'a server in production runs as a superuser of the database');
  assert.match(output, /superuser/i);
  const Thing = await product.classWith({ fields: { s: 'String' } });
  await product.object(Thing, { s: 'x' });
  for (const text of ["pg_read_file('/etc/passwd')", "'||pg_read_file('/etc/passwd')||'", "x'; COPY (SELECT 1) TO PROGRAM 'id'; --"]) {
    for (const query of [{ where: { s: text } }, { where: { s: { $regex: text.replaceAll(/[|()']/g, '.') } } }, { order: text }, { keys: text }]) {
      const answer = await within(1000, () => product.send('GET', `/classes/${Thing}`, { query }));
      assert.ok(!answer.text.includes('root:'), answer.asked);
    }
  }
});

row('O318', 'poisoned cache server', { note: 'only places on boards and spent budgets are kept in Redis; who a user is, what they may do and what they are paid is never asked there. A user who may write there can show a wrong order until a user moves' }, async ({ server }) => {
  const programme = await programmeOn(await server('programme-cached'));
  const [eve, rin] = [await programme.tester(), await programme.tester()];
  for (const [who, amount] of [[eve, 10], [rin, 90]]) {
    await programme.run(programme.keeper, 'pointsAdjust', { user: who.id, amount, reason: 'For the answers to the questions of the week.', rule: 'manual' });
  }
  const rank = async () => (await programme.run(eve, 'myStanding')).standing.rank;
  assert.equal(await rank(), 2);
  const deadline = Date.now() + 20_000;
  const boards = () => kept().filter(name => name.startsWith('touchstone:board:'));
  while (boards().length === 0 && Date.now() < deadline) await rank();
  const names = kept();
  assert.ok(boards().length > 0, 'no board was ever kept, so that nothing was attacked');
  for (const name of names) assert.match(name, /^touchstone:(board|rate):/);
  const poisons = [
    name => redis('set', name, 'nonsense'),
    name => redis('zadd', name, '1e15', '~', '0', eve.id, '0', 'nonsense'),
    name => redis('rpush', name, 'nonsense'),
    () => undefined,
  ];
  for (const poison of poisons) {
    for (const name of names) {
      redis('del', name);
      poison(name);
    }
    assert.equal(await rank(), 2);
    const { rows } = await programme.run(eve, 'standingsTop');
    assert.deepEqual(rows.map(({ person }) => person.username), [rin.username, eve.username]);
    refused(await programme.ask(eve, 'settings'), '400/119');
  }
});

row('O319', 'dependency tampering', { note: 'no request is involved: the lock files must pin everything by checksum, and `just check` runs cargo deny' }, async () => {
  const lock = readFileSync(join(ROOT, 'Cargo.lock'), 'utf8');
  const packages = lock.split('[[package]]').slice(1);
  const foreign = packages.filter(text => text.includes('\nsource = '));
  assert.ok(foreign.length > 50);
  for (const text of foreign) assert.match(text, /\nchecksum = "[0-9a-f]{64}"/, text.slice(0, 80));
  assert.ok(!foreign.some(text => /source = "git\+/.test(text)), 'a dependency is taken from a branch that can move');
  const { packages: modules } = JSON.parse(readFileSync(join(ROOT, 'conformance/package-lock.json'), 'utf8'));
  for (const [name, entry] of Object.entries(modules)) if (name && !entry.link) assert.match(entry.integrity ?? '', /^sha512-/, name);
  assert.ok(existsSync(join(ROOT, 'deny.toml')));
  assert.match(readFileSync(join(ROOT, 'justfile'), 'utf8'), /cargo deny --locked check/);
});

row('O320', 'source maps and build info', ({ both }) =>
  both(async server => {
    const { origin } = new URL(server.url);
    for (const path of ['/assets/index.js.map', '/main.js.map', '/static/app.js.map']) refused(await server.send('GET', `${origin}${path}`), '404', '403', '400');
    for (const answer of [await server.send('GET', '/health'), await server.send('GET', '/classes/X'), await server.send('GET', '/nope'), await server.send('GET', '/schemas', { key: 'master' })]) {
      for (const name of ['server', 'x-powered-by', 'x-parse-version', 'x-aspnet-version', 'via']) assert.equal(answer.headers.get(name), null, `${answer.asked} has the header ${name}`);
      assert.ok(!/touchstone\/\d|axum|hyper|rustc/i.test(answer.text), answer.text.slice(0, 200));
    }
  })
);

row('O321', 'restore of an old backup', { note: 'the procedure of docs/how-to/operators/back-up-and-restore.md: sessions are emptied before the server starts on a restored database' }, async ({ server }) => {
  const short = await server('custom-ids');
  const ada = await short.person();
  allowed(await short.send('GET', '/users/me', { as: ada }));
  assert.match(readFileSync(join(ROOT, 'docs/how-to/operators/back-up-and-restore.md'), 'utf8'), /DELETE FROM "_Session"|truncate "_Session"/i, 'docs/how-to/operators/back-up-and-restore.md does not tell how to end the sessions of a restored database');
  await short.sql('DELETE FROM "_Session"');
  await short.sql(`SELECT pg_notify('touchstone', '')`);
  const again = await short.restart();
  refused(await again.send('GET', '/users/me', { as: ada }), '400/209');
  allowed(await again.logIn(ada));
});
