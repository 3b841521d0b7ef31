import assert from 'node:assert/strict';
import { connect } from '../../harness/connect.mjs';
import { refused } from '../../harness/expectations.mjs';
import { fresh } from '../../harness/names.mjs';
import { refusedFor, testers } from '../../harness/testers.mjs';

const stage = connect(import.meta.dirname);
const { it } = stage;
const { run, administrator, tester, appoint, colleague, build, report, confirmed, pointsOf } = testers(stage);

const statusOf = async (who, number) => {
  const { issue } = await run(who, 'issueGet', { number });
  return issue.resolution ? `${issue.status}/${issue.resolution}` : issue.status;
};

it('puts a new report into the queue, with the time by which it is to be answered', async () => {
  const [keeper, rin] = [await administrator(), await tester()];
  const { number } = await report(rin, { severityClaimed: 'S1' });
  const { rows, waiting } = await run(keeper, 'triageQueue', { limit: 100 });
  assert.ok(waiting >= 1);
  assert.ok(rows.some(row => row.number === number && row.dueAt));
});

it('accepts a bug: it is confirmed, the reporter is shown what they get, and the queue is shorter', async () => {
  const [keeper, rin] = [await administrator(), await tester()];
  const { number } = await report(rin);
  const { issue, points, undoUntil } = await run(keeper, 'issueAccept', { number, severity: 'S2', quality: 'A' });
  assert.deepEqual([issue.status, issue.severity], ['confirmed', 'S2']);
  assert.ok(undoUntil);
  assert.deepEqual(points.map(({ person, amount }) => [person.id, amount]), [[rin.id, 113]]);
  const told = await run(rin, 'issueGet', { number });
  assert.deepEqual([told.points.mine, told.points.provisional], [113, true]);
  await refused(run(keeper, 'issueAccept', { number, severity: 'S1' }), 142);
});

it('needs to know how bad a bug is before it is accepted', async () => {
  const [keeper, rin] = [await administrator(), await tester()];
  const { number } = await report(rin);
  await refused(run(keeper, 'issueAccept', { number }), 142);
  assert.equal(await statusOf(rin, number), 'new');
});

it('asks a question, and the answer brings the report back', async () => {
  const [keeper, rin, other] = [await administrator(), await tester(), await tester()];
  const { number } = await report(rin);
  await run(keeper, 'issueAskInfo', { number, question: 'Which wallet was connected when it happened?' });
  assert.equal(await statusOf(rin, number), 'needs_info');
  await run(other, 'commentAdd', { number, body: 'I do not know, but I have it too.' });
  assert.equal(await statusOf(rin, number), 'needs_info');
  await run(rin, 'commentAdd', { number, body: 'It was the browser extension, version 11.' });
  const { issue } = await run(keeper, 'issueGet', { number });
  assert.deepEqual([issue.status, issue.answered], ['new', true]);
});

it('closes with a reason that all users can read, and the reporter may object once', async () => {
  const [keeper, rin, other] = [await administrator(), await tester(), await tester()];
  const { number } = await report(rin);
  await refused(run(keeper, 'issueClose', { number, resolution: 'wont_fix', reason: 'No.' }), 142);
  await run(keeper, 'issueClose', { number, resolution: 'working_as_intended', reason: 'Quotes are meant to expire after sixty seconds.' });
  assert.equal(await statusOf(other, number), 'closed/working_as_intended');
  assert.match((await run(other, 'issueGet', { number })).issue.closeReason, /sixty seconds/);
  const reason = 'They expire after ten seconds here, see the recording; that is not what the page says.';
  await refused(run(other, 'issueReopen', { number, reason }), 119);
  await run(rin, 'issueReopen', { number, reason });
  assert.equal(await statusOf(other, number), 'new');
  await run(keeper, 'issueClose', { number, resolution: 'wont_fix', reason: 'The provider decides this, we cannot change it.' });
  await refused(run(rin, 'issueReopen', { number, reason }), 142);
});

it('merges reports of one fault: all users affected are counted once, and unmerging restores all of it', async () => {
  const [keeper, rin, sam, voter] = [await administrator(), await tester(), await tester(), await tester()];
  const [first, second] = [await report(rin), await report(sam)];
  for (const { number } of [first, second]) await run(voter, 'issueVote', { number });
  await run(keeper, 'issueAccept', { number: first.number, severity: 'S2', quality: 'B' });
  assert.deepEqual([await pointsOf(rin), await pointsOf(sam)], [90, 0]);
  await run(keeper, 'issueMerge', { number: second.number, into: first.number });
  const root = await run(keeper, 'issueGet', { number: first.number });
  assert.deepEqual([root.issue.voteCount, root.issue.mergedCount], [3, 1]);
  assert.equal(await statusOf(sam, second.number), 'closed/duplicate');
  await refused(run(voter, 'issueUnvote', { number: second.number }), 142);
  await run(keeper, 'issueUnmerge', { number: second.number });
  const [a, b] = [await run(keeper, 'issueGet', { number: first.number }), await run(keeper, 'issueGet', { number: second.number })];
  assert.deepEqual([a.issue.voteCount, a.issue.mergedCount, b.issue.voteCount, b.issue.status], [2, 0, 2, 'new']);
  assert.deepEqual([await pointsOf(rin), await pointsOf(sam)], [90, 0]);
});

it('shares one purse among those who reported one fault', async () => {
  const [keeper, rin, sam] = [await administrator(), await tester(), await tester()];
  const [first, second] = [await report(rin), await report(sam)];
  await run(keeper, 'issueAccept', { number: first.number, severity: 'S2', quality: 'B' });
  await run(keeper, 'issueMerge', { number: second.number, into: first.number });
  await run(keeper, 'issueMarkFixed', { number: first.number, build: await build('0.4.1') });
  const [finder, other] = [await pointsOf(rin), await pointsOf(sam)];
  assert.equal(finder + other, 150);
  assert.ok(finder >= 90 && other > 0, `${finder} and ${other}`);
});

it('never merges a report into itself, into a duplicate, or into what is hidden', async () => {
  const [keeper, rin] = [await administrator(), await tester()];
  const [a, b, c, hidden] = [await report(rin), await report(rin), await report(rin), await report(rin, { private: true })];
  await run(keeper, 'issueMerge', { number: b.number, into: a.number });
  for (const [number, into] of [[a.number, a.number], [c.number, b.number], [c.number, hidden.number], [hidden.number, a.number]]) {
    await refused(run(keeper, 'issueMerge', { number, into }), 142);
  }
});

it('follows a fix from the start of the work to the testers who check it', async () => {
  const [keeper, rin, sam, tom] = [await administrator(), await tester(), await tester(), await tester()];
  const { number } = await confirmed(rin);
  await run(keeper, 'issueStart', { number });
  assert.equal(await statusOf(rin, number), 'in_progress');
  await refused(run(sam, 'fixCheckSubmit', { number, build: await build('0.4.1'), verdict: 'works' }), 142);
  await run(keeper, 'issueMarkFixed', { number, build: await build('0.4.1') });
  assert.equal(await statusOf(rin, number), 'fixed');
  await refused(run(sam, 'fixCheckSubmit', { number, build: await build('0.4.0'), verdict: 'works' }), 142);
  await run(sam, 'fixCheckSubmit', { number, build: await build('0.4.1'), verdict: 'works' });
  assert.equal(await statusOf(rin, number), 'fixed');
  await run(tom, 'fixCheckSubmit', { number, build: await build('0.4.2'), verdict: 'works', note: 'Three swaps, all fine.' });
  assert.equal(await statusOf(rin, number), 'verified');
  assert.ok((await pointsOf(sam)) > 0 && (await pointsOf(tom)) > 0, 'being right pays');
  assert.equal((await run(rin, 'issueGet', { number })).points.settled, true);
});

it('stays fixed while testers disagree', async () => {
  const [keeper, rin, sam, tom] = [await administrator(), await tester(), await tester(), await tester()];
  const { number } = await confirmed(rin);
  await run(keeper, 'issueMarkFixed', { number, build: await build('0.4.1') });
  await run(sam, 'fixCheckSubmit', { number, build: await build('0.4.1'), verdict: 'still_broken', note: 'Same as before.' });
  await run(tom, 'fixCheckSubmit', { number, build: await build('0.4.1'), verdict: 'works' });
  assert.equal(await statusOf(rin, number), 'fixed');
});

it('regrades, and the points follow', async () => {
  const [keeper, rin] = [await administrator(), await tester()];
  const { number } = await confirmed(rin, { severity: 'S3' });
  assert.equal(await pointsOf(rin), 30);
  await run(keeper, 'issueSetSeverity', { number, severity: 'S1', reason: 'Funds are at risk after all.' });
  assert.equal(await pointsOf(rin), 240);
  await run(keeper, 'issueSetQuality', { number, quality: 'C' });
  assert.equal(await pointsOf(rin), 144);
});

it('takes points back when a report turns out to be invalid', async () => {
  const [keeper, rin] = [await administrator(), await tester()];
  const { number } = await confirmed(rin);
  assert.equal(await pointsOf(rin), 90);
  await run(keeper, 'issueClose', { number, resolution: 'invalid', reason: 'The video shows another product altogether.' });
  assert.equal(await pointsOf(rin), 0);
});

it('undoes the last decision of an administrator as if it had not been', async () => {
  const [keeper, rin] = [await administrator(), await tester()];
  const { number } = await confirmed(rin);
  const { issue } = await run(keeper, 'issueUndo', { number });
  assert.deepEqual([issue.status, issue.severity], ['new', null]);
  assert.equal(await pointsOf(rin), 0);
  const mate = await colleague();
  await run(keeper, 'issueAccept', { number, severity: 'S4' });
  await refused(run(mate, 'issueUndo', { number }), 142);
  await appoint(mate, false);
});

it('tells an administrator who comes late that it was decided meanwhile', async () => {
  const [keeper, rin, mate] = [await administrator(), await tester(), await colleague()];
  const { number, issue } = await report(rin);
  await run(mate, 'issueAccept', { number, severity: 'S3', seen: issue.lastActivityAt });
  await refusedFor(run(keeper, 'issueClose', { number, resolution: 'wont_fix', reason: 'We will not change how this works.', seen: issue.lastActivityAt }), 'ISSUE_MOVED_ON');
  await appoint(mate, false);
});

it('decides many at once, and says which could not be', async () => {
  const [keeper, rin] = [await administrator(), await tester()];
  const made = [await report(rin), await report(rin), await report(rin)];
  await run(keeper, 'issueAccept', { number: made[2].number, severity: 'S4' });
  const { done, refused: left } = await run(keeper, 'issueBulk', { command: 'issueAccept', numbers: made.map(({ number }) => number), params: { severity: 'S4' } });
  assert.deepEqual(done, [made[0].number, made[1].number]);
  assert.deepEqual(left.map(({ number }) => number), [made[2].number]);
});

it('puts a report off, gives it to a user, and labels it', async () => {
  const [keeper, rin] = [await administrator(), await tester()];
  const { number } = await report(rin);
  const until = new Date(Date.now() + 86_400_000).toISOString();
  assert.ok((await run(keeper, 'issueSnooze', { number, until })).issue.snoozedUntil);
  const queue = await run(keeper, 'triageQueue', { limit: 100 });
  assert.ok(!queue.rows.some(row => row.number === number));
  await run(await tester(), 'issueVote', { number });
  assert.equal((await run(keeper, 'issueGet', { number })).issue.snoozedUntil, null);
  assert.equal((await run(keeper, 'issueAssign', { number, user: 'me' })).issue.assignee.id, keeper.id);
  const tag = fresh('tag');
  assert.deepEqual((await run(keeper, 'issueTag', { number, add: [tag], remove: [] })).issue.tags, [tag]);
  assert.equal((await run(keeper, 'issueSetArea', { number, area: 'wallet' })).issue.area, 'wallet');
  const { rows } = await run(rin, 'searchIssues', { query: `tag:${tag} area:wallet`, sort: 'newest' });
  assert.deepEqual(rows.map(row => row.number), [number]);
});

it('lets a trusted tester propose a duplicate, and an administrator decide', async () => {
  const [keeper, rin, sam] = [await administrator(), await tester(), await tester('known')];
  const [a, b] = [await report(rin), await report(rin)];
  await run(sam, 'issueProposeDuplicate', { number: b.number, target: a.number, note: 'Both are the stale quote.' });
  const { proposals } = await run(keeper, 'issueGet', { number: b.number });
  assert.deepEqual([proposals.length, proposals[0].target.number, proposals[0].by.id], [1, a.number, sam.id]);
  await refused(run(sam, 'issueDecideProposal', { id: proposals[0].id, accept: true }), 119);
  await run(keeper, 'issueDecideProposal', { id: proposals[0].id, accept: true });
  assert.equal(await statusOf(rin, b.number), 'closed/duplicate');
  const [c, newcomer] = [await report(rin), await tester('newcomer')];
  await refused(run(newcomer, 'issueProposeDuplicate', { number: c.number, target: a.number }), 119);
});
