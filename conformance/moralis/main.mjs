// Runs the flows: starts a chain, the page of an old app, a server that takes wallets, and a browser, hands their
// addresses to the files of flows, and takes everything away at the end.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { run } from 'node:test';
import { dropAbandonedDatabases } from '../harness/database.mjs';
import { CACHE, launch, stopAll } from '../harness/launch.mjs';
import { Report } from '../harness/report.mjs';
import { startChain } from './stage/chain.mjs';
import { startChromium } from './stage/chromium.mjs';
import { startOldApp } from './stage/old-app.mjs';
import { ORIGIN } from './stage/stage.mjs';

const FLOWS = join(import.meta.dirname, 'flows');
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
  process.env.MORALIS_STAGE = JSON.stringify(stage);
  const report = new Report(FLOWS);
  for (const file of files) {
    await report.follow(file, run({ files: [file], ...(testNamePatterns && { testNamePatterns }) }));
  }
  return report.close();
}

/** What differs from run to run comes to the server by its environment. */
function settings(chain, oldApp) {
  return {
    TOUCHSTONE_WALLET_ORIGINS: [ORIGIN, oldApp.address].join(','),
    TOUCHSTONE_WALLET_CHAINS: `31337=${chain.url}`,
    TOUCHSTONE_WALLET_FACTORIES: chain.contracts.factory,
    TOUCHSTONE_LEGACY_WALLET_TEXTS: 'true',
  };
}

async function main() {
  const stops = [stopAll];
  const stopEverything = async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
  };
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => stopEverything().finally(() => process.exit(130)));
  }
  try {
    await dropAbandonedDatabases();
    const chain = await startChain();
    stops.push(chain.stop);
    const oldApp = await startOldApp();
    stops.push(oldApp.stop);
    Object.assign(process.env, settings(chain, oldApp));
    const server = await launch('touchstone', 'moralis');
    oldApp.connect(server);
    const browser = await startChromium();
    stops.push(() => browser.close());
    const stage = {
      server,
      node: chain.url,
      contracts: chain.contracts,
      page: oldApp.address,
      browser: browser.wsEndpoint(),
      pictures: join(CACHE, 'moralis'),
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
