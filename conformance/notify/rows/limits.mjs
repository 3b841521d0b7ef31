// Rows about when a user is notified: quiet hours, one mail for an issue and hour, the digest of a day.
import assert from 'node:assert/strict';
import { lineOf } from '../arrivals.mjs';
import { row } from '../row.mjs';

const clock = minutes => new Date(Date.now() + minutes * 60_000).toISOString().slice(11, 16);
const question = number => ({ number, question: 'Which wallet was connected when it happened?' });
const kept = (scene, { id }) =>
  scene.stage.sql(`select channel from _touchstone.delivery where receiver = $1 and kind = 'info_asked' and state = 'digest' and due_at between now() + interval '30 minutes' and now() + interval '61 minutes'`, [id]);

row('quiet hours: in the app at once, by mail when they are over', {
  late: true,
  async prepare(scene) {
    const pat = await scene.passerBy();
    await scene.stage.run(pat, 'notifyPreferencesSet', { quiet: { from: clock(-60), to: clock(60) } });
    return { pat, number: await scene.report({}, pat) };
  },
  act: (scene, { number }) => scene.run('issueAskInfo', 'mia', question(number)),
  lines: (_, { pat }) => ['app', 'digest'].map(channel => lineOf({ who: pat.id, channel })),
  hooks: ['issue.info_asked'],
  async after(scene, { pat }) {
    assert.deepEqual((await kept(scene, pat)).map(({ channel }) => channel), ['mail']);
    await scene.stage.run(pat, 'notifyPreferencesSet', { quiet: null });
  },
});

row('a second mail for an issue within the hour waits for the digest', {
  async prepare(scene) {
    const pat = await scene.passerBy();
    const number = await scene.report({}, pat);
    return { pat, number };
  },
  async act(scene, { number, pat }) {
    await scene.run('commentAdd', 'val', { number, body: `Have you seen this before, @${pat.username}?` });
    await scene.settled();
    await scene.run('commentAdd', 'val', { number, body: `And on which network was it, @${pat.username}?` });
  },
  lines: (_, { pat }) => ['app', 'app', 'mail', 'digest'].map(channel => lineOf({ who: pat.id, channel })),
  hooks: ['comment.added', 'comment.added'],
});

row('the digest of a day', {
  // The hour that the user chose has come.
  act: scene => scene.stage.sql(`update _touchstone.delivery set due_at = now() where state = 'digest' and receiver = $1`, [scene.cast.joe.id]),
  lines: () => [lineOf({ who: 'joe', channel: 'mail' })],
});
