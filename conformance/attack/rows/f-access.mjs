// Section F, first part: ACLs, class permissions, roles.
import assert from 'node:assert/strict';
import { eventually } from '../../harness/expectations.mjs';
import { allowed, empty, forEach, outcome, refused, unchanged, within } from '../answers.mjs';
import { CLOSED, OPEN, fresh, onlyFor, pointer } from '../attacked.mjs';
import { programmeOn } from '../programme.mjs';
import { row } from '../row.mjs';

row('F140', 'write without ACL', ({ both }) =>
  both(async server => {
    const [ada, eve] = [await server.person(), await server.person()];
    const Thing = await server.classWith({ fields: { title: 'String', n: 'Number' } });
    const own = await server.object(Thing, { title: 'hers', n: 1, ACL: { ...onlyFor(ada), '*': { read: true } } });
    await unchanged(server, Thing, async () => {
      for (const as of [eve, undefined]) {
        for (const body of [{ title: 'mine' }, { n: { __op: 'Increment', amount: 1 } }, { ACL: onlyFor(eve) }, { title: { __op: 'Delete' } }]) {
          refused(await server.send('PUT', own.path, { as, body }), '404/101');
        }
        refused(await server.send('DELETE', own.path, { as }), '404/101');
      }
    });
    allowed(await server.send('PUT', own.path, { as: ada, body: { title: 'still hers' } }));
  })
);

row('F141', 'read without ACL', ({ both, server }) =>
  both(async server => {
    const [ada, eve] = [await server.person(), await server.person()];
    const Thing = await server.classWith({ fields: { title: 'String' } });
    const hidden = await server.object(Thing, { title: 'private', ACL: onlyFor(ada) });
    for (const as of [eve, undefined]) {
      refused(await server.send('GET', hidden.path, { as }), '404/101');
      for (const where of [{}, { objectId: hidden.id }, { objectId: { $in: [hidden.id] } }, { title: { $regex: '^p' } }, { $or: [{ objectId: hidden.id }, { title: 'private' }] }]) {
        empty(await server.send('GET', `/classes/${Thing}`, { as, query: { where } }));
      }
      assert.equal(allowed(await server.send('GET', `/classes/${Thing}`, { as, query: { count: 1, limit: 0 } })).count, 0);
    }
    allowed(await server.send('GET', hidden.path, { as: ada }));
  }).then(() => takenOutStaysOut(server))
);

/** What was taken out of a report is for administrators and its reporter, also after a private one is opened. */
async function takenOutStaysOut(server) {
  const programme = await programmeOn(await server('programme'));
  const app = programme.server;
  const [ada, eve] = [await programme.tester(), await programme.tester()];
  const secret = `abandon ability able about ${fresh('word')}`;
  const text = `The seed phrase I typed in was ${secret}, and the quote is still refused.`;
  const clean = 'After a minute the quote is refused, although the page still shows it.';
  const open = await programme.report(ada, { body: text });
  await programme.run(programme.keeper, 'issueEdit', { number: open.number, version: null, body: clean });
  const hidden = await programme.report(ada, { body: text, private: true });
  await programme.run(ada, 'issueEdit', { number: hidden.number, version: null, body: clean });
  await programme.run(programme.keeper, 'issueSetVisibility', { number: hidden.number, visibility: 'programme' });
  for (const { id, number } of [open, hidden]) {
    const where = { issue: pointer('Issue', id) };
    const answers = [
      await programme.ask(eve, 'issueTimeline', { number }), await programme.ask(eve, 'issueGet', { number }),
      await app.send('GET', '/classes/IssueEvent', { as: eve, query: { where } }), await app.send('GET', '/classes/IssueEvent', { as: eve, query: { where, keys: 'whole,data' } }),
      await app.send('GET', '/classes/IssueEvent', { as: eve, query: { where: { ...where, 'data.before.body': { $regex: 'seed' } } } }),
    ];
    for (const answer of answers) assert.ok(!answer.text.includes(secret), `${answer.asked} tells what was taken out`);
    refused(await app.send('GET', '/classes/IssueEvent', { as: eve, query: { where: { 'whole.before.body': { $regex: 'seed' } } } }), '400/119');
    refused(await app.send('GET', '/classes/IssueEvent', { as: eve, query: { where, order: 'whole.before.body' } }), '400/119');
    for (const who of [ada, programme.keeper]) assert.ok((await programme.ask(who, 'issueTimeline', { number })).text.includes(secret), 'a user who may read it does not find it');
  }
}

row('F142', 'malformed ACL', { note: 'as with Parse Server an entry that is not a pair of read and write is accepted and grants nothing; more than 100 entries are refused by the product profile only' }, ({ both }) =>
  both(async server => {
    const Thing = await server.classWith({ fields: { title: 'String' } });
    const { path } = await server.object(Thing, { title: 'x' });
    await unchanged(server, Thing, () =>
      forEach(['[]', '"text"', '5', 'true', '{"__proto__":{"read":true}}', '{"constructor":{"read":true}}'], async acl => {
        for (const [method, to] of [['POST', `/classes/${Thing}`], ['PUT', path]]) {
          refused(await server.send(method, to, { body: `{"ACL":${acl}}` }), '400/123', '400/105', '400/107', '400/111');
        }
      })
    );
    await forEach(['{"*":"yes"}', '{"role:x":{"admin":true}}', '{"*":[]}', '{"*":null}', '{"*":5}', '{"*":{"write":false}}', '{"*":{"__proto__":{"write":true}}}'], async acl => {
      const answer = await server.send('POST', `/classes/${Thing}`, { body: `{"ACL":${acl}}` });
      refused(answer, '201', '400/123', '400/105', '400/107');
      if (answer.status !== 201) return;
      const { _rperm, _wperm } = await server.stored(Thing, answer.body.objectId);
      assert.deepEqual([_rperm ?? [], _wperm ?? []], [[], []], 'a malformed entry grants something');
      assert.ok(_rperm !== null && _wperm !== null, 'a malformed ACL leaves the object open to all');
    });
    const crowd = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`user${index}`, { read: true }]));
    const answer = await within(5000, () => server.send('POST', `/classes/${Thing}`, { body: { ACL: crowd } }));
    refused(answer, '400/123', '400/107', '400/116', ...(server.name === 'parse' ? ['201'] : []));
  })
);

row('F143', 'public-write ACL from a client', { note: 'what an ACL allows is bounded by the class, so a class closed to updates stays closed whatever the ACL says; who reads the product\'s objects is the server\'s to say' }, ({ both, server }) =>
  both(async server => {
    const eve = await server.person();
    const Thing = await server.classWith({ fields: { title: 'String' }, clp: { ...OPEN, update: {}, delete: {} } });
    const acl = { '*': { read: true, write: true } };
    const { objectId } = allowed(await server.send('POST', `/classes/${Thing}`, { as: eve, body: { title: 'x', ACL: acl } }));
    await unchanged(server, Thing, async () => {
      refused(await server.send('PUT', `/classes/${Thing}/${objectId}`, { as: eve, body: { title: 'y' } }), '400/119');
      refused(await server.send('DELETE', `/classes/${Thing}/${objectId}`, { as: eve }), '400/119');
    });
  }).then(() => reportStaysItsReporters(server, { ACL: { '*': { read: true, write: true } } }))
);

/** A report of the product takes no word of a client about who reads, writes or reported it. */
async function reportStaysItsReporters(server, fields) {
  const programme = await programmeOn(await server('programme'));
  const app = programme.server;
  const [ada, eve] = [await programme.tester(), await programme.tester()];
  const { id, number } = await programme.report(ada);
  const before = await app.stored('Issue', id);
  for (const as of [ada, eve, programme.keeper, undefined]) {
    for (const body of [fields, { reporter: eve.pointer }, { 'reporter.objectId': eve.id }]) {
      refused(await app.send('PUT', `/classes/Issue/${id}`, { as, body }), '400/119', '404/101', '400/105', '400/111');
    }
    refused(await app.send('POST', '/classes/Issue', { as, body: { title: 'x', ...fields } }), '400/119');
  }
  for (const extra of [{ ACL: fields.ACL ?? {} }, { reporter: eve.id }, { owner: eve.id }]) refused(await programme.ask(eve, 'issueEdit', { number, version: null, ...extra }), '400/142', '400/119');
  assert.deepEqual(await app.stored('Issue', id), before);
}

row('F144', 'ACL lost on update', ({ both }) =>
  both(async server => {
    const [ada, eve] = [await server.person(), await server.person()];
    const Thing = await server.classWith({ fields: { title: 'String' } });
    const own = await server.object(Thing, { title: 'x', ACL: onlyFor(ada) });
    const permissions = async () => {
      const { _rperm, _wperm } = await server.stored(Thing, own.id);
      return { _rperm, _wperm };
    };
    const before = await permissions();
    allowed(await server.send('PUT', own.path, { as: ada, body: { title: 'y' } }));
    allowed(await server.send('PUT', own.path, { key: 'master', body: { title: 'z' } }));
    allowed(await server.send('POST', own.path, { as: ada, body: { _method: 'PUT', title: 'w' } }));
    assert.deepEqual(await permissions(), before);
    refused(await server.send('GET', own.path, { as: eve }), '404/101');
  })
);

row('F145', 'owner-pointer takeover', { note: 'a user who is not the owner cannot write the pointer that makes them so' }, ({ both, server }) =>
  both(async server => {
    const [ada, eve] = [await server.person(), await server.person()];
    const owner = { pointerFields: ['owner'] };
    const clp = { ...CLOSED, get: owner, find: owner, count: owner, update: owner, delete: owner };
    const Thing = await server.classWith({ fields: { title: 'String', owner: { type: 'Pointer', targetClass: '_User' } }, clp });
    const hers = await server.object(Thing, { title: 'x', owner: ada.pointer });
    await unchanged(server, Thing, async () => {
      for (const as of [eve, undefined]) {
        refused(await server.send('PUT', hers.path, { as, body: { owner: eve.pointer } }), '404/101', '400/119');
        refused(await server.send('PUT', hers.path, { as, body: { owner: { __op: 'Delete' } } }), '404/101', '400/119');
        refused(await server.send('DELETE', hers.path, { as }), '404/101', '400/119');
        refused(await server.send('POST', `/classes/${Thing}`, { as, body: { owner: ada.pointer } }), '400/119');
        const found = await server.send('GET', `/classes/${Thing}`, { as });
        if (found.status === 200) empty(found);
        else refused(found, '400/119', '404/101');
      }
    });
    allowed(await server.send('PUT', hers.path, { as: ada, body: { title: 'y' } }));
  }).then(() => reportStaysItsReporters(server, { owner: pointer('_User', 'x') }))
);

row('F146', 'role cycle', { note: 'bound: 5 s for a chain of 200 roles; a cycle ends by itself' }, ({ both }) =>
  both(async server => {
    const ada = await server.person();
    const [a, b] = [await server.role([ada]), await server.role()];
    const add = (to, child) => server.send('PUT', to.path, { key: 'master', body: { roles: { __op: 'AddRelation', objects: [child.pointer] } } });
    for (const [to, child] of [[a, b], [b, a], [a, a]]) refused(await add(to, child), '200', '400/142', '400/119');
    const Thing = await server.classWith();
    const forB = await server.object(Thing, { ACL: { [`role:${b.name}`]: { read: true } } });
    await within(2000, async () => allowed(await server.send('GET', forB.path, { as: ada })));
    // A long chain: each role holds the one before it, so anyone who is in the first is in all of them.
    let last = await server.role([ada]);
    for (let depth = 0; depth < 200; depth += 1) {
      const next = await server.role();
      allowed(await add(next, last));
      last = next;
    }
    const deep = await server.object(Thing, { ACL: { [`role:${last.name}`]: { read: true } } });
    const { body } = await server.logIn(ada, { from: ada.address });
    const answer = await within(5000, () => server.send('GET', deep.path, { as: body.sessionToken }));
    refused(answer, '200', '404/101');
  })
);

row('F147', 'role name abuse', { note: 'Parse Server takes any text for a name; whatever it is, it must never stand for another role or for all users' }, ({ both, server }) =>
  both(async server => {
    const [ada, eve] = [await server.person(), await server.person()];
    const ACL = onlyFor(ada);
    await unchanged(server, '_Role', () =>
      forEach(['', 5, { $ne: 1 }, null, ['a'], 'x\u0000'], async name => {
        for (const options of [{ as: ada }, { key: 'master' }]) {
          refused(await server.send('POST', '/roles', { ...options, body: { name, ACL } }), '400/139', '400/135', '400/111', '400/119', '400/107', '400/121');
        }
      })
    );
    const admins = await server.role([ada]);
    const Secret = await server.classWith();
    const secret = await server.object(Secret, { ACL: { [`role:${admins.name}`]: { read: true, write: true } } });
    const names = [`role:${admins.name}`, `${admins.name} `, ` ${admins.name}`, `${admins.name}*`, admins.name.toUpperCase(), '*', ada.id, `${admins.name}\u200b`, `${admins.name}%`, 'x'.repeat(10_000)];
    await forEach(names, async name => {
      const users = { __op: 'AddRelation', objects: [eve.pointer] };
      const answer = await server.send('POST', '/roles', { key: 'master', body: { name, ACL, users } });
      refused(answer, '201', '400/139', '400/137', '400/116', '400/107');
      const { body } = await server.send('POST', '/loginAs', { key: 'master', body: { userId: eve.id } });
      refused(await server.send('GET', secret.path, { as: body.sessionToken }), '404/101');
      refused(await server.send('GET', `/users/${ada.id}`, { as: body.sessionToken }), '404/101', '400/119');
    });
    await unchanged(server, '_Role', async () => {
      refused(await server.send('POST', '/roles', { key: 'master', body: { name: admins.name, ACL } }), '400/137');
    });
  }).then(() => roleIsTakenOver(server))
);

/** A role of administrators that a stranger made before the product came is the product's afterwards. */
async function roleIsTakenOver(server) {
  const before = await server('adopted');
  const [eve, mate] = [await before.person(), await before.person()];
  const own = { [eve.id]: { read: true, write: true } };
  const inner = allowed(await before.send('POST', '/roles', { as: eve, body: { name: fresh('inner'), ACL: own, users: { __op: 'AddRelation', objects: [mate.pointer] } } }));
  const made = allowed(
    await before.send('POST', '/roles', {
      as: eve,
      body: { name: 'administrators', ACL: own, users: { __op: 'AddRelation', objects: [eve.pointer] }, roles: { __op: 'AddRelation', objects: [pointer('_Role', inner.objectId)] } },
    })
  );
  const app = await server('adopted-product');
  const [role] = await app.sql(`SELECT "objectId" AS id, "_rperm", "_wperm" FROM "_Role" WHERE "name" = 'administrators'`);
  assert.deepEqual(role, { id: made.objectId, _rperm: [], _wperm: [] });
  for (const table of ['_Join:users:_Role', '_Join:roles:_Role']) assert.deepEqual(await app.sql(`SELECT 1 FROM "${table}" WHERE "owningId" = $1`, [role.id]), [], `${table} still has members`);
  for (const body of [{ users: { __op: 'AddRelation', objects: [eve.pointer] } }, { ACL: own }]) refused(await app.send('PUT', `/roles/${role.id}`, { as: eve, body }), '400/119', '404/101');
  refused(await app.send('GET', `/roles/${role.id}`, { as: eve }), '400/119', '404/101');
  refused(await app.send('GET', '/users', { as: eve, query: { where: { email: { $exists: true } } } }), '400/119');
}

row('F148', 'role cache race', { note: 'bound: 5 s on the other node' }, async ({ server }) => {
  const [a, b] = [await server('product'), await server('product-again')];
  const ada = await a.person();
  const role = await a.role([ada]);
  const Thing = await a.classWith();
  const secret = await a.object(Thing, { ACL: { [`role:${role.name}`]: { read: true } } });
  for (const node of [a, b]) await eventually(async () => (await node.send('GET', secret.path, { as: ada })).status === 200, 'the role', 5000);
  allowed(await a.send('PUT', role.path, { key: 'master', body: { users: { __op: 'RemoveRelation', objects: [ada.pointer] } } }));
  refused(await a.send('GET', secret.path, { as: ada }), '404/101');
  await eventually(async () => outcome(await b.send('GET', secret.path, { as: ada })) === '404/101', 'the loss of the role on the other node', 5000);
});

row('F149', 'include through a closed class', ({ both }) =>
  both(async server => {
    const [ada, eve] = [await server.person(), await server.person()];
    const Closed = await server.classWith({ fields: { secret: 'String' }, clp: CLOSED });
    const closed = await server.object(Closed, { secret: 'well kept' });
    const { objectId: session } = allowed(await server.send('GET', '/sessions/me', { as: ada }));
    const targets = { to: Closed, who: '_User', session: '_Session' };
    const fields = Object.fromEntries(Object.entries(targets).map(([field, targetClass]) => [field, { type: 'Pointer', targetClass }]));
    const Thing = await server.classWith({ fields: { ...fields, list: 'Array', any: 'Object' } });
    const { path } = await server.object(Thing, {
      to: closed.pointer, who: ada.pointer, session: pointer('_Session', session),
      list: [closed.pointer, pointer('_Session', session)], any: { deep: closed.pointer },
    });
    for (const as of [eve, undefined]) {
      for (const query of [{ include: 'to,who,session,list,any.deep' }, { include: '*' }, { includeAll: 'true' }, { include: 'to' }, { include: 'session,session.user' }, { include: 'to.secret', keys: 'to.secret' }]) {
        for (const to of [`/classes/${Thing}`, path]) {
          const answer = await server.send('GET', to, { as, query });
          refused(answer, '200', '400/119', '400/209', '404/101', '400/102');
          assert.ok(!answer.text.includes('well kept'), `${answer.asked} shows an object of a closed class`);
          assert.ok(!answer.text.includes(ada.username) && !answer.text.includes(ada.token), `${answer.asked} shows a private record`);
        }
      }
    }
  })
);

row('F150', 'redirect parameter', { note: 'there is no such parameter: it is refused as unknown, or the class it leads to is authorised as if it had been asked directly' }, ({ both }) =>
  both(async server => {
    const eve = await server.person();
    const Closed = await server.classWith({ fields: { secret: 'String' }, clp: CLOSED });
    await server.object(Closed, { secret: 'well kept' });
    const Public = await server.classWith({ fields: { to: { type: 'Pointer', targetClass: Closed }, people: { type: 'Relation', targetClass: '_Session' } } });
    for (const redirectClassNameForKey of ['to', 'people', 'constructor', '__proto__', Closed]) {
      const answer = await server.send('GET', `/classes/${Public}`, { as: eve, query: { redirectClassNameForKey } });
      if (answer.status === 200) {
        const foreign = answer.body.results.filter(({ user }) => user?.objectId !== eve.id);
        assert.equal(foreign.length, 0, `${answer.asked} shows what the class itself would not: ${answer.text.slice(0, 200)}`);
      } else refused(answer, '400/119', '400/102', '400/105');
      assert.ok(!answer.text.includes('well kept'));
      const creating = await server.send('POST', `/classes/${Public}?redirectClassNameForKey=${redirectClassNameForKey}`, { as: eve, body: { x: 1 } });
      refused(creating, '400/119', '400/102', '400/105');
    }
    assert.equal(await server.countOf(Closed), 1);
  })
);
