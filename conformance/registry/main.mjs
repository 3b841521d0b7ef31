// The registry of a network from files: a project that Foundry really deployed is chosen in a browser, compared, saved
// after consent, and used to explain failures.
//
//   main.mjs             all checks
//     --short            without the largest token list
//     --built            the app of web/dist in place of the one in the binary
//     --pictures folder  also pictures of the page and the list, at the widths of a desktop and a phone
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startChain } from '../evidence/stage/chain.mjs';
import program from '../harness/chromium.json' with { type: 'json' };
import { dropAbandonedDatabases } from '../harness/database.mjs';
import { withStops } from '../harness/flows.mjs';
import { call } from '../harness/programme.mjs';
import { Site } from '../harness/site.mjs';
import { Tally } from '../harness/tally.mjs';
import { startObserved } from '../watch-chain/observed-node.mjs';
import { chromium } from '../widget/packages.mjs';
import { Page } from './page.mjs';
import { deployedProject } from './project.mjs';

const { values: options } = parseArgs({
  options: { short: { type: 'boolean', default: false }, built: { type: 'boolean' }, pictures: { type: 'string' } },
});
const DIST = join(import.meta.dirname, '../../web/dist');
const FAKES = ['many_msg_babbage', 'join_tg_invmru_haha_fd06787', 'func_2093253501', 'workMyDirefulOwner'];
const WITHIN_MS = 20_000;
const LIST_TOKENS = options.short ? 400 : 2000;

/** Counts connections, and closes each. */
async function startListener(stops) {
  const listener = { connections: 0 };
  const server = createServer(socket => {
    listener.connections += 1;
    socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stops.push(() => server.close());
  return Object.assign(listener, { url: `http://127.0.0.1:${server.address().port}` });
}

/** Another address in each place of a list. */
const addressOf = number => `0x${number.toString(16).padStart(40, '0')}`;

const tokenList = logo => ({
  name: 'Stage',
  timestamp: '2026-11-01T00:00:00Z',
  version: { major: 1, minor: 0, patch: 0 },
  tokens: [
    ...Array.from({ length: LIST_TOKENS }, (_, n) => ({
      chainId: 31337, address: addressOf(n + 1), symbol: `T${n}`, name: `Token ${n}`, decimals: 18, logoURI: `${logo}/${n}.png`,
    })),
    { chainId: 31337, address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', symbol: 'SOL', name: 'Not here', decimals: 9, logoURI: logo },
    { chainId: 1, address: addressOf(9), symbol: 'ETH1', name: 'Elsewhere', decimals: 18, logoURI: logo },
  ],
});

async function openSite(url, stops) {
  const settings = { OUTGOING_ALLOWED_NETWORKS: '127.0.0.0/8', ...(options.built && { WEB_ROOT: DIST }) };
  const site = await Site.open('registry', { settings });
  stops.push(() => site.close());
  await site.start();
  await site.openProgramme();
  const run = (name, params = {}) => call(site.send, site.keeper, name, params);
  const { network } = await run('networkSave', {
    name: 'Stage', chainId: 31337, isTestnet: true, nativeSymbol: 'ETH', nativeDecimals: 18, rpcUrls: [url], confirmations: 2, blockTimeMs: 1000,
  });
  await run('networkTest', { id: network.id });
  return { site, run, network: network.id };
}

const stops = [];

async function main() {
  await dropAbandonedDatabases();
  const tally = new Tally();
  const chain = await startChain();
  stops.push(chain.stop);
  const [sender] = await chain.client.request({ method: 'eth_accounts', params: [] });
  const node = await startObserved(chain.url);
  stops.push(node.stop);
  const [project, { site, run, network }, browser, listener] = await Promise.all([
    deployedProject(chain.url, sender),
    openSite(node.url, stops),
    chromium.launch({ executablePath: process.env.CHROMIUM ?? program.program, args: program.flags }),
    startListener(stops),
  ]);
  stops.push(project.stop, () => browser.close());
  const page = await Page.open(browser, new URL(site.url).origin);
  const [router, proxy, quoter, open] = project.run.transactions;
  const pool = open.additionalContracts[0].address;
  const blockOf = ({ hash }) => Number(project.run.receipts.find(({ transactionHash }) => transactionHash === hash).blockNumber);
  console.log(`ready after ${(performance.now() / 1000).toFixed(1)} s`);

  const contracts = async () => (await run('contracts', { network })).rows;
  const asked = () => Object.entries(node.asked).filter(([method]) => method !== 'headers' && method !== 'eth_getBlockByNumber' && method !== 'eth_blockNumber' && method !== 'eth_chainId');

  await tally.tried('a folder of Foundry is proposed, and nothing is saved before consent', async () => {
    const before = JSON.stringify(asked());
    await page.chooseFolder(project.folder);
    assert.deepEqual((await page.ticked()).sort(), ['Pool', 'Quoter', 'SwapRouter', 'SwapRouter proxy']);
    assert.deepEqual(await contracts(), []);
    if (options.pictures) await takePictures(browser, site, project);
    await page.cancel();
    assert.deepEqual(await contracts(), []);
    assert.equal(JSON.stringify(asked()), before, 'the node was asked');
    return '4 of 4 contracts proposed';
  });

  await tally.tried('a proxy, a CREATE2 and a contract made by a call have ABI and first block', async () => {
    await page.chooseFolder(project.folder);
    await page.save('Import 4 entries');
    const rows = await contracts();
    const told = rows.map(({ name, address, firstBlock, hasAbi }) => ({ name, address, firstBlock, hasAbi })).sort((a, b) => a.name.localeCompare(b.name));
    const expected = (name, address, transaction) => ({ name, address: address.toLowerCase(), firstBlock: blockOf(transaction), hasAbi: true });
    assert.deepEqual(told, [
      expected('Pool', pool, open),
      expected('Quoter', quoter.contractAddress, quoter),
      expected('SwapRouter', router.contractAddress, router),
      expected('SwapRouter proxy', proxy.contractAddress, proxy),
    ]);
    const { rows: entries } = await run('audit', {});
    assert.equal(entries.filter(({ action }) => action === 'registryImport').length, 1);
    return `${rows.length} of 4, one audit entry`;
  });

  await tally.tried('the same folder again changes nothing', async () => {
    await page.chooseFolder(project.folder);
    await page.dialog.getByText('Everything in these files is registered already.').waitFor();
    await page.cancel();
    return '4 registered already';
  });

  await tally.tried('the folder with addresses of nodes is not read', async () => {
    const port = new URL(chain.url).port;
    assert.ok(project.secrets.includes(port), project.secrets);
    const told = page.sent.filter(({ body }) => body.includes(`:${port}`));
    assert.deepEqual(told, []);
    return `${page.sent.length} requests without the node's address`;
  });

  await tally.tried('a token list is proposed without other chains, and no logo is fetched', async () => {
    await page.chooseFile('tokens.json', tokenList(listener.url));
    await page.dialog.getByText('2 entries left out').waitFor();
    await page.save(`Import ${LIST_TOKENS} entries`.replace(/\d{4,}/, count => Number(count).toLocaleString('en')));
    const { rows } = await run('tokens', { network });
    assert.equal(rows.length, LIST_TOKENS);
    return `${rows.length} tokens`;
  });

  const explained = async hash => {
    const { evidence: { id } } = await run('evidencePreview', { text: hash, network });
    const deadline = Date.now() + WITHIN_MS;
    for (;;) {
      const { evidence } = await run('evidenceGet', { id });
      if (evidence.explanation && !['queued', 'fetching'].includes(evidence.state)) return evidence.explanation;
      if (Date.now() > deadline) throw new Error(`it is still ${evidence.state}: ${evidence.reason}`);
      await pause(50);
    }
  };
  const failing = async (to, data) => {
    const hash = await chain.client.sendTransaction({ account: sender, to, data, gas: 300_000n });
    await chain.client.waitForTransactionReceipt({ hash });
    return explained(hash);
  };

  await tally.tried('a failure behind the proxy is read with the ABI of its implementation', async () => {
    const swap = project.artifact('SwapRouter').methodIdentifiers['swap(uint256)'];
    const { revert } = await failing(proxy.contractAddress, `0x${swap}${'5'.padStart(64, '0')}`);
    const [outer] = revert.frames;
    const inner = revert.frames.at(-1);
    assert.deepEqual([outer.label, outer.method, inner.name], ['SwapRouter proxy', 'swap', 'LessThanWanted']);
    assert.deepEqual(inner.args.map(({ value }) => value), ['5', '1']);
    return `${outer.label}.${outer.method} › ${inner.name}`;
  });

  const { bytecode, methodIdentifiers } = project.artifact('Stranger');
  const created = await chain.client.sendTransaction({ account: sender, data: bytecode.object, gas: 3_000_000n });
  const { contractAddress: stranger } = await chain.client.waitForTransactionReceipt({ hash: created });

  await tally.tried('an error of a bundled package has a name and no class', async () => {
    const { failureClass, verdict, revert } = await failing(stranger, `0x${methodIdentifiers['known()']}`);
    assert.deepEqual([failureClass, verdict, revert.frames.at(-1).name], ['unknown_revert', 'unknown', 'OwnableUnauthorizedAccount']);
    const { unknown } = await run('errorSignatures', {});
    const row = unknown.find(({ key }) => key === revert.frames.at(-1).selector);
    assert.equal(row.signature, 'OwnableUnauthorizedAccount(address)');
    return `${failureClass} named ${revert.frames.at(-1).name}`;
  });

  await tally.tried('none of the invented names of 0xa9059cbb appears', async () => {
    const explanation = await failing(stranger, `0x${methodIdentifiers['collides()']}`);
    assert.equal(explanation.revert.frames.at(-1).selector, '0xa9059cbb');
    assert.equal(explanation.revert.frames.at(-1).name, null);
    const text = JSON.stringify([explanation, await run('errorSignatures', {})]);
    assert.deepEqual(FAKES.filter(name => text.includes(name)), []);
    return 'no name';
  });

  await tally.tried('neither the server nor the page connects to another service', async () => {
    const origin = new URL(site.url).origin;
    const elsewhere = page.sent.filter(({ url }) => !url.startsWith(origin) && !url.startsWith('data:') && !url.startsWith('blob:'));
    assert.deepEqual(elsewhere, []);
    assert.equal(listener.connections, 0);
    return `${page.sent.length} requests of the page, all to the server; 0 connections to the host of the logos`;
  });

  site.look();
  process.exitCode = tally.close();
}

/** The page and the open list. */
async function takePictures(browser, site, project) {
  mkdirSync(options.pictures, { recursive: true });
  for (const width of [1440, 390]) {
    const page = await Page.open(browser, new URL(site.url).origin, { width });
    await page.page.screenshot({ path: join(options.pictures, `page-${width}.png`) });
    await page.chooseFolder(project.folder);
    await page.page.screenshot({ path: join(options.pictures, `list-${width}.png`) });
    await page.cancel();
    await page.chooseFile('package.json', { name: 'app' });
    await page.page.screenshot({ path: join(options.pictures, `nothing-${width}.png`) });
    await page.cancel();
    await page.chooseFile('tokens.json', tokenList('http://127.0.0.1:9'));
    await page.page.screenshot({ path: join(options.pictures, `tokens-${width}.png`) });
    await page.context.close();
  }
}

await withStops(stops, main).catch(error => {
  console.error(error);
  process.exitCode = 1;
});
