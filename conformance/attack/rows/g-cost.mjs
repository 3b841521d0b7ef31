// Section G, second part: what a query may cost.
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { allowed, forEach, outcome, refused, unchanged, within } from '../answers.mjs';
import { fresh } from '../attacked.mjs';
import { programmeOn } from '../programme.mjs';
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

/** A class whose every object is long, which testers may read. */
async function longTexts(server) {
  const Thing = await server.classWith({ fields: { title: 'String', body: 'String' } });
  await server.sql(
    `INSERT INTO "${Thing}" ("objectId", "createdAt", "updatedAt", title, body)
     SELECT 'o' || i, now() - i * interval '1 minute', now(), 'title ' || i, repeat('the quote is stale and the swap does not go through ' || md5(i::text) || ' ', 16) FROM generate_series(1, 3000) i`
  );
  return Thing;
}

const percentile = (times, share) => times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))];

/** What others may wait for; on a machine where the same calls take longer without any attack, so many times that. */
const BEARABLE_MS = { quick: 100, patient: 2500 };
const BEARABLE_TIMES = 5;
const QUIET_MS = 3000;
const ATTACKED_MS = 8000;
/** Something else on the machine may come in between once or twice; queries that hold others up do every time. */
const ROUNDS = 3;

/** How long these calls take for so long, one after the other, by people who take turns, so that none comes too often. */
async function timed(people, calls, ms, rest, isAllowed) {
  const times = Object.fromEntries(Object.keys(calls).map(name => [name, []]));
  const until = performance.now() + ms;
  for (let turn = 0; performance.now() < until; turn += 1) {
    for (const [name, call] of Object.entries(calls)) {
      const began = performance.now();
      const answer = await call(people[turn % people.length]);
      if (!isAllowed(answer)) allowed(answer);
      times[name].push(performance.now() - began);
    }
    await pause(rest);
  }
  return Object.fromEntries(Object.entries(times).map(([name, all]) => [name, { p50: percentile(all, 0.5), p90: percentile(all, 0.9), count: all.length }]));
}

/** Twelve calls of six people at a time, over and over, until `end` is called. */
function attackBy(people, attack, from) {
  const outcomes = {};
  let isOver = false;
  const hands = people.flatMap((as, who) =>
    Array.from({ length: 2 }, async (_, hand) => {
      for (let call = from; !isOver; call += 1) {
        const answer = await attack(as, who * 100_000 + hand * 10_000 + call);
        outcomes[outcome(answer)] = (outcomes[outcome(answer)] ?? 0) + 1;
        if (answer.status === 429) await pause(200);
      }
    })
  );
  const end = async () => {
    isOver = true;
    await Promise.all(hands);
    return outcomes;
  };
  return { end };
}

/**
 * While six people send the worst that is let through, the lists and searches of others stay quick, and what is
 * `patient`, an honest search that takes its time, is answered as soon as without them.
 */
async function othersStayQuick(server, attack, { patient = {}, ...quick }) {
  const crowd = count => Promise.all(Array.from({ length: count }, () => server.person()));
  const [others, slower, attackers] = [await crowd(6), await crowd(3), await crowd(6)];
  // A search that has to wait for attackers is answered 503 in the end, which shows in how long it took.
  const watch = async ms => {
    const both = [timed(others, quick, ms, 20, () => false), timed(slower, patient, ms, 1000, ({ status }) => status === 503)];
    return Object.assign({}, ...(await Promise.all(both)));
  };
  // Other work on the machine delays a call now and then; an attack that holds others up delays more than one in ten.
  // Patient calls are so few that their p90 is the slowest one.
  const tooLong = (seen, alone) =>
    Object.entries(seen).flatMap(([name, times]) => {
      const [share, least] = name in patient ? ['p50', BEARABLE_MS.patient] : ['p90', BEARABLE_MS.quick];
      const bound = Math.max(least, BEARABLE_TIMES * alone[name][share]);
      return times[share] < bound ? [] : [`${times[share].toFixed(0)} ms for ${name} at ${share}, where ${bound.toFixed(0)} are bearable`];
    });
  const shown = seen => Object.entries(seen).map(([name, { p50, p90, count }]) => `${name} p50 ${p50.toFixed(0)} ms, p90 ${p90.toFixed(0)} ms (${count})`).join('; ');
  let missed;
  for (let round = 0; round < ROUNDS; round += 1) {
    const alone = await watch(QUIET_MS);
    const { end } = attackBy(attackers, attack, round * 1000);
    const seen = await watch(ATTACKED_MS);
    const outcomes = await end();
    console.log(`  others on ${server.name} alone: ${shown(alone)}`);
    console.log(`  others on ${server.name} meanwhile: ${shown(seen)}; the attack: ${JSON.stringify(outcomes)}`);
    assert.ok(['200', '400/124', '503/100'].some(seen => outcomes[seen]), `nothing was let through, so that nothing was tried: ${JSON.stringify(outcomes)}`);
    missed = tooLong(seen, alone);
    if (missed.length === 0) return;
  }
  assert.fail(`others wait ${missed.join(', ')}`);
}

/** A search over all of the long texts that takes its time, and finds nothing. */
function patientSearch(server, className) {
  const word = about => ({ body: { $regex: `${about}.*nowhere` } });
  return as => server.send('GET', `/classes/${className}`, { as, query: { where: { $or: [word('quote'), word('swap')] }, limit: '20' }, mayFail: true });
}

/** The same query, in turns by itself and behind a write in a transaction of its own. */
function aloneAndInTransactions(server, className, where) {
  return (as, call) => {
    const query = { where: where(call), limit: 20 };
    if (call % 2 === 0) return server.send('POST', `/classes/${className}`, { as, body: { _method: 'GET', ...query }, mayFail: true });
    const path = `/parse/classes/${className}`;
    const requests = [{ method: 'POST', path, body: { title: 'mine' } }, { method: 'GET', path, body: query }];
    return server.send('POST', '/batch', { as, body: { transaction: true, requests }, mayFail: true });
  };
}

row('G171', 'catastrophic regex, and who waits for it', { alone: true, note: 'bound: 6 s for the query itself; for the lists and searches of others 100 ms p90, or five times what they take on the same machine without the attack; where PostgreSQL itself is quick with a pattern it may answer; length and back-references are refused by the product profile' }, async ({ server }) => {
  for (const name of ['parse', 'product']) {
    const target = await server(name);
    const Thing = await target.classWith({ fields: { title: 'String' } });
    const text = `${'a'.repeat(10_000)}!`;
    for (let object = 0; object < 3; object += 1) await target.object(Thing, { title: text });
    const patterns = ['(a+)+b', '^(a|a)*$', '^(a?){30}a{30}$', '(a*)*b'];
    await forEach(patterns, async $regex => {
      const answer = await within(6000, () => target.send('GET', `/classes/${Thing}`, { query: { where: { title: { $regex } } } }));
      refused(answer, '200', '400/102', '400/124', '503/124', '400/100');
    });
    const long = await within(6000, () => target.send('GET', `/classes/${Thing}`, { query: { where: { title: { $regex: 'a'.repeat(4000) } } } }));
    refused(long, '400/102', '414', '431', ...(name === 'parse' ? ['200'] : []));
    const back = await within(6000, () => target.send('GET', `/classes/${Thing}`, { query: { where: { title: { $regex: '^(a+)(a+)\\1\\2$' } } } }));
    refused(back, '400/102', '400/124', ...(name === 'parse' ? ['200'] : []));
    const Long = await longTexts(target);
    const list = as => target.send('GET', `/classes/${Long}`, { as, query: { order: '-createdAt', limit: '20' } });
    const search = as => target.send('GET', `/classes/${Long}`, { as, query: { where: { title: { $regex: '^title 12' } }, limit: '20' } });
    const many = name === 'parse' ? 20 : 4;
    const pattern = call => `([a-z ]*|abc)+${call}q${'x'.repeat(20)}$`;
    const where = call => ({ $or: Array.from({ length: many }, (_, at) => ({ body: { $regex: pattern(call * 20 + at) } })) });
    const attack = aloneAndInTransactions(target, Long, where);
    await othersStayQuick(target, attack, { list, search, patient: { 'slow search': patientSearch(target, Long) } });
  }
});

row('G185', 'sub-query bomb, and who waits for it', { alone: true, note: `bound: 3 s; for the lists and searches of others, the functions of the product among them, 100 ms p90, or five times what they take without the attack; ${HARD}` }, async hands => {
  await hands.both(async server => {
    const Thing = await server.classWith({ fields: { n: 'Number' } });
    const Link = await server.classWith({ fields: { to: { type: 'Pointer', targetClass: Thing } } });
    const nested = depth => (depth === 0 ? {} : { to: { $inQuery: { className: Link, where: nested(depth - 1) } } });
    const selecting = depth => (depth === 0 ? {} : { n: { $select: { query: { className: Thing, where: selecting(depth - 1) }, key: 'n' } } });
    bounded(server, await within(3000, () => server.send('GET', `/classes/${Link}`, { query: { where: nested(10) } })), '400/102', '400/107');
    bounded(server, await within(3000, () => server.send('GET', `/classes/${Thing}`, { query: { where: selecting(10) } })), '400/102', '400/107');
    const wide = { $or: Array.from({ length: 150 }, () => nested(1)) };
    bounded(server, await within(3000, () => server.send('POST', `/classes/${Link}`, { body: { _method: 'GET', where: wide } })), '400/102', '400/107');
    const text = { $or: Array.from({ length: 90 }, (_, at) => ({ n: { $text: { $search: { $term: `zz${at}` } } } })) };
    bounded(server, await within(3000, () => server.send('POST', `/classes/${Thing}`, { body: { _method: 'GET', where: text } })), '400/102', '400/107');
  });
  const programme = await programmeOn(await hands.server('programme'));
  const { server } = programme;
  const Long = await longTexts(server);
  const ada = await programme.tester();
  for (let report = 0; report < 5; report += 1) await programme.report(ada);
  refused(await server.send('GET', `/classes/${Long}`, { as: ada, query: { where: { body: { $text: { $search: { $term: 'stale' } } } } } }), '400/102');
  const list = as => programme.ask(as, 'searchIssues', { query: 'is:open' });
  const search = as => programme.ask(as, 'searchIssues', { query: 'stale quote' });
  const own = as => server.send('GET', '/users/me', { as });
  const slow = call => ({ body: { $regex: `([a-z ]*|abc)+${call}q$` } });
  const where = call => ({ $or: [slow(call), { body: { $select: { query: { className: Long, where: slow(call + 5) }, key: 'body' } } }] });
  await othersStayQuick(server, aloneAndInTransactions(server, Long, where), { list, search, own });
});

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
