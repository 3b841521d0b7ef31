// Section B: keys and privileged endpoints.
import assert from 'node:assert/strict';
import { alike, allowed, empty, forEach, refused, unauthorized, unchanged, within } from '../answers.mjs';
import { fresh, pointer } from '../attacked.mjs';
import { row } from '../row.mjs';

const READ_ONLY_SAYS_NO = ['400/119', '403'];

row('B32', 'master key from a disallowed address', async ({ server }) => {
  const distant = await server('distant');
  const Thing = fresh();
  const before = distant.log().length;
  unauthorized(await distant.send('GET', '/schemas', { key: 'master' }));
  unauthorized(await distant.send('POST', `/classes/${Thing}`, { key: 'master', body: {} }));
  unauthorized(await distant.send('GET', '/schemas', { key: 'readOnly' }));
  unauthorized(await distant.send('POST', `/classes/${Thing}`, { app: null, body: { _ApplicationId: distant.keys.appId, _MasterKey: distant.keys.masterKey } }));
  const basic = Buffer.from(`${distant.keys.appId}:${distant.keys.masterKey}`).toString('base64');
  unauthorized(await distant.send('GET', '/schemas', { app: null, headers: { Authorization: `Basic ${basic}` } }));
  assert.equal(await distant.hasTable(Thing), false);
  const log = (await distant.wholeLog()).slice(before);
  assert.match(log, /master key|maintenance key|privileged/i, 'the refusal is not in the log');
});

row('B33', 'master key guessing and timing', { alone: true, note: 'bound: medians of 300 calls each within 20 % or 0.2 ms of each other; the budget of wrong keys is the product profile\'s' }, async ({ server }) => {
  const parse = await server('parse');
  const { masterKey } = parse.keys;
  const kinds = {
    none: 'x'.repeat(masterKey.length),
    prefix: `${masterKey.slice(0, -1)}${masterKey.endsWith('x') ? 'y' : 'x'}`,
    short: 'x',
  };
  const asked = key => parse.send('GET', '/schemas', { headers: { 'X-Parse-Master-Key': key } });
  const answers = await alike(
    Object.fromEntries(Object.entries(kinds).map(([kind, key]) => [kind, () => asked(key)])),
    { calls: 300, share: 0.2, ms: 0.2 }
  );
  for (const answer of answers) refused(answer, '403', '429/100', '429/155');

  const product = await server('guessed');
  const from = '198.51.100.33';
  const schemas = () => product.send('GET', '/schemas', { from, headers: { 'X-Parse-Master-Key': product.keys.masterKey } });
  allowed(await schemas());
  const guess = () => product.send('GET', '/schemas', { from, headers: { 'X-Parse-Master-Key': fresh('guess-') } });
  for (let call = 0; call < 40; call += 1) refused(await guess(), '403', '429/100', '429/155');
  refused(await schemas(), '403', '429/100', '429/155');
  allowed(await product.send('GET', '/schemas', { key: 'master' }));
});

row('B34', 'two privilege keys at once', async ({ server }) => {
  const distant = await server('distant');
  const person = await distant.person();
  unauthorized(await distant.send('GET', '/users/me', { key: 'master', as: person }));
  unauthorized(await distant.send('PUT', `/users/${person.id}`, { key: 'master', as: person, body: { phone: '1' } }));
  unauthorized(await distant.send('GET', '/users/me', { key: 'maintenance', as: person }));
  assert.equal((await distant.stored('_User', person.id)).phone ?? null, null);
  const parse = await server('parse');
  const local = await parse.person();
  const whoami = await parse.send('POST', '/functions/whoami', { key: 'master', as: local, body: {} });
  assert.equal(allowed(whoami).result.master, true);
});

row('B35', 'read-only master key: files', ({ both }) =>
  both(async server => {
    const uploaded = await server.send('POST', '/files/a.txt', { key: 'readOnly', body: 'hello', type: 'text/plain' });
    refused(uploaded, READ_ONLY_SAYS_NO);
    const mine = allowed(await server.send('POST', '/files/a.txt', { key: 'master', body: 'hello', type: 'text/plain' }));
    refused(await server.send('DELETE', `/files/${mine.name}`, { key: 'readOnly' }), READ_ONLY_SAYS_NO);
    const kept = await fetch(mine.url);
    assert.equal(kept.status, 200, 'the file is gone');
    assert.equal(await kept.text(), 'hello');
  })
);

row('B36', 'read-only master key: hooks and jobs', ({ both }) =>
  both(async server => {
    const functionName = fresh('hook');
    const url = 'https://hooks.example.com/f';
    const writes = [
      ['POST', '/hooks/functions', { functionName, url }],
      ['PUT', `/hooks/functions/${functionName}`, { url }],
      ['PUT', `/hooks/functions/${functionName}`, { __op: 'Delete' }],
      ['POST', '/hooks/triggers', { className: 'Thing', triggerName: 'beforeSave', url }],
      ['POST', '/jobs/anything', {}],
      ['POST', '/jobs', { jobName: 'anything' }],
      ['POST', '/cloud_code/jobs', { job_schedule: { jobName: 'anything' } }],
    ];
    await forEach(writes, async ([method, path, body]) => refused(await server.send(method, path, { key: 'readOnly', body }), READ_ONLY_SAYS_NO));
    assert.deepEqual(allowed(await server.send('GET', '/hooks/functions', { key: 'master' })).filter?.(hook => hook.functionName === functionName) ?? [], []);
  })
);

row('B37', 'read-only master key: impersonation', ({ both }) =>
  both(async server => {
    const victim = await server.person();
    await unchanged(server, '_Session', async () => {
      refused(await server.send('POST', '/loginAs', { key: 'readOnly', body: { userId: victim.id } }), READ_ONLY_SAYS_NO);
      refused(await server.send('POST', `/loginAs?userId=${victim.id}`, { key: 'readOnly', body: {} }), READ_ONLY_SAYS_NO);
    });
  })
);

row('B38', 'read-only master key: writing pipelines', ({ both }) =>
  both(async server => {
    const Thing = await server.classWith({ fields: { n: 'Number' } });
    const Target = fresh('Target');
    await server.object(Thing, { n: 1 });
    for (const stage of [{ $out: Target }, { $merge: { into: Target } }, { $merge: Target }, { out: Target }]) {
      for (const key of ['readOnly', 'master']) {
        refused(await server.send('GET', `/aggregate/${Thing}`, { key, query: { pipeline: [{ $match: {} }, stage] } }), '400/119', '400/102', '403');
        refused(await server.send('GET', `/aggregate/${Thing}`, { key, query: Object.fromEntries([Object.entries(stage)[0]]) }), '400/119', '400/102', '403');
      }
    }
    assert.equal(await server.hasTable(Target), false);
    const writes = [
      ['POST', `/classes/${Thing}`, {}],
      ['POST', `/schemas/${fresh()}`, {}],
      ['DELETE', `/schemas/${Thing}`],
      ['DELETE', `/purge/${Thing}`],
      ['PUT', '/config', { params: { a: 1 } }],
      ['POST', '/push', { where: {}, data: { alert: 'x' } }],
      ['POST', '/users', { username: fresh('u'), password: 'Nv7-0123456789ab' }],
      ['POST', '/batch', { requests: [{ method: 'POST', path: `/parse/classes/${Thing}`, body: {} }] }],
    ];
    await unchanged(server, [Thing, '_User', '_SCHEMA'], () =>
      forEach(writes, async ([method, path, body]) => {
        const answer = await server.send(method, path, { key: 'readOnly', body });
        if (answer.status === 200 && path === '/batch') assert.equal(answer.body[0].error?.code, 119, answer.text);
        else refused(answer, READ_ONLY_SAYS_NO);
      })
    );
  })
);

const MASTER_ONLY = Thing => [
  ['GET', '/schemas'],
  ['GET', `/schemas/${Thing}`],
  ['POST', `/schemas/${fresh()}`, { className: 'x' }],
  ['PUT', `/schemas/${Thing}`, { classLevelPermissions: {} }],
  ['DELETE', `/schemas/${Thing}`],
  ['DELETE', `/purge/${Thing}`],
  ['GET', `/aggregate/${Thing}`],
  ['POST', '/push', { where: {}, data: { alert: 'x' } }],
  ['GET', '/scriptlog'],
  ['PUT', '/config', { params: { a: 1 } }],
  ['GET', '/serverInfo'],
  ['GET', '/security'],
  ['GET', '/push_audiences'],
  ['POST', '/push_audiences', { name: 'x', query: '{}' }],
  ['GET', '/hooks/functions'],
  ['GET', '/hooks/triggers'],
  ['POST', '/jobs/x', {}],
  ['GET', '/cloud_code/jobs'],
  ['GET', '/cloud_code/jobs/data'],
];

row('B39', 'schema, purge, push, logs, hooks, config as a tester', { note: 'audiences are refused as a class is, with 119' }, ({ both }) =>
  both(async server => {
    const Thing = await server.classWith({ fields: { title: 'String' } });
    await server.object(Thing, { title: 'x' });
    const person = await server.person();
    const headers = { 'X-Parse-Javascript-Key': 'any', 'X-Parse-REST-API-Key': 'any' };
    await unchanged(server, [Thing, '_SCHEMA'], () =>
      forEach(MASTER_ONLY(Thing), async ([method, path, body]) => {
        for (const options of [{ as: person }, {}, { headers }]) {
          const answer = await server.send(method, path, { body, ...options });
          refused(answer, '403', path.includes('audiences') ? '400/119' : '403');
        }
      })
    );
  })
);

row('B40', 'loginAs as a tester or product admin', ({ both }) =>
  both(async server => {
    const [tester, victim] = [await server.person(), await server.person()];
    await server.role([tester], fresh('admin'));
    await unchanged(server, '_Session', async () => {
      for (const options of [{ as: tester }, {}, { key: 'maintenance' }]) {
        refused(await server.send('POST', '/loginAs', { ...options, body: { userId: victim.id } }), '400/119', '403');
      }
      const requests = [{ method: 'POST', path: '/parse/loginAs', body: { userId: victim.id, _MasterKey: server.keys.masterKey } }];
      const { body, status } = await server.send('POST', '/batch', { as: tester, body: { requests } });
      if (status === 200) assert.ok(body[0].error, JSON.stringify(body));
    });
  })
);

row('B41', 'hook registration without master', ({ both }) =>
  both(async server => {
    const person = await server.person();
    const url = 'http://169.254.169.254/latest/meta-data/';
    const headers = { 'X-Parse-Javascript-Key': 'any' };
    for (const [method, path, body] of [
      ['POST', '/hooks/functions', { functionName: 'f', url }],
      ['PUT', '/hooks/functions/f', { url }],
      ['POST', '/hooks/triggers', { className: 'X', triggerName: 'beforeSave', url }],
      ['PUT', '/hooks/triggers/X/beforeSave', { url }],
      ['GET', '/hooks/functions'],
      ['POST', '/hooks/jobs', { jobName: 'f', url }],
    ]) {
      for (const options of [{ as: person }, {}, { headers }, { key: 'maintenance' }]) refused(await server.send(method, path, { body, ...options }), '403', path === '/hooks/jobs' ? '404' : '403');
    }
    if (await server.hasTable('_Hooks')) assert.equal(await server.countOf('_Hooks'), 0);
  })
);

row('B42', 'maintenance key from outside', async ({ server }) => {
  const distant = await server('distant');
  const person = await distant.person();
  unauthorized(await distant.send('GET', `/users/${person.id}`, { key: 'maintenance' }));
  unauthorized(await distant.send('GET', '/classes/_Session', { key: 'maintenance' }));
  unauthorized(await distant.send('POST', '/users/me', { app: null, body: { _method: 'GET', _ApplicationId: distant.keys.appId, _MaintenanceKey: distant.keys.maintenanceKey } }));
  const unset = await server('client-keys');
  const headers = { 'X-Parse-Maintenance-Key': '' };
  unauthorized(await unset.send('GET', '/classes/_Session', { headers }));
  const parse = await server('parse');
  refused(await parse.send('GET', '/classes/_Session', { headers: { 'X-Parse-Maintenance-Key': 'undefined' } }), '403', '400/209');
});

row('B43', 'interactive console that embeds the key', ({ both }) =>
  both(async server => {
    const { origin } = new URL(server.url);
    for (const base of [server.url, origin]) {
      for (const path of ['/playground', '/graphql', '/graphiql', '/dashboard', '/console', '/docs', '/', '/index.html']) {
        const answer = await server.send('GET', `${base}${path}`, { app: server.keys.appId });
        // At its own address the server with the app in it shows the app.
        const isApp = base === origin && ['/', '/index.html'].includes(path);
        if (isApp) assert.ok(answer.text.includes('id="root"') || answer.status === 404, `${path} is no page of the app`);
        else refused(answer, '404', '400', '403');
        for (const secret of server.secrets()) assert.ok(!answer.text.includes(secret), `${path} shows a key`);
      }
    }
    refused(await server.send('POST', '/graphql', { body: { query: '{__schema{types{name}}}' } }), '404');
  })
);

const INTERNAL = ['_GlobalConfig', '_Hooks', '_JobStatus', '_PushStatus', '_GraphQLConfig', '_Audience', '_Idempotency', '_SCHEMA', '_JobSchedule', '_PushQueue', '_ExportProgress'];

row('B44', 'volatile and internal classes by generic route', { note: 'a name that is not a class is 103 or 119; a name that begins like ours is 107, as with Parse Server' }, ({ both }) =>
  both(async server => {
    const person = await server.person();
    const [open, closed] = [fresh('open'), fresh('closed')];
    allowed(await server.send('PUT', '/config', { key: 'master', body: { params: { [open]: 1, [closed]: 'well kept' }, masterKeyOnly: { [closed]: true } } }));
    for (const as of [person, undefined]) {
      const { params } = allowed(await server.send('GET', '/config', { as }));
      assert.deepEqual([params[open], params[closed]], [1, undefined], 'a parameter of the master key alone is shown');
    }
    await forEach(INTERNAL, async name => {
      const shapeless = ['_SCHEMA', '_PushQueue', '_ExportProgress'].includes(name) ? ['400/107'] : [];
      for (const as of [person, undefined]) {
        refused(await server.send('POST', `/classes/${name}`, { as, body: { a: 1 } }), '400/119', '400/103', '403', ...shapeless);
        refused(await server.send('PUT', `/classes/${name}/1`, { as, body: { a: 1 } }), '400/119', '400/103', '403', '404/101', ...shapeless);
        refused(await server.send('DELETE', `/classes/${name}/1`, { as }), '400/119', '400/103', '403', '404/101', ...shapeless);
        const found = await server.send('GET', `/classes/${name}`, { as });
        if (found.status === 200) empty(found);
        else refused(found, '400/119', '400/103', '403', '404/101');
      }
      if (await server.hasTable(name)) {
        const columns = await server.sql(`SELECT column_name FROM information_schema.columns WHERE table_name = $1 AND column_name = 'a'`, [name]);
        assert.deepEqual(columns, []);
      }
    });
  })
);

row('B45', 'join-table write', ({ both }) =>
  both(async server => {
    const person = await server.person();
    const role = await server.role();
    const table = '_Join:users:_Role';
    await unchanged(server, table, async () => {
      for (const name of [table, encodeURIComponent(table)]) {
        const body = { relatedId: person.id, owningId: role.id };
        refused(await server.send('POST', `/classes/${name}`, { as: person, body }), '400/119', '400/103', '404');
        const found = await server.send('GET', `/classes/${name}`, { as: person });
        if (found.status === 200) empty(found);
        else refused(found, '400/119', '400/103', '404');
        refused(await server.send('PUT', `/classes/${name}/1`, { as: person, body }), '400/119', '400/103', '404', '404/101');
        refused(await server.send('DELETE', `/classes/${name}/1`, { as: person }), '400/119', '400/103', '404', '404/101');
      }
      const where = { $relatedTo: { object: pointer('_Role', role.id), key: 'users' } };
      await within(2000, () => server.send('GET', `/classes/${encodeURIComponent(table)}`, { as: person, query: { where } }));
    });
  })
);
