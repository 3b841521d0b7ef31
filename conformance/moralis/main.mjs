// Runs the flows: starts a chain, the page of an old app, a server that takes wallets, and a browser, hands their
// addresses to the files of flows, and takes everything away at the end.
import { join } from 'node:path';
import { dropAbandonedDatabases } from '../harness/database.mjs';
import { runFlows, withStops } from '../harness/flows.mjs';
import { CACHE } from '../harness/built.mjs';
import { launch, stopAll } from '../harness/launch.mjs';
import { startChain } from './stage/chain.mjs';
import { startChromium } from './stage/chromium.mjs';
import { PROVIDER_KEY, startProvider, startSolana, startWeb } from './stage/data-sources.mjs';
import { makeWorld } from './stage/data-world.mjs';
import { startOldApp } from './stage/old-app.mjs';
import { ORIGIN } from './stage/stage.mjs';

const FLOWS = join(import.meta.dirname, 'flows');

/** What differs from run to run comes to the server by its environment. */
function settings(chain, oldApp, { provider, solana, pairs }) {
  return {
    // The first node is never there, so that every answer is one of the second.
    TOUCHSTONE_CHAIN_NODES: `31337=http://127.0.0.1:9,31337=${chain.url}`,
    TOUCHSTONE_SOLANA_NODES: `mainnet=${solana}`,
    TOUCHSTONE_CHAIN_DATA_PROVIDER_URL: `${provider}/api/v2.2`,
    TOUCHSTONE_CHAIN_DATA_PROVIDER_KEY: PROVIDER_KEY,
    TOUCHSTONE_CHAIN_DATA_FACTORIES: `31337:uniswapv2=${pairs}`,
    TOUCHSTONE_CHAIN_DATA_USER_LIMIT: '2000',
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
  const sources = await Promise.all([startProvider(), startSolana(), startWeb()]);
  stops.push(...sources.map(({ stop }) => stop));
  const [provider, solana, web] = sources.map(({ url }) => url);
  const { client, ...world } = await makeWorld(chain.url, { web });
  Object.assign(process.env, settings(chain, oldApp, { provider, solana, pairs: world.pairs.address }));
  const server = await launch('touchstone', 'moralis');
  oldApp.connect(server);
  const browser = await startChromium();
  stops.push(() => browser.close());
  process.env.MORALIS_STAGE = JSON.stringify({
    server,
    node: chain.url,
    contracts: chain.contracts,
    world: JSON.parse(JSON.stringify(world, (_, value) => (typeof value === 'bigint' ? `${value}` : value))),
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
