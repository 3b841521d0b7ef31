import assert from 'node:assert/strict';
import { connect } from '../../harness/connect.mjs';
import { refused, sameMembers } from '../../harness/expectations.mjs';
import { fresh } from '../../harness/names.mjs';
import { testers } from '../../harness/testers.mjs';

const stage = connect(import.meta.dirname);
const { Parse, it } = stage;
const { run, administrator, tester, build, report } = testers(stage);

const numbersOf = ({ rows }) => rows.map(({ number }) => number);

it('takes a report, gives it a number, and shows it to all users', async () => {
  const [rin, other] = [await tester(), await tester()];
  const { number, id, issue } = await report(rin, { severityClaimed: 'S2', steps: ['Open the page', 'Wait a minute'] });
  assert.equal(issue.status, 'new');
  assert.deepEqual([issue.mine, issue.affectsMe, issue.voteCount, issue.watching], [true, true, 1, 'all']);
  const seen = await run(other, 'issueGet', { number });
  assert.deepEqual([seen.issue.id, seen.issue.reporter.username, seen.issue.mine], [id, rin.username, false]);
  assert.deepEqual(seen.issue.steps, ['Open the page', 'Wait a minute']);
  assert.deepEqual(seen.may.triage, []);
  const byClass = await new Parse.Query('Issue').equalTo('number', number).first(other.as);
  assert.deepEqual([byClass.id, byClass.get('title')], [id, issue.title]);
});

it('refuses a report without useful content', async () => {
  const rin = await tester();
  for (const wrong of [{ title: 'short' }, { kind: 'wish' }, { area: 'nowhere' }, { build: 'nothing' }, { body: 'too short' }, { severityClaimed: 'S9' }]) {
    await refused(report(rin, wrong), 142);
  }
});

it('asks newcomers to wait between reports', async () => {
  const rin = await tester('newcomer');
  await report(rin);
  await refused(report(rin), 140);
});

it('finds reports by number, by words in any form, by title and by filters', async () => {
  const [rin, other] = [await tester(), await tester()];
  const word = fresh('w');
  const made = await report(rin, { title: `Balances flicker ${word}`, area: 'wallet', body: 'The balance flickers between two values while swapping.' });
  assert.deepEqual(numbersOf(await run(other, 'searchIssues', { query: `#${made.number}`, sort: 'newest' })), [made.number]);
  const asked = [word, `"flicker ${word}"`, `${word} is:open`, `${word} kind:bug`, `${word} area:wallet`, `${word} reporter:${rin.username}`, `${word} flickering`];
  for (const query of asked) {
    assert.deepEqual(numbersOf(await run(other, 'searchIssues', { query, sort: 'newest' })), [made.number], query);
  }
  for (const query of [`${word} is:closed`, `${word} kind:idea`, `${word} area:swap`, `${word} reporter:me`]) {
    assert.deepEqual(numbersOf(await run(other, 'searchIssues', { query, sort: 'newest' })), [], query);
  }
  await refused(run(other, 'searchIssues', { query: 'is:nonsense', sort: 'newest' }), 142, /^QUERY_SYNTAX: .* @\d+-\d+$/);
});

it('goes through a long list page by page without a repeat or a hole', async () => {
  const rin = await tester();
  const word = fresh('w');
  const made = [];
  for (let n = 0; n < 7; n += 1) made.push((await report(rin, { title: `Page number ${n} of ${word}` })).number);
  const seen = [];
  let cursor;
  do {
    const page = await run(rin, 'searchIssues', { query: word, sort: 'newest', limit: 3, ...(cursor && { cursor }) });
    assert.equal(page.total, 7);
    seen.push(...numbersOf(page));
    cursor = page.next;
  } while (cursor);
  assert.deepEqual(seen, made.toReversed());
});

it('shows similar reports while the user types', async () => {
  const [rin, other] = [await tester(), await tester()];
  const word = fresh('w');
  const { number } = await report(rin, { title: `Approval of ${word} never ends` });
  const { rows } = await run(other, 'similarFind', { title: `Approval of ${word} does not end` });
  assert.equal(rows[0].number, number);
  assert.equal(rows[0].affectsMe, false);
});

it('counts whom an issue affects once each, and takes it back', async () => {
  const [rin, ...others] = [await tester(), await tester(), await tester()];
  const { number } = await report(rin);
  for (const other of [...others, others[0]]) {
    assert.equal((await run(other, 'issueVote', { number })).affectsMe, true);
  }
  assert.equal((await run(rin, 'issueGet', { number })).issue.voteCount, 3);
  await run(rin, 'issueVote', { number });
  assert.equal((await run(rin, 'issueGet', { number })).issue.voteCount, 3);
  const taken = await run(others[0], 'issueUnvote', { number });
  assert.deepEqual([taken.voteCount, taken.affectsMe], [2, false]);
  const own = await new Parse.Query('Vote').find(others[1].as);
  assert.equal(own.length, 1);
});

it('lets people watch, and forget again', async () => {
  const [rin, other] = [await tester(), await tester()];
  const { number } = await report(rin);
  assert.equal((await run(other, 'issueWatch', { number, level: 'all' })).watching, 'all');
  assert.equal((await run(other, 'issueGet', { number })).issue.watching, 'all');
  const { rows } = await run(other, 'searchIssues', { query: `watching:me #${number}`, sort: 'newest' });
  assert.equal(rows.length, 1);
  assert.equal((await run(other, 'issueWatch', { number, level: null })).watching, null);
  assert.equal((await new Parse.Query('Watch').find(other.as)).length, 0);
});

it('lets people talk, fix what they wrote, and delete it', async () => {
  const [rin, other] = [await tester(), await tester()];
  const { number } = await report(rin);
  const { comment } = await run(other, 'commentAdd', { number, body: 'The same happens on my machine.' });
  assert.equal(comment.author.username, other.username);
  await run(other, 'commentEdit', { id: comment.id, body: 'The same happens on both of my machines.' });
  await refused(run(rin, 'commentEdit', { id: comment.id, body: 'I never said that.' }), 119);
  const { items } = await run(rin, 'issueTimeline', { number });
  const said = items.filter(({ type }) => type === 'comment').map(item => item.comment.body);
  assert.deepEqual(said, ['The same happens on both of my machines.']);
  assert.equal(items[0].event, 'submitted');
  await run(other, 'commentDelete', { id: comment.id });
  const after = await run(rin, 'issueTimeline', { number, only: 'comments' });
  assert.ok(after.items.every(item => item.comment.deleted && item.comment.body === ''));
});

it('keeps what staff say among staff', async () => {
  const [keeper, rin] = [await administrator(), await tester()];
  const { number } = await report(rin);
  const word = fresh('staff');
  await run(keeper, 'commentAdd', { number, body: `We know about this since ${word}.`, internal: true });
  assert.ok(JSON.stringify(await run(keeper, 'issueTimeline', { number })).includes(word));
  for (const told of [
    await run(rin, 'issueTimeline', { number }),
    await run(rin, 'issueGet', { number }),
    await new Parse.Query('Comment').limit(1000).find(rin.as),
    await run(rin, 'searchIssues', { query: word, sort: 'newest' }),
  ]) {
    assert.ok(!JSON.stringify(told).includes(word));
  }
  await refused(run(rin, 'commentAdd', { number, body: 'I am staff now, am I not?', internal: true }), 119);
  await refused(run(rin, 'commentAdd', { number, body: 'The official answer is mine.', kind: 'official' }), 119);
});

it('lets a reporter fix a report, but not over a user who was quicker', async () => {
  const [rin, other] = [await tester(), await tester()];
  const { number } = await report(rin);
  const { issue } = await run(rin, 'issueEdit', { number, version: null, title: 'The quote goes stale after a minute' });
  assert.equal(issue.title, 'The quote goes stale after a minute');
  await refused(run(rin, 'issueEdit', { number, version: null, title: 'The quote goes stale after two minutes' }), 142);
  await refused(run(other, 'issueEdit', { number, version: null, title: 'This is my report now, thank you' }), 119);
});

it('lets a reporter take a report back, which then only they and administrators see', async () => {
  const [keeper, rin, other] = [await administrator(), await tester(), await tester()];
  const { number } = await report(rin);
  await refused(run(other, 'issueWithdraw', { number }), 119);
  const { issue } = await run(rin, 'issueWithdraw', { number });
  assert.deepEqual([issue.status, issue.resolution], ['closed', 'withdrawn']);
  await refused(run(other, 'issueGet', { number }), 101);
  for (const who of [rin, keeper]) assert.equal((await run(who, 'issueGet', { number })).issue.status, 'closed');
});

it('keeps pictures with a report, and does not give users those of another', async () => {
  const [rin, other] = [await tester(), await tester()];
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const upload = (name, base64, type) => new Parse.File(name, { base64 }, type).save({ sessionToken: rin.token });
  const file = (await upload('shot.png', png, 'image/png')).toJSON();
  const { attachment } = await run(rin, 'attachmentAdd', { file, name: 'shot.png' });
  assert.equal(attachment.mime, 'image/png');
  const { number } = await report(rin, { attachments: [attachment.id] });
  const seen = await run(other, 'issueGet', { number });
  assert.deepEqual(seen.issue.attachments.map(({ id }) => id), [attachment.id]);
  await refused(run(other, 'attachmentAdd', { file, name: 'mine-now.png' }), 101);
});

it('takes the same request once, however often it is sent', async () => {
  const rin = await tester();
  const word = fresh('w');
  const requestId = fresh('request-');
  const body = { kind: 'idea', title: `Remember the slippage ${word}`, body: 'It would save a minute each time I swap.', area: 'swap', build: await build() };
  const answers = [];
  for (let n = 0; n < 3; n += 1) {
    const answer = await stage.send('POST', '/functions/issueSubmit', { token: rin.token, body, headers: { 'X-Parse-Request-Id': requestId } });
    assert.equal(answer.status, 200, answer.text);
    answers.push(answer.body.result.number);
  }
  assert.equal(new Set(answers).size, 1);
  sameMembers(numbersOf(await run(rin, 'searchIssues', { query: word, sort: 'newest' })), [answers[0]]);
});

it('keeps the saved views of a user', async () => {
  const [rin, other] = [await tester(), await tester()];
  await run(rin, 'savedViewSave', { name: 'Mine and open', query: 'is:open reporter:me', sort: 'newest' });
  assert.equal((await new Parse.Query('SavedView').find(rin.as)).length, 1);
  assert.equal((await new Parse.Query('SavedView').equalTo('name', 'Mine and open').find(other.as)).length, 0);
});
