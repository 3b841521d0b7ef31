// Runs the flows: starts a server, the dashboard and a browser, hands their addresses to the files of
// flows, and takes everything away at the end. With `--stay` it starts the first two and waits instead.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { databaseName, databaseUrl, dropAbandonedDatabases } from '../harness/database.mjs';
import { runFlows, withStops } from '../harness/flows.mjs';
import { CACHE } from '../harness/built.mjs';
import { TARGETS, launch, stopAll } from '../harness/launch.mjs';
import { startChromium } from './stage/chromium.mjs';
import { ADMIN, startDashboard } from './stage/parse-dashboard.mjs';

const FLOWS = join(import.meta.dirname, 'flows');
const CONFIGURATION = 'dashboard';
const target = process.env.TARGET ?? 'touchstone';
const filter = process.argv[2];

async function stay(server, dashboard) {
  console.log(`server ${server}\ndashboard ${dashboard}, sign in as ${ADMIN.user} with ${ADMIN.pass}`);
  console.log('both go away with Ctrl-C');
  await new Promise(() => setInterval(() => undefined, 60_000));
}

const stops = [stopAll];

async function main() {
  if (!TARGETS.includes(target)) throw new Error(`TARGET must be one of ${TARGETS.join(', ')}`);
  await dropAbandonedDatabases();
  const server = await launch(target, CONFIGURATION);
  const dashboard = await startDashboard(server);
  stops.push(dashboard.stop);
  if (filter === '--stay') await stay(server, dashboard.address);
  const browser = await startChromium();
  stops.push(() => browser.close());
  const pictures = join(CACHE, target === 'touchstone' ? 'dashboard' : `dashboard-${target}`);
  if (!filter) await rm(pictures, { recursive: true, force: true });
  process.env.DASHBOARD_STAGE = JSON.stringify({
    target,
    server,
    dashboard: dashboard.address,
    browser: browser.wsEndpoint(),
    database: databaseUrl(databaseName(CONFIGURATION)),
    pictures,
  });
  console.log(`pictures in ${pictures}`);
  process.exitCode = (await runFlows(FLOWS, filter)) ? 0 : 1;
}

await withStops(stops, main).catch(error => {
  console.error(error.message);
  process.exitCode = 1;
});
