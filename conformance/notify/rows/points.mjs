// Rows about a person: points, the account, what became of a transaction.
import { freshChain, startNode } from '../../attack/nodes.mjs';
import { eventually } from '../../harness/expectations.mjs';
import { lineOf } from '../arrivals.mjs';
import { notThere, row } from '../row.mjs';

const adjust = (scene, amount, rule = 'manual') =>
  scene.run('pointsAdjust', 'mia', { user: scene.cast.rin.id, amount, reason: 'For the answers to the questions of the week.', rule });

row('points reversed', {
  async prepare(scene) {
    await adjust(scene, 10);
    const [entry] = await scene.stage.sql(`select "season"::int as season, "seq"::int as seq from "PointsEntry" where "user" = $1 and "amount" = 10 order by "createdAt" desc limit 1`, [scene.cast.rin.id]);
    return entry;
  },
  act: (scene, entry) => scene.run('pointsReverse', 'mia', { ...entry, reason: 'It was meant for another user with that name.' }),
  told: () => ({ rin: 'points_reversed' }),
  hooks: ['points.reversed'],
});

row('a penalty', {
  act: scene => adjust(scene, -5, 'abuse'),
  told: () => ({ rin: 'points_reversed' }),
  hooks: ['points.penalty'],
});

row('an account is limited', {
  prepare: scene => scene.passerBy(),
  act: (scene, pat) => scene.run('userSetStatus', 'mia', { user: pat.id, status: 'limited', reason: 'Sent the same report forty times.' }),
  told: (_, pat) => ({ [pat.id]: 'account_changed' }),
  hooks: ['member.status_changed'],
});

row('a tester is trusted more', {
  async prepare(scene) {
    const pat = await scene.passerBy({ trust: 0 });
    return { pat, number: await scene.report({}, pat) };
  },
  act: (scene, { number }) => scene.run('issueAccept', 'mia', { number, severity: 'S3', quality: 'B' }),
  lines: (_, { pat }) => ['app', 'app', 'mail'].map(channel => lineOf({ who: pat.id, channel })),
  hooks: ['issue.confirmed', 'level.reached'],
});

row('a stuck transaction is found', {
  late: true,
  async prepare(scene) {
    const node = await startNode(freshChain());
    const named = { chainId: node.chainId, name: `Chain ${node.chainId}`, isTestnet: true, blockTimeMs: 1000 };
    const { network } = await scene.run('networkSave', 'mia', { ...named, rpcUrls: [node.url] });
    await scene.run('networkTest', 'mia', { id: network.id });
    scene.stops.push(node.stop);
    // Its number is still to come, so nothing took its place.
    const hash = node.put({ nonce: '0x9' });
    const known = node.transactions.get(hash);
    node.transactions.set(hash, { ...known, receipt: null, transaction: { ...known.transaction, blockHash: null, blockNumber: null } });
    const { evidence } = await scene.run('evidencePreview', 'rin', { text: hash, network: network.id });
    const look = async () => (await scene.run('evidenceGet', 'rin', { id: evidence.id })).evidence.state === 'waiting';
    await eventually(look, 'the transaction is not mined').catch(async error => {
      throw new Error(JSON.stringify((await scene.run('evidenceGet', 'rin', { id: evidence.id })).evidence), { cause: error });
    });
    const number = await scene.report({ evidence: [evidence.id] });
    const off = () => scene.run('networkSave', 'mia', { ...named, id: network.id, enabled: false });
    return { id: evidence.id, number, off, mine: () => node.transactions.set(hash, known) };
  },
  async act(scene, { id, mine }) {
    mine();
    // The next look is minutes away; a user who has it looked at by hand sees the answer, and is not told of it.
    await scene.stage.sql(`update _touchstone.evidence_queue set due_at = now() where evidence = $1 and task = 'wait'`, [id]);
    const look = async () => (await scene.run('evidenceGet', 'rin', { id })).evidence.state === 'decoded';
    await eventually(look, 'the transaction is explained');
  },
  told: () => ({ rin: 'evidence_finished' }),
  hooks: ['evidence.finished'],
  // With a network there, fixes are checked by proof.
  after: (_, { off }) => off(),
});

notThere('a badge', 'badges');
