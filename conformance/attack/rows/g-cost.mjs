// Section G, second part: what a query may cost.
import assert from 'node:assert/strict';
import { allowed, forEach, refused, unchanged, within } from '../answers.mjs';
import { fresh } from '../attacked.mjs';
import { exchange, request } from '../raw.mjs';
import { row } from '../row.mjs';

const HARD = 'Parse Server sets no such limit by default: there the profile parse must only stay alive and quick';

/** A bound of the product profile; the profile parse may answer instead, but within the time. */
function bounded(server, answer, ...safe) {
  return refused(answer, ...safe, ...(server.name === 'parse' ? ['200'] : []));
}

row('G181', 'explain and hint', ({ both }) =>
  both(async server => {
    const Thing = await server.classWith();
    for (const query of [{ explain: 'true' }, { explain: 'garbage' }, { explain: '1' }, { hint: '_id_' }, { hint: { a: 1 } }, { explain: 'executionStats' }, { explain: '{"$ne":1}' }]) {
      const answer = await server.send('GET', `/classes/${Thing}`, { query });
      refused(answer, '400/102', '400/119', ...(query.hint ? ['200'] : []));
      assert.ok(!/Seq Scan|Plan/.test(answer.text), answer.text);
      refused(await server.send('GET', `/classes/${Thing}`, { key: 'master', query }), '200', '400/102');
    }
  })
);

row('G182', 'aggregate without master', ({ both }) =>
  both(async server => {
    const eve = await server.person();
    const Thing = await server.classWith();
    for (const as of [eve, undefined]) {
      refused(await server.send('GET', `/aggregate/${Thing}`, { as, query: { pipeline: [{ $group: { _id: null } }] } }), '403');
      refused(await server.send('GET', `/aggregate/${Thing}`, { as, query: { distinct: 'objectId' } }), '403');
      const { body } = await server.send('POST', '/batch', { as, body: { requests: [{ method: 'GET', path: `/parse/aggregate/${Thing}` }] } });
      if (Array.isArray(body)) assert.ok(body[0].error);
    }
  })
);

row('G183', 'nested condition bomb', { note: `bound: 1 s, and 10 s for 32 000 conditions; ${HARD}` }, ({ both }) =>
  both(async server => {
    const Thing = await server.classWith({ fields: { n: 'Number' } });
    const nested = (depth, width) => (depth === 0 ? { n: 1 } : { $or: Array.from({ length: width }, () => nested(depth - 1, width)) });
    const chain = depth => (depth === 0 ? { n: 1 } : { [['$or', '$and', '$nor'][depth % 3]]: [chain(depth - 1)] });
    for (const where of [chain(50), nested(11, 2), chain(20)]) {
      const body = { _method: 'GET', where };
      const answer = await within(1000, () => server.send('POST', `/classes/${Thing}`, { body }));
      bounded(server, answer, '400/102', '400/107');
    }
    const huge = await within(10_000, () => server.send('POST', `/classes/${Thing}`, { body: { _method: 'GET', where: nested(15, 2) } }));
    bounded(server, huge, '400/102', '400/107', '413/116', '413');
    const master = await within(3000, () => server.send('POST', `/classes/${Thing}`, { key: 'master', body: { _method: 'GET', where: chain(60) } }));
    refused(master, '400/102', '400/107', '200');
  })
);

row('G184', 'include bomb', { note: `bound: 3 s; ${HARD}` }, ({ both }) =>
  both(async server => {
    const Cyclic = fresh('Cyclic');
    await server.classWith({ name: Cyclic, fields: { a: { type: 'Pointer', targetClass: Cyclic }, b: { type: 'Pointer', targetClass: Cyclic } } });
    const one = await server.object(Cyclic);
    allowed(await server.send('PUT', one.path, { key: 'master', body: { a: one.pointer, b: one.pointer } }));
    const deep = Array.from({ length: 30 }, (_, index) => (index % 2 ? 'a' : 'b')).join('.');
    const many = Array.from({ length: 100 }, (_, index) => `a${index}.b`).join(',');
    for (const include of [deep, many, 'a.b.a.b.a.b.a']) {
      for (const path of [`/classes/${Cyclic}`, one.path]) {
        bounded(server, await within(3000, () => server.send('GET', path, { query: { include } })), '400/102', '400/105', '400/107');
      }
    }
    const all = await within(3000, () => server.send('GET', `/classes/${Cyclic}`, { query: { include: '*' } }));
    allowed(all);
    assert.ok(all.text.length < 100_000, `includeAll on a class that points to itself answered ${all.text.length} bytes`);
  })
);

row('G185', 'sub-query bomb', { note: `bound: 3 s; ${HARD}` }, ({ both }) =>
  both(async server => {
    const Thing = await server.classWith({ fields: { n: 'Number' } });
    const Link = await server.classWith({ fields: { to: { type: 'Pointer', targetClass: Thing } } });
    const nested = depth => (depth === 0 ? {} : { to: { $inQuery: { className: Link, where: nested(depth - 1) } } });
    const selecting = depth => (depth === 0 ? {} : { n: { $select: { query: { className: Thing, where: selecting(depth - 1) }, key: 'n' } } });
    bounded(server, await within(3000, () => server.send('GET', `/classes/${Link}`, { query: { where: nested(10) } })), '400/102', '400/107');
    bounded(server, await within(3000, () => server.send('GET', `/classes/${Thing}`, { query: { where: selecting(10) } })), '400/102', '400/107');
    const wide = { $or: Array.from({ length: 150 }, () => nested(1)) };
    bounded(server, await within(3000, () => server.send('POST', `/classes/${Link}`, { body: { _method: 'GET', where: wide } })), '400/102', '400/107');
  })
);

row('G186', 'huge value lists', { note: `bound: 5 s; ${HARD}` }, ({ both }) =>
  both(async server => {
    const Thing = await server.classWith({ fields: { n: 'Number', title: 'String' } });
    const values = Array.from({ length: 100_000 }, (_, index) => index);
    const asked = where => within(5000, () => server.send('POST', `/classes/${Thing}`, { body: { _method: 'GET', where } }));
    for (const where of [{ n: { $in: values } }, { n: { $nin: values } }, { n: { $in: values.slice(0, 1500) } }, { title: 'x'.repeat(900_000) }]) {
      bounded(server, await asked(where), '400/102', '413/116', '413', '400/116', '400/107');
    }
    allowed(await asked({ n: { $in: values.slice(0, 500) } }));
  })
);

row('G187', 'wrong operand types', ({ both }) =>
  both(async server => {
    const Thing = await server.classWith({ fields: { n: 'Number', title: 'String', tags: 'Array', at: 'GeoPoint' } });
    await server.object(Thing, { n: 1, title: 'x', tags: ['a'] });
    const wheres = [
      { n: { $in: { x: 1 } } }, { tags: { $all: 'a' } }, { n: { $nin: 5 } }, { tags: { $containedBy: null } }, { at: { $nearSphere: { a: 1 } } }, { n: { $in: null } }, { tags: { $all: {} } },
      { title: { $regex: [] } }, { $or: {} }, { $or: 'x' }, { $and: 5 }, { $nor: {} }, { n: { $exists: 'x' } }, { at: { $within: 5 } }, { at: { $geoWithin: [] } }, { n: { $select: 5 } },
      { n: { $inQuery: 'x' } }, { n: { $inQuery: { className: {} } } }, { $relatedTo: 5 }, { $relatedTo: { object: 5, key: 1 } }, { n: { $nope: 1 } }, { $nope: [] }, { n: { $gt: { $gt: 1 } } }, { $or: [5] }, { $or: [null] },
    ];
    await forEach(wheres, async where => {
      const answer = await server.send('GET', `/classes/${Thing}`, { query: { where } });
      if (JSON.stringify(where) === '{"n":{"$gt":{"$gt":1}}}' && answer.status === 200) assert.deepEqual(answer.body.results, []);
      else if (JSON.stringify(where) === '{"n":{"$exists":"x"}}' || JSON.stringify(where) === '{"n":{"$inQuery":"x"}}') refused(answer, '400/102', '400/107', '200');
      else refused(answer, '400/102', '400/107', '400/105', '400/111', '400/119', '400/103');
    });
  })
);

row('G188', 'limit and skip extremes', { note: `Parse Server has no largest limit by default; ${HARD}` }, ({ both }) =>
  both(async server => {
    const Thing = await server.classWith({ fields: { n: 'Number' } });
    await server.sql(`INSERT INTO "${Thing}" ("objectId", "createdAt", "updatedAt", n) SELECT 'o' || i, now(), now(), i FROM generate_series(1, 1500) i`);
    const asked = query => within(3000, () => server.send('GET', `/classes/${Thing}`, { query }));
    const many = await asked({ limit: '1000000000' });
    if (many.status === 200) assert.ok(many.body.results.length <= (server.name === 'parse' ? 1500 : 1000), `${many.body.results.length} results`);
    else refused(many, '400/102');
    for (const query of [{ skip: '-1' }, { limit: '-5' }, { limit: '1e999' }, { skip: '1.5' }, { limit: '99999999999999999999' }]) refused(await asked(query), '400/102', '400/107', '200');
    bounded(server, await asked({ skip: '9000000000000000000' }), '400/102', '400/124');
    const none = await asked({ limit: '0' });
    assert.deepEqual(allowed(none).results, []);
    const negative = await asked({ skip: '-1' });
    if (server.name === 'product') refused(negative, '400/102', '200');
  })
);

row('G189', 'unknown column', ({ both }) =>
  both(async server => {
    const Thing = await server.classWith({ fields: { n: 'Number' } });
    await server.object(Thing, { n: 1 });
    await unchanged(server, '_SCHEMA', async () => {
      const found = await server.send('GET', `/classes/${Thing}`, { query: { where: { nope: 1 } } });
      assert.deepEqual(allowed(found).results, []);
      for (const query of [{ order: 'nope' }, { order: '-nope.x' }, { keys: 'nope' }, { include: 'nope' }, { where: { 'nope.x': { $gt: 1 } } }, { where: { nope: { $regex: 'x' } } }, { where: { nope: { $all: [1] } } }]) {
        refused(await server.send('GET', `/classes/${Thing}`, { query }), '200', '400/105', '400/102');
      }
    });
  })
);

row('G190', 'GraphQL doors', { note: 'GraphQL is not shipped' }, ({ both }) =>
  both(async server => {
    const { origin } = new URL(server.url);
    const queries = ['{__schema{types{name}}}', '{viewer{sessionToken}}', 'query{...a} fragment a on Query{...a}', 'fragment f on Query{__type(name:"X"){name}} {...f}'];
    for (const base of [server.url, origin]) {
      for (const query of queries) refused(await server.send('POST', `${base}/graphql`, { body: { query } }), '404', '403', '400/102');
      refused(await server.send('GET', `${base}/graphql`, { query: { query: queries[0] } }), '404', '403');
    }
    const lines = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Protocol: graphql-ws', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='];
    for (const path of ['/subscriptions', '/graphql']) {
      const { status } = await exchange(server, request(server, 'GET', path, lines), { closesWithin: 1 });
      assert.notEqual(status, 101);
    }
  })
);
