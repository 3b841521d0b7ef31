// Section M, second part: ranks, sums, and people who are not one person.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { allowed, forEach, refused, unchanged, within } from '../answers.mjs';
import { fresh, stranger } from '../attacked.mjs';
import { programmeOn } from '../programme.mjs';
import { dialling, notSubscribed } from '../live.mjs';
import { row } from '../row.mjs';
import { ORIGIN, newAccount } from '../wallets.mjs';

const DAY = 86_400_000;
const later = days => new Date(Date.now() + days * DAY).toISOString();

row('M291', 'period boundary', async ({ server }) => {
  const programme = await programmeOn(await server('programme'));
  const app = programme.server;
  const ada = await programme.tester();
  await programme.give(ada, 3);
  const overlapping = [[-10, 10], [-40, 400], [59, 120], [-31, -29]];
  await unchanged(app, ['Season', 'PointsEntry'], () =>
    forEach(overlapping, async ([from, to]) => {
      refused(await programme.ask(programme.keeper, 'seasonSave', { name: 'Over the first', startsAt: later(from), endsAt: later(to) }), '400/142');
    })
  );
  for (const [startsAt, endsAt] of [[later(200), later(100)], ['never', later(300)], [later(100), later(100)]]) {
    refused(await programme.ask(programme.keeper, 'seasonSave', { name: 'Backwards', startsAt, endsAt }), '400/142');
  }
  const [{ outside }] = await app.sql(
    `SELECT count(*)::int AS outside FROM "PointsEntry" e WHERE 1 <> (SELECT count(*) FROM "Season" s WHERE s."number" = e."season")`
  );
  assert.equal(outside, 0);
});

row('M292', 'leaderboard paging', async ({ server }) => {
  const programme = await programmeOn(await server('programme'));
  const tied = await Promise.all(Array.from({ length: 6 }, () => programme.tester()));
  for (const someone of tied) await programme.give(someone, 77);
  const seen = async who => (await programme.run(who, 'standingsTop')).rows.map(({ rank, person }) => [rank, person.id]);
  const first = await seen(tied[0]);
  assert.deepEqual(first.map(([rank]) => rank), first.map((_, index) => index + 1));
  assert.equal(new Set(first.map(([, id]) => id)).size, first.length);
  for (const someone of tied) {
    assert.deepEqual(await seen(someone), first);
    const { rows } = await programme.run(someone, 'standingsAround', { radius: 25 });
    for (const { rank, person } of rows) assert.equal(first[rank - 1][1], person.id);
  }
  for (const wrong of [{ page: 0 }, { page: -1 }, { page: 1.5 }, { page: '1; drop table' }, { season: 99 }]) {
    const answer = await programme.ask(tied[0], 'standingsTop', wrong);
    if (answer.status === 200) assert.deepEqual(answer.body.result.rows, []);
    else refused(answer, '400/142', '404/101', '400/101');
  }
  refused(await programme.ask(tied[0], 'standingsAround', { radius: 100_000 }), '400/142');
});

row('M293', 'leaderboard leak', async ({ server }) => {
  const programme = await programmeOn(await server('programme'));
  const email = `${fresh('ada')}@example.org`;
  const [ada, shy, eve] = [await programme.tester(3, { email }), await programme.tester(), await programme.tester()];
  for (const someone of [ada, shy]) await programme.give(someone, 500);
  await programme.run(shy, 'memberPrefsSet', { privacy: { showOnLeaderboard: false } });
  const told = [
    await programme.ask(eve, 'standingsTop'), await programme.ask(ada, 'standingsAround', { radius: 25 }), await programme.ask(eve, 'standingsFind', { name: ada.username }),
    await programme.ask(eve, 'standingPlots'), await programme.ask(eve, 'pointsBreakdown', { user: ada.id }), await programme.ask(eve, 'standingsFind', { name: shy.username }),
  ];
  for (const { text, asked } of told) {
    for (const secret of [email, shy.username, 'personId', 'riskState', 'ethAddress', 'payoutAddress', 'lastActiveOn']) assert.ok(!text.includes(secret), `${asked} tells ${secret}`);
  }
  const { rows } = told[0].body.result;
  assert.deepEqual(Object.keys(rows.find(({ person }) => person.id === ada.id).person).sort(), ['id', 'isAdmin', 'trustLevel', 'username']);
});

row('M294', 'hidden users', async ({ server }) => {
  const programme = await programmeOn(await server('programme'));
  const [ada, eve] = [await programme.tester(), await programme.tester()];
  await programme.give(ada, 5000);
  const has = async () => (await programme.ask(eve, 'standingsTop')).text.includes(ada.id);
  assert.equal(await has(), true);
  await programme.run(programme.keeper, 'userSetStatus', { user: ada.id, status: 'suspended', reason: 'Forty accounts from one machine.' });
  assert.equal(await has(), false);
  assert.deepEqual((await programme.run(eve, 'standingsFind', { name: ada.username })).rows, []);
  assert.ok(!(await programme.ask(eve, 'standingPlots')).text.includes(ada.id));
  await programme.sound();
});

row('M295', 'mass wallet sign-up', async ({ server }) => {
  const programme = await programmeOn(await server('programme-wallets'));
  const app = programme.server;
  const from = stranger();
  const installation = randomUUID();
  const outcomes = [];
  await unchanged(app, ['PointsEntry', 'Standing'], async () => {
    for (let count = 0; count < 60; count += 1) {
      const account = newAccount();
      const options = { installation, from, headers: { Origin: ORIGIN } };
      const asked = await app.send('POST', '/functions/walletChallenge', { ...options, body: { family: 'evm', address: account.address } });
      if (asked.status !== 200) {
        outcomes.push(refused(asked, '429/155', '429/100'));
        continue;
      }
      const { message } = asked.body.result;
      const wallet = { family: 'evm', address: account.address, message, signature: await account.signMessage({ message }) };
      const answer = await app.send('POST', '/users', { ...options, body: { authData: { wallet } } });
      if (answer.body?.sessionToken) app.keepSecret(answer.body.sessionToken);
      outcomes.push(answer);
    }
  });
  const made = outcomes.filter(({ status }) => status === 201);
  for (const answer of outcomes) if (answer.status !== 201) refused(answer, '429/155', '429/100');
  assert.ok(made.length > 0 && made.length <= 25, `${made.length} accounts of 60`);
  for (const { body } of made) {
    const { trustLevel } = await app.stored('_User', body.objectId);
    assert.equal(trustLevel, 0);
  }
});

row('M296', 'sock-puppet votes', async ({ server }) => {
  const programme = await programmeOn(await server('programme'));
  const app = programme.server;
  const ada = await programme.tester();
  const ring = await Promise.all(Array.from({ length: 12 }, () => programme.tester(0)));
  const issue = await programme.confirmed(ada);
  await unchanged(app, ['PointsEntry', 'Standing'], async () => {
    for (const someone of ring) allowed(await programme.ask(someone, 'issueVote', { number: issue.number }));
  });
  await programme.run(programme.keeper, 'issueMarkFixed', { number: issue.number, build: programme.builds[1].id });
  const paid = await programme.pointsOf(ada);
  for (const someone of ring) await programme.ask(someone, 'fixCheckSubmit', { number: issue.number, build: programme.builds[1].id, verdict: 'works' });
  assert.equal(await programme.statusOf(issue), 'fixed');
  assert.equal(await programme.pointsOf(ada), paid);
  for (const someone of ring) assert.equal(await programme.pointsOf(someone), 0);
});

/** Makes an account with a wallet. */
async function joinWith(app, account) {
  const options = { installation: randomUUID(), from: stranger(), headers: { Origin: ORIGIN } };
  const { message } = allowed(await app.send('POST', '/functions/walletChallenge', { ...options, body: { family: 'evm', address: account.address } })).result;
  const wallet = { family: 'evm', address: account.address, message, signature: await account.signMessage({ message }) };
  const answer = await app.send('POST', '/users', { ...options, body: { authData: { wallet } } });
  if (answer.body?.sessionToken) app.keepSecret(answer.body.sessionToken);
  return answer;
}

row('M297', 'registering again', { note: 'a wallet of a deleted account rests for 90 days; a name is free again and begins with nothing' }, async ({ server }) => {
  const programme = await programmeOn(await server('programme-wallets'));
  const app = programme.server;
  const account = newAccount();
  const joined = await joinWith(app, account);
  assert.equal(joined.status, 201);
  const { objectId: id, sessionToken: token } = joined.body;
  const { username } = await app.stored('_User', id);
  const me = { id, token, username };
  for (const path of [`/users/${id}`, `/classes/_User/${id}`]) refused(await app.send('DELETE', path, { as: me }), '400/119', '404/101');
  refused(await programme.ask(me, 'accountDelete', { username: `${username}x`, texts: 'keep' }), '400/142');
  allowed(await programme.ask(me, 'accountDelete', { username, texts: 'keep' }));
  // It waits for two days, and is then done within a minute or so.
  await app.sql(`UPDATE _touchstone.account_deletion SET due_at = now() - interval '1 minute' WHERE "user" = '${id}'`);
  for (let tries = 0; (await app.stored('_User', id)).status !== 'deleted'; tries++) {
    assert.ok(tries < 150, 'the account was not deleted when its time had come');
    await new Promise(next => setTimeout(next, 1000));
  }
  refused(await programme.ask(me, 'myFairness'), '400/209', '403/209', '401/209');
  const { status, username: pseudonym, ethAddress } = await app.stored('_User', id);
  assert.deepEqual([status, /^deleted-/.test(pseudonym), ethAddress ?? null], ['deleted', true, null]);
  const again = await joinWith(app, account);
  assert.notEqual(again.status, 201, 'the wallet of a deleted account made another one at once');
  const [{ count }] = await app.sql(`SELECT count(*)::int AS count FROM _touchstone.visit WHERE "user" = '${id}'`);
  assert.equal(count, 0);
});

row('M298', 'account merge doubling', async ({ server }) => {
  const programme = await programmeOn(await server('programme'));
  const app = programme.server;
  const [ada, bob, eve] = [await programme.tester(), await programme.tester(), await programme.tester()];
  await programme.confirmed(ada);
  await programme.confirmed(bob);
  const users = [ada.id, bob.id];
  const sum = async () => (await app.sql('SELECT sum("amount")::int AS sum FROM "PointsEntry"'))[0].sum;
  const [before, held] = [await sum(), (await programme.pointsOf(ada)) + (await programme.pointsOf(bob))];
  for (const name of ['personLink', 'personLinkPreview']) refused(await programme.ask(ada, name, { users, reason: 'said_so' }), '400/119', '400/142');
  refused(await programme.ask(programme.keeper, 'personLink', { users: [programme.keeper.id, eve.id], reason: 'said_so' }), '400/142');
  refused(await programme.ask(programme.keeper, 'personLink', { users: [ada.id, ada.id], reason: 'said_so' }), '400/142');
  const answers = await Promise.all(Array.from({ length: 4 }, () => programme.ask(programme.keeper, 'personLink', { users, reason: 'said_so' })));
  assert.equal(answers.filter(({ status }) => status === 200).length, 1, 'one of several at once links them');
  assert.equal(await sum(), before, 'entries were moved, not copied');
  const totals = await app.sql(`SELECT sum(s."total")::int AS total, count(*)::int AS persons FROM "Standing" s
    WHERE s."total" <> 0 AND s."season" > 0 AND s."personId" IN (SELECT "personId" FROM "_User" WHERE "objectId" IN ('${ada.id}', '${bob.id}'))`);
  assert.deepEqual(totals, [{ total: held, persons: 1 }]);
  const told = await programme.run(bob, 'myFairness');
  assert.equal(JSON.stringify(told).includes('score'), false);
  allowed(await programme.ask(programme.keeper, 'personUnlink', { user: bob.id }));
  assert.equal(await sum(), before);
  await programme.sound();
});

row('M299', 'sum drift', { last: true }, async ({ server }) => {
  const programme = await programmeOn(await server('programme'));
  await programme.sound();
  const { ok, entries } = await programme.run(programme.keeper, 'ledgerVerify', { season: 1 });
  assert.deepEqual([ok, entries > 0], [true, true]);
  const drifted = await programme.server.sql(`SELECT s."personId" FROM "Standing" s LEFT JOIN "PointsEntry" e ON e."season" = s."season" AND e."personId" = s."personId"
    GROUP BY s."objectId" HAVING s."total" <> coalesce(sum(e."amount"), 0)`);
  assert.deepEqual(drifted, []);
});

row('M300', 'leaderboard as denial of service', async ({ server }) => {
  const programme = await programmeOn(await server('programme'));
  const app = programme.server;
  const eve = await programme.tester();
  const bystander = await programme.tester();
  const asking = Array.from({ length: 400 }, (_, n) => programme.ask(eve, ['standingsTop', 'standingsAround', 'standingPlots', 'myStanding'][n % 4], n % 4 === 1 ? { radius: 25 } : {}));
  await within(15_000, async () => allowed(await programme.ask(bystander, 'programme')));
  for (const answer of await Promise.all(asking)) assert.ok([200, 429, 503].includes(answer.status) || answer.body?.code === 155, `${answer.status} ${answer.text}`);
  assert.equal((await app.send('GET', '/health')).status, 200);
});

row('M301', 'rules that change while points are given', async ({ server }) => {
  const programme = await programmeOn(await server('programme'));
  const app = programme.server;
  const ada = await programme.tester();
  const { current } = await programme.run(programme.keeper, 'rules');
  const publish = effectiveFrom => programme.ask(programme.keeper, 'ruleSetPublish', { rules: current.rules, effectiveFrom, note: 'Nothing changes but the number.' });
  refused(await publish(later(-1)), '400/142');
  const giving = Array.from({ length: 5 }, (_, n) => programme.give(ada, n + 1));
  await Promise.all([publish(later(7)), ...giving]);
  const versions = await app.sql('SELECT DISTINCT "ruleSet"::int AS version FROM "PointsEntry" WHERE "user" = $1', [ada.id]);
  assert.deepEqual(versions, [{ version: current.version }]);
  await assert.rejects(app.sql('UPDATE "RuleSet" SET "rules" = \'{}\''));
  refused(await programme.ask(ada, 'ruleSetPublish', { rules: current.rules, effectiveFrom: later(9), note: 'More for me.' }), '400/119');
});

row('M302', 'spying on others by LiveQuery', async ({ server }) => {
  const programme = await programmeOn(await server('programme'));
  const app = programme.server;
  const [ada, eve] = [await programme.tester(), await programme.tester()];
  await dialling(app, async (_, dial) => {
    const closed = ['Vote', 'PointsEntry', 'LedgerEntry', 'IssueReach', 'AuditEntry', 'AuditChange', 'IssueViewer', 'Watch', '_User', '_Session', '_Role', 'Standing', 'Setting'];
    await forEach(closed, async className => {
      for (const as of [eve, undefined]) {
        const socket = await dial.connected({ as });
        for (const where of [{}, { user: ada.pointer }]) await notSubscribed(socket, { className, where }, 119);
        socket.end();
      }
    });
    const [mine, hers] = [await dial.connected({ as: eve }), await dial.connected({ as: ada })];
    const [myIssues, herIssues] = [await mine.subscribe('Issue'), await hers.subscribe('Issue')];
    const events = await mine.subscribe('IssueEvent');
    const secret = `abandon ability able ${fresh('word')}`;
    const hidden = await programme.report(ada, { title: `Private ${secret}`, private: true });
    await hers.event(herIssues, hidden.id);
    const open = await programme.report(ada);
    await programme.run(eve, 'issueVote', { number: open.number });
    await programme.run(ada, 'issueEdit', { number: open.number, version: null, body: 'After two minutes the quote is refused, although the page still shows it.' });
    await mine.event(myIssues, open.id, { op: 'update' });
    const told = JSON.stringify(mine.frames);
    assert.ok(!told.includes(secret) && !told.includes(hidden.id), 'a private report was sent to another user');
    for (const { object } of mine.events(events)) assert.ok(!('whole' in object), 'what was taken out of reports is sent');
    assert.ok(mine.events().length > 0);
  });
});
