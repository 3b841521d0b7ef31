// The page built with the unmodified React layer, in a real browser, with wallets whose keys stay here.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { chromium } from 'playwright-core';
import { evmWallet, polkadotWallet, solanaWallet } from '../stage/keys.mjs';
import { BROWSER, PAGE, PICTURES } from '../stage/stage.mjs';

const ethereum = evmWallet();
const solana = solanaWallet();
const polkadot = await polkadotWallet();
let browser;
let page;

/** Puts the wallets into the page; only what they are asked and what they answer crosses over. */
async function injectWallets(target) {
  await target.exposeFunction('__evm', async asked =>
    ethereum.request(asked).then(result => ({ result }), ({ code, message }) => ({ error: { code, message } }))
  );
  await target.exposeFunction('__solana', async bytes => [...(await solana.signMessage(bytes)).signature]);
  const { signer } = await polkadot.injected['polkadot-js'].enable();
  await target.exposeFunction('__polkadot', signer.signRaw);
  await target.addInitScript(
    ({ sun, dot }) => {
      const listeners = {};
      window.ethereum = {
        isMetaMask: true,
        request: async asked => {
          const { result, error } = await window.__evm(asked);
          if (error) throw Object.assign(new Error(error.message), error);
          return result;
        },
        on: (event, listener) => (listeners[event] ??= []).push(listener),
        removeListener: () => {},
      };
      const publicKey = { toString: () => sun, toBase58: () => sun };
      window.solana = {
        isPhantom: true,
        publicKey,
        connect: async () => ({ publicKey }),
        signMessage: async bytes => ({ signature: Uint8Array.from(await window.__solana([...bytes])), publicKey }),
      };
      window.injectedWeb3 = {
        'polkadot-js': {
          enable: async () => ({
            accounts: { get: async () => [{ address: dot }] },
            signer: { signRaw: payload => window.__polkadot(payload) },
          }),
        },
      };
    },
    { sun: solana.address, dot: polkadot.address }
  );
}

before(async () => {
  mkdirSync(PICTURES, { recursive: true });
  browser = await chromium.connect(BROWSER);
  page = await browser.newPage();
  await injectWallets(page);
  await page.goto(PAGE);
});
after(() => browser?.close());

for (const [name, address] of [
  ['Ethereum', ethereum.address.toLowerCase()],
  ['Solana', solana.address],
  ['Polkadot', polkadot.address],
]) {
  test(`a ${name} wallet signs in to the old app and out of it`, async () => {
    await page.getByRole('button', { name }).click();
    await page.getByText(`Signed in as ${address}`).waitFor();
    await page.screenshot({ path: join(PICTURES, `${name}.png`) });
    await page.reload();
    await page.getByText(`Signed in as ${address}`).waitFor();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('button', { name }).waitFor();
    assert.equal(await page.getByRole('alert').count(), 0);
  });
}
