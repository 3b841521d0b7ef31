// Who paid the first gas of testers' wallets, found on a chain of our own by the server itself.
//
//   funders.mjs        exits with 1 if anything is otherwise than designed
//     --short          one round of look-ups: without the payer of the payer
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { mnemonicToAccount } from 'viem/accounts';
import { dropAbandonedDatabases } from '../harness/database.mjs';
import { withStops } from '../harness/flows.mjs';
import { launch, stopAll } from '../harness/launch.mjs';
import { signedIn } from '../harness/programme.mjs';
import { wire } from '../harness/wire.mjs';
import { CONFIGURATION, link, query, saveNetwork } from './registry.mjs';
import { startChain } from './stage/chain.mjs';
import { PHRASE, unit } from './stage/world.mjs';

// The payer of several wallets is looked up in the round after they were.
const FOUND_WITHIN_MS = 200_000;
const SPARE = 100;
const isShort = process.argv.includes('--short');

const stops = [stopAll];

const wallet = place => mnemonicToAccount(PHRASE, { addressIndex: place }).address.toLowerCase();

/** Sends coins from an address, given its key. */
async function pay(client, from, to, value) {
  await client.impersonateAccount({ address: from });
  await client.waitForTransactionReceipt({ hash: await client.sendTransaction({ account: from, to, value }) });
}

/** What is known of wallets, by address, once all of these are. */
async function known(addresses) {
  const deadline = Date.now() + FOUND_WITHIN_MS;
  for (;;) {
    const rows = await query('select address, kind, funder, value from _touchstone.wallet_funding');
    const found = Object.fromEntries(rows.map(({ address, ...funding }) => [address, funding]));
    if (addresses.every(address => address in found)) return found;
    if (Date.now() > deadline) throw new Error(`only these are known: ${JSON.stringify(rows)}`);
    await pause(500);
  }
}

async function main() {
  await dropAbandonedDatabases();
  const chain = await startChain();
  stops.push(chain.stop);
  const exchange = wallet(0);
  const [ringleader, ada, bob, cyd, dry] = [0, 1, 2, 3, 4].map(place => wallet(SPARE + place));
  await pay(chain.client, exchange, ringleader, 10n * unit);
  await pay(chain.client, ringleader, ada, unit);
  await pay(chain.client, exchange, cyd, unit);
  await pay(chain.client, ringleader, bob, unit);

  const send = wire(await launch('touchstone', CONFIGURATION));
  await saveNetwork(await signedIn(send), chain.url);
  for (const [name, address] of Object.entries({ ada, bob, cyd, dry })) {
    const made = await send('POST', '/users', { body: { username: `funded-${name}`, password: 'a long phrase to be paid with' } });
    assert.equal(made.status, 201, made.text);
    await link(made.body.objectId, address);
  }
  const began = Date.now();
  const found = await known(isShort ? [ada, bob, cyd, dry] : [ada, bob, cyd, dry, ringleader]);
  const paidBy = funder => ({ kind: 'direct', funder, value: `${unit}` });
  assert.deepEqual(found, {
    [ada]: paidBy(ringleader),
    [bob]: paidBy(ringleader),
    [cyd]: paidBy(exchange),
    ...(ringleader in found && { [ringleader]: { ...paidBy(exchange), value: `${10n * unit}` } }),
    [dry]: { kind: 'never', funder: null, value: null },
  });
  console.log(`as designed  the payers of three wallets${isShort ? '' : ' and of their payer'} are known after ${Math.round((Date.now() - began) / 1000)} s`);
  console.log('as designed  a wallet that was never paid is known as that');
}

await withStops(stops, main).catch(error => {
  console.error(error);
  process.exitCode = 1;
});
