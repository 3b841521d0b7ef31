// Runs the flows: starts a chain, the page of an old app, a server that takes wallets, and a browser, hands their
// addresses to the files of flows, and takes everything away at the end.
import { join } from 'node:path';
import { dropAbandonedDatabases } from '../harness/database.mjs';
import { runFlows, withStops } from '../harness/flows.mjs';
import { CACHE, launch, stopAll } from '../harness/launch.mjs';
import { startChain } from './stage/chain.mjs';
import { startChromium } from './stage/chromium.mjs';
import { startOldApp } from './stage/old-app.mjs';
import { ORIGIN } from './stage/stage.mjs';

const FLOWS = join(import.meta.dirname, 'flows');

/** What differs from run to run comes to the server by its environment. */
function settings(chain, oldApp) {
  return {
    TOUCHSTONE_WALLET_ORIGINS: [ORIGIN, oldApp.address].join(','),
    TOUCHSTONE_WALLET_CHAINS: `31337=${chain.url}`,
    TOUCHSTONE_WALLET_FACTORIES: chain.contracts.factory,
    TOUCHSTONE_LEGACY_WALLET_TEXTS: 'true',
  };
}

const stops = [stopAll];

async function main() {
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
  process.env.MORALIS_STAGE = JSON.stringify({
    server,
    node: chain.url,
    contracts: chain.contracts,
    page: oldApp.address,
    browser: browser.wsEndpoint(),
    pictures: join(CACHE, 'moralis'),
  });
  process.exitCode = (await runFlows(FLOWS, process.argv[2])) ? 0 : 1;
}

await withStops(stops, main).catch(error => {
  console.error(error.message);
  process.exitCode = 1;
});
