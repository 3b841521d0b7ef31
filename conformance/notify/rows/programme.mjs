// Rows about the programme: releases, rules, seasons.
import { fresh } from '../../harness/names.mjs';
import { row } from '../row.mjs';

const DAY = 86_400_000;
const inDays = days => new Date(Date.now() + days * DAY).toISOString();

/** All users who take part, except the actor. */
const allUsers = scene =>
  Object.fromEntries([...Object.keys(scene.cast).filter(name => !['mia', 'lou'].includes(name)), ...scene.passersBy].map(name => [name, 'rules_season']));

row('a release with what a user reported', {
  async prepare(scene) {
    scene.releases = (scene.releases ?? 0) + 1;
    const { build } = await scene.run('buildSave', 'mia', { channel: 'web', version: `0.5.${scene.releases}`, ordinal: 10 + scene.releases, releasedAt: new Date().toISOString() });
    const number = await scene.fixed(build);
    await scene.run('issueVote', 'val', { number });
    const body = 'Quotes are asked for again when a tab comes back.';
    const { announcement } = await scene.run('announcementSave', 'mia', { kind: 'release', title: `Release ${fresh('')}`, body, build: build.id, audience: 'all', fixes: [number] });
    return announcement.id;
  },
  act: (scene, id) => scene.run('announcementPublish', 'mia', { id }),
  told: () => ({ rin: 'release', val: 'release' }),
  hooks: ['release.published'],
});

row('the rules change', {
  async prepare(scene) {
    const { current } = await scene.run('rules', 'mia');
    return current.rules;
  },
  act(scene, rules) {
    const changed = scene.otherRules(rules);
    return scene.run('ruleSetPublish', 'mia', { rules: changed, effectiveFrom: inDays(9), note: 'Reports that help most are paid a little more.' });
  },
  told: allUsers,
  hooks: ['rules.changed'],
});

row('a season begins', {
  // One season is over before the next begins.
  async prepare(scene) {
    await scene.run('seasonSetState', 'mia', { number: scene.season, state: 'review' });
    const { season } = await scene.run('seasonSave', 'mia', { name: `Season ${fresh('')}`, startsAt: inDays(61 + 30 * scene.season), endsAt: inDays(90 + 30 * scene.season) });
    scene.season = season.number;
    return season.number;
  },
  act: (scene, number) => scene.run('seasonSetState', 'mia', { number, state: 'live' }),
  told: allUsers,
  hooks: ['season.changed'],
});

row('a day is over', {
  byClock: true,
  prepare: scene => scene.report(),
  // It waits since before the last stroke of the hour, and that day was not summed up.
  async act(scene, number) {
    await scene.backdate(number, 25);
    await scene.stage.sql('delete from _touchstone.daily_summary');
  },
  told: () => ({}),
  hooks: ['summary.daily'],
});
