// The page in a real browser, with a wallet that rejects, and one whose transaction is undone: each failure arrives in
// the report form of a tester who signs in on the way.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ADMINISTRATOR, openProgramme, signedIn } from '../../conformance/harness/programme.mjs';
import { startChromium } from '../../conformance/moralis/stage/chromium.mjs';
import { send, withServer } from './server.mjs';

const { chromium } = createRequire(join(import.meta.dirname, '../../conformance/moralis/main.mjs'))('playwright-core');
const PAGE = join(import.meta.dirname, '../report-link');
const TYPES = { html: 'text/html; charset=utf-8', js: 'text/javascript' };
const HASH = `0x${'5e91'.repeat(16)}`;

/** Serves the page, with the address of the server in its one line of settings. */
async function servePage(app) {
  const server = createServer((request, response) => {
    const name = request.url.slice(1) || 'index.html';
    if (!/^[\w.-]+$/.test(name) || name === 'favicon.ico') return response.writeHead(404).end();
    response.setHeader('Content-Type', TYPES[name.split('.').pop()]);
    response.end(name === 'config.js' ? `window.TOUCHSTONE = ${JSON.stringify(app)};` : readFileSync(join(PAGE, name)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { address: `http://127.0.0.1:${server.address().port}`, stop: () => server.close() };
}

/** Presses Swap and follows the link; the page that it opens. */
async function fail(context, address, isRejected) {
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await page.addInitScript(
    ({ isRejected, hash }) => {
      const answers = {
        eth_requestAccounts: ['0x1be31a94361a391bbafb2a4ccd704f57dc04d4bb'],
        eth_chainId: '0x2105',
        eth_sendTransaction: hash,
        eth_getTransactionReceipt: { status: '0x0' },
      };
      window.ethereum = {
        request: async ({ method }) => {
          if (isRejected && method === 'eth_sendTransaction')
            throw Object.assign(new Error('MetaMask Tx Signature: User denied transaction signature.'), { code: 4001 });
          return answers[method];
        },
      };
    },
    { isRejected, hash: HASH },
  );
  await page.goto(address);
  await page.getByRole('button', { name: 'Swap' }).click();
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Report this problem' }).click();
  const report = await opened;
  report.setDefaultTimeout(20_000);
  return report;
}

const wire = url => async (method, path, { token, body }) => {
  const answer = await send(url, method, path, body, token ? { 'X-Parse-Session-Token': token } : {});
  return { ...answer, text: JSON.stringify(answer.body) };
};

async function reportTwice(context, address) {
  const rejected = await fail(context, address, true);
  await rejected.getByLabel('Username').fill(ADMINISTRATOR.username);
  await rejected.getByRole('textbox', { name: 'Password', exact: true }).fill(ADMINISTRATOR.password);
  await rejected.getByRole('button', { name: 'Sign in', exact: true }).click();
  const happened = rejected.getByRole('region', { name: 'What happened' });
  await happened.getByText('user_rejected').waitFor();
  assert.equal(await rejected.getByLabel('Build').locator('option:checked').textContent(), 'web 0.4.1');
  assert.notEqual(await rejected.getByLabel('Title').inputValue(), '');
  await rejected.close();

  const undone = await fail(context, address, false);
  await undone.getByRole('heading', { name: 'Not found on any network.' }).waitFor();
  assert.match(await undone.getByLabel('Error message, hash or link').inputValue(), /transaction reverted/);
}

export const run = () =>
  withServer({ name: 'report-link', settings: { TOUCHSTONE_PROFILE: 'product' }, administrator: true }, async ({ url, app }) => {
    await openProgramme(await signedIn(wire(url), ADMINISTRATOR));
    const page = await servePage(app);
    const host = await startChromium();
    try {
      const browser = await chromium.connect(host.wsEndpoint());
      await reportTwice(await browser.newContext(), page.address);
    } finally {
      await host.close();
      page.stop();
    }
  });
