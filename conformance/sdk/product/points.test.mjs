import assert from 'node:assert/strict';
import { connect } from '../../harness/connect.mjs';
import { eventually, refused } from '../../harness/expectations.mjs';
import { testers } from '../../harness/testers.mjs';

const stage = connect(import.meta.dirname);
const { Parse, it } = stage;
const { run, administrator, tester, appoint, report, confirmed, pointsOf } = testers(stage);

it('explains every point, and the explanations add up', async () => {
  const rin = await tester();
  await confirmed(rin, { severity: 'S2', quality: 'A' });
  await confirmed(rin, { severity: 'S3' });
  const { entries } = await run(rin, 'pointsMine');
  assert.equal(entries.reduce((sum, { amount }) => sum + amount, 0), await pointsOf(rin));
  assert.ok(entries.every(({ sentence, rule, ruleSet, hash }) => sentence && rule && ruleSet >= 1 && /^[0-9a-f]{64}$/.test(hash)));
  const byClass = await new Parse.Query('PointsEntry').find(rin.as);
  assert.deepEqual(byClass.map(entry => entry.get('seq')).sort(), entries.map(({ seq }) => seq).sort());
  const told = await run(await tester(), 'pointsBreakdown', { user: rin.id });
  assert.equal(told.total, await pointsOf(rin));
});

it('does not show users the entries of another', async () => {
  const [rin, other] = [await tester(), await tester()];
  await confirmed(rin);
  assert.equal((await new Parse.Query('PointsEntry').equalTo('user', Parse.User.createWithoutData(rin.id)).find(other.as)).length, 0);
  assert.deepEqual((await run(other, 'pointsMine')).entries, []);
  await refused(new Parse.Query('Standing').find(other.as), 119);
});

it('ranks people without ties or gaps, and all users find themselves', async () => {
  const people = [];
  for (const severity of ['S1', 'S2', 'S3']) {
    const someone = await tester();
    await confirmed(someone, { severity });
    people.push(someone);
  }
  const { rows, total } = await run(people[2], 'standingsTop');
  assert.deepEqual(rows.map(({ rank }) => rank), rows.map((_, index) => index + 1));
  assert.equal(new Set(rows.map(({ person }) => person.id)).size, rows.length);
  assert.ok(total >= 3);
  const order = people.map(({ id }) => rows.findIndex(({ person }) => person.id === id));
  assert.deepEqual(order, order.toSorted((a, b) => a - b));
  const around = await run(people[1], 'standingsAround', { radius: 5 });
  assert.ok(around.rows.some(({ isMe, person }) => isMe && person.id === people[1].id));
  const found = await run(people[1], 'standingsFind', { name: people[0].username });
  assert.equal(found.rows[0].person.id, people[0].id);
});

it('hides users who do not want to be seen, without changing other ranks', async () => {
  const [rin, other] = [await tester(), await tester()];
  await confirmed(rin, { severity: 'S1' });
  const before = (await run(rin, 'myStanding')).standing.rank;
  await run(rin, 'memberPrefsSet', { privacy: { showOnLeaderboard: false } });
  const { rows } = await run(other, 'standingsTop');
  assert.ok(!JSON.stringify(rows).includes(rin.username));
  assert.ok(rows.some(({ person }) => person.hidden));
  assert.ok((await run(rin, 'myStanding')).standing.rank <= before + 2);
  assert.deepEqual((await run(other, 'standingsFind', { name: rin.username })).rows, []);
});

it('gives by hand with a reason that stays, and takes an entry back exactly once', async () => {
  const [keeper, rin] = [await administrator(), await tester()];
  await run(keeper, 'pointsAdjust', { user: rin.id, amount: 40, reason: 'Helped a dozen newcomers on the first day.', rule: 'manual' });
  assert.equal(await pointsOf(rin), 40);
  const [{ seq }] = (await run(rin, 'pointsMine')).entries;
  await run(keeper, 'pointsReverse', { season: 1, seq, reason: 'It was meant for another user with a similar name.' });
  assert.equal(await pointsOf(rin), 0);
  await refused(run(keeper, 'pointsReverse', { season: 1, seq, reason: 'It was meant for another user with a similar name.' }), 142);
  await refused(run(keeper, 'pointsAdjust', { user: keeper.id, amount: 40, reason: 'I have earned it, I should think so.', rule: 'manual' }), 119);
});

it('never pays an administrator, and forgets the rank of the user who becomes one', async () => {
  const [keeper, rin] = [await administrator(), await tester()];
  await confirmed(rin);
  assert.ok((await run(rin, 'myStanding')).standing.rank >= 1);
  const mate = await appoint(rin);
  const { rows } = await run(keeper, 'standingsTop');
  assert.ok(!rows.some(({ person }) => person.id === rin.id));
  const mine = await report(mate);
  const { points } = await run(keeper, 'issueAccept', { number: mine.number, severity: 'S1' });
  assert.deepEqual(points, []);
  await appoint(mate, false);
});

it('tells the rules, and what a report would be worth', async () => {
  const rin = await tester();
  const { current } = await run(rin, 'rules');
  assert.equal(current.version, 1);
  const worth = await run(rin, 'rulesCalculate', { kind: 'bug', severity: 'S1', quality: 'A', position: 1 });
  assert.equal(worth.purse, 500);
  assert.ok(worth.share >= 300 && worth.sentence);
  await refused(run(rin, 'ruleSetDryRun', { rules: current.rules }), 119);
  await refused(run(rin, 'ruleSetPublish', { rules: current.rules, effectiveFrom: new Date(Date.now() + 1e9).toISOString(), note: 'More for me.' }), 119);
});

it('shows an administrator what other rules would have paid before they are published', async () => {
  const keeper = await administrator();
  const { current } = await run(keeper, 'rules');
  const told = await run(keeper, 'ruleSetDryRun', { rules: current.rules });
  assert.equal(told.issuedAfter, told.issuedBefore);
  assert.deepEqual(told.problems, []);
});

it('keeps a ledger that administrators can verify', async () => {
  const [keeper, rin] = [await administrator(), await tester()];
  await confirmed(rin);
  const told = await run(keeper, 'ledgerVerify', { season: 1 });
  assert.equal(told.ok, true);
  assert.ok(told.entries > 0);
  const { differences } = await run(keeper, 'invariantsCheck');
  assert.deepEqual(differences, []);
});

it('tells each side of the programme what waits for them', async () => {
  const [keeper, rin] = [await administrator(), await tester()];
  const { number } = await report(rin);
  await run(keeper, 'issueAskInfo', { number, question: 'Which browser did you use for this?' });
  // Notifications follow the commit.
  await eventually(async () => {
    const { rows } = await run(rin, 'notificationList', { bucket: 'action' });
    return rows.some(({ kind, issue }) => kind === 'info_asked' && issue?.number === number);
  }, 'the question in the inbox');
  const theirs = await run(keeper, 'dashboardAdmin', { days: 7 });
  assert.ok(theirs.inOut.length >= 7);
  await refused(run(rin, 'dashboardAdmin', { days: 7 }), 119);
});
