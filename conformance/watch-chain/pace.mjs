// How far behind a server is on a chain with four blocks a second, asked of a node that is 200 ms away, and what it asks.
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { startObserved } from './observed-node.mjs';
import { startServer } from './server.mjs';

const BLOCK_MS = 250;
const AWAY_MS = 200;
const MOST_BEHIND_SECONDS = 60;
/** More than blocks and receipts cost alone, at 20 units each; the number of the last block costs 10. */
const MOST_OVER = 1.05;

export async function keepPace(calls, seconds, stops) {
  const node = await startObserved(calls.url, AWAY_MS);
  stops.push(node.stop);
  const server = await startServer(node.url, BLOCK_MS);
  stops.push(() => server.stop());
  await server.count(true);
  while ((await server.position()).block === null) await pause(200);
  const { block: first } = await server.position();
  for (const name of Object.keys(node.asked)) node.asked[name] = 0;
  let state = 11;
  const random = most => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
  let most = 0;
  let sent = 0;
  const began = performance.now();
  for (let mined = 1; performance.now() - began < seconds * 1000; mined++) {
    if (random(2)) sent += Boolean(await calls.direct(calls.stranger(random), random(2), random(3), random(5) === 0));
    await calls.mine(1);
    if (mined % 4 === 0) {
      const { block } = await server.position();
      most = Math.max(most, ((await calls.head()) - block) * (BLOCK_MS / 1000));
    }
    await pause(Math.max(0, began + mined * BLOCK_MS - performance.now()));
  }
  const { block } = await server.position();
  // A look-up of a failure also asks for the transaction; what look-ups cost is bounded elsewhere.
  const receipts = (node.asked.eth_getTransactionReceipt ?? 0) - (node.asked.eth_getTransactionByHash ?? 0);
  const units = 20 * (node.asked.eth_getBlockByNumber + receipts) + 10 * node.asked.eth_blockNumber;
  const counted = block - first;
  const table = 20 * (counted + receipts);
  const told = `${counted} blocks and ${sent} calls in ${seconds} s; at most ${most.toFixed(1)} s behind; ${units} units, ${((units / table - 1) * 100).toFixed(1)} % over blocks and receipts alone; asked ${JSON.stringify(node.asked)}`;
  assert.ok(most <= MOST_BEHIND_SECONDS, told);
  assert.ok(units <= table * MOST_OVER, told);
  return told;
}
