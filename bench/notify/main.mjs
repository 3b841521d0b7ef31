// A release that concerns many people, beside normal traffic; `just notify-load`. Prints what it took and writes
// bench/notify.json.
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { open as openPost } from '../../conformance/notify/smtp.mjs';
import { ask, drive } from '../feedback/load.mjs';
import { open, signIn } from '../feedback/programme.mjs';
import { concern } from './people.mjs';

const HELP = `bench/notify/main.mjs [options]
  --people NUMBER    whom the release concerns (300000)
  --quick            5,000 of them, and short measurements
  --testers NUMBER   how large the programme around them is (2000)
  --rate NUMBER      calls a second of the traffic beside it (100)
  --no-mail          no user has an address: notifications in the app only`;

const { values } = parseArgs({
  options: {
    people: { type: 'string' },
    quick: { type: 'boolean', default: false },
    testers: { type: 'string', default: '2000' },
    rate: { type: 'string', default: '100' },
    'no-mail': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
const people = Number(values.people ?? (values.quick ? 5_000 : 300_000));
const rate = Number(values.rate);
const [calm, testers] = [values.quick ? 5 : 30, Number(values.testers)];

const ANSWER_MS = 1000;
const ROWS_A_SECOND = 5000;
const GIVE_UP_MS = 30 * 60_000;

const one = (list, number) => list[number % list.length];

/** What people do all day: look at lists, at an issue, at their rank, and say that something concerns them too. */
function traffic(tokens, numbers) {
  const calls = [
    n => ({ name: 'searchIssues', params: { query: one(['is:open', 'is:fixed', 'area:swap'], n), sort: 'activity', limit: 25 } }),
    n => ({ name: 'issueGet', params: { number: one(numbers, n) } }),
    () => ({ name: 'myStanding', params: {} }),
    () => ({ name: 'notificationCount', params: {} }),
    n => ({ name: 'issueWatch', params: { number: one(numbers, n), level: 'status' } }),
  ];
  return n => ({ ...one(calls, n)(n), token: one(tokens, n * 7) });
}

const memoryOf = pid => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;

async function told(pool, since) {
  const { rows } = await pool.query(
    `select (select count(*) from "Notification" where "event" = 'release' and "createdAt" >= $1)::int as people,
      (select count(*) from _touchstone.delivery where kind = 'release' and created_at >= $1)::int as deliveries`,
    [since]
  );
  return rows[0];
}

/** How many fan-outs there are, and whether none is left to do. */
async function fanOuts(pool) {
  const { rows } = await pool.query(`select count(*)::int as begun, count(*) filter (where not is_done) = 0 as rests from _touchstone.fan_out`);
  return rows[0];
}

/** Follows the pages until the last is written; memory is looked at meanwhile. */
async function followed(programme, began, earlier) {
  const memory = [];
  for (;;) {
    memory.push(memoryOf(programme.pid));
    const { begun, rests } = await fanOuts(programme.pool);
    if (begun > earlier && rests) return { seconds: (performance.now() - began) / 1000, memory };
    if (performance.now() - began > GIVE_UP_MS) throw new Error('the last page is still to be written');
    await pause(100);
  }
}

/** Traffic in pieces, for as long as something takes. */
async function during(programme, next, work) {
  const pieces = [];
  let isOver = false;
  const beside = (async () => {
    while (!isOver) pieces.push(await drive(programme, rate, 2, next));
  })();
  const result = await work().finally(() => (isOver = true));
  await beside;
  const times = pieces.flatMap(({ times }) => times).sort((a, b) => a - b);
  const at = share => times[Math.min(times.length - 1, Math.floor(times.length * share))];
  const errors = pieces.reduce((sum, { errors }) => sum + errors, 0);
  return { result, p50: at(0.5), p99: at(0.99), errors, problems: pieces.flatMap(({ problems }) => problems) };
}

const office = await openPost();
const set = [`smtp_url=${office.url}`, 'mail_from=no-reply@example.org'];
const programme = await open({ testers, seed: 1, set });
try {
  const { pool } = programme;
  const tokens = await signIn(pool, Math.min(testers, 500));
  const [keeper] = await signIn(pool, 1, true);
  const { number, build, numbers } = await concern(pool, people, { hasMail: !values['no-mail'] });
  const next = traffic(tokens, numbers);
  await drive(programme, rate, 3, next);
  const before = await drive(programme, rate, calm, next);
  const rested = memoryOf(programme.pid);

  const concerned = { kind: 'release', build, audience: 'all', fixes: [number] };
  const text = { title: 'What you reported is fixed', body: 'Thank you for reporting it.' };
  const { announcement } = await ask(programme, 'announcementSave', { ...concerned, ...text }, keeper);
  const preview = await ask(programme, 'announcementPreview', concerned, keeper);
  const since = new Date();
  const { begun: earlier } = await fanOuts(pool);
  const beside = await during(programme, next, async () => {
    const began = performance.now();
    const published = await ask(programme, 'announcementPublish', { id: announcement.id }, keeper);
    const answerMs = performance.now() - began;
    return { published, answerMs, ...(await followed(programme, began, earlier)) };
  });
  const { published, answerMs, seconds, memory } = beside.result;
  const rows = await told(pool, since);
  const figures = {
    measured: new Date().toISOString(),
    people,
    said: published.people,
    previewed: preview.people,
    told: rows.people,
    deliveries: rows.deliveries,
    answer_ms: Math.round(answerMs),
    fan_out_seconds: Number(seconds.toFixed(1)),
    rows_per_second: Math.round((rows.people + rows.deliveries) / seconds),
    people_per_second: Math.round(rows.people / seconds),
    traffic_per_second: rate,
    p50_before_ms: Number(before.p50.toFixed(1)),
    p50_during_ms: Number(beside.p50.toFixed(1)),
    p99_before_ms: Number(before.p99.toFixed(1)),
    p99_during_ms: Number(beside.p99.toFixed(1)),
    refused: before.errors + beside.errors,
    memory_before_mb: Math.round(rested),
    memory_most_mb: Math.round(Math.max(...memory)),
  };
  for (const [name, value] of Object.entries(figures)) console.log(`${name.padEnd(20)} ${value}`);
  // A figure of those who were answered says nothing without why the others were not.
  const problems = Map.groupBy([...before.problems, ...beside.problems], ([text]) => text);
  for (const [text, each] of problems) console.log(`refused ${each.reduce((sum, [, count]) => sum + count, 0)} times with ${text}`);
  const missed = [
    [figures.told === figures.said && figures.said === figures.previewed && figures.told >= people, 'the number that is shown is the number of people who are notified'],
    [answerMs < ANSWER_MS, 'the command answers within a second'],
    [figures.rows_per_second >= ROWS_A_SECOND, `${ROWS_A_SECOND} rows a second`],
    [beside.p99 <= 2 * before.p99, 'the p99 of normal traffic does not double'],
    [figures.memory_most_mb - figures.memory_before_mb < 50, 'memory is flat'],
  ].filter(([holds]) => !holds);
  for (const [, promise] of missed) console.log(`MISSED  ${promise}`);
  // A short run tells whether it works, not how fast it is.
  if (!values.quick) writeFileSync(new URL('../notify.json', import.meta.url), `${JSON.stringify(figures, null, 2)}\n`);
  if (missed.length > 0 && !values.quick) process.exitCode = 1;
  if (values.quick && figures.told !== figures.said) process.exitCode = 1;
} finally {
  await programme.close();
  office.stop();
}
process.exit();
