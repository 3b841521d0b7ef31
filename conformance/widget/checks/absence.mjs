// A server that refuses the page, hangs, or ends the sign-in: the dapp works all the same.
import assert from 'node:assert/strict';
import { Tester } from '../tester.mjs';
import { Wallet } from '../wallet.mjs';

/** The design's limit for a page whose server hangs, compared with a page without the widget. */
const SLOWER_MS = 50;
const RUNS = 4;
/** Longer than the widget waits for an answer. */
const GIVEN_UP_MS = 30_000;

/** From an origin that the key does not list, no report leaves. The dapp works. */
export async function unlisted({ browser, stage, files }) {
  const wallet = await Wallet.open(stage.world);
  const tester = await Tester.open(browser, stage, wallet, { files });
  try {
    await tester.visitWithWidget(stage.unlisted);
    await wallet.approve(0n);
    await tester.failedSwap();
    await tester.offer.getByRole('button', { name: 'Report it' }).click();
    await tester.button(/^Sign with 0x/).click();
    await tester.panel.getByRole('alert').filter({ hasText: /./ }).waitFor();
    assert.deepEqual([...new Set(tester.asked.map(({ operation }) => operation))].toSorted(), ['challenge', 'config']);
    await tester.button('Close').click();
    await wallet.approve(2n ** 255n);
    await tester.swap();
    const refused = await stage.post('challenge', { address: wallet.address }, stage.unlisted);
    assert.deepEqual([refused.status, JSON.parse(refused.text).code], [403, 'WIDGET_ORIGIN']);
    assert.deepEqual(tester.complaints, []);
    return 'refused, and the swap worked';
  } finally {
    await tester.close();
  }
}

/** How long a page takes until its button answers, in milliseconds. */
async function timeOf(tester, address) {
  await tester.page.goto(address, { waitUntil: 'commit' });
  return tester.page.evaluate(
    () =>
      new Promise(resolve => {
        const look = () => {
          if (document.getElementById('network')?.textContent) resolve(performance.now());
          else requestAnimationFrame(look);
        };
        look();
      })
  );
}

/** While the server takes requests and answers none, the dapp is as fast as without the widget. */
export async function hanging({ browser, stage, files }) {
  const wallet = await Wallet.open(stage.world);
  const tester = await Tester.open(browser, stage, wallet);
  try {
    stage.gate.isShut = true;
    const address = `${stage.dapp}/?server=${stage.gate.url}`;
    const times = { bare: [], hanging: [] };
    for (let n = 0; n < RUNS; n += 1) {
      times.bare.push(await timeOf(tester, `${stage.dapp}/?bare`));
      times.hanging.push(await timeOf(tester, address));
    }
    const [bare, slow] = [times.bare, times.hanging].map(all => Math.min(...all));
    assert.ok(slow - bare < SLOWER_MS, JSON.stringify(times));
    await tester.visit(address);
    await tester.swap();
    assert.deepEqual(tester.complaints, []);
    return `${Math.round(bare)} ms without the widget, ${Math.round(slow)} ms with it`;
  } finally {
    stage.gate.isShut = false;
    await tester.close();
  }
}

/** The sign-in is ended in the profile: the next press asks for a signature, and the report is kept. */
export async function ended({ tester, stage, wallet }) {
  const app = await stage.signIn(wallet);
  const { rows } = await app('widgetDevices');
  assert.deepEqual(rows.map(({ origin }) => origin), [stage.dapp]);
  await app('widgetDeviceEnd', { id: rows[0].id });
  await wallet.approve(0n);
  await tester.visitWithWidget();
  await tester.failedSwap();
  await tester.offer.getByRole('button', { name: 'Send now' }).click();
  await tester.panel.getByText('Your sign-in has ended.', { exact: false }).waitFor();
  await tester.signIn();
  const { number } = await tester.send();
  await wallet.approve(2n ** 255n);
  await tester.button('Close').last().click();
  return `signed again, and sent #${number}`;
}

/** A report that the server does not answer waits in the browser, and is sent when the page is opened again. */
export async function waiting({ browser, stage, wallet, files }) {
  const tester = await Tester.open(browser, stage, wallet, { files });
  const address = `${stage.dapp}/?server=${stage.gate.url}`;
  try {
    await wallet.approve(0n);
    await tester.visitWithWidget(address);
    await tester.failedSwap();
    await tester.offer.getByRole('button', { name: 'Report it' }).click();
    await tester.signIn();
    stage.gate.isShut = true;
    await tester.button('Send').click();
    await tester.panel.getByText('Reports that wait in this browser: 1 of 5').waitFor({ timeout: GIVEN_UP_MS });
    await wallet.approve(2n ** 255n);
    await tester.button('Close').last().click();
    await tester.swap();
    stage.gate.isShut = false;
    await tester.visitWithWidget(address);
    const said = tester.offer.getByText(/^Sent as #\d+$/);
    await said.waitFor();
    return `${await said.textContent()} after the page was opened again`;
  } finally {
    stage.gate.isShut = false;
    await tester.close();
  }
}

/** The collector of violations collects them. */
export async function noViolations({ tester }) {
  assert.deepEqual(tester.complaints, []);
  await tester.page.evaluate(() => {
    try {
      document.body.insertAdjacentHTML('beforeend', '<b>planted</b>');
    } catch {
      // Trusted Types refuse it.
    }
  });
  for (let n = 0; n < 50 && tester.complaints.length === 0; n += 1) await tester.page.evaluate(() => new Promise(requestAnimationFrame));
  assert.match(tester.complaints.join(), /require-trusted-types-for/);
  return '0, and a planted one is seen';
}
