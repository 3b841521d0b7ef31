// Section M, first part: the ledger, and votes as a way to it.
import assert from 'node:assert/strict';
import { allowed, forEach, outcome, refused, unchanged } from '../answers.mjs';
import { fresh, stranger } from '../attacked.mjs';
import { programmeOn } from '../programme.mjs';
import { row } from '../row.mjs';

const LEDGER = ['PointsEntry', 'Standing', 'LedgerCheckpoint', 'RuleSet', 'Season'];

row('M278', 'writing the ledger directly', async ({ server }) => {
  const programme = await programmeOn(await server('programme'));
  const app = programme.server;
  const eve = await programme.tester();
  await programme.give(eve, 10);
  await unchanged(app, LEDGER, () =>
    forEach([eve, programme.keeper], async as => {
      for (const Class of LEDGER) {
        const body = { user: eve.pointer, personId: eve.id, amount: 1000, total: 1000, season: 1, seq: 99, rules: {}, number: 9 };
        refused(await app.send('POST', `/classes/${Class}`, { as, body }), '400/119');
        const [existing] = await app.sql(`SELECT "objectId" AS id FROM "${Class}" LIMIT 1`);
        if (!existing) continue;
        refused(await app.send('PUT', `/classes/${Class}/${existing.id}`, { as, body }), '400/119', '404/101');
        refused(await app.send('DELETE', `/classes/${Class}/${existing.id}`, { as }), '400/119', '404/101');
      }
      for (const field of ['points', 'total', 'acceptedCount', 'trustLevel']) {
        refused(await app.send('PUT', `/users/${as.id}`, { as, body: { [field]: 1e9 } }), '400/119');
      }
    })
  );
  for (const statement of ['UPDATE "PointsEntry" SET "amount" = 1000', 'DELETE FROM "PointsEntry"', 'TRUNCATE "PointsEntry"']) {
    await assert.rejects(app.sql(statement), statement);
  }
});

row('M279', 'voting twice', async ({ server }) => {
  const programme = await programmeOn(await server('programme'));
  const app = programme.server;
  const [ada, eve] = [await programme.tester(), await programme.tester()];
  const { number, id } = await programme.report(ada);
  const answers = await Promise.all(Array.from({ length: 50 }, () => programme.ask(eve, 'issueVote', { number }, { mayFail: true, from: stranger() })));
  for (const answer of answers) assert.ok(['200', '400/137', '400/142'].includes(outcome(answer)), `${answer.status} ${answer.text}`);
  const [{ votes }] = await app.sql('SELECT count(*)::int AS votes FROM "Vote" WHERE "issue" = $1', [id]);
  assert.equal(votes, 1);
  assert.equal((await programme.run(eve, 'issueVote', { number })).voteCount, 2);
  assert.deepEqual([await programme.pointsOf(eve), await programme.pointsOf(ada)], [0, 0]);
});

row('M280', 'vote flip-flop', { note: 'a vote that is reversed leaves nothing to count, so the allowance of the address ends it' }, async ({ server }) => {
  const programme = await programmeOn(await server('programme'));
  const app = programme.server;
  const [ada, eve] = [await programme.tester(), await programme.tester()];
  const { number, id } = await programme.report(ada);
  const traces = async () =>
    (await app.sql(`SELECT (SELECT count(*) FROM "Vote" WHERE "issue" = $1)::int AS votes, (SELECT count(*) FROM "Watch" WHERE "issue" = $1)::int AS watches,
      (SELECT count(*) FROM "IssueReach" WHERE "root" = $1)::int AS reach, (SELECT count(*) FROM "IssueEvent" WHERE "issue" = $1)::int AS events,
      (SELECT count(*) FROM "PointsEntry")::int AS entries`, [id]))[0];
  const before = await traces();
  let taken;
  for (let turn = 0; turn < 40; turn += 1) {
    await programme.ask(eve, 'issueVote', { number });
    taken = await programme.ask(eve, 'issueUnvote', { number });
  }
  if (taken.status === 200) assert.deepEqual([taken.body.result.voteCount, taken.body.result.affectsMe], [1, false]);
  assert.deepEqual(await traces(), before);
});

row('M281', 'voting for oneself', { note: 'the reporter is counted from the start, and voting counts them no second time' }, async ({ server }) => {
  const programme = await programmeOn(await server('programme'));
  const ada = await programme.tester();
  const { number } = await programme.report(ada);
  for (let turn = 0; turn < 3; turn += 1) {
    const answer = await programme.ask(ada, 'issueVote', { number });
    if (answer.status === 200) assert.equal(answer.body.result.voteCount, 1);
    else refused(answer, '400/142');
  }
  assert.equal(await programme.pointsOf(ada), 0);
});

row('M282', 'voting as someone', async ({ server }) => {
  const programme = await programmeOn(await server('programme'));
  const app = programme.server;
  const [ada, bob, eve] = [await programme.tester(), await programme.tester(), await programme.tester()];
  const { number, id } = await programme.report(ada);
  await unchanged(app, ['Vote', 'IssueReach'], async () => {
    for (const extra of [{ voter: bob.pointer }, { user: bob.id }, { as: bob.id }, { personId: bob.id }]) {
      refused(await programme.ask(eve, 'issueVote', { number, ...extra }), '400/142', '400/119');
    }
    const body = { issue: { __type: 'Pointer', className: 'Issue', objectId: id }, user: bob.pointer };
    refused(await app.send('POST', '/classes/Vote', { as: eve, body }), '400/119');
  });
});

row('M283', 'vote on a closed, hidden or withdrawn issue', async ({ server }) => {
  const programme = await programmeOn(await server('programme'));
  const app = programme.server;
  const [ada, ...crowd] = await Promise.all(Array.from({ length: 9 }, () => programme.tester()));
  const eve = crowd[0];
  const [hidden, gone, closed] = [await programme.report(ada, { private: true }), await programme.report(ada), await programme.report(ada)];
  await programme.run(ada, 'issueWithdraw', { number: gone.number });
  const closing = programme.ask(programme.keeper, 'issueClose', { number: closed.number, resolution: 'wont_fix', reason: 'This is how the provider wants it to be.' });
  const racing = await Promise.all([closing, ...crowd.map(who => programme.ask(who, 'issueVote', { number: closed.number }))]);
  allowed(racing[0]);
  for (const answer of racing.slice(1)) assert.ok(['200', '400/142'].includes(outcome(answer)), answer.text);
  await unchanged(app, ['Vote', 'PointsEntry'], async () => {
    refused(await programme.ask(eve, 'issueVote', { number: hidden.number }), '404/101', '400/101');
    refused(await programme.ask(eve, 'issueVote', { number: gone.number }), '404/101', '400/101');
    refused(await programme.ask(eve, 'issueVote', { number: closed.number }), '400/142');
    refused(await programme.ask(eve, 'issueVote', { number: 999_999 }), '404/101', '400/101');
  });
  await programme.sound();
});

row('M284', 'racing two approvals', async ({ server }) => {
  const programme = await programmeOn(await server('programme'));
  const app = programme.server;
  const ada = await programme.tester();
  const mate = await programme.appoint(await programme.tester(0));
  for (let turn = 0; turn < 5; turn += 1) {
    const { number, id } = await programme.report(ada);
    const body = { number, severity: 'S2', quality: 'B' };
    const headers = { 'X-Parse-Request-Id': fresh('request-') };
    const answers = await Promise.all([
      programme.ask(programme.keeper, 'issueAccept', body, { headers }),
      programme.ask(programme.keeper, 'issueAccept', body, { headers }),
      programme.ask(mate, 'issueAccept', body),
      programme.ask(mate, 'issueAccept', { ...body, severity: 'S1' }),
    ]);
    for (const answer of answers) assert.ok(['200', '400/142', '400/159', '409/159'].includes(outcome(answer)), `${answer.status} ${answer.text}`);
    const awards = await app.sql(`SELECT "rule" FROM "PointsEntry" WHERE "issue" = $1 AND "kind" = 'award'`, [id]);
    assert.equal(awards.length, 1, `${JSON.stringify(awards)}`);
    const events = await app.sql(`SELECT 1 FROM "IssueEvent" WHERE "issue" = $1 AND "data" -> 'changes' @? '$.status'`, [id]);
    assert.ok(events.length <= 2);
  }
  await programme.appoint(mate, false);
  await programme.sound();
});

row('M285', 'award retry with another amount', async ({ server }) => {
  const programme = await programmeOn(await server('programme'));
  const ada = await programme.tester();
  const headers = { 'X-Parse-Request-Id': fresh('request-') };
  const give = amount => programme.ask(programme.keeper, 'pointsAdjust', { user: ada.id, amount, reason: 'For the help on the first day.', rule: 'manual' }, { headers });
  allowed(await give(5));
  refused(await give(5000), '400/159', '409/159', '422/159');
  const again = await give(5);
  if (again.status !== 200) refused(again, '400/159', '409/159');
  assert.equal(await programme.pointsOf(ada), 5);
});

row('M286', 'overflow and sign', async ({ server }) => {
  const programme = await programmeOn(await server('programme'));
  const app = programme.server;
  const ada = await programme.tester();
  const amounts = ['9223372036854775807', '9223372036854775808', '1e400', '-9223372036854775808', '1.5', '"10"', '0', 'null', '[5]', '{"$gt":0}', 'true', '1000001', '-1000001', 'NaN', '0x10'];
  await unchanged(app, LEDGER, () =>
    forEach(amounts, async amount => {
      const body = `{"user":"${ada.id}","amount":${amount},"reason":"For the help on the first day.","rule":"manual"}`;
      refused(await programme.ask(programme.keeper, 'pointsAdjust', body), '400/142', '400/107', '400/111', '400');
    })
  );
  for (const rule of ['bug.S1', 'award', '', null]) {
    refused(await programme.ask(programme.keeper, 'pointsAdjust', { user: ada.id, amount: 5, reason: 'For the help on the first day.', rule }), '400/142');
  }
  assert.equal(await programme.pointsOf(ada), 0);
});

row('M287', 'taking the same points twice', { note: 'points are never spent; what could be taken twice is an entry, by two administrators at once' }, async ({ server }) => {
  const programme = await programmeOn(await server('programme'));
  const ada = await programme.tester();
  const mate = await programme.appoint(await programme.tester(0));
  await programme.give(ada, 50);
  const [{ seq }] = await programme.server.sql('SELECT "seq"::int AS seq FROM "PointsEntry" WHERE "user" = $1', [ada.id]);
  const take = who => programme.ask(who, 'pointsReverse', { season: 1, seq, reason: 'It was meant for another user with that name.' });
  const outcomes = (await Promise.all([take(programme.keeper), take(mate), take(programme.keeper), take(mate)])).map(outcome).sort();
  assert.deepEqual(outcomes, ['200', '400/142', '400/142', '400/142']);
  assert.equal(await programme.pointsOf(ada), 0);
  await programme.appoint(mate, false);
});

row('M288', 'delete after payment', async ({ server }) => {
  const programme = await programmeOn(await server('programme'));
  const app = programme.server;
  const ada = await programme.tester();
  const issue = await programme.confirmed(ada);
  const paid = await programme.pointsOf(ada);
  assert.ok(paid > 0);
  refused(await programme.ask(ada, 'issueWithdraw', { number: issue.number }), '400/142', '400/119');
  refused(await app.send('DELETE', `/classes/Issue/${issue.id}`, { as: ada }), '400/119', '404/101');
  refused(await app.send('DELETE', `/users/${ada.id}`, { as: ada }), '400/119', '404/101');
  await assert.rejects(app.sql('DELETE FROM "Issue" WHERE "objectId" = $1', [issue.id]));
  assert.equal(await programme.pointsOf(ada), paid);
  await programme.sound();
});

row('M289', 'duplicate issue farming', async ({ server }) => {
  const programme = await programmeOn(await server('programme'));
  const [eve, rex] = [await programme.tester(0), await programme.tester(1)];
  const same = { title: 'The quote is stale after a minute', body: 'After a minute the quote is refused, although the page still shows it.' };
  const sent = (who, n) => programme.ask(who, 'issueSubmit', { kind: 'bug', area: 'swap', build: programme.builds[0].id, ...same, title: `${same.title} ${n}` });
  const made = { eve: 0, rex: 0 };
  for (let n = 0; n < 15; n += 1) {
    for (const [name, who] of Object.entries({ eve, rex })) {
      const answer = await sent(who, n);
      if (answer.status === 200) made[name] += 1;
      else refused(answer, '400/140', '429/155');
    }
  }
  assert.deepEqual(made, { eve: 1, rex: 10 });
  const parallel = await programme.tester(1);
  const burst = await Promise.all(Array.from({ length: 30 }, (_, n) => sent(parallel, n)));
  assert.equal(burst.filter(({ status }) => status === 200).length, 10, 'the allowance holds for many at once');
  assert.deepEqual([await programme.pointsOf(eve), await programme.pointsOf(rex)], [0, 0]);
});

row('M290', 'first-finder forgery', async ({ server }) => {
  const programme = await programmeOn(await server('programme'));
  const app = programme.server;
  const eve = await programme.tester();
  const old = { iso: '2020-01-01T00:00:00.000Z' };
  for (const extra of [{ submittedAt: old.iso }, { createdAt: old.iso }, { confirmedAt: old.iso }, { number: 1 }, { reporter: 'x' }]) {
    refused(await programme.ask(eve, 'issueSubmit', { kind: 'bug', title: 'I was here first, really', body: 'It has been broken since the very first day.', area: 'swap', build: programme.builds[0].id, ...extra }), '400/142');
  }
  const issue = await programme.report(eve);
  const before = await app.stored('Issue', issue.id);
  await programme.run(eve, 'issueEdit', { number: issue.number, version: null, title: 'Another fault altogether, found today' });
  const after = await app.stored('Issue', issue.id);
  assert.deepEqual([after.submittedAt, after.number, after.createdAt], [before.submittedAt, before.number, before.createdAt]);
  const edits = await app.sql(`SELECT "data" FROM "IssueEvent" WHERE "issue" = $1 AND "type" = 'edited'`, [issue.id]);
  assert.equal(edits.length, 1);
  await assert.rejects(app.sql(`UPDATE "Issue" SET "submittedAt" = '2020-01-01' WHERE "objectId" = $1`, [issue.id]));
  await programme.run(programme.keeper, 'issueAccept', { number: issue.number, severity: 'S3' });
  refused(await programme.ask(eve, 'issueEdit', { number: issue.number, version: null, title: 'And now it is a third one, please' }), '400/142', '400/119');
});
