// The feedback product under load: fills a database with a demo, starts a server on it and calls its functions
// with the sessions of many testers; `just feedback-load`. Prints one line per kind of call.
import { parseArgs } from 'node:util';
import { compareIds } from './ids.mjs';
import { ask, drive } from './load.mjs';
import { missionKinds, plant as plantMissions } from './missions.mjs';
import { open, signIn } from './programme.mjs';
import { plant, scan } from './scan.mjs';

const HELP = `bench/feedback/main.mjs [options]
  --testers NUMBER   how large the programme is (50000)
  --seed NUMBER      which one (1)
  --seconds NUMBER   how long each kind of call lasts (10)
  --rate SHARE       this much of each rate, such as 0.1 on a busy machine (1)
  --keep DATABASE    use this database, make it if it is not there, and leave it
  --set NAME=VALUE   a setting of the server; may be given several times
  --only WORD        only kinds of calls whose name contains this; \`ids\`: only reads with and without a request id
  --together         all kinds of calls at the same time; best with a share, such as --rate 0.1
  --scan             lets the scan for accounts of one person run meanwhile, over testers with visits and wallets
  --missions         what is asked of 200 missions with a million submissions instead`;

const { values } = parseArgs({
  options: {
    testers: { type: 'string', default: '50000' },
    seed: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '10' },
    rate: { type: 'string', default: '1' },
    keep: { type: 'string' },
    set: { type: 'string', multiple: true, default: [] },
    only: { type: 'string', default: '' },
    together: { type: 'boolean', default: false },
    scan: { type: 'boolean', default: false },
    missions: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
const testers = Number(values.testers);
const seconds = Number(values.seconds);
const share = Number(values.rate);

const FILTERS = [
  'is:open', 'is:open area:swap', 'is:confirmed sev:S2', 'kind:bug is:open area:wallet', 'is:fixed', 'affects:me',
  'is:closed resolution:duplicate', 'regressed:yes', 'kind:idea', 'is:new', 'watching:me is:open', 'sev:S1',
];
const SORTS = ['activity', 'newest', 'impact', 'affected'];
const WORDS = [
  'permit expired', 'slippage', 'wrong network', 'quote refresh', 'liquidity share', 'pending history', 'decimals USDC',
  'MetaMask', 'deadline passed', '"no route found"', 'gas estimation reverted', 'export swaps',
];
const COMMANDS = ['issueSubmit', 'issueVote', 'issueAccept', 'issueSetSeverity'];
const WARM_UP = 3 * FILTERS.length * SORTS.length;
const one = (list, number) => list[number % list.length];

/** The kinds of calls: how many a second, and the p99, in milliseconds. */
function kinds({ tokens, keepers, build, hot, undecided, unsettled }) {
  const token = number => one(tokens, number * 7);
  return [
    {
      name: 'issue list with filters', rate: 300, target: 120,
      next: n => ({ name: 'searchIssues', params: { query: one(FILTERS, n), sort: one(SORTS, Math.floor(n / FILTERS.length)), limit: 50 }, token: token(n) }),
    },
    {
      name: 'search by words', rate: 50, target: 200,
      next: n => ({ name: 'searchIssues', params: { query: one(WORDS, n), sort: 'activity', limit: 25 }, token: token(n) }),
    },
    {
      name: 'own rank', rate: 500, target: testers > 100_000 ? 40 : 20,
      next: n => ({ name: 'myStanding', params: {}, token: token(n) }),
    },
    {
      name: 'ranks around me', rate: 500, target: testers > 100_000 ? 40 : 20,
      next: n => ({ name: 'standingsAround', params: { radius: 5 }, token: token(n) }),
    },
    {
      name: 'first page of ranks', rate: 50, target: 120,
      next: n => ({ name: 'standingsTop', params: {}, token: token(n) }),
    },
    {
      name: 'report', rate: 20, target: 300,
      next: n => ({
        name: 'issueSubmit',
        params: {
          kind: 'bug', title: `Swap ${n} stays pending under load`, area: 'swap', build, severityClaimed: 'S3',
          body: 'The transaction was mined a minute ago and the page still says pending, also after a reload.',
        },
        token: tokens[n],
      }),
    },
    {
      name: 'votes on one issue', rate: 200, target: 300,
      next: n => ({ name: 'issueVote', params: { number: hot }, token: tokens[n] }),
    },
    {
      // Each moves points and leaves an entry in the record; no two are about the same issue.
      name: 'decisions', rate: 60, target: 100, warmUp: { rate: 20, seconds: 2 },
      next: n => ({
        name: 'issueAccept',
        params: { number: undecided[n], severity: one(['S2', 'S3'], n), quality: one(['A', 'B', 'C'], n) },
        token: one(keepers, n),
      }),
    },
    {
      // Each takes points back and gives others; no two at a time are about the same issue.
      name: 'regrades', rate: 60, target: 100,
      next: n => ({
        name: 'issueSetSeverity',
        params: { number: one(unsettled, n), severity: Math.floor(n / unsettled.length) % 2 ? 'S2' : 'S3' },
        token: one(keepers, n),
      }),
    },
  ];
}

const cell = (value, width) => String(value).padStart(width);
const millis = value => (Number.isNaN(value) ? '–' : value.toFixed(1));

function line(kind, result) {
  const isMet = result.errors === 0 && result.p99 <= kind.target && result.rate >= result.asked * 0.95;
  console.log(
    `${kind.name.padEnd(26)}${cell(Math.round(result.rate), 8)}/s${cell(millis(result.p50), 10)}${cell(millis(result.p99), 10)}` +
      `${cell(result.errors, 8)}${cell(kind.target, 9)}   ${isMet ? 'ok' : 'MISSED'}`
  );
  for (const [problem, count] of result.problems.slice(0, 3)) console.log(`    ${count} × ${problem}`);
  return isMet;
}

/**
 * Some of each first, all filters in all orders among them, so that sessions and plans are where they will be. What is
 * decided now is not there to be decided later.
 */
async function warmUp(kind, tokens) {
  if (kind.warmUp) {
    const { rate, seconds } = kind.warmUp;
    const { errors, problems } = await drive(programme, rate * share, seconds, kind.next);
    if (errors > 0) throw new Error(`${errors} × ${problems[0][0]}`);
    const done = Math.round(rate * share * seconds);
    const { next } = kind;
    kind.next = number => next(number + done);
    return;
  }
  for (let before = 1; before <= WARM_UP; before++) {
    const { name, params, token } = kind.next(tokens.length - before);
    if (!COMMANDS.includes(name)) await ask(programme, name, params, token);
  }
}

const programme = await open({ testers, seed: values.seed, keep: values.keep, set: values.set });
try {
  const tokens = await signIn(programme.pool, Math.min(testers, Math.max(4000, Math.ceil(200 * seconds) + 10)));
  const keepers = await signIn(programme.pool, 3, true);
  const { rows } = await programme.pool.query(
    `select array(select "number"::int from "Issue" where "status" = 'new' and "kind" = 'bug' and "duplicateOf" is null
         order by md5("objectId")) as undecided,
       array(select "number"::int from "Issue" where "confirmedAt" is not null and "settledAt" is null and "duplicateOf" is null
         and "status" <> 'closed' and "kind" = 'bug' and "severity" = 'S2' order by md5("objectId")) as unsettled,
       (select "objectId" from "Build" where "state" = 'active' order by "ordinal" desc limit 1) as build,
       (select "number"::int from "Issue" where "status" = 'confirmed' and "visibility" = 'programme' and "voteCount" < 20
         order by "submittedAt" desc limit 1) as hot,
       (select count(*)::int from "Issue") as issues, (select count(*)::int from "Vote") as votes,
       (select count(*)::int from "PointsEntry") as entries, (select count(*)::int from "Standing") as standings`
  );
  const { undecided, unsettled, build, hot, issues, votes, entries, standings } = rows[0];
  if (programme.seconds) console.log(`the demo was made in ${programme.seconds.toFixed(0)} s`);
  console.log(`${testers} testers, ${issues} issues, ${votes} votes, ${entries} entries, ${standings} standings`);
  console.log(`${'call'.padEnd(26)}${cell('rate', 10)}${cell('p50 ms', 10)}${cell('p99 ms', 10)}${cell('errors', 8)}${cell('target', 9)}`);
  if (undecided.length < (60 * seconds + 40) * share) {
    console.log(`careful: ${undecided.length} bugs are undecided, which is less than there will be decisions; a fresh demo has enough for ten seconds`);
  }
  let missed = 0;
  const measure = async kind => {
    const result = await drive(programme, kind.rate * share, seconds, kind.next);
    if (!line(kind, result)) missed++;
  };
  const ready = [];
  const all = values.missions
    ? missionKinds({ tokens, keepers, ids: await plantMissions(programme, keepers[0]) })
    : kinds({ tokens, keepers, build, hot, undecided, unsettled });
  for (const kind of all.filter(kind => kind.name.includes(values.only))) {
    const problem = await warmUp(kind, tokens).then(() => undefined, error => error.message);
    if (problem) {
      console.log(`${kind.name.padEnd(26)}   MISSED   ${problem}`);
      missed++;
    } else if (values.together) ready.push(kind);
    else await measure(kind);
  }
  if (values.scan) await plant(programme.pool);
  const scanned = values.scan ? scan(programme.pool) : true;
  await Promise.all(ready.map(measure));
  if (!(await scanned)) missed++;
  if ('ids'.includes(values.only) && !values.together) missed += await compareIds(programme, tokens, hot, Math.max(1, Math.round(seconds / 5)));
  const counted = await programme.pool.query(
    `select (i."voteCount" + coalesce((select sum(affected) from _touchstone.count_change where root = i."objectId"), 0))::int as shown,
       (select count(distinct person)::int from _touchstone.touches(i."objectId")) as found
     from "Issue" i where "number" = $1`,
    [hot]
  );
  const { shown, found } = counted.rows[0];
  console.log(`votes on #${hot}: ${shown} counted, ${found} there${shown === found ? '' : ': MISCOUNTED'}`);
  if (missed || shown !== found) process.exitCode = 1;
} finally {
  await programme.close();
}
