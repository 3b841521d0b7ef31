// Section N: administrators, and anyone who would like to be one.
import assert from 'node:assert/strict';
import { allowed, forEach, outcome, refused, unauthorized, unchanged } from '../answers.mjs';
import { functionsOfTheProduct } from '../../harness/product-functions.mjs';
import { programmeOn } from '../programme.mjs';
import { row } from '../row.mjs';

row('N303', 'admin call as tester', async ({ server }) => {
  const programme = await programmeOn(await server('programme'));
  const app = programme.server;
  const eve = await programme.tester();
  const issue = await programme.report(eve);
  const everything = {
    number: issue.number, user: eve.id, amount: 1000, reason: 'Because I would like to have them.', rule: 'manual', severity: 'S1', quality: 'A',
    isAdmin: true, confirm: eve.username, level: 4, key: 'access.mode', value: 'open', version: 0, season: 1, seq: 1,
  };
  const { Administrator } = functionsOfTheProduct();
  assert.ok(Administrator.length > 20);
  await unchanged(app, ['PointsEntry', 'Setting', 'AuditEntry', 'Invitation', 'RuleSet', 'Season', 'Build'], () =>
    forEach(Administrator, async name => {
      for (const body of [{}, everything]) {
        refused(await programme.ask(eve, name, body), '400/119');
      }
      refused(await programme.ask(undefined, name, everything), '400/209');
    })
  );
  refused(await app.send('PUT', '/config', { as: eve, body: { params: { a: 1 } } }), '403');
  for (const Class of ['Setting', 'SettingRevision', 'AuditEntry', 'Invitation']) {
    refused(await app.send('POST', `/classes/${Class}`, { as: eve, body: { key: 'access.mode', value: { is: 'open' } } }), '400/119');
    refused(await app.send('GET', `/classes/${Class}`, { as: eve }), '400/119');
  }
});

row('N304', 'admin flag from a stale cache', async ({ server }) => {
  const programme = await programmeOn(await server('programme'));
  const app = programme.server;
  const mate = await programme.appoint(await programme.tester(0));
  for (let turn = 0; turn < 5; turn += 1) allowed(await programme.ask(mate, 'settings'));
  // Past the server, so that nothing tells it: the row alone decides.
  await app.sql('UPDATE "_User" SET "isAdmin" = false WHERE "objectId" = $1', [mate.id]);
  for (const [name, params] of [['settings', {}], ['people', {}], ['pointsAdjust', { user: mate.id, amount: 5, reason: 'One last thing.', rule: 'manual' }], ['audit', {}]]) {
    refused(await programme.ask(mate, name, params), '400/119');
  }
  await app.sql('UPDATE "_User" SET "isAdmin" = true WHERE "objectId" = $1', [mate.id]);
  const again = await programme.appoint(mate, false);
  refused(await programme.ask(mate, 'settings'), '400/209', '403/209');
  refused(await programme.ask(again, 'settings'), '400/119');
});

row('N305', 'last admin', async ({ server }) => {
  const programme = await programmeOn(await server('programme'));
  const app = programme.server;
  const { keeper } = programme;
  await programme.refresh();
  const admins = await app.sql('SELECT "objectId" AS id, "username" FROM "_User" WHERE "isAdmin"');
  for (const { id, username } of admins.filter(({ id }) => id !== keeper.id)) {
    await programme.run(keeper, 'userSetAdmin', { user: id, isAdmin: false, confirm: username });
  }
  await unchanged(app, '_User', async () => {
    refused(await programme.ask(keeper, 'userSetAdmin', { user: keeper.id, isAdmin: false, confirm: keeper.username }), '400/142');
    refused(await programme.ask(keeper, 'userSetStatus', { user: keeper.id, status: 'suspended', reason: 'I am going on holiday.' }), '400/142');
    refused(await app.send('DELETE', `/users/${keeper.id}`, { as: keeper }), '400/119', '404/101');
    refused(await app.send('PUT', `/users/${keeper.id}`, { as: keeper, body: { isAdmin: false } }), '400/119');
  });
  const mate = await programme.appoint(await programme.tester(0));
  const outcomes = await Promise.all([
    programme.ask(keeper, 'userSetAdmin', { user: mate.id, isAdmin: false, confirm: mate.username }),
    programme.ask(mate, 'userSetAdmin', { user: keeper.id, isAdmin: false, confirm: keeper.username }),
  ]);
  const [{ count }] = await app.sql('SELECT count(*)::int AS count FROM "_User" WHERE "isAdmin" AND "status" = \'active\'');
  assert.equal(count, 1, outcomes.map(outcome).join(' '));
  // No matter who won, the one whom the other rows know is the administrator again.
  if (outcomes[1].status === 200) {
    await programme.run(mate, 'userSetAdmin', { user: keeper.id, isAdmin: true, confirm: keeper.username });
  }
  Object.assign(keeper, await programme.signIn(keeper));
  if (outcomes[1].status === 200) await programme.run(keeper, 'userSetAdmin', { user: mate.id, isAdmin: false, confirm: mate.username });
});

row('N306', 'self-award', { note: 'administrators have no points at all, and more than 10,000 for one person in a day takes two of them' }, async ({ server }) => {
  const programme = await programmeOn(await server('programme'));
  const app = programme.server;
  const mate = await programme.appoint(await programme.tester(0));
  const give = (who, user) => programme.ask(who, 'pointsAdjust', { user, amount: 10, reason: 'For working so late into the night.', rule: 'manual' });
  await unchanged(app, ['PointsEntry', 'Standing'], async () => {
    refused(await give(programme.keeper, programme.keeper.id), '400/119', '400/142');
    refused(await give(programme.keeper, mate.id), '400/119', '400/142');
    refused(await give(mate, mate.id), '400/119', '400/142');
    const { number } = await programme.report(mate);
    await programme.run(mate, 'issueAccept', { number, severity: 'S1', quality: 'A' });
  });
  const ada = await programme.tester();
  allowed(await give(mate, ada.id));
  const { rows } = await programme.run(programme.keeper, 'audit', { action: 'pointsAdjust', actor: mate.id });
  assert.equal(rows.length, 1);
  const { keeper } = programme;
  const large = (who, amount) => programme.ask(who, 'pointsAdjust', { user: ada.id, amount, reason: 'For a friend, who would like to lead.', rule: 'manual' });
  const before = await programme.pointsOf(ada);
  const { entry, pending } = allowed(await large(mate, 1_000_000)).result;
  assert.deepEqual([entry, await programme.pointsOf(ada)], [null, before]);
  await Promise.all(Array.from({ length: 6 }, () => large(mate, 4_000)));
  assert.ok((await programme.pointsOf(ada)) - before <= 10_000, 'many small ones are a large one');
  refused(await programme.ask(mate, 'pointsAgree', { id: pending.id, agree: true }), '400/142');
  refused(await programme.ask(ada, 'pointsAgree', { id: pending.id, agree: true }), '400/119');
  const waiting = (await programme.run(keeper, 'pointsPending')).rows;
  for (const { id } of waiting) allowed(await programme.ask(keeper, 'pointsAgree', { id, agree: false }));
  refused(await programme.ask(keeper, 'pointsAgree', { id: pending.id, agree: true }), '404/101', '400/101');
  await programme.appoint(mate, false);
});

row('N307', 'settings injection', async ({ server }) => {
  const programme = await programmeOn(await server('programme'));
  const app = programme.server;
  const { rows } = await programme.run(programme.keeper, 'settings');
  const set = (key, value, version = rows.find(row => row.key === key)?.version ?? 0) => programme.ask(programme.keeper, 'settingSet', { key, value, version });
  const wrong = [
    ['product.name', ''], ['product.name', 'x'.repeat(61)], ['product.name', 5], ['product.name', { $ne: 1 }], ['product.name', 'a\u0000b'], ['product.name', 'two\nlines'],
    ['access.mode', 'everyone'], ['access.mode', ['open']], ['dup.max', 1e9], ['dup.max', 1.5], ['dup.max', '5'], ['programme.readOnly', 'yes'],
    ['areas', []], ['areas', [{ key: 'A B', name: 'x' }]], ['areas', Array.from({ length: 1000 }, (_, n) => ({ key: `k${n}`, name: 'x' }))], ['areas', [{ key: 'swap', name: '<b>' .repeat(40) }]],
    ['severity.words', { S1: 'x' }], ['master_key', 'x'], ['__proto__', 1], ['nothing.like.it', 1], ['security.contact', 'x'.repeat(20_000)],
  ];
  await unchanged(app, ['Setting', 'SettingRevision'], () =>
    forEach(wrong, async ([key, value]) => refused(await set(key, value), '400/142', '404/101', '400/101', '400/107', '400/105', '413', '413/116', '400/116', '400/111'))
  );
  const markup = '<img src=x onerror=alert(1)>';
  const done = allowed(await set('product.name', markup)).result;
  const page = await fetch(app.url.replace('/parse', '/'));
  assert.ok(!(await page.text()).includes(markup), 'the name of the product is markup on a page');
  allowed(await set('product.name', 'Touchstone Swap', done.version));
  const open = await app.send('GET', '/config');
  assert.deepEqual(allowed(open).params, {});
  const told = await programme.ask(undefined, 'setupState');
  assert.ok(!/master|secret|password_/i.test(JSON.stringify(Object.keys(told.body.result))));
});

row('N308', 'audit tampering', async ({ server }) => {
  const programme = await programmeOn(await server('programme'));
  const app = programme.server;
  await programme.run(programme.keeper, 'invitationCreate', { label: 'Something to note', maxUses: 1 });
  const [{ id }] = await app.sql('SELECT "objectId" AS id FROM "AuditEntry" ORDER BY "seq" LIMIT 1');
  await unchanged(app, 'AuditEntry', async () => {
    for (const options of [{ as: programme.keeper }, { key: 'master' }]) {
      const isMaster = options.key === 'master';
      for (const [method, path, body] of [['PUT', `/classes/AuditEntry/${id}`, { actorName: 'missing' }], ['DELETE', `/classes/AuditEntry/${id}`]]) {
        const answer = await app.send(method, path, { ...options, body, mayFail: isMaster });
        assert.ok(answer.status >= 400, answer.text);
      }
    }
    for (const statement of ['UPDATE "AuditEntry" SET "actorName" = \'no user\'', 'DELETE FROM "AuditEntry"', 'TRUNCATE "AuditEntry"']) {
      await assert.rejects(app.sql(statement), statement);
    }
  });
  assert.equal((await programme.run(programme.keeper, 'audit')).chain.ok, true);
});

row('N309', 'impersonation', { note: 'only the master key signs in as another user, from where it counts; the session says so' }, async ({ server }) => {
  const programme = await programmeOn(await server('programme'));
  const app = programme.server;
  const [ada, eve] = [await programme.tester(), await programme.tester()];
  for (const as of [eve, programme.keeper]) refused(await app.send('POST', '/loginAs', { as, query: { userId: ada.id } }), '400/119');
  unauthorized(await app.send('POST', '/loginAs', { key: 'master', headers: { 'X-Forwarded-For': '203.0.113.9' }, query: { userId: ada.id } }));
  refused(await app.send('POST', '/loginAs', { key: 'readOnly', query: { userId: ada.id } }), '400/119', '403');
  const { sessionToken } = allowed(await app.send('POST', '/loginAs', { key: 'master', query: { userId: ada.id } }));
  app.keepSecret(sessionToken);
  const { createdWith } = allowed(await app.send('GET', '/sessions/me', { as: sessionToken }));
  assert.equal(createdWith.authProvider, 'masterkey');
});

row('N310', 'bulk export', { note: 'what is exported is a payout, published for all users (R368); lists of people come by page, and a stolen session of an administrator ends after twelve hours, or two without use, and reaches neither roles nor payouts' }, async ({ server }) => {
  const programme = await programmeOn(await server('programme'));
  const app = programme.server;
  for (const [minutes, idle] of [[12 * 60 + 1, 0], [3 * 60, 2 * 60 + 1]]) {
    const old = await app.oldSession(programme.keeper, minutes, { idle });
    refused(await programme.ask(old, 'people'), '400/209', '403/209');
    const rin = await programme.tester();
    allowed(await programme.ask(await app.oldSession(rin, minutes, { idle }), 'programme'));
  }
  const stolen = await app.oldSession(programme.keeper, 11 * 60);
  allowed(await programme.ask(stolen, 'people'));
  const next = allowed(await app.send('POST', '/sessions', { as: stolen, body: {} }));
  app.keepSecret(next.sessionToken);
  const [{ is_short }] = await app.sql(`SELECT "expiresAt" < now() + interval '61 minutes' AS is_short FROM "_Session" WHERE "objectId" = $1`, [next.objectId]);
  assert.equal(is_short, true, 'a session of an administrator leads to one that lasts longer');
  const mate = await programme.tester(0);
  await unchanged(app, '_User', async () => {
    for (const token of [stolen, next.sessionToken]) {
      refused(await programme.ask(token, 'userSetAdmin', { user: mate.id, isAdmin: true, confirm: mate.username }), '400/142');
    }
    refused(await programme.ask(await app.oldSession(mate, 6), 'memberPayoutSet', { wallet: null }), '400/142');
  });
  const eve = await programme.tester();
  for (const name of ['exportStart', 'importRun']) refused(await programme.ask(programme.keeper, name), '400/141');
  refused(await programme.ask(eve, 'people'), '400/119');
  assert.ok((await programme.run(programme.keeper, 'people')).rows.length <= 100);
});
