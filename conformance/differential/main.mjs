// `just differential`: the same requests to Parse Server and to us, answer by answer.

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { dropAbandonedDatabases } from '../harness/database.mjs';
import { stopAll } from '../harness/launch.mjs';
import { difference, diff, judge } from './compare.mjs';
import { configurations } from './configurations.mjs';
import { checkDocs, writeDocs } from './docs.mjs';
import { listed } from './listed.mjs';
import { normalise } from './normalise.mjs';
import { play } from './play.mjs';
import { rules } from './rules.mjs';
import { start } from './servers.mjs';
import { subjects } from './subjects.mjs';

const USAGE = `usage: node conformance/differential/main.mjs [text] [options]

  --only <text>   run the scenarios whose subject or name contains the text; the word --only may be left out
  --self          compare Parse Server with a second Parse Server
  --record        print Parse Server's answers and compare nothing
  --propose       print each unexplained difference as an entry for the list
  --write-docs    write DIFFERENCES.md from the list and run nothing`;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    self: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
    propose: { type: 'boolean', default: false },
    'write-docs': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

options.only ??= positionals[0] ?? '';

async function run() {
  const all = await subjects();
  if (options['write-docs']) {
    writeDocs(all, listed);
    return 0;
  }
  const chosen = all
    .map(({ subject, scenarios }) => ({
      subject,
      scenarios: scenarios.filter(({ name }) => `${subject}: ${name}`.includes(options.only)),
    }))
    .filter(({ scenarios }) => scenarios.length > 0);
  checkItself();
  if (chosen.length === 0) throw new Error(`No scenario contains "${options.only}".`);
  try {
    await dropAbandonedDatabases();
    const servers = await startServers(chosen);
    return options.record ? await record(chosen, servers) : await compareAll(all, chosen, servers);
  } finally {
    await stopAll();
  }
}

/** A comparison that sees no differences would find none: its own tests come first. */
function checkItself() {
  const tests = fileURLToPath(new URL('./differential.test.mjs', import.meta.url));
  const { status, stdout } = spawnSync(process.execPath, ['--test', tests], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The comparison fails its own tests:\n${stdout}`);
}

async function startServers(chosen) {
  const needed = new Set(chosen.flatMap(({ scenarios }) => scenarios.map(s => s.configuration)));
  const kinds = options.record
    ? [['reference', 'reference']]
    : [['reference', 'reference'], options.self ? ['reference', 'second'] : ['ours', 'ours']];
  const servers = {};
  for (const configuration of Object.keys(configurations).filter(name => needed.has(name))) {
    progress(`starting the servers with configuration ${configuration}`);
    servers[configuration] = await Promise.all(
      kinds.map(([kind, name]) => start(kind, name, configuration))
    );
  }
  return servers;
}

async function record(chosen, servers) {
  for (const { subject, scenarios } of chosen) {
    for (const scenario of scenarios) {
      const [reference] = servers[scenario.configuration];
      const answers = normalise(scenario, await play(scenario, reference), reference);
      console.log(`\n## ${subject}: ${scenario.name} [${scenario.configuration}]`);
      scenario.steps.forEach((step, index) => {
        const { status, headers, body } = answers[index];
        console.log(`\n> ${shortened(step.request)}${step.label === step.request ? '' : ` (${step.label})`}`);
        console.log(`< ${status}${headers.location ? ` location: ${headers.location}` : ''}`);
        console.log(`  ${JSON.stringify(body)}`);
      });
    }
  }
  return 0;
}

async function compareAll(all, chosen, servers) {
  const started = Date.now();
  const entries = options.self ? new Map() : entriesByStep(listed);
  const tally = { equal: 0, listed: 0, unexplained: 0 };
  const failures = options.self ? [] : danglingEntries(all, entries);
  const used = new Set();
  for (const { subject, scenarios } of chosen) {
    const before = { ...tally };
    for (const scenario of scenarios) {
      for (const result of await compareScenario(subject, scenario, servers, entries)) {
        tally[result.verdict]++;
        if (result.rule) used.add(result.rule);
        if (result.verdict === 'unexplained') failures.push(result);
      }
    }
    const since = Object.fromEntries(Object.keys(tally).map(key => [key, tally[key] - before[key]]));
    progress(
      `${subject.padEnd(22)} ${String(since.equal).padStart(4)} equal ${String(since.listed).padStart(4)} listed ` +
        `${String(since.unexplained).padStart(4)} unexplained`
    );
  }
  if (!options.self && !options.only) {
    failures.push(...unusedRules(used), ...checkDocs(all, listed));
  }
  failures.forEach(report);
  const failed = failures.length;
  const total = tally.equal + tally.listed + tally.unexplained;
  console.log(`\n${total} requests to each server in ${((Date.now() - started) / 1000).toFixed(1)} s`);
  console.log(`${tally.equal} equal, ${tally.listed} listed, ${tally.unexplained} unexplained`);
  console.log(`${tally.equal + tally.listed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

async function compareScenario(subject, scenario, servers, entries) {
  const pair = servers[scenario.configuration];
  const [reference, ours] = await Promise.all(
    pair.map(async server => normalise(scenario, await play(scenario, server), server))
  );
  return scenario.steps.map((step, index) => ({
    subject,
    scenario,
    step,
    reference: reference[index],
    ours: ours[index],
    ...judge(
      reference[index],
      ours[index],
      entries.get(keyOf(subject, scenario.name, step.label)),
      options.self ? [] : rules
    ),
  }));
}

const keyOf = (subject, scenario, step) => `${subject}\n${scenario}\n${step}`;

function entriesByStep(list) {
  return new Map(list.map(entry => [keyOf(entry.subject, entry.scenario, entry.step), entry]));
}

/** An entry for a step that no longer exists explains nothing and would stay in the papers for good. */
function danglingEntries(all, entries) {
  const known = new Set(
    all.flatMap(({ subject, scenarios }) =>
      scenarios.flatMap(({ name, steps }) => steps.map(step => keyOf(subject, name, step.label)))
    )
  );
  return [...entries.keys()]
    .filter(key => !known.has(key))
    .map(key => ({ message: `The list names a step that no scenario has:\n  ${key.replaceAll('\n', '\n  ')}` }));
}

function unusedRules(used) {
  return rules
    .filter(rule => !used.has(rule))
    .map(({ name }) => ({ message: `No answer needed the rule "${name}": remove it.` }));
}

function report(failure) {
  if (failure.message) {
    console.log(`\n✗ ${failure.message}`);
    return;
  }
  const { subject, scenario, step, reference, ours, because } = failure;
  if (options.propose) {
    const entry = { subject, scenario: scenario.name, step: step.label, reason: '', ...difference(reference, ours) };
    console.log(`${JSON.stringify(entry, null, 2)},`);
    return;
  }
  console.log(`\n✗ ${subject}: ${scenario.name}`);
  console.log(`  ${shortened(step.label)}`);
  if (step.label !== step.request) console.log(`  ${shortened(step.request)}`);
  if (because) console.log(`  (${because})`);
  console.log(diff(reference, ours).map(line => `    ${line}`).join('\n'));
}

const shortened = text => (text.length > 500 ? `${text.slice(0, 500)}…` : text);

function progress(text) {
  console.error(text);
}

if (options.help) {
  console.log(USAGE);
} else {
  try {
    process.exitCode = await run();
  } catch (error) {
    console.error(error.message);
    process.exitCode = 2;
  }
  // Sockets kept alive towards servers that are gone must not keep this process.
  process.exit();
}
