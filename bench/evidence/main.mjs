// Failed transactions pasted at a fixed rate while a node is far away and another one is dead; `just evidence-load`.
// Prints how long it takes from the paste until the page can show what happened, and how long reports take meanwhile.
import { parseArgs } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';
import { ask, drive } from '../feedback/load.mjs';
import { open, signIn } from '../feedback/programme.mjs';
import { dead, failures, far } from './chain.mjs';

const HELP = `bench/evidence/main.mjs [options]
  --rate NUMBER      pastes a second (20)
  --seconds NUMBER   for how long (60)
  --testers NUMBER   how many take turns (600)
  --delay NUMBER     by how many milliseconds the node answers late (200)
  --reports NUMBER   reports a second meanwhile (1); a new tester may send one a minute`;

/** As the page asks: this often at first, and then every two seconds. */
const POLL_MS = 300;
const POLL_SLOWLY_AFTER_MS = 6_000;
const GIVE_UP_AFTER_MS = 60_000;
const SETTLED = ['decoded', 'partial', 'not_found', 'failed'];
const TARGET_P50_MS = 1500;
const CHAIN = 31337;

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '60' },
    testers: { type: 'string', default: '600' },
    delay: { type: 'string', default: '200' },
    reports: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
const [rate, seconds, testers, delay, reports] = ['rate', 'seconds', 'testers', 'delay', 'reports'].map(name => Number(values[name]));

/** From the paste to an explanation; what state it ended in. */
async function pasted(programme, hash, token, due) {
  let { evidence } = await ask(programme, 'evidencePreview', { text: hash }, token);
  while (!SETTLED.includes(evidence.state)) {
    const since = performance.now() - due;
    if (since > GIVE_UP_AFTER_MS) return { state: `still ${evidence.state}`, ms: since };
    await pause(since < POLL_SLOWLY_AFTER_MS ? POLL_MS : 2_000);
    ({ evidence } = await ask(programme, 'evidenceGet', { id: evidence.id }, token));
  }
  return { state: evidence.state, failureClass: evidence.explanation?.failureClass, ms: performance.now() - due };
}

async function pasteAll(programme, hashes, tokens) {
  const began = performance.now();
  return Promise.all(
    hashes.map(async (hash, number) => {
      const due = began + (number * 1000) / rate;
      const early = due - performance.now();
      if (early > 0) await pause(early);
      return pasted(programme, hash, tokens[number % tokens.length], due).catch(error => ({ state: error.message.slice(0, 200) }));
    })
  );
}

const at = (times, share) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;

const count = Math.round(rate * seconds);
const [chain, silent] = await Promise.all([failures(count), dead()]);
const node = await far(chain.url, delay);
const programme = await open({ testers, seed: 1, set: ['outgoing_allowed_networks=127.0.0.0/8'] });
try {
  const tokens = await signIn(programme.pool, testers);
  if (tokens.length < reports * Math.min(seconds, 60)) throw new Error(`${tokens.length} testers can sign in, too few for ${reports} reports a second; see --testers`);
  const [keeper] = await signIn(programme.pool, 1, true);
  // Other networks of the demo have no nodes here.
  const { rows: known } = await ask(programme, 'networks', {}, keeper);
  for (const { id, chainId, name, isTestnet } of known) await ask(programme, 'networkSave', { id, chainId, name, isTestnet, enabled: false }, keeper);
  const { network } = await ask(programme, 'networkSave', { chainId: CHAIN, name: 'Anvil', isTestnet: true, blockTimeMs: 1000, rpcUrls: [node.url] }, keeper);
  await ask(programme, 'networkTest', { id: network.id }, keeper);
  await ask(programme, 'networkSave', { chainId: 424_242, name: 'Dead', isTestnet: true, rpcUrls: [silent.url] }, keeper);
  const { rows } = await programme.pool.query(`select "objectId" as build from "Build" where "state" = 'active' order by "ordinal" desc limit 1`);
  const report = number => ({
    name: 'issueSubmit',
    params: {
      kind: 'bug', title: `Swap ${number} stays pending under load`, area: 'swap', build: rows[0].build, severityClaimed: 'S3',
      body: 'The transaction was mined a minute ago and the page still says pending, also after a reload.',
    },
    token: tokens[number % tokens.length],
  });
  const [outcomes, reported] = await Promise.all([pasteAll(programme, chain.hashes, tokens), drive(programme, reports, seconds, report)]);

  const states = Map.groupBy(outcomes, ({ state, failureClass }) => (failureClass ? `${state} ${failureClass}` : state));
  for (const [state, all] of states) console.log(`${all.length} × ${state}`);
  const times = outcomes.filter(({ state }) => state === 'decoded').map(({ ms }) => ms).sort((a, b) => a - b);
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map(share => at(times, share));
  console.log(`paste to explanation: ${times.length} of ${count}, p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, node ${delay} ms away`);
  console.log(`reports meanwhile: ${reported.rate.toFixed(1)} a second, p50 ${reported.p50.toFixed(0)} ms, p99 ${reported.p99.toFixed(0)} ms, ${reported.errors} failed`);
  for (const [problem, times] of reported.problems.slice(0, 3)) console.log(`  ${times} × ${problem}`);
  if (times.length < count || !(p50 < TARGET_P50_MS) || reported.errors > 0) process.exitCode = 1;
} finally {
  await programme.close();
  node.stop();
  silent.stop();
  await chain.stop();
}
process.exit();
