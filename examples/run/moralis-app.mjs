// The page in a real browser, with a wallet whose key is here: it signs in, bids, and is still signed in after a reload.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { startChromium } from '../../conformance/moralis/stage/chromium.mjs';
import { evmWallet } from '../../conformance/moralis/stage/keys.mjs';
import { APPLICATION_ID, withServer } from './server.mjs';

const SUITE = join(import.meta.dirname, '../../conformance/moralis');
const { chromium } = createRequire(join(SUITE, 'main.mjs'))('playwright-core');
const APP = join(import.meta.dirname, '../moralis-app');
const TYPES = { html: 'text/html; charset=utf-8', js: 'text/javascript' };

/** Serves the app, with the unmodified package beside it and the address of the server in its one line of settings. */
async function serveApp() {
  let serverUrl = '';
  const files = {
    'moralis.js': () => readFileSync(join(SUITE, 'node_modules/moralis-v1/dist/moralis.js')),
    'config.js': () => `window.APP = ${JSON.stringify({ serverUrl, appId: APPLICATION_ID })};`,
  };
  const server = createServer((request, response) => {
    const name = request.url.slice(1) || 'index.html';
    if (!/^[\w.]+$/.test(name) || name === 'favicon.ico') return response.writeHead(404).end();
    response.setHeader('Content-Type', TYPES[name.split('.').pop()]);
    // The package tells its maker of every start unless the page keeps it from that.
    response.setHeader('Content-Security-Policy', `connect-src ${new URL(serverUrl).origin}`);
    response.end(files[name]?.() ?? readFileSync(join(APP, name)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { address: `http://127.0.0.1:${server.address().port}`, connect: url => (serverUrl = url), stop: () => server.close() };
}

async function bid(page, app, wallet) {
  await page.exposeFunction('__wallet', asked => wallet.request(asked));
  await page.addInitScript(() => {
    window.ethereum = { isMetaMask: true, request: window.__wallet, on() {}, removeListener() {} };
  });
  await page.goto(app.address);
  await page.getByRole('button', { name: 'Connect wallet' }).click();
  const signedIn = page.getByText(`Signed in as ${wallet.address.toLowerCase()}`);
  await signedIn.waitFor();
  await page.getByRole('button', { name: 'Bid' }).click();
  await page.getByText(`5 by ${wallet.address.toLowerCase()}`).waitFor();
  await page.reload();
  await signedIn.waitFor();
  assert.equal(await page.getByRole('alert').textContent(), '');
}

export async function run() {
  const app = await serveApp();
  const settings = { TOUCHSTONE_WALLET_ORIGINS: app.address, TOUCHSTONE_LEGACY_WALLET_TEXTS: 'true' };
  let host;
  try {
    await withServer({ name: 'moralis-app', settings }, async ({ url }) => {
      app.connect(url);
      host = await startChromium();
      const browser = await chromium.connect(host.wsEndpoint());
      const page = await browser.newPage();
      page.setDefaultTimeout(20_000);
      await bid(page, app, evmWallet());
    });
  } finally {
    await host?.close();
    app.stop();
  }
}
