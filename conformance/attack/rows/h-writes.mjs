// Section H: writes and data types.
import assert from 'node:assert/strict';
import { allowed, forEach, refused, unchanged, within } from '../answers.mjs';
import { fresh, pointer } from '../attacked.mjs';
import { programmeOn } from '../programme.mjs';
import { Raw, request } from '../raw.mjs';
import { row } from '../row.mjs';

async function prey(server) {
  const Thing = await server.classWith({
    fields: { title: 'String', n: 'Number', flag: 'Boolean', at: 'Date', o: 'Object', list: 'Array', place: 'GeoPoint', area: 'Polygon', file: 'File', who: { type: 'Pointer', targetClass: '_User' }, people: { type: 'Relation', targetClass: '_User' } },
  });
  const one = await server.object(Thing, { title: 'one', n: 1, flag: true, o: { a: 1 }, list: [1] });
  return { Thing, one, tables: [Thing, '_SCHEMA'] };
}

/** Each body must be refused both for a new object and for one that exists, and change nothing. */
function everyWriteRefused(server, { Thing, one, tables }, bodies, ...safe) {
  return unchanged(server, tables, () =>
    forEach(bodies, async body => {
      refused(await server.send('POST', `/classes/${Thing}`, { body }), ...safe);
      refused(await server.send('PUT', one.path, { body }), ...safe);
    })
  );
}

row('H191', 'denied keys at any depth', ({ both }) =>
  both(async server => {
    const target = await prey(server);
    const bodies = [
      '{"o":{"constructor":{"prototype":{"x":1}}}}', '{"o":{"a":{},"__proto__":{}}}', '{"o":{"tags":[],"_bsontype":"Code","code":"x"}}', '{"list":[{"__proto__":{"x":1}}]}', '{"list":[[{"constructor":1}]]}',
      '{"o":{"a":{"b":{"c":{"__proto__":{"d":1}}}}}}', '{"o":{"__proto__":5}}', '{"list":{"__op":"Add","objects":[{"__proto__":{}}]}}',
    ];
    await everyWriteRefused(server, target, bodies, '400/105', '400/107');
    const eve = await server.person();
    await unchanged(server, '_User', () =>
      forEach(['{"o":{"__proto__":{"x":1}}}', '{"constructor":1}'], async body => refused(await server.send('PUT', `/users/${eve.id}`, { as: eve, body }), '400/105', '400/119'))
    );
    for (const [method, path, body] of [
      ['PUT', '/config', '{"params":{"a":{"__proto__":{"x":1}}}}'],
      ['PUT', '/config', '{"params":{"__proto__":{"x":1}}}'],
      ['POST', '/batch', `{"requests":[{"method":"POST","path":"/parse/classes/${target.Thing}","body":{"o":{"__proto__":{"x":1}}}}]}`],
    ]) {
      const answer = await server.send(method, path, { key: path === '/config' ? 'master' : undefined, body });
      if (path === '/batch' && answer.status === 200) assert.equal(answer.body[0].error?.code, 105, answer.text);
      else refused(answer, '400/105', '400/107');
    }
    const metadata = await server.send('POST', '/files/a.txt', {
      key: 'master',
      type: 'text/plain',
      body: `{"base64":"aGVsbG8=","_ApplicationId":"${server.keys.appId}","_ContentType":"text/plain","fileData":{"metadata":{"__proto__":{"x":1}},"tags":{"constructor":"y"}}}`,
      app: null,
      headers: { 'X-Parse-Application-Id': server.keys.appId },
    });
    refused(metadata, '400/105', '400/130', '400/107', '201');
    if (metadata.status === 201) assert.ok(!metadata.text.includes('__proto__'));
  })
);

row('H192', 'denied keys as path', ({ both }) =>
  both(async server => {
    const target = await prey(server);
    const bodies = ['{"o.constructor.prototype.x":{"__op":"Increment","amount":1}}', '{"o.__proto__.x":0}', '{"o.a.__proto__":1}', '{"__proto__.x":1}', '{"constructor.x":1}', '{"o.constructor":{"__op":"Delete"}}'];
    await everyWriteRefused(server, target, bodies, '400/105');
  })
);

row('H193', 'bad field names', ({ both }) =>
  both(async server => {
    const target = await prey(server);
    const names = ['1a', 'a b', '$x', 'a..b', '', 'x'.repeat(1000), '😀', 'ä', 'a-b', '_x', '.a', 'a.', 'a\u0000', '"', 'o.', 'o..a'];
    await unchanged(server, target.tables, () =>
      forEach(names, async name => {
        for (const key of [undefined, 'master']) {
          refused(await server.send('POST', `/classes/${target.Thing}`, { key, body: { [name]: 1 } }), '400/105', '400/119', '400/107', '400/121');
          refused(await server.send('PUT', target.one.path, { key, body: { [name]: 1 } }), '400/105', '400/119', '400/107', '400/121');
        }
        refused(await server.send('PUT', `/schemas/${target.Thing}`, { key: 'master', body: { fields: { [name]: { type: 'String' } } } }), '400/105', '400/107', '400/255', '400/136');
      })
    );
  })
);

row('H194', 'server-owned fields', { note: 'times in a body are data of the client that the server passes over, as Parse Server does' }, ({ both }) =>
  both(async server => {
    const { Thing, one } = await prey(server);
    const past = { __type: 'Date', iso: '2001-01-01T00:00:00.000Z' };
    for (const body of [{ objectId: 'chosen' }, { id: 'chosen' }, { _created_at: past }, { _updated_at: past }, { _id: 'chosen' }]) {
      refused(await server.send('POST', `/classes/${Thing}`, { body }), '400/105', '400/104', '400/119');
    }
    for (const body of [{ createdAt: past }, { updatedAt: past }, { createdAt: past.iso }, { updatedAt: 5 }]) {
      const answer = await server.send('POST', `/classes/${Thing}`, { body });
      refused(answer, '201', '400/105', '400/107', '400/111');
      if (answer.status === 201) assert.ok((await server.stored(Thing, answer.body.objectId)).createdAt > new Date('2020-01-01'));
      refused(await server.send('PUT', one.path, { body }), '200', '400/105', '400/107', '400/111');
    }
    refused(await server.send('PUT', one.path, { body: { objectId: 'other' } }), '200', '400/105');
    const kept = await server.stored(Thing, one.id);
    assert.ok(kept && kept.createdAt > new Date('2020-01-01') && kept.updatedAt > new Date('2020-01-01'));
    assert.equal(await server.stored(Thing, 'chosen'), undefined);
  })
);

row('H195', 'unknown or nested `__op`', { note: 'an operation inside a list or an object is data, and must stay data; bound: 10 s for 20 000 values, which the time a statement may take cuts' }, ({ both }) =>
  both(async server => {
    const target = await prey(server);
    const bodies = [{ n: { __op: 'Drop' } }, { n: { __op: 'constructor' } }, { n: { __op: 5 } }, { n: { __op: { a: 1 } } }, { n: { __op: '' } }, { people: { __op: 'Batch', ops: [{ __op: 'Drop' }] } }, { people: { __op: 'Batch', ops: 'x' } }];
    await everyWriteRefused(server, target, bodies, '400/108', '400/107', '400/111', '400/105', '400/119');
    const many = { people: { __op: 'Batch', ops: Array.from({ length: 10_000 }, (_, index) => ({ __op: 'AddRelation', objects: [pointer('_User', `u${index}`)] })) } };
    const answer = await within(10_000, () => server.send('PUT', target.one.path, { body: many }));
    refused(answer, '200', '400/107', '400/108', '400/116', '413/116', '413');
    const values = from => Array.from({ length: 20_000 }, (_, index) => `value ${from + index}`);
    for (const [__op, from] of [['Add', 0], ['AddUnique', 10_000], ['Remove', 5000]]) {
      const long = await within(10_000, () => server.send('PUT', target.one.path, { body: { list: { __op, objects: values(from) } } }));
      refused(long, '200', '400/107', '400/116', '413/116', '413', '400/124');
    }
    const nested = await server.send('PUT', target.one.path, { body: { list: [{ __op: 'Increment', amount: 1 }], o: { n: { __op: 'Delete' } } } });
    refused(nested, '200', '400/107', '400/108');
    const { n } = await server.stored(target.Thing, target.one.id);
    assert.equal(n, 1);
  })
);

row('H196', 'increment abuse', ({ both }) =>
  both(async server => {
    const target = await prey(server);
    const by = amount => ({ __op: 'Increment', amount });
    await everyWriteRefused(server, target, [{ n: by('1') }, { flag: by(1) }, { title: by(1) }, { o: by(1) }, { n: by(null) }, { at: by(1) }], '400/107', '400/111');
    const { one, Thing } = target;
    await server.send('PUT', one.path, { body: `{"n":{"__op":"Increment","amount":1e308}}` });
    refused(await server.send('PUT', one.path, { body: `{"n":{"__op":"Increment","amount":1.7e308}}` }), '400/142', '400/107', '400/111');
    assert.ok(Number.isFinite((await server.stored(Thing, one.id)).n));
    const Counter = await server.classWith({ fields: { points: 'Number' }, clp: { find: { '*': true }, get: { '*': true }, count: { '*': true }, create: {}, update: {}, delete: {}, addField: {} } });
    const counter = await server.object(Counter, { points: 1 });
    await unchanged(server, Counter, async () => refused(await server.send('PUT', counter.path, { body: { points: by(1) } }), '400/119'));
  })
);

row('H197', 'type flip', ({ both }) =>
  both(async server => {
    const target = await prey(server);
    const { id } = await server.person();
    const bodies = [
      { n: 'text' }, { n: true }, { n: [1] }, { n: {} }, { title: 5 }, { title: { a: 1 } }, { flag: 'true' }, { flag: 1 }, { o: [] }, { o: 'x' }, { list: { a: 1 } }, { list: 'x' }, { at: 'yesterday' }, { at: 5 },
      { who: pointer('_Role', 'x') }, { who: id }, { title: { __op: 'AddRelation', objects: [pointer('_User', id)] } }, { people: { __op: 'AddRelation', objects: [pointer('_Role', 'x')] } }, { people: [pointer('_User', id)] },
      { n: { __op: 'Add', objects: [1] } }, { place: [1, 2] }, { file: 'x.png' }, { title: { __type: 'Bytes', base64: 'YQ==' } },
    ];
    await everyWriteRefused(server, target, bodies, '400/111', '400/107');
  })
);

row('H198', 'pointer forgery', { note: 'as with Parse Server a pointer whose id is no text is stored as none, or as the text of it' }, ({ both }) =>
  both(async server => {
    const target = await prey(server);
    const bodies = [
      { who: pointer('_Session', 'x') }, { who: { __type: 'Pointer', objectId: 'x' } },
      { who: { __type: 'Pointer', className: ['_User'], objectId: 'x' } }, { who: { __type: 'Pointer' } }, { who: { __type: 'Nonsense', objectId: 'x' } },
      { people: { __op: 'AddRelation', objects: [{ __type: 'Pointer', className: '_User' }] } }, { people: { __op: 'AddRelation', objects: ['x'] } }, { people: { __op: 'AddRelation', objects: [{ __type: 'Pointer', className: '_User', objectId: { $ne: 1 } }] } },
    ];
    await everyWriteRefused(server, target, bodies, '400/111', '400/106', '400/107', '400/104');
    for (const who of [{ __type: 'Pointer', className: '_User' }, { __type: 'Pointer', className: '_User', objectId: null }, { __type: 'Pointer', className: '_User', objectId: { $ne: 1 } }, { __type: 'Pointer', className: '_User', objectId: ['a'] }]) {
      const answer = await server.send('POST', `/classes/${target.Thing}`, { body: { who } });
      refused(answer, '201', '400/111', '400/106', '400/107');
      // Whatever is stored is one text, and is compared as one.
      if (answer.status === 201) assert.ok(['string', 'object'].includes(typeof ((await server.stored(target.Thing, answer.body.objectId)).who)));
    }
    const extra = await server.send('PUT', target.one.path, { body: { who: { ...pointer('_User', 'missing'), admin: true, sessionToken: 'x' } } });
    refused(extra, '200', '400/111', '400/106', '400/107');
    assert.ok(!(await server.send('GET', target.one.path)).text.includes('admin'));
  })
);

row('H199', 'date and geo extremes', { note: 'as with Parse Server a place off the globe is stored as it is sent, and must spoil no query; a polygon of more than 1 000 points is refused by the product profile' }, ({ both }) =>
  both(async server => {
    const target = await prey(server);
    const date = iso => ({ at: { __type: 'Date', iso } });
    const geo = (latitude, longitude) => ({ place: { __type: 'GeoPoint', latitude, longitude } });
    const polygon = coordinates => ({ area: { __type: 'Polygon', coordinates } });
    const bodies = [
      date('99999-99-99'), date('+300000-01-01T00:00:00.000Z'), date(''), date(5), date(null), date({ $ne: 1 }), date('2020-13-45T99:99:99Z'), date("2020-01-01'; select 1"),
      geo('1', 0), geo(null, 0), { place: { __type: 'GeoPoint' } }, '{"place":{"__type":"GeoPoint","latitude":NaN,"longitude":0}}', '{"place":{"__type":"GeoPoint","latitude":1e400,"longitude":0}}',
      polygon([[0, 0], [1, 1]]), polygon([]), polygon('x'), polygon([[0, 0], [0, 91, 5], [1, 'x']]), polygon({ a: 1 }), { area: { __type: 'Polygon' } },
    ];
    await everyWriteRefused(server, target, bodies, '400/107', '400/111', '400');
    for (const body of [geo(91, 0), geo(-91, 0), geo(0, 181), geo(1e308, -1e308), polygon([[0, 0], [0, 1], [999, 999]])]) {
      const answer = await server.send('POST', `/classes/${target.Thing}`, { body });
      refused(answer, '201', '400/107', '400/111');
    }
    const here = { __type: 'GeoPoint', latitude: 1, longitude: 1 };
    const there = { __type: 'GeoPoint', latitude: 9, longitude: 9 };
    for (const place of [{ $nearSphere: here }, { $nearSphere: here, $maxDistance: 1 }, { $within: { $box: [here, there] } }, { $geoWithin: { $centerSphere: [here, 1] } }]) {
      allowed(await server.send('GET', `/classes/${target.Thing}`, { query: { where: { place } } }));
    }
    const ring = Array.from({ length: 20_000 }, (_, index) => [Math.sin(index) * 80, Math.cos(index) * 80]);
    const answer = await within(5000, () => server.send('PUT', target.one.path, { body: polygon(ring) }));
    refused(answer, '400/107', '400/111', '400/116', ...(server.name === 'parse' ? ['200'] : []));
  })
);

row('H200', 'object too large', { note: 'Parse Server has no limit but the body\'s, so neither has the profile parse' }, ({ both }) =>
  both(async server => {
    const { Thing, one } = await prey(server);
    const fine = server.name === 'parse' ? ['200', '201'] : [];
    refused(await server.send('PUT', one.path, { body: { title: 'x'.repeat(1_000_000) } }), '400/116', '413/116', '413', '400/107', ...fine);
    refused(await server.send('PUT', one.path, { body: { o: { a: Array.from({ length: 40 }, () => 'y'.repeat(10_000)) } } }), '400/116', '413/116', '400/107', ...fine);
    const wide = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`f${index}`, 1]));
    const answer = await within(10_000, () => server.send('POST', `/classes/${Thing}`, { body: wide }));
    refused(answer, '400/116', '400/119', '400/107');
    const asMaster = await within(20_000, () => server.send('POST', `/classes/${fresh()}`, { key: 'master', body: wide }));
    refused(asMaster, '400/116', '400/119', '400/107', '400/105');
    if (server.name === 'product') assert.ok((await server.send('GET', one.path)).text.length < 200_000);
  })
);

row('H201', 'file pointer to the outside', ({ both }) =>
  both(async server => {
    const { Thing } = await prey(server);
    const hosts = ['http://10.0.0.1/', 'http://169.254.169.254/latest', 'file:///etc/passwd', 'https://evil.example/x.png', 'javascript:alert(1)', '//evil.example/x'];
    await forEach(hosts, async url => {
      const body = { file: { __type: 'File', name: 'x.png', url } };
      const answer = await within(2000, () => server.send('POST', `/classes/${Thing}`, { body }));
      // Parse Server lets any address pass by default; an address that is stored must never be fetched by us.
      refused(answer, '400/130', '400/111', '400/107', ...(server.name === 'parse' ? ['201'] : []));
      if (answer.status === 201) {
        const read = allowed(await within(2000, () => server.send('GET', `/classes/${Thing}/${answer.body.objectId}`)));
        assert.equal(read.file.__type, 'File');
      }
    });
    const uploaded = await within(2000, () =>
      server.send('POST', '/files/x.png', { key: 'master', body: { _ContentType: 'image/png', uri: 'http://169.254.169.254/', fileData: {} }, type: 'text/plain' })
    );
    refused(uploaded, '400/130', '400/107', '400/111', '201');
    if (uploaded.status === 201) assert.ok(uploaded.body.url.startsWith('http://127.0.0.1'));
    for (const file of [{ __type: 'File', name: { $ne: 1 } }, { __type: 'File' }, { __type: 'File', name: '../../etc/passwd' }, { __type: 'File', name: 5, url: 'x' }]) {
      refused(await server.send('POST', `/classes/${Thing}`, { body: { file } }), '400/111', '400/107', '400/130', '400/122', ...(file.name === '../../etc/passwd' ? ['201'] : []));
    }
  })
);

row('H202', 'installation takeover', { note: 'where nothing is pushed, the product takes no installation at all' }, ({ both, server }) =>
  both(async server => {
    const eve = await server.person();
    const victim = { deviceType: 'ios', deviceToken: fresh('device'), installationId: fresh('installation') };
    allowed(await server.send('POST', '/installations', { key: 'master', body: victim }));
    const wrong = [{ $ne: 'x' }, { $regex: '' }, ['a'], 5, true];
    await unchanged(server, '_Installation', async () => {
      for (const field of ['deviceToken', 'installationId', 'deviceType', 'appIdentifier']) {
        await forEach(wrong, async value => {
          for (const as of [eve, undefined]) {
            refused(await server.send('POST', '/installations', { as, body: { deviceType: 'ios', deviceToken: fresh('d'), [field]: value } }), '400/111', '400/119', '400/107', '400/135', '400/136', '400/121');
          }
        });
      }
      for (const as of [eve, undefined]) refused(await server.send('GET', '/installations', { as }), '400/119', '403');
      const where = { deviceToken: { $regex: '^d' } };
      refused(await server.send('GET', '/classes/_Installation', { as: eve, query: { where } }), '400/119', '403');
    });
  }).then(async () => {
    const programme = await programmeOn(await server('programme'));
    const app = programme.server;
    const eve = await programme.tester();
    const known = { deviceType: 'ios', deviceToken: fresh('device'), installationId: fresh('installation') };
    const { objectId } = allowed(await app.send('POST', '/installations', { key: 'master', body: known }));
    await unchanged(app, ['_Installation', '_SCHEMA'], async () => {
      for (const as of [eve, undefined]) {
        for (const body of [known, { ...known, installationId: fresh('i') }, { deviceType: 'web', deviceToken: fresh('d') }]) {
          for (const path of ['/installations', '/classes/_Installation']) refused(await app.send('POST', path, { as, body }), '400/119');
        }
        for (const path of [`/installations/${objectId}`, `/classes/_Installation/${objectId}`]) {
          refused(await app.send('PUT', path, { as, body: { channels: ['x'] } }), '400/119', '404/101');
          refused(await app.send('GET', path, { as }), '400/119', '404/101');
        }
      }
    });
  })
);

row('H203', 'stale-read overwrite', { note: 'a write changes the fields it names and no other, and counters are exact; an edit in the product names the version it was made from' }, ({ both, server }) =>
  both(async server => {
    const { Thing, one } = await prey(server);
    const writes = Array.from({ length: 40 }, (_, index) =>
      server.send('PUT', one.path, { body: index % 2 ? { n: { __op: 'Increment', amount: 1 } } : { [index % 4 ? 'title' : 'flag']: index % 4 ? 'written' : false } })
    );
    for (const answer of await Promise.all(writes)) allowed(answer);
    const { n, title, flag } = await server.stored(Thing, one.id);
    assert.deepEqual([n, title, flag], [21, 'written', false]);
    const adds = Array.from({ length: 20 }, (_, index) => server.send('PUT', one.path, { body: { list: { __op: 'AddUnique', objects: [`v${index}`] } } }));
    for (const answer of await Promise.all(adds)) allowed(answer);
    assert.equal((await server.stored(Thing, one.id)).list.length, 21);
  }).then(async () => {
    const programme = await programmeOn(await server('programme'));
    const ada = await programme.tester();
    const { number, id } = await programme.report(ada);
    const edits = await Promise.all([1, 2, 3, 4].map(n => programme.ask(ada, 'issueEdit', { number, version: null, title: `The quote is stale, for the ${n}. time` })));
    assert.equal(edits.filter(({ status }) => status === 200).length, 1, 'one of them overwrote what it had not seen');
    for (const answer of edits.filter(({ status }) => status !== 200)) refused(answer, '400/142');
    const decisions = await Promise.all(['S1', 'S4'].map(severity => programme.ask(programme.keeper, 'issueAccept', { number, severity, quality: 'B' })));
    assert.deepEqual(decisions.map(({ status }) => status).sort(), [200, 400]);
    assert.notEqual((await programme.server.stored('Issue', id)).severity, null);
  })
);

row('H204', 'text where a number steers a loop', { note: 'validators of functions check types, and numbers of the protocol itself are never text' }, ({ both, server }) =>
  both(async server => {
    const eve = await server.person();
    for (const body of [{ count: 'abc' }, { count: '1e9' }, { count: { length: 5 } }, { count: [] }]) {
      refused(await within(1000, () => server.send('POST', '/functions/validated', { as: eve, body })), '400/142');
    }
    const Thing = await server.classWith();
    for (const body of [{ limit: '1e9' }, { limit: { length: 5 } }, { skip: 'abc' }, { limit: ['5'] }]) {
      refused(await within(1000, () => server.send('POST', `/classes/${Thing}`, { body: { _method: 'GET', ...body } })), '200', '400/102', '400/107');
    }
  }).then(async () => {
    const programme = await programmeOn(await server('programme'));
    const ada = await programme.tester();
    const { number } = await programme.report(ada);
    const wrong = ['abc', '1e9', `${number}`, 1e300, 1.5, -1, { length: 5 }, [number], true];
    await forEach(wrong, async value => {
      for (const [name, params] of [['issueTimeline', { number: value }], ['issueTimeline', { number, limit: value === 1e300 || value === -1 ? 'x' : value }], ['issueVote', { number: value }], ['standingsAround', { radius: value === -1 || value === 1e300 ? 'x' : value }]]) {
        if (name === 'standingsAround' && value === true) continue;
        refused(await within(2000, () => programme.ask(ada, name, params)), '400/142');
      }
    });
  })
);

row('H205', 'multipart function call over the limit', { note: 'bound: the limit and 16 MiB, for what is sent is taken by the buffers of two sockets before it is read; a user who goes on sending may find the connection closed instead of an answer' }, ({ both }) =>
  both(async server => {
    const raw = new Raw(server.address);
    const boundary = 'xxBOUNDARYxx';
    await raw.write(request(server, 'POST', '/functions/echo', [`Content-Type: multipart/form-data; boundary=${boundary}`, 'Transfer-Encoding: chunked']));
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="a"; filename="a.bin"\r\n\r\n`;
    await raw.write(`${head.length.toString(16)}\r\n${head}\r\n`);
    const chunk = Buffer.from(`10000\r\n${'a'.repeat(65536)}\r\n`);
    const limit = 20 << 20;
    for (let sent = 0; sent < limit * 4 && raw.statuses.length === 0 && !raw.isClosed; sent += 65536) await Promise.race([raw.write(chunk), raw.closedWithin(200)]);
    const status = await raw.answeredWithin(3000);
    const isCut = status === undefined && (await raw.closedWithin(3000));
    const { accepted } = raw;
    raw.end();
    assert.ok(isCut || [413, 400, 415].includes(status), `answered ${status} after ${accepted} bytes`);
    assert.ok(accepted < limit + (16 << 20), `${accepted} bytes were taken`);
  })
);
