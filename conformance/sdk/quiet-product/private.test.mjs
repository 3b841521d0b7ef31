// A private issue is shown only to its reporter and administrators: not its words, not its
// id, not in a count. Nothing else happens on this server, so that every answer can be compared.
import assert from 'node:assert/strict';
import { connect } from '../../harness/connect.mjs';
import { refused } from '../../harness/expectations.mjs';
import { fresh } from '../../harness/names.mjs';
import { CLASSES } from '../../harness/product-classes.mjs';
import { functionsOfTheProduct } from '../../harness/product-functions.mjs';
import { testers } from '../../harness/testers.mjs';

const stage = connect(import.meta.dirname);
const { Parse, it, send } = stage;
const { run, administrator, tester, build, report, survey } = testers(stage);

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const WORD = fresh('zebrafinch');

/** What each question of testers is asked with, so that a private issue would be in the answer. */
const QUESTIONS = ({ secret, rin, mission }) => ({
  about: {},
  accountData: {},
  accountDeletion: {},
  accountLinks: {},
  announcementGet: { id: 'unguessable' },
  announcementList: {},
  attachments: {},
  builds: {},
  clusterGet: { id: 'unguessable' },
  clusterList: { period: '90d' },
  contracts: {},
  coverageMatrix: { period: '90d' },
  dashboardTester: {},
  errorSignatures: {},
  evidenceCopies: { id: secret.evidence },
  evidenceGet: { id: secret.evidence },
  evidenceOfIssue: { issue: secret.number },
  failureClasses: {},
  failureQuestions: {},
  failureStats: { period: '90d' },
  issueGet: { number: secret.number },
  issueContext: { number: secret.number },
  issueTimeline: { number: secret.number },
  ledgerVerify: { season: 1 },
  mailUnsubscribeLink: { token: 'unguessable' },
  manualEntries: {},
  memberPayout: {},
  missionGet: { mission: mission.id },
  missionList: { show: 'all' },
  myFairness: {},
  myStanding: {},
  networks: {},
  notificationCount: {},
  notificationList: { bucket: 'news' },
  notifyPreferencesGet: {},
  pointsBreakdown: { user: rin.id },
  pointsMine: {},
  profile: { username: rin.username },
  programme: {},
  pushDevices: {},
  rewardFile: { export: 'unguessable', kind: 'season' },
  rewardList: {},
  rewardMine: {},
  rules: {},
  rulesCalculate: { kind: 'bug', severity: 'S1', quality: 'A', position: 1 },
  savedViews: {},
  searchIssues: { query: WORD, sort: 'newest' },
  seasons: {},
  similarFind: { title: `Funds can be taken ${WORD}`, body: WORD },
  standingPlots: {},
  standingsAround: { radius: 5 },
  standingsFind: { name: rin.username },
  standingsTop: {},
  tokens: {},
  widgetDevices: {},
});

/** Commands of testers, aimed at the private issue: as if it were not there. */
const COMMANDS = ({ secret, open, comment, newest }) => ({
  accountDelete: null,
  accountDeletionCancel: null,
  accountLinkRemove: null,
  accountLinkStart: null,
  // Answer alike for every issue but one's own, which is looked at below.
  appealOpen: null,
  submissionBlocked: null,
  appealWithdraw: null,
  attachmentAdd: null,
  attachmentRemove: { id: secret.attachment },
  commentAdd: { number: secret.number, body: 'I have heard of this one.' },
  commentDelete: { id: comment },
  commentEdit: { id: comment, body: 'Nothing to see here.' },
  evidenceAttach: { id: secret.evidence, issue: secret.number },
  evidencePreview: null,
  evidenceRefresh: { id: secret.evidence },
  evidenceShare: { id: secret.evidence, share: true },
  failureAnswer: { failure: 'unguessable', answer: 'fine' },
  fixCheckSubmit: { number: secret.number, build: newest, verdict: 'works' },
  issueEdit: { number: secret.number, version: null, title: 'Nothing to see in this one' },
  issueProposeDuplicate: { number: open.number, target: secret.number },
  issueReopen: { number: secret.number, reason: 'I would like to know what this was all about, please tell me.' },
  issueSubmit: null,
  issueUnvote: { number: secret.number },
  issueVote: { number: secret.number },
  issueWatch: { number: secret.number, level: 'all' },
  issueWithdraw: { number: secret.number },
  mailRetryAddress: null,
  memberPayoutSet: null,
  memberPrefsSet: null,
  notificationDone: null,
  notificationRead: null,
  notifyPreferencesSet: null,
  policyAccept: null,
  pushKey: null,
  pushSubscribe: null,
  pushUnsubscribe: null,
  riskAnswer: null,
  savedViewRemove: null,
  savedViewSave: null,
  submissionSave: null,
  submissionStart: null,
  submissionSubmit: null,
  submissionWithdraw: null,
  // Of administrators alone, which it says of every issue.
  triageLeave: null,
  widgetDeviceEnd: { id: 'unguessable' },
});

/** Everything the stranger is shown that must not depend on the private issue. */
async function everythingTold(stranger, rin) {
  const told = {};
  for (const name of Object.keys(CLASSES)) {
    const found = await send('GET', `/classes/${name}`, { token: stranger.token, query: { limit: 1000, count: 1, order: 'objectId' } });
    told[name] = found.body.results ? { count: found.body.count, ids: found.body.results.map(({ objectId }) => objectId) } : found.body.code;
  }
  const asked = {
    all: ['searchIssues', { query: '', sort: 'newest' }],
    open: ['searchIssues', { query: 'is:open', sort: 'activity' }],
    severe: ['searchIssues', { query: 'sev:S1', sort: 'impact' }],
    theirs: ['searchIssues', { query: `reporter:${rin.username}`, sort: 'affected' }],
    programme: ['programme', {}],
    clusters: ['clusterList', { period: '90d' }],
    coverage: ['coverageMatrix', { period: '90d' }],
    failures: ['failureStats', { period: '90d' }],
  };
  for (const [key, [name, params]] of Object.entries(asked)) told[key] = await run(stranger, name, params);
  const { pulse, reports } = await run(stranger, 'dashboardTester');
  return JSON.parse(JSON.stringify({ ...told, pulse, reports }));
}

let lived;
const past = () => (lived ??= live());

/** A private issue that goes through everything an issue can go through, between two looks of a stranger. */
async function live() {
  const [keeper, rin, stranger] = [await administrator(), await tester(), await tester()];
  const open = await report(rin, { title: 'The chart is drawn upside down' });
  await run(keeper, 'issueAccept', { number: open.number, severity: 'S3' });
  const file = (await new Parse.File('shot.png', { base64: PNG }, 'image/png').save(rin.as)).toJSON();
  const mission = await survey(keeper);
  const { submission } = await run(stranger, 'submissionStart', { mission: mission.id });
  const before = await everythingTold(stranger, rin);
  const { attachment } = await run(rin, 'attachmentAdd', { file, name: `${WORD}.png` });
  const { evidence } = await run(rin, 'evidencePreview', { text: `execution reverted: ${WORD} was taken`, walletKind: 'injected' });
  const secret = await report(rin, { evidence: [evidence.id], title: `Funds can be taken ${WORD}`, body: `Any user can take the funds of ${WORD} with three calls.`, private: true, attachments: [attachment.id], steps: [WORD] });
  const { comment } = await run(rin, 'commentAdd', { number: secret.number, body: `The third call is ${WORD}.` });
  await run(keeper, 'commentAdd', { number: secret.number, body: `We can repeat it with ${WORD}.` });
  await run(keeper, 'issueAccept', { number: secret.number, severity: 'S1', quality: 'A' });
  const twin = await report(rin, { title: `Funds again ${WORD}`, body: `The same as before, ${WORD} once more.`, private: true });
  await run(keeper, 'issueMerge', { number: twin.number, into: secret.number });
  await run(keeper, 'issueMarkFixed', { number: secret.number, build: await build('0.4.1') });
  await run(rin, 'fixCheckSubmit', { number: secret.number, build: await build('0.4.1'), verdict: 'works', note: WORD });
  const { entries } = await run(rin, 'pointsMine');
  const { seq } = entries.find(({ issue, amount }) => issue === secret.number && amount > 0);
  await run(keeper, 'pointsReverse', { season: 1, seq, reason: 'It was counted for the wrong person at first.' });
  const after = await everythingTold(stranger, rin);
  return { keeper, rin, stranger, open, twin, secret: { ...secret, attachment: attachment.id, evidence: evidence.id }, comment: comment.id, before, after, mission, submission, newest: await build('0.4.2') };
}

/** No trace of the private issue in an answer, whatever it answers. */
function silent({ secret, twin, comment }, answer, what) {
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
  for (const trace of [WORD, secret.id, twin.id, comment, secret.attachment, secret.evidence]) {
    assert.ok(!text.includes(trace), `${what} tells ${trace}: ${text.slice(0, 400)}`);
  }
}

it('is seen by its reporter and by administrators', async () => {
  const { keeper, rin, secret } = await past();
  for (const who of [keeper, rin]) {
    const told = await run(who, 'issueGet', { number: secret.number });
    assert.equal(told.issue.visibility, 'private');
    assert.equal((await run(who, 'searchIssues', { query: `#${secret.number}`, sort: 'newest' })).rows.length, 1);
    assert.equal((await new Parse.Query('Issue').equalTo('number', secret.number).find(who.as)).length, 1);
  }
});

it('changes nothing of what a stranger sees, in lists, counts, dashboards and profiles', async () => {
  const { before, after } = await past();
  assert.deepEqual(after, before);
});

it('is in no class, found, got, counted or asked for', async () => {
  const all = await past();
  const { stranger, secret } = all;
  const pointer = { __type: 'Pointer', className: 'Issue', objectId: secret.id };
  for (const name of Object.keys(CLASSES)) {
    const rows = await send('GET', `/classes/${name}`, { token: stranger.token, query: { limit: 1000, include: 'issue,target,duplicateOf,root,parent,comment' } });
    silent(all, rows.text, name);
    for (const where of [{ issue: pointer }, { objectId: secret.id }, { issue: { $inQuery: { className: 'Issue', where: { number: secret.number } } } }]) {
      const found = await send('GET', `/classes/${name}`, { token: stranger.token, query: { where, count: 1, limit: 0 } });
      if (found.status === 200) assert.equal(found.body.count, 0, `${name} ${JSON.stringify(where)}`);
    }
  }
  for (const where of [{ number: secret.number }, { title: { $regex: WORD } }, { title: { $text: { $search: { $term: WORD } } } }, { visibility: 'private' }, { $or: [{ number: secret.number }, { number: -1 }] }, { steps: WORD }]) {
    const found = await send('GET', '/classes/Issue', { token: stranger.token, query: { where, count: 1 } });
    if (found.status === 200) assert.deepEqual([found.body.results, found.body.count], [[], 0], JSON.stringify(where));
    silent(all, found.text, JSON.stringify(where));
  }
  await refused(new Parse.Query('Issue').get(secret.id, stranger.as), 101);
  const related = { $relatedTo: { object: pointer, key: 'tags' } };
  silent(all, (await send('GET', '/classes/Comment', { token: stranger.token, query: { where: related } })).text, '$relatedTo');
  for (const key of ['duplicateOf', 'reporter', 'buildReported']) {
    silent(all, (await send('GET', '/classes/Issue', { token: stranger.token, query: { redirectClassNameForKey: key, limit: 1000 } })).text, key);
  }
});

it('is in no answer of any question that testers may ask', async () => {
  const all = await past();
  const { Member, Public } = functionsOfTheProduct();
  const [questions, commands] = [QUESTIONS(all), COMMANDS(all)];
  const undecided = Member.filter(name => !(name in questions) && !(name in commands));
  assert.deepEqual(undecided, [], 'these functions need a line in this file');
  for (const [name, params] of Object.entries(questions)) {
    if (!Member.includes(name)) continue;
    const answer = await send('POST', `/functions/${name}`, { token: all.stranger.token, body: params });
    // What was asked for is not repeated.
    silent(all, answer.text, name);
    if (['announcementGet', 'clusterGet', 'evidenceCopies', 'evidenceGet', 'evidenceOfIssue', 'issueGet', 'issueTimeline', 'rewardFile'].includes(name)) assert.equal(answer.body.code, 101, answer.text);
    else assert.equal(answer.status, 200, `${name}: ${answer.text}`);
    if (name === 'manualEntries') assert.ok(answer.body.result.entries.length > 0 && answer.body.result.entries.every(({ issue }) => issue !== all.secret.number), answer.text);
  }
  for (const name of Public) silent(all, (await send('POST', `/functions/${name}`, { body: {} })).text, name);
});

it('is not there for any command of another tester', async () => {
  const all = await past();
  for (const [name, params] of Object.entries(COMMANDS(all))) {
    if (params === null) continue;
    const answer = await send('POST', `/functions/${name}`, { token: all.stranger.token, body: params });
    assert.equal(answer.body.code, 101, `${name}: ${answer.status} ${answer.text}`);
    silent(all, answer.text, name);
  }
});

it('answers a guess as it answers a number that was never given', async () => {
  const { stranger, secret, submission } = await past();
  const body = 'A user has decided this without asking any user about it.';
  const guesses = {
    ...Object.fromEntries(['issueGet', 'issueTimeline', 'issueVote', 'issueWithdraw'].map(name => [name, ({ number }) => ({ number })])),
    submissionBlocked: ({ number }) => ({ submission: submission.id, issue: number }),
    appealOpen: ({ id }) => ({ subjectType: 'issue_closed', subjectId: id, body }),
  };
  for (const [name, params] of Object.entries(guesses)) {
    const told = [];
    for (const issue of [secret, { number: 999_999, id: 'unguessable' }]) {
      const { status, body } = await send('POST', `/functions/${name}`, { token: stranger.token, body: params(issue) });
      assert.ok([101, 142].includes(body.code), `${name}: ${JSON.stringify(body)}`);
      told.push({ status, body });
    }
    assert.deepEqual(told[0], told[1], name);
  }
});

it('gives its pictures to no user who is signed in as another user', async () => {
  const { rin, stranger, secret } = await past();
  const { issue } = await run(rin, 'issueGet', { number: secret.number });
  const [{ url }] = issue.attachments;
  assert.equal((await fetch(url)).status, 200, 'the reporter sees the picture');
  const bare = url.slice(0, url.indexOf('?'));
  for (const address of [bare, `${bare}?expires=9999999999&signature=x`]) {
    assert.equal((await fetch(address)).status, 404, 'a user who knows its name is not given it');
  }
  silent(await past(), (await send('GET', '/classes/Attachment', { token: stranger.token, query: { limit: 1000 } })).text, 'Attachment');
});

it('is shown to all users once an administrator opens it, and hidden again with all that belongs to it', async () => {
  const { keeper, stranger, secret } = await past();
  const issue = new Parse.Object('Issue');
  issue.id = secret.id;
  const commentsSeen = async () => (await new Parse.Query('Comment').equalTo('issue', issue).find(stranger.as)).length;
  await run(keeper, 'issueSetVisibility', { number: secret.number, visibility: 'programme' });
  assert.equal((await run(stranger, 'issueGet', { number: secret.number })).issue.number, secret.number);
  assert.ok((await commentsSeen()) > 0);
  // Anyone who is affected, watches and spoke is shown no more than any other user afterwards.
  await run(stranger, 'issueVote', { number: secret.number });
  await run(stranger, 'issueWatch', { number: secret.number, level: 'all' });
  await run(stranger, 'commentAdd', { number: secret.number, body: 'I can see it now.' });
  await run(keeper, 'issueSetVisibility', { number: secret.number, visibility: 'private' });
  await refused(run(stranger, 'issueGet', { number: secret.number }), 101);
  assert.equal(await commentsSeen(), 0);
  for (const query of ['affects:me', 'watching:me', 'check:me', `#${secret.number}`, WORD]) {
    assert.deepEqual((await run(stranger, 'searchIssues', { query, sort: 'newest' })).rows, [], query);
  }
  for (const [name, params] of [['dashboardTester', {}], ['pointsMine', {}]]) {
    const text = JSON.stringify(await run(stranger, name, params));
    assert.ok(!text.includes(WORD), `${name} tells ${text}`);
  }
});
