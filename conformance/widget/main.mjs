// The sample dapp with the widget, in a browser, on a chain with Uniswap: each failure is reported to a running server.
//
//   main.mjs             all checks
//     --short            without Firefox, and without the check that waits until a request is given up
//     --built            the widget of this tree in place of the one in the binary
//     --pictures folder  also pictures of the offer and the panel
import { parseArgs } from 'node:util';
import { dropAbandonedDatabases } from '../harness/database.mjs';
import { withStops } from '../harness/flows.mjs';
import { stopAll } from '../harness/launch.mjs';
import { Tally } from '../harness/tally.mjs';
import program from '../harness/chromium.json' with { type: 'json' };
import * as absence from './checks/absence.mjs';
import * as failures from './checks/failures.mjs';
import * as secrets from './checks/secrets.mjs';
import { buildWidget, chromium } from './packages.mjs';
import { takePictures } from './pictures.mjs';
import { openStage } from './stage.mjs';
import { Tester } from './tester.mjs';
import { Wallet } from './wallet.mjs';

const { values: options } = parseArgs({
  options: { short: { type: 'boolean' }, built: { type: 'boolean' }, pictures: { type: 'string' } },
});
const tally = new Tally();
const stops = [stopAll];

const check = (name, work) =>
  tally.tried(name, async () => {
    const began = performance.now();
    const said = await work();
    return `${said} (${((performance.now() - began) / 1000).toFixed(1)} s)`;
  });

async function main() {
  await dropAbandonedDatabases();
  const [stage, browser, files] = await Promise.all([
    openStage(stops),
    chromium.launch({ executablePath: process.env.CHROMIUM ?? program.program, args: program.flags }),
    options.built ? buildWidget() : undefined,
  ]);
  stops.push(() => browser.close());
  const wallet = await Wallet.open(stage.world);
  const tester = await Tester.open(browser, stage, wallet, { files });
  const state = { browser, stage, wallet, tester, files };
  console.log(`ready after ${(performance.now() / 1000).toFixed(1)} s`);

  let first;
  await check('a mined and reverted swap, reported from the panel', async () => {
    first = await failures.reverted(state);
    return first.said;
  });
  if (!first) throw new Error('without a tester who is signed in, nothing else can be checked');
  await check('the context of the issue is what the panel listed', () => failures.sameContext(state, first));
  await check('the limit of a newcomer, in the words of the server', () => failures.limited(state, first));
  for (const [name, work] of failures.onePress) await check(`${name}, reported with one press`, () => work(state));
  await check('a declined request, reported with two presses', () => failures.declined(state));
  await check('switches that are off remove their parts', () => failures.switches(state));
  await check('twenty planted secrets neither leave the page nor are stored', () => secrets.planted(state));
  await check('secrets of a changed client are not stored', () => secrets.changedClient(state));
  await check('a sign-in that was ended in the profile is asked for again', () => absence.ended(state));
  await check('the tab is beside the main button', () => failures.tabIsBeside(state));
  await check('an origin that is not listed sends nothing', () => absence.unlisted(state));
  await check('a server that hangs does not slow the dapp', () => absence.hanging(state));
  if (!options.short) {
    const firefox = await import('./checks/firefox.mjs');
    await check('a dapp in Firefox sees the same with the recorder', () => firefox.comparisons());
    await check('the panel and a picture in Firefox', () => firefox.panel(state));
  }
  if (!options.short) await check('a report that is not answered waits and is sent later', () => absence.waiting(state));
  if (options.pictures) await check('pictures', () => takePictures(state, options.pictures));
  await check('violations of the content policy', () => absence.noViolations(state));
  process.exitCode = tally.close();
}

await withStops(stops, main).catch(error => {
  console.error(error);
  process.exitCode = 1;
});
