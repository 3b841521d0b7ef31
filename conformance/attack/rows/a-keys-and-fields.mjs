// Section A, first part: application ids, method overrides, and what a body may hold.
import assert from 'node:assert/strict';
import { allowed, fastestOf, forEach, outcome, refused, unauthorized, unchanged, within } from '../answers.mjs';
import { CLOSED, fresh } from '../attacked.mjs';
import { Raw, exchange, request } from '../raw.mjs';
import { row } from '../row.mjs';

const OBJECT_PROPERTIES = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__'];

row('A1', 'no or unknown application id', ({ both }) =>
  both(async server => {
    const Thing = await server.classWith({ fields: { title: 'String' } });
    const requests = [
      ['POST', `/classes/${Thing}`, { title: 'x' }],
      ['GET', `/classes/${Thing}`],
      ['POST', '/login', { username: 'a', password: 'b' }],
      ['POST', '/functions/hello', {}],
      ['GET', '/users/me'],
      ['POST', '/batch', { requests: [{ method: 'POST', path: `/parse/classes/${Thing}`, body: {} }] }],
      ['GET', '/schemas'],
    ];
    await unchanged(server, Thing, () =>
      forEach(requests, async ([method, path, body]) => {
        unauthorized(await server.send(method, path, { app: null, body }));
        unauthorized(await server.send(method, path, { app: 'another-app', body }));
        unauthorized(await server.send(method, path, { app: 'another-app', body, key: 'master' }));
        if (body) unauthorized(await server.send(method, path, { app: null, body: { ...body, _ApplicationId: 'nope' } }));
      })
    );
  })
);

row('A2', 'app id that names an object property', ({ both }) =>
  both(async server => {
    await forEach(OBJECT_PROPERTIES, async app => {
      for (const [method, path] of [
        ['POST', '/functions/hello'],
        ['GET', '/classes/x'],
        ['POST', '/classes/x'],
      ]) {
        const body = method === 'POST' ? {} : undefined;
        const headers = { 'X-Parse-REST-API-Key': app, 'X-Parse-Javascript-Key': app };
        unauthorized(await server.send(method, path, { app, body }));
        unauthorized(await server.send(method, path, { app, body, headers }));
        unauthorized(await server.send(method, path, { app, body, key: 'master' }));
      }
      unauthorized(await server.send('POST', '/functions/hello', { app: null, body: { _ApplicationId: app } }));
    });
    assert.equal(await server.hasTable('x'), false);
  })
);

row('A3', 'client key missing although configured', async ({ server }) => {
  const keyed = await server('client-keys');
  const Thing = fresh();
  unauthorized(await keyed.send('POST', `/classes/${Thing}`, { body: {} }));
  for (const name of ['Client-Key', 'Javascript-Key', 'REST-API-Key', 'Windows-Key']) {
    const headers = { [`X-Parse-${name}`]: 'a-guess' };
    unauthorized(await keyed.send('POST', `/classes/${Thing}`, { body: {}, headers }));
  }
  unauthorized(
    await keyed.send('POST', `/classes/${Thing}`, {
      app: null,
      body: { _ApplicationId: keyed.keys.appId, _JavaScriptKey: 'a-guess' },
    })
  );
  assert.equal(await keyed.hasTable(Thing), false);
  const headers = { 'X-Parse-REST-API-Key': keyed.keys.restApiKey };
  allowed(await keyed.send('POST', `/classes/${Thing}`, { body: {}, headers }));
});

row('A4', 'method override with odd case', ({ both }) =>
  both(async server => {
    const [owner, thief] = [await server.person(), await server.person()];
    await unchanged(server, '_User', async () => {
      for (const _method of ['DeLeTe', 'delete', 'DELETE']) {
        refused(
          await server.send('POST', `/users/${owner.id}`, { as: thief, body: { _method } }),
          '404/101', '400/206', '400/119', '400/209'
        );
        const item = { method: 'POST', path: `/parse/users/${owner.id}`, body: { _method } };
        const lowered = { method: _method, path: `/parse/users/${owner.id}` };
        for (const requests of [[item], [lowered]]) {
          const answer = await server.send('POST', '/batch', { as: thief, body: { requests } });
          if (answer.status === 200) assert.ok(answer.body[0].error, answer.text);
          else refused(answer, '400/107', '404', '400/101');
        }
      }
      for (const _method of ['FROBNICATE', 'TRACE', '', 'DELETE ', 'GET\r\nX: y']) {
        refused(await server.send('POST', `/users/${owner.id}`, { as: owner, body: { _method } }), '400/107', '404', '405');
      }
    });
  })
);

row('A5', 'method override to dodge a rate limit', async ({ server }) => {
  const product = await server('product');
  const from = '198.51.100.5';
  const body = { username: fresh('missing-'), password: 'wrong password' };
  let last;
  for (let call = 0; call < 40 && last?.status !== 429; call += 1) last = await product.send('POST', '/login', { from, body: { ...body, username: fresh('n-') } });
  refused(last, '429/155', '429/100');
  const disguised = await product.send('POST', '/login', { from, body: { ...body, _method: 'GET' } });
  refused(disguised, '429/155', '429/100');
  refused(await product.send('GET', '/login', { from, query: body }), '429/155', '429/100');
  for (const method of ['POST', 'GET']) {
    const requests = [{ method, path: '/parse/login', body }];
    const batch = await product.send('POST', '/batch', { from, body: { requests } });
    const code = batch.status === 200 ? batch.body[0].error?.code : batch.body?.code;
    assert.ok([100, 155].includes(code), `${method} in a batch got through: ${batch.text}`);
  }
});

row('A6', 'wrong type in protocol fields', ({ both }) =>
  both(async server => {
    const app = { _ApplicationId: server.keys.appId };
    const wrong = [{ $ne: null }, [], 1, true];
    for (const field of ['_SessionToken', '_InstallationId', '_ContentType', '_MasterKey', '_ClientVersion', '_JavaScriptKey']) {
      await forEach(wrong, async value => {
        const body = { ...app, [field]: value };
        const answer = await server.send('POST', '/functions/whoami', { app: null, body });
        // A version is only ever thrown away, so any value of it may be answered as if it were not there.
        const safe = field === '_ClientVersion' || field === '_JavaScriptKey' ? ['200'] : [];
        refused(answer, '400/107', '403', '400', ...safe);
        if (answer.status === 200) assert.deepEqual([answer.body.result.user, answer.body.result.master], [null, false]);
      });
    }
  })
);

row('A7', 'version-header backtracking', { note: 'bound: 500 ms of wall time for the fastest of three attempts' }, ({ both }) =>
  both(async server => {
    const version = 'i0'.repeat(32 * 1024);
    const head = await fastestOf(3, 500, () =>
      exchange(server, request(server, 'GET', '/health', [`X-Parse-Client-Version: ${version}`]), { closesWithin: 50 })
    );
    assert.ok([200, 400, 431].includes(head.status) || head.isClosed, `answered ${head.status}`);
    for (const size of [64, 200]) {
      const body = { _ApplicationId: server.keys.appId, _ClientVersion: 'i0'.repeat(size * 1024) };
      const answer = await fastestOf(3, 500, () => server.send('POST', '/functions/hello', { app: null, body }));
      refused(answer, '200', '400/107', '400/116', '413', '413/116');
    }
  })
);

row('A8', 'deeply nested JSON', { note: 'bound: 1 s; where the whole body is no JSON, Parse Server answers 400 without a code' }, ({ both }) =>
  both(async server => {
    const Thing = await server.classWith({ fields: { o: 'Object', a: 'Array' } });
    await unchanged(server, Thing, () =>
      forEach(
        ['['.repeat(100_000), `{"o":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}`, `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`, `{"o":${'{"a":'.repeat(200)}1${'}'.repeat(200)}}`],
        async body => {
          refused(await within(1000, () => server.send('POST', `/classes/${Thing}`, { body })), '400/107', '400');
          refused(
            await within(1000, () => server.send('GET', `/classes/${Thing}`, { query: { where: body.slice(0, 6000) } })),
            '400/107', '400/102', '400', '414', '431'
          );
        }
      )
    );
  })
);

row('A9', 'body over the limit', { slow: true, note: 'up to four times the limit is read and thrown away, so that the caller hears the refusal; bounds: 16 MiB more in socket buffers, and 40 s for a body that never comes' }, ({ both }) =>
  both(async server => {
    const Thing = await server.classWith({ fields: { title: 'String' } });
    const limit = server.name === 'product' ? 1 << 20 : 20 * (1 << 20);
    await unchanged(server, Thing, async () => {
      const path = `/classes/${Thing}`;
      const announced = new Raw(server.address);
      await announced.write(request(server, 'POST', path, ['Content-Type: application/json', `Content-Length: ${limit * 5}`], '{"title":"'));
      assert.ok(await announced.closedWithin(40_000), `a body of ${limit * 5} bytes was announced, and the connection stays open`);
      assert.ok(announced.statuses.every(status => [413, 408].includes(status)), `answered ${announced.statuses}`);
      const raw = new Raw(server.address);
      await raw.write(request(server, 'POST', path, ['Content-Type: application/json', 'Transfer-Encoding: chunked']));
      const chunk = Buffer.from(`10000\r\n${'a'.repeat(65536)}\r\n`);
      for (let sent = 0; sent < limit * 8 && raw.statuses.length === 0 && !raw.isClosed; sent += 65536) {
        await Promise.race([raw.write(chunk), raw.closedWithin(200)]);
      }
      assert.ok([413, undefined].includes(await raw.answeredWithin(3000)), `a chunked body without end was answered ${raw.statuses}`);
      assert.ok(raw.accepted < 5 * limit + (16 << 20), `${raw.accepted} bytes were taken`);
      assert.ok(await raw.closedWithin(5000), 'the connection stays open after a body that was not read');
      const whole = await server.send('POST', path, { body: { title: 'a'.repeat(limit + 1000) } });
      refused(whole, '413', '413/116', '400/116');
    });
  })
);

row('A10', 'compressed bomb', ({ both }) =>
  both(async server => {
    const { gzipSync, brotliCompressSync } = await import('node:zlib');
    const Thing = await server.classWith({ fields: { title: 'String' } });
    const plain = Buffer.from(`{"title":"${'a'.repeat(30 << 20)}"}`);
    const bombs = { gzip: gzipSync(plain), br: brotliCompressSync(plain.subarray(0, 1 << 20)), deflate: Buffer.from('x') };
    await unchanged(server, Thing, () =>
      forEach(Object.keys(bombs), async encoding => {
        const headers = { 'Content-Encoding': encoding };
        refused(await within(2000, () => server.send('POST', `/classes/${Thing}`, { body: bombs[encoding], headers, type: 'application/json' })), '415', '413', '415/107', '413/116');
      })
    );
  })
);

row('A11', 'duplicate JSON keys', ({ both }) =>
  both(async server => {
    const Thing = await server.classWith({ fields: { flag: 'Boolean', o: 'Object' } });
    await unchanged(server, [Thing, '_User'], async () => {
      for (const body of ['{"flag":false,"flag":true}', '{"o":{"a":1,"a":2}}', '{"flag":true,"fl\\u0061g":false}']) {
        refused(await server.send('POST', `/classes/${Thing}`, { body }), '400/107', '400');
      }
      refused(await server.send('POST', '/users', { body: '{"username":"a","username":"b","password":"Nv7-abcdefghijk"}' }), '400/107', '400');
      refused(await server.send('GET', `/classes/${Thing}?where={"flag":true,"flag":false}`), '400/107', '400/102', '400');
    });
  })
);

row('A12', 'NUL, lone surrogate, bad UTF-8', ({ both }) =>
  both(async server => {
    const Thing = await server.classWith({ fields: { title: 'String', o: 'Object' } });
    const bodies = [
      '{"title":"a\\u0000b"}',
      '{"title":"\\ud800"}',
      '{"title":"\\udc00x"}',
      '{"o":{"a\\u0000b":1}}',
      '{"o":{"a":"\\u0000"}}',
      Buffer.from([0x7b, 0x22, 0x74, 0x69, 0x74, 0x6c, 0x65, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d]),
    ];
    await unchanged(server, Thing, async () => {
      for (const body of bodies) refused(await server.send('POST', `/classes/${Thing}`, { body, type: 'application/json' }), '400/107', '400', '400/105');
      for (const where of ['{"title":"a\\u0000b"}', '{"title":{"$regex":"\\u0000"}}', '{"o.a\\u0000":1}']) {
        refused(await server.send('GET', `/classes/${Thing}`, { query: { where } }), '400/107', '400/102', '400/105', '400');
      }
      refused(await server.send('GET', `/classes/${Thing}/a%00b`), '404/101', '400/107', '404', '400');
      refused(await server.send('POST', '/login', { body: '{"username":"a\\u0000","password":"b\\u0000"}' }), '404/101', '400/107', '400');
      refused(await server.send('GET', `/classes/${Thing}?where=%ff%fe`), '400/107', '400/102', '400');
    });
  })
);

row('A13', 'number edge cases', { note: 'a Number of the protocol is a double: 2^53+1 is the same number as 2^53 for every client, as with Parse Server' }, ({ both }) =>
  both(async server => {
    const Thing = await server.classWith({ fields: { n: 'Number', o: 'Object' } });
    await unchanged(server, Thing, async () => {
      for (const number of ['1e400', '-1e400', 'NaN', 'Infinity', '01', '1e99999999999', '0x10']) {
        for (const body of [`{"n":${number}}`, `{"o":{"n":${number}}}`]) {
          refused(await server.send('POST', `/classes/${Thing}`, { body }), '400/107', '400');
        }
      }
    });
    const answer = await server.send('POST', `/classes/${Thing}`, { body: '{"n":9007199254740993}' });
    if (answer.status === 201) {
      const { text } = await server.send('GET', `/classes/${Thing}/${answer.body.objectId}`);
      // Every number of the protocol is a JavaScript double: anyone who reads the answer reads 2^53 whichever of the
      // two is written.
      assert.match(text, /"n":900719925474099[23](\.0)?[,}]/);
    } else refused(answer, '400/107');
  })
);

row('A20', 'unknown query parameter', ({ both }) =>
  both(async server => {
    const Thing = await server.classWith({ fields: { title: 'String' } });
    await server.object(Thing, { title: 'x' });
    for (const query of [{ where2: { title: 'y' } }, { $where: '1' }, { populate: '*' }, { filters: '1' }]) {
      refused(await server.send('GET', `/classes/${Thing}`, { query }), '400/102');
    }
    const body = { _method: 'GET', where2: {}, $where: 'sleep(1)' };
    refused(await server.send('POST', `/classes/${Thing}`, { body }), '400/102');
    assert.equal(await server.countOf(Thing), 1);
  })
);

row('A21', 'wrongly typed query parameters', { note: 'a list that is not a list of names is read as none of them' }, ({ both }) =>
  both(async server => {
    const Thing = await server.classWith({ fields: { title: 'String' } });
    await server.object(Thing, { title: 'x' });
    const strings = ['where=5', 'where=[1]', 'where=null', 'where="x"', 'where=', 'where={', 'keys[$ne]=1', 'limit[$gt]=1', 'where[$ne]=1'];
    await forEach(strings, async string => {
      const answer = await server.send('GET', `/classes/${Thing}?${string}`);
      refused(answer, '400/102', '400/107', '400/105', string.startsWith('where=') && /null|=$/.test(string) ? '200' : '400/102');
    });
    for (const string of ['include[]=a', 'limit=abc', 'skip=abc', 'count=abc', 'order[]=title', 'include=1', 'keys=1']) {
      refused(await server.send('GET', `/classes/${Thing}?${string}`), '400/102', '400/107', '400/105', '200');
    }
    const bodies = [{ where: 5 }, { where: [1] }, { keys: { $ne: 1 } }, { include: [{ a: 1 }] }, { limit: 'abc' }, { limit: { $gt: 0 } }, { order: { a: 1 } }, { skip: [] }];
    await forEach(bodies, async body => {
      refused(await server.send('POST', `/classes/${Thing}`, { body: { _method: 'GET', ...body } }), '400/102', '400/107', '400/105', '200');
    });
    assert.equal(await server.countOf(Thing), 1);
  })
);

row('A29', 'context injection', ({ both }) =>
  both(async server => {
    const app = { _ApplicationId: server.keys.appId };
    for (const context of ['{"__proto__":{"a":1}}', '{"constructor":{"prototype":{}}}', '{"a":{"__proto__":{"b":1}}}']) {
      const headers = { 'X-Parse-Cloud-Context': context };
      refused(await server.send('POST', '/functions/contextEcho', { headers, body: {} }), '400/105', '400/107');
      const body = `{"_ApplicationId":"${server.keys.appId}","_context":${context}}`;
      refused(await server.send('POST', '/functions/contextEcho', { app: null, body }), '400/105', '400/107');
    }
    const huge = { a: 'x'.repeat(12 * 1024) };
    refused(await server.send('POST', '/functions/contextEcho', { app: null, body: { ...app, _context: huge } }), '400/107', '400/116');
    const headers = { 'X-Parse-Cloud-Context': JSON.stringify(huge) };
    refused(await server.send('POST', '/functions/contextEcho', { headers, body: {} }), '400/107', '431', '400/116');
    for (const bad of ['[1]', '"x"', '5', '{', 'nope']) {
      refused(await server.send('POST', '/functions/contextEcho', { headers: { 'X-Parse-Cloud-Context': bad }, body: {} }), '400/107', '400/105', '400', '200');
    }
    const clean = await server.send('POST', '/functions/contextEcho', { body: {} });
    assert.equal(outcome(clean), '200');
    assert.deepEqual(clean.body.result, {}, 'a context leaked from one request into another');
  })
);

row('A30', 'script-inclusion', ({ both }) =>
  both(async server => {
    const Thing = await server.classWith();
    const headers = { Accept: 'text/javascript, application/javascript' };
    refused(await server.send('GET', `/classes/${Thing}?callback=x`, { headers }), '400/102');
    const answer = await server.send('GET', `/classes/${Thing}`, { headers });
    allowed(answer);
    assert.match(answer.headers.get('content-type'), /^application\/json/);
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
    assert.ok(!answer.text.includes('x('));
  })
);

row('A19', 'path spelling tricks', ({ both }) =>
  both(async server => {
    const Closed = await server.classWith({ fields: { secret: 'String' }, clp: CLOSED });
    const { id } = await server.object(Closed, { secret: 'well kept' });
    const escaped = [...Closed].map(letter => `%${letter.charCodeAt(0).toString(16)}`).join('');
    const spellings = [
      `//classes/${Closed}`, `/classes//${Closed}`, `/classes/${escaped}`, `/classes/${Closed}/`, `/classes/${Closed};x=1`,
      `/CLASSES/${Closed}`, `/classes/${Closed}/${id}`, `/classes/${Closed}/${id}/`, `/classes/${Closed}/${id};x`, `/classes/${Closed}%2f${id}`,
      `/classes/${Closed}/%2e%2e%2f`, `/classes/%2e%2e/classes/${Closed}`, `/./classes/${Closed}`, `/classes/./${Closed}`, `/classes/x/../${Closed}`,
      `/classes/${Closed}%20`, `/classes/${Closed}?`, `/classes/${Closed}%3f`, `/%63lasses/${Closed}`, `/classes/${Closed}.json`, `/users/../classes/${Closed}`,
    ];
    await forEach(spellings, async spelling => {
      const answer = await exchange(server, request(server, 'GET', spelling), { closesWithin: 1 });
      assert.ok([400, 403, 404].includes(answer.status) || answer.text.includes('"results":[]'), `answered ${answer.status} ${answer.text}`);
      assert.ok(!answer.text.includes('well kept'));
    });
    for (const spelling of ['/classes/_User', '/classes/%5FUser', '/classes/%5fUser/', '//users', '/classes/_User;x=1']) {
      const answer = await exchange(server, request(server, 'GET', spelling), { closesWithin: 1 });
      assert.ok(!/"username"/.test(answer.text), `${spelling} lists people: ${answer.text.slice(0, 100)}`);
    }
  })
);
