// Runs the flows: starts a server, the dashboard and a browser, hands their addresses to the files of
// flows, and takes everything away at the end. With `--stay` it starts the first two and waits instead.
import { readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { run } from 'node:test';
import { databaseName, databaseUrl, dropAbandonedDatabases } from '../harness/database.mjs';
import { TARGETS, launch, stopAll } from '../harness/launch.mjs';
import { Report } from '../harness/report.mjs';
import { startChromium } from './stage/chromium.mjs';
import { ADMIN, startDashboard } from './stage/parse-dashboard.mjs';

const FLOWS = join(import.meta.dirname, 'flows');
const CONFIGURATION = 'dashboard';
const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'touchstone');
const target = process.env.TARGET ?? 'touchstone';
const filter = process.argv[2];

function chosenFlows() {
  const files = readdirSync(FLOWS)
    .filter(file => file.endsWith('.test.mjs'))
    .sort();
  const byName = filter ? files.filter(file => file.includes(filter)) : files;
  // A filter that names no file names flows instead, in whichever file they are.
  const chosen = byName.length ? { files: byName } : { files, testNamePatterns: [new RegExp(filter, 'i')] };
  return { ...chosen, files: chosen.files.map(file => join(FLOWS, file)) };
}

async function runFlows({ files, testNamePatterns }, stage) {
  process.env.DASHBOARD_STAGE = JSON.stringify(stage);
  const report = new Report(FLOWS);
  for (const file of files) {
    await report.follow(file, run({ files: [file], ...(testNamePatterns && { testNamePatterns }) }));
  }
  console.log(`pictures in ${stage.pictures}`);
  return report.close();
}

async function stay(server, dashboard) {
  console.log(`server ${server}\ndashboard ${dashboard}, sign in as ${ADMIN.user} with ${ADMIN.pass}`);
  console.log('both go away with Ctrl-C');
  await new Promise(() => setInterval(() => undefined, 60_000));
}

async function main() {
  if (!TARGETS.includes(target)) throw new Error(`TARGET must be one of ${TARGETS.join(', ')}`);
  const stops = [stopAll];
  const stopEverything = async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
  };
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => stopEverything().finally(() => process.exit(130)));
  }
  try {
    await dropAbandonedDatabases();
    const server = await launch(target, CONFIGURATION);
    const dashboard = await startDashboard(server);
    stops.push(dashboard.stop);
    if (filter === '--stay') await stay(server, dashboard.address);
    const browser = await startChromium();
    stops.push(() => browser.close());
    const pictures = join(CACHE, target === 'touchstone' ? 'dashboard' : `dashboard-${target}`);
    if (!filter) await rm(pictures, { recursive: true, force: true });
    const stage = {
      target,
      server,
      dashboard: dashboard.address,
      browser: browser.wsEndpoint(),
      database: databaseUrl(databaseName(CONFIGURATION)),
      pictures,
    };
    process.exitCode = (await runFlows(chosenFlows(), stage)) ? 0 : 1;
  } finally {
    await stopEverything();
  }
}

await main().catch(error => {
  console.error(error.message);
  process.exitCode = 1;
});
