// Section F, second part: relations, many rows at once, schema growth, functions and rules.
import assert from 'node:assert/strict';
import { allowed, empty, forEach, refused, unchanged, within } from '../answers.mjs';
import { CLOSED, OPEN, fresh, onlyFor } from '../attacked.mjs';
import { programmeOn } from '../programme.mjs';
import { exchange, request } from '../raw.mjs';
import { row } from '../row.mjs';

row('F151', 'relation membership of a hidden owner', ({ both }) =>
  both(async server => {
    const [ada, eve] = [await server.person(), await server.person()];
    const Member = await server.classWith({ fields: { name: 'String' } });
    const Club = await server.classWith({ fields: { members: { type: 'Relation', targetClass: Member } } });
    const Hidden = await server.classWith({ fields: { members: { type: 'Relation', targetClass: Member } }, clp: CLOSED });
    const member = await server.object(Member, { name: 'known' });
    const members = { __op: 'AddRelation', objects: [member.pointer] };
    const secret = await server.object(Club, { members, ACL: onlyFor(ada) });
    const closed = await server.object(Hidden, { members });
    for (const as of [eve, undefined]) {
      for (const object of [secret.pointer, closed.pointer, { ...secret.pointer, objectId: 'missing' }]) {
        const where = { $relatedTo: { object, key: 'members' } };
        for (const asked of [where, { $or: [where, { name: 'x' }] }, { $and: [where] }]) {
          const answer = await server.send('GET', `/classes/${Member}`, { as, query: { where: asked } });
          if (answer.status === 200) empty(answer);
          else refused(answer, '400/119', '404/101', '400/102');
          const counted = await server.send('GET', `/classes/${Member}`, { as, query: { where: asked, count: 1, limit: 0 } });
          if (counted.status === 200) assert.equal(counted.body.count, 0, counted.asked);
        }
      }
      const reverse = await server.send('GET', `/classes/${Club}`, { as, query: { where: { members: member.pointer } } });
      empty(reverse);
    }
    const where = { $relatedTo: { object: secret.pointer, key: 'members' } };
    assert.equal(allowed(await server.send('GET', `/classes/${Member}`, { as: ada, query: { where } })).results.length, 1);
  })
);

row('F152', 'many-row path skips row checks', ({ both }) =>
  both(async server => {
    const [ada, eve] = [await server.person(), await server.person()];
    const Thing = await server.classWith({ fields: { n: 'Number', people: { type: 'Relation', targetClass: '_User' } } });
    const hers = await server.object(Thing, { n: 1, ACL: { ...onlyFor(ada), '*': { read: true } } });
    const mine = await server.object(Thing, { n: 1, ACL: onlyFor(eve) });
    const people = { __op: 'AddRelation', objects: [eve.pointer] };
    const requests = [
      { method: 'PUT', path: `/parse${hers.path}`, body: { n: 2 } },
      { method: 'PUT', path: `/parse${hers.path}`, body: { people } },
      { method: 'DELETE', path: `/parse${hers.path}` },
      { method: 'PUT', path: `/parse${mine.path}`, body: { n: 2 } },
    ];
    const items = allowed(await server.send('POST', '/batch', { as: eve, body: { requests } }));
    assert.deepEqual(items.map(({ error }) => error?.code), [101, 101, 101, undefined]);
    assert.equal((await server.stored(Thing, hers.id)).n, 1);
    assert.equal((await server.stored(Thing, mine.id)).n, 2);
    assert.equal(await server.countOf(`_Join:people:${Thing}`), 0, 'a relation of an object of another user was changed');
    refused(await server.send('PUT', hers.path, { as: eve, body: { people } }), '404/101');
    assert.equal(await server.countOf(`_Join:people:${Thing}`), 0);
  })
);

row('F153', 'share-style privilege reuse', ({ both }) =>
  both(async server => {
    const [ada, eve] = [await server.person(), await server.person()];
    const Thing = await server.classWith({ fields: { title: 'String' } });
    const hers = await server.object(Thing, { title: 'hers', ACL: onlyFor(ada) });
    const query = { where: { title: 'hers' } };
    // The same question in turns, so that an answer kept for one caller would be seen by the next.
    for (let turn = 0; turn < 5; turn += 1) {
      assert.equal(allowed(await server.send('GET', `/classes/${Thing}`, { as: ada, query })).results.length, 1);
      empty(await server.send('GET', `/classes/${Thing}`, { as: eve, query }));
      empty(await server.send('GET', `/classes/${Thing}`, { query }));
      refused(await server.send('GET', hers.path, { as: eve }), '404/101');
      allowed(await server.send('GET', hers.path, { key: 'master' }));
      refused(await server.send('GET', hers.path), '404/101');
    }
    const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => server.send('GET', `/classes/${Thing}`, { as: index % 2 ? ada : eve, query })));
    answers.forEach((answer, index) => assert.equal(allowed(answer).results.length, index % 2));
  })
);

row('F154', 'new column by a client', ({ both, server }) =>
  both(async server => {
    const eve = await server.person();
    const Thing = await server.classWith({ fields: { title: 'String', o: 'Object' }, clp: { ...OPEN, addField: {} } });
    const { path } = await server.object(Thing, { title: 'x' });
    await unchanged(server, [Thing, '_SCHEMA'], async () => {
      for (const as of [eve, undefined]) {
        refused(await server.send('POST', `/classes/${Thing}`, { as, body: { newField: 1 } }), '400/119');
        refused(await server.send('PUT', path, { as, body: { newField: 1 } }), '400/119');
        refused(await server.send('PUT', path, { as, body: { 'newField.x': 1 } }), '400/119', '400/105', '400/111');
        refused(await server.send('PUT', path, { as, body: { newField: { __op: 'Increment', amount: 1 } } }), '400/119');
        refused(await server.send('PUT', path, { as, body: { newField: { __op: 'AddRelation', objects: [eve.pointer] } } }), '400/119');
      }
    });
    assert.equal(await server.hasTable(`_Join:newField:${Thing}`), false);
  }).then(() => protocolIsClosed(server))
);

/** In the product, no user fills or widens the classes that the protocol brings, signed in or not. */
async function protocolIsClosed(server) {
  const programme = await programmeOn(await server('programme'));
  const app = programme.server;
  const eve = await programme.tester();
  const fields = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`f${n}`, n]));
  const acl = { '*': { read: true, write: true } };
  const bodies = {
    _Role: { name: fresh('role'), ACL: acl, ...fields },
    _Product: { title: 'x', ACL: acl, ...fields },
    _Installation: { deviceType: 'ios', deviceToken: fresh('d'), installationId: fresh('i'), ...fields },
    _Session: fields,
  };
  const routes = { _Role: '/roles', _Installation: '/installations', _Session: '/sessions', _Product: '/classes/_Product' };
  const sessions = async () => (await app.sql('SELECT count(*)::int AS count FROM "_Session" WHERE "user" = $1', [eve.id]))[0].count;
  const before = await sessions();
  await unchanged(app, ['_SCHEMA', '_Role', '_Product', '_Installation'], () =>
    forEach(Object.keys(bodies), async Class => {
      for (const as of [eve, undefined]) {
        for (const path of new Set([routes[Class], `/classes/${Class}`])) {
          for (const body of [bodies[Class], { ...bodies[Class], ...Object.fromEntries(Object.keys(fields).map(name => [name, undefined])), 'one.more': 1 }]) {
            refused(await app.send('POST', path, { as, body }), '400/119', '400/209', '400/105', '403');
          }
        }
      }
    })
  );
  assert.equal(await sessions(), before);
  const session = allowed(await app.send('GET', '/sessions/me', { as: eve }));
  await unchanged(app, '_SCHEMA', async () => {
    for (const body of [fields, { x: 1 }, { 'x.y': 1 }]) refused(await app.send('PUT', `/sessions/${session.objectId}`, { as: eve, body }), '400/119', '400/105');
  });
  const role = (await app.sql(`SELECT "objectId" AS id FROM "_Role" WHERE "name" = 'administrators'`))[0];
  await unchanged(app, ['_Role', '_Join:users:_Role', '_Join:roles:_Role'], async () => {
    for (const body of [{ users: { __op: 'AddRelation', objects: [eve.pointer] } }, { ACL: acl }]) refused(await app.send('PUT', `/roles/${role.id}`, { as: eve, body }), '400/119', '404/101');
    refused(await app.send('DELETE', `/roles/${role.id}`, { as: eve }), '400/119', '404/101');
  });
  // What people do with their own sessions still works.
  const more = allowed(await app.send('POST', '/sessions', { as: eve, body: {} }));
  app.keepSecret(more.sessionToken);
  allowed(await app.send('DELETE', `/sessions/${more.objectId}`, { as: eve }));
}

row('F155', 'new column through `__proto__`', ({ both }) =>
  both(async server => {
    const Thing = await server.classWith({ fields: { title: 'String' } });
    const { path } = await server.object(Thing, { title: 'x' });
    const bodies = ['{"title":"x","__proto__":{"newField":1}}', '{"title":"x","__proto__":{"title":5}}', '{"constructor":{"newField":1}}', '{"__proto__":5}', '{"__proto__.newField":1}'];
    await unchanged(server, [Thing, '_SCHEMA'], () =>
      forEach(bodies, async body => {
        refused(await server.send('POST', `/classes/${Thing}`, { body }), '400/105');
        refused(await server.send('PUT', path, { body }), '400/105');
      })
    );
  })
);

row('F156', 'new class by a client', { note: 'a read of a class that does not exist is empty where clients may make classes, and on the product profile 119' }, async ({ server }) => {
  const product = await server('product');
  const eve = await product.person();
  for (const as of [eve, undefined]) {
    const name = fresh('Evil');
    refused(await product.send('POST', `/classes/${name}`, { as, body: { a: 1 } }), '400/119');
    refused(await product.send('PUT', `/classes/${name}/x`, { as, body: { a: 1 } }), '400/119', '404/101');
    refused(await product.send('GET', `/classes/${name}`, { as }), '400/119');
    refused(await product.send('GET', `/classes/${name}/x`, { as }), '400/119');
    assert.equal(await product.hasTable(name), false);
    assert.deepEqual(await product.sql('SELECT 1 FROM "_SCHEMA" WHERE "className" = $1', [name]), []);
  }
});

row('F157', 'function-name tricks', { note: 'a name with a slash or without letters may be no path at all: 404' }, ({ both }) =>
  both(async server => {
    const names = ['constructor', '__proto__', '__proto__.toString', 'hello.__proto__.constructor', 'toString', 'hasOwnProperty', 'valueOf', 'hello%00', 'hello/../hello', '..', '%2e%2e', 'hello%20', 'HELLO', 'hello;x', "hello'--", 'x'.repeat(4000)];
    await forEach(names, async name => {
      const answer = await exchange(server, request(server, 'POST', `/functions/${name}`, ['Content-Type: application/json', 'Content-Length: 2'], '{}'), { closesWithin: 1 });
      assert.ok([400, 404, 414].includes(answer.status), `answered ${answer.status} ${answer.text}`);
      if (answer.status === 400 && answer.text.includes('"code"')) assert.match(answer.text, /"code":141/);
    });
    const long = await exchange(server, request(server, 'POST', `/functions/${'x'.repeat(64 * 1024)}`, ['Content-Length: 2'], '{}'));
    assert.ok([400, 404, 414, 431].includes(long.status) || long.isClosed, `answered ${long.status}`);
    for (const name of ['..', 'constructor', '__proto__', '%00']) {
      refused(await server.send('POST', `/jobs/${name}`, { key: 'master', body: {} }), '400/141', '404', '400', '400/142', '400/1');
    }
    allowed(await server.send('POST', '/functions/hello', { body: {} }));
  })
);

row('F158', 'function validator skipped', ({ both }) =>
  both(async server => {
    const eve = await server.person();
    for (const name of ['validated', 'validated.x', 'validated.__proto__', 'VALIDATED', 'validated%20', '__proto__.validated', 'validated%00']) {
      for (const as of [eve, undefined]) {
        const answer = await server.send('POST', `/functions/${name}`, { as, body: {} });
        refused(answer, '400/142', '400/141', '404', ...(name === 'validated' ? [] : ['400/107']));
        if (name === 'validated') refused(answer, '400/142');
      }
    }
  })
);

row('F159', 'trigger bypass by another door', ({ both }) =>
  both(async server => {
    if (!(await server.hasTable('Filtered'))) await server.classWith({ name: 'Filtered', fields: { hidden: 'Boolean', note: 'String' } });
    const name = fresh('note');
    const hidden = await server.object('Filtered', { hidden: true, note: name });
    const Thing = await server.classWith({ fields: { to: { type: 'Pointer', targetClass: 'Filtered' }, all: { type: 'Relation', targetClass: 'Filtered' }, note: 'String' } });
    const { path, pointer } = await server.object(Thing, { note: name, to: hidden.pointer, all: { __op: 'AddRelation', objects: [hidden.pointer] } });
    const related = { $relatedTo: { object: pointer, key: 'all' } };
    empty(await server.send('GET', '/classes/Filtered', { query: { where: { note: name } } }));
    empty(await server.send('GET', '/classes/Filtered', { query: { where: related } }));
    assert.equal(allowed(await server.send('GET', '/classes/Filtered', { query: { where: { note: name }, count: 1, limit: 0 } })).count, 0);
    refused(await server.send('GET', hidden.path), '404/101');
    const batch = allowed(await server.send('POST', '/batch', { body: { requests: [{ method: 'GET', path: `/parse${hidden.path}` }, { method: 'GET', path: '/parse/classes/Filtered', body: { where: { note: name } } }] } }));
    assert.ok(!JSON.stringify(batch).includes(name), 'a batch shows what the rule hides');
    for (const to of [path, `/classes/${Thing}`]) {
      const answer = await server.send('GET', to, { query: { include: 'to', keys: 'to,to.note' } });
      assert.ok(!answer.text.includes(name), `${answer.asked} shows by include what the rule hides`);
    }
  })
);

row('F160', 'deleting a user', { note: 'in a generic application sessions and role memberships go with the account; in the product no user deletes one, so that the ledger keeps its people' }, ({ both, server }) =>
  both(async server => {
    const [ada, eve] = [await server.person(), await server.person()];
    await unchanged(server, ['_User', '_Session'], async () => {
      refused(await server.send('DELETE', `/users/${ada.id}`, { as: eve }), '404/101', '400/119', '400/206');
      refused(await server.send('DELETE', `/users/${ada.id}`), '400/206', '404/101', '400/119');
      refused(await server.send('DELETE', `/classes/_User/${ada.id}`), '400/206', '404/101', '400/119');
      refused(await server.send('DELETE', `/classes/_User/${ada.id}`, { as: eve }), '404/101', '400/119', '400/206');
      refused(await server.send('DELETE', '/users/me', { as: eve }), '404', '404/101', '400/119', '400/206');
    });
    await within(3000, async () => allowed(await server.send('DELETE', `/users/${eve.id}`, { as: eve })));
    refused(await server.send('GET', '/users/me', { as: eve }), '400/209');
    assert.deepEqual(await server.sql('SELECT 1 FROM "_Session" WHERE "user" = $1', [eve.id]), []);
  }).then(async () => {
    const programme = await programmeOn(await server('programme'));
    const app = programme.server;
    const [ada, eve] = [await programme.tester(), await programme.tester()];
    await programme.confirmed(ada);
    const points = await programme.pointsOf(ada);
    for (const who of [ada, eve, programme.keeper, undefined]) {
      for (const path of [`/users/${ada.id}`, `/classes/_User/${ada.id}`]) refused(await app.send('DELETE', path, { as: who }), '400/119', '404/101', '400/206');
    }
    assert.deepEqual([await programme.pointsOf(ada), (await app.stored('_User', ada.id)).status], [points, 'active']);
  })
);
