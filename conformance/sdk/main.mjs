// Runs the cases: starts one server per configuration that the chosen files need, hands their
// addresses to the files, and takes everything away at the end.
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { run } from 'node:test';
import { isOursAlone } from '../harness/configurations.mjs';
import { dropAbandonedDatabases } from '../harness/database.mjs';
import { TARGETS, launch, stopAll } from '../harness/launch.mjs';
import { Report } from '../harness/report.mjs';

const HERE = import.meta.dirname;
const target = process.env.TARGET ?? 'touchstone';
const filter = process.argv[2];

function chosenFiles() {
  const files = readdirSync(HERE, { recursive: true })
    .filter(file => file.endsWith('.test.mjs'))
    .filter(file => target === 'touchstone' || !isOursAlone(dirname(file)))
    .sort()
    .map(file => join(HERE, file));
  if (!filter) return { files };
  const byName = files.filter(file => relative(HERE, file).includes(filter));
  // A filter that names no file names cases instead, in whichever file they are.
  return byName.length ? { files: byName } : { files, testNamePatterns: [new RegExp(filter, 'i')] };
}

async function startServers(files) {
  const names = [...new Set(files.map(file => basename(dirname(file))))];
  console.log(`starting ${names.length} ${target} servers: ${names.join(', ')}`);
  // All of them, even after a failure: one still starting would escape the clean-up.
  const started = await Promise.allSettled(names.map(name => launch(target, name)));
  const failure = started.find(({ status }) => status === 'rejected');
  if (failure) throw failure.reason;
  return Object.fromEntries(names.map((name, index) => [name, started[index].value]));
}

async function runCases({ files, testNamePatterns }, servers) {
  process.env.CONFORMANCE_TARGET = target;
  process.env.CONFORMANCE_SERVERS = JSON.stringify(servers);
  const report = new Report(HERE);
  const waiting = [...files];
  const worker = async () => {
    for (let file = waiting.shift(); file; file = waiting.shift()) {
      const events = run({ files: [file], ...(testNamePatterns && { testNamePatterns }) });
      await report.follow(file, events);
    }
  };
  // Parse Server loses its own schema changes when two clients make some at once.
  const workers = target === 'parse-server' ? 1 : Math.min(2, availableParallelism());
  await Promise.all(Array.from({ length: workers }, worker));
  return report.close();
}

async function main() {
  if (!TARGETS.includes(target)) throw new Error(`TARGET must be one of ${TARGETS.join(', ')}`);
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => stopAll().finally(() => process.exit(130)));
  }
  try {
    await dropAbandonedDatabases();
    const chosen = chosenFiles();
    const servers = await startServers(chosen.files);
    process.exitCode = (await runCases(chosen, servers)) ? 0 : 1;
  } finally {
    await stopAll();
  }
}

await main().catch(error => {
  console.error(error.message);
  process.exitCode = 1;
});
