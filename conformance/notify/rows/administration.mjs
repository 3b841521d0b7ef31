// Rows for administrators.
import { freshChain, startNode } from '../../attack/nodes.mjs';
import { fresh } from '../../harness/names.mjs';
import { lineOf } from '../arrivals.mjs';
import { administrators } from '../scene.mjs';
import { row } from '../row.mjs';

row('a report that claims to be critical', {
  act: scene => scene.report({ severityClaimed: 'S1' }),
  told: () => administrators('admin_s1'),
  hooks: ['issue.submitted'],
});

row('a private report', {
  act: scene => scene.report({ private: true, title: `Withdrawals of others ${fresh('secret')}` }),
  told: () => administrators('admin_private'),
  hooks: ['issue.submitted'],
});

/** A user by these channels. */
const by = (who, ...channels) => channels.map(channel => lineOf({ who, channel }));

row('a fix that does not work', {
  prepare: scene => scene.fixed(),
  act: (scene, number) => scene.run('issueReopen', 'mia', { number, reason: 'We see it again in the build that was to fix it.' }),
  // There are two notifications, and of one issue there is one mail in an hour: the second waits for the digest.
  lines: () => [
    ...by('rin', 'app', 'mail', 'app', 'digest'),
    ...by('kai', 'app', 'mail', 'push', 'discord', 'telegram', 'app', 'digest', 'push', 'discord', 'telegram'),
    ...by('ada', 'app', 'app'),
    ...by('joe', 'app', 'digest', 'app', 'digest'),
    ...by('sam', 'app', 'mail'),
    ...by('ned', 'app', 'mail'),
  ],
  hooks: ['issue.regressed', 'comment.added'],
});

/** So many people paste the same error and report it. */
async function met(scene, text, count) {
  for (let one = 0; one < count; one += 1) {
    const pat = await scene.passerBy();
    const { evidence } = await scene.stage.run(pat, 'evidencePreview', { text, walletKind: 'injected', build: scene.builds[0].id });
    await scene.report({ evidence: [evidence.id] }, pat);
  }
}

row('ten people meet one failure within an hour', {
  byClock: true,
  async prepare(scene) {
    const text = `execution reverted: ${fresh('out of luck ')}`;
    await met(scene, text, 9);
    return text;
  },
  act: (scene, text) => met(scene, text, 1),
  told: () => administrators('admin_cluster'),
  hooks: ['issue.submitted', 'cluster.grew'],
});

row('a receiver of webhooks is gone', {
  async prepare(scene) {
    await scene.stage.services.deadHook(scene);
    return scene.confirmed();
  },
  act: (scene, number) => scene.run('issueStart', 'mia', { number }),
  told: () => administrators('admin_webhook'),
  hooks: ['issue.started', 'webhook.disabled'],
});

row('a tracker closes what we sent it', {
  async prepare(scene) {
    const { tracker } = scene.stage.services;
    const run = (name, params) => scene.run(name, 'mia', params);
    await tracker.connect(run);
    return tracker.create(run, await scene.confirmed());
  },
  async act(scene, number) {
    const answer = await scene.stage.services.tracker.closed(scene.stage.origin, number);
    if (!answer.ok) throw new Error(`GitHub was answered ${answer.status}`);
  },
  told: () => administrators('admin_tracker'),
  hooks: ['tracker.proposed'],
});

/** A decision that a user could appeal against: about their points. */
async function entryOf(scene) {
  const number = await scene.confirmed();
  const [{ id }] = await scene.stage.sql(`select e."season"::int || ':' || e."seq"::bigint as id from "PointsEntry" e join "Issue" i on i."objectId" = e."issue" where i."number" = ${number}`);
  return id;
}

const appeal = (scene, subjectId) =>
  scene.run('appealOpen', 'rin', { subjectType: 'points', subjectId, body: 'This was found by two of us, and I was the first.' });

row('an appeal that is opened', {
  prepare: entryOf,
  act: appeal,
  told: () => administrators('admin_appeal'),
  hooks: ['appeal.opened'],
  // A user has only so many open at a time.
  after: (scene, subjectId) => scene.stage.sql(`update _touchstone.appeal set state = 'withdrawn' where subject_id = $1`, [subjectId]),
});

row('an appeal that is answered', {
  prepare: async scene => (await appeal(scene, await entryOf(scene))).appeal.id,
  act: (scene, id) => scene.run('appealDecide', 'ned', { id, uphold: false, answer: 'Both of you were paid, and you the most.' }),
  told: () => ({ rin: 'account_changed' }),
  hooks: ['member.counted'],
});

row('a network is down', {
  byClock: true,
  late: true,
  async prepare(scene) {
    const node = await startNode(freshChain());
    const named = { chainId: node.chainId, name: `Chain ${node.chainId}`, isTestnet: true, blockTimeMs: 1000 };
    const { network } = await scene.run('networkSave', 'mia', { ...named, rpcUrls: [node.url] });
    await scene.run('networkTest', 'mia', { id: network.id });
    const off = () => scene.run('networkSave', 'mia', { ...named, id: network.id, enabled: false });
    return { node, off };
  },
  act: (_, { node }) => node.stop(),
  told: () => administrators('admin_network'),
  hooks: ['network.down'],
  after: (_, { off }) => off(),
});

row('a promise is about to break', {
  byClock: true,
  prepare: scene => scene.report(),
  act: (scene, number) => scene.backdate(number, 47),
  // The mail is gathered until the next full five minutes of the clock, which is longer than the row waits.
  eachLook: scene => scene.stage.sql(`update _touchstone.delivery set due_at = now() where state = 'digest' and kind = 'admin_promise'`),
  told: () => administrators('admin_promise'),
  hooks: ['promise.at_risk'],
});
