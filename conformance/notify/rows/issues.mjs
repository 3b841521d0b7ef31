// Rows about an issue: what is asked of people, where it stands, what is said about it.
import { followers, readers } from '../scene.mjs';
import { row } from '../row.mjs';

row('info asked', {
  prepare: scene => scene.watched(),
  act: (scene, number) => scene.run('issueAskInfo', 'mia', { number, question: 'Which wallet was connected when it happened?' }),
  told: () => ({ rin: 'info_asked' }),
  hooks: ['issue.info_asked'],
});

row('fixed: please check it, and its points are settled', {
  prepare: scene => scene.confirmed(),
  act: (scene, number) => scene.run('issueMarkFixed', 'mia', { number, build: scene.builds[1].id }),
  told: () => ({ ...followers('issue_news'), rin: ['fix_check', 'points_settled'] }),
  hooks: ['issue.fixed', 'fix_check.asked', 'points.settled'],
});

row('confirmed', {
  prepare: scene => scene.watched(),
  act: (scene, number) => scene.run('issueAccept', 'mia', { number, severity: 'S2', quality: 'B' }),
  told: () => followers('issue_news'),
  hooks: ['issue.confirmed'],
});

row('verified', {
  async prepare(scene) {
    const number = await scene.fixed();
    await scene.run('fixCheckSubmit', 'rin', { number, build: scene.builds[1].id, verdict: 'works' });
    return number;
  },
  act: (scene, number) => scene.run('fixCheckSubmit', 'val', { number, build: scene.builds[1].id, verdict: 'works' }),
  told: () => followers('issue_news'),
  hooks: ['fix_check.answered', 'issue.verified'],
});

row('closed', {
  prepare: scene => scene.watched(),
  act: (scene, number) => scene.run('issueClose', 'mia', { number, resolution: 'wont_fix', reason: 'The provider decides this, we cannot change it.' }),
  told: () => followers('issue_news'),
  hooks: ['issue.closed'],
});

row('merged', {
  async prepare(scene) {
    return { number: await scene.watched(), into: await scene.report({}, 'mia') };
  },
  act: (scene, { number, into }) => scene.run('issueMerge', 'mia', { number, into }),
  told: () => followers('issue_news'),
  hooks: ['issue.merged'],
});

row('a comment by staff', {
  prepare: scene => scene.watched(),
  act: (scene, number) => scene.run('commentAdd', 'mia', { number, body: 'We can repeat it, and look for the cause.' }),
  told: () => readers('comment_staff'),
  hooks: ['comment.added'],
});

row('an internal comment', {
  prepare: scene => scene.watched(),
  act: (scene, number) => scene.run('commentAdd', 'mia', { number, body: 'This is the pool of the other team, I think.', internal: true }),
  told: () => ({}),
  hooks: [],
});

row('a comment by another user', {
  prepare: scene => scene.watched(),
  act: (scene, number) => scene.run('commentAdd', 'val', { number, body: 'The same happens on my machine.' }),
  told: () => readers('comment'),
  hooks: ['comment.added'],
});

row('a mention', {
  prepare: scene => scene.watched(),
  act: (scene, number) => scene.run('commentAdd', 'val', { number, body: `Did you see this too, @${scene.cast.eve.username}?` }),
  told: () => ({ ...readers('comment'), eve: 'mention' }),
  hooks: ['comment.added'],
});

/** What rin has handed in for a mission that a person looks at. */
async function handedIn(scene) {
  const { mission } = await scene.run('missionSave', 'mia', {
    title: 'Tell us about your first swap', kind: 'survey', points: 20, review: { mode: 'manual' },
    steps: [{ id: 'clear', text: 'How clear was it?', type: 'question', required: true, question: { type: 'scale' } }],
  });
  await scene.run('missionSetState', 'mia', { mission: mission.id, state: 'live' });
  const { submission } = await scene.run('submissionStart', 'rin', { mission: mission.id });
  await scene.run('submissionSave', 'rin', { submission: submission.id, answers: { clear: 4 } });
  await scene.run('submissionSubmit', 'rin', { submission: submission.id });
  return submission.id;
}

row('a submission that needs a change', {
  prepare: handedIn,
  act: (scene, submission) => scene.run('submissionReview', 'mia', { submission, decision: 'reject', note: 'The answer says nothing about the swap.' }),
  told: () => ({ rin: 'submission_returned' }),
  hooks: ['submission.returned'],
});

row('a mission that is done', {
  prepare: handedIn,
  act: (scene, submission) => scene.run('submissionReview', 'mia', { submission, decision: 'approve' }),
  told: () => ({ rin: 'mission' }),
  hooks: ['submission.approved'],
});
