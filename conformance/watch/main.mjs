// Watches a server under load by a real Prometheus, and holds dashboard and rules to what it reads.
//
//   node main.mjs               checks everything, in less than a minute
//   node main.mjs --picture     goes on for longer, and draws docs/pictures/watch.png
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { dropAbandonedDatabases } from '../harness/database.mjs';
import { Crowd } from './load.mjs';
import { namesIn, questions, ruleExpressions } from './names.mjs';
import { RULES, Stage, until } from './stage.mjs';

const { values: asked } = parseArgs({ options: { picture: { type: 'boolean', default: false } } });
/** How much of the past the picture shows. */
const PICTURED_SECONDS = 180;
const sum = { passed: 0, failed: 0 };

async function check(what, work) {
  const began = performance.now();
  try {
    const told = await work();
    console.log(`ok      ${what} (${((performance.now() - began) / 1000).toFixed(1)} s)${told ? `\n        ${told}` : ''}`);
    sum.passed += 1;
  } catch (error) {
    console.log(`FAILED  ${what}\n${error.stack}`);
    sum.failed += 1;
  }
}

const promtool = (...args) => execFileSync('promtool', args, { cwd: dirname(RULES), encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

async function firing(stage, name) {
  const { alerts } = await stage.ask('alerts');
  return alerts.find(alert => alert.labels.alertname === name && alert.state === 'firing');
}

/** The checks are checked: what is planted here must be found. */
function plantedIsFound() {
  assert.deepEqual(namesIn('sum(rate(touchstone_a_total{x="touchstone_b"}[5m])) / process_c'), ['touchstone_a_total', 'process_c']);
}

async function everyNameIsThere(stage) {
  const told = async () => new Set(await stage.ask('label/__name__/values'));
  const spoken = [...questions(), ...(await ruleExpressions(stage))];
  const wanted = [...new Set(spoken.flatMap(({ expr }) => namesIn(expr)))];
  assert.ok(wanted.length > 30, `only ${wanted.length} names`);
  const missing = async () => {
    const there = await told();
    return wanted.filter(name => !there.has(name));
  };
  // Some are exported when the database was asked, or when nodes of chains were, which is once a minute.
  await until('all names are there', async () => (await missing()).length === 0, 80_000).catch(() => {});
  assert.deepEqual(await missing(), [], 'names that no server tells');
  const there = await told();
  return `${wanted.length} names in ${spoken.length} expressions; the server tells ${[...there].filter(name => /^(touchstone|process)_/.test(name)).length}`;
}

async function everyQuestionIsAnswered(stage) {
  // What may be empty: nothing failed, nothing was sent, nothing was turned away.
  const mayBeEmpty = ['Deliveries'];
  const empty = async () => {
    const found = [];
    for (const { panel, expr } of questions()) {
      const { result } = await stage.ask('query', { query: expr });
      if (result.length === 0 && !mayBeEmpty.includes(panel)) found.push(`${panel}: ${expr}`);
    }
    return found;
  };
  // A rate needs two looks.
  await until('all panels have data', async () => (await empty()).length === 0, 40_000).catch(() => {});
  assert.deepEqual(await empty(), [], 'panels without data');
  return `${questions().length} questions of the dashboard have data`;
}

async function labelsAreClosed(stage) {
  const { result } = await stage.ask('query', { query: 'count by (function) (touchstone_function_calls_total)' });
  const names = result.map(({ metric }) => metric.function);
  assert.ok(names.includes('other') && names.includes('searchIssues'), names.join(' '));
  assert.ok(!names.some(name => name.startsWith('made-up')), names.join(' '));
  const series = await stage.ask('query', { query: 'scrape_samples_scraped{job="touchstone"}' });
  return `${names.length} functions, ${series.result[0].value[1]} series of one node`;
}

async function numbersAreTrue(stage) {
  const counted = await stage.counted();
  const value = async query => Number((await stage.ask('query', { query })).result[0]?.value[1]);
  for (const [status, count] of Object.entries(counted.issues)) {
    assert.equal(await value(`max(touchstone_issues{status="${status}"})`), count, status);
  }
  assert.equal(await value('max(touchstone_testers)'), counted.testers);
  return `${counted.testers} testers, issues ${JSON.stringify(counted.issues)}`;
}

async function logsNameFunctions(stage) {
  const lines = stage.log().split('\n').filter(line => line.includes('"request completed"')).map(line => JSON.parse(line));
  const named = lines.filter(line => line.route === '/functions/:name' && line.function === 'searchIssues');
  assert.ok(named.length > 0, 'no line names searchIssues');
  assert.ok(!stage.log().includes('made-up-'), 'a name that a caller made up is in the log');
  return `${lines.length} lines of requests, ${named.length} of searchIssues`;
}

async function publicListenerTellsNothing(stage) {
  for (const path of ['/metrics', '/parse/metrics']) {
    const answer = await fetch(`http://127.0.0.1:${stage.nodes[0].port}${path}`);
    assert.ok(!(await answer.text()).includes('touchstone_http_requests'), path);
  }
  const elsewhere = await fetch(`http://127.0.0.1:${stage.metricsPort}/parse/health`);
  assert.equal(elsewhere.status, 404);
}

async function anAlertFiresAndIsResolved(stage) {
  const name = 'TouchstoneDatabaseUnreachable';
  assert.equal(await firing(stage, name), undefined);
  const frozen = performance.now();
  stage.line.delayMs = 1e9;
  await until(`${name} fires`, () => firing(stage, name), 60_000);
  const fired = performance.now();
  stage.line.heal();
  await until(`${name} is resolved`, async () => !(await firing(stage, name)), 60_000);
  const seconds = (from, to) => ((to - from) / 1000).toFixed(1);
  return `the database froze; the alert fired after ${seconds(frozen, fired)} s and was resolved ${seconds(fired, performance.now())} s after it thawed`;
}

async function main() {
  plantedIsFound();
  await check('promtool checks the rules', () => promtool('check', 'rules', 'rules.yml').match(/\d+ rules found/)[0]);
  await check('promtool tests the rules', () => promtool('test', 'rules', 'rules.test.yml').trim().split('\n').at(-1).trim());
  await dropAbandonedDatabases();
  const stage = await Stage.open({ testers: asked.picture ? 200 : 20 });
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stage.close().finally(() => process.exit(130)));
  const crowd = await Crowd.open(stage.url);
  try {
    crowd.begin(asked.picture ? 5 : 3, 250);
    await pause(asked.picture ? PICTURED_SECONDS * 1000 : 14_000);
    await check('every metric of the dashboard and the rules is reported by the server', () => everyNameIsThere(stage));
    await check('every panel of the dashboard has data', () => everyQuestionIsAnswered(stage));
    await check('labels are closed lists', () => labelsAreClosed(stage));
    await check('the numbers of the programme are those of the database', () => numbersAreTrue(stage));
    await check('log lines name functions', () => logsNameFunctions(stage));
    await check('metrics are on their own address only', () => publicListenerTellsNothing(stage));
    if (asked.picture) {
      const { draw } = await import('./picture.mjs');
      await check('the dashboard is drawn', () => draw(stage, PICTURED_SECONDS));
    }
    await check('an alert fires and is resolved', () => anAlertFiresAndIsResolved(stage));
    const { answered, refused, failed } = crowd.counts;
    console.log(`load: ${answered} answered, ${refused} refused, ${failed} failed while the database was frozen`);
  } finally {
    await crowd.end();
    await stage.close();
  }
  console.log(`${sum.passed} passed, ${sum.failed} failed`);
  // What the frozen line held back has timers of its own.
  process.exit(sum.failed === 0 ? 0 : 1);
}

await main();
