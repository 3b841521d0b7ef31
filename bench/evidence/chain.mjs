// A chain to look up transactions on: anvil with many failed ones, a proxy that answers as late as a node far away,
// and a node that is dead.
import { once } from 'node:events';
import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { clientOf, startNode } from '../../conformance/moralis/stage/chain.mjs';

const REASON = 'Too little received';
const A_BLOCK = 200;

const word = (number, length = 32) => number.toString(16).padStart(length * 2, '0');

/** A contract that undoes every call with this text, as a router does. */
function refusing(text) {
  const padded = Buffer.from(text).toString('hex').padEnd(64, '0');
  const data = `08c379a0${word(32)}${word(text.length)}${padded}`;
  // Copies what stands behind it, and returns it or reverts with it.
  const copying = (length, end) => `60${word(length, 1)}80600b6000396000${end}`;
  const runtime = `${copying(data.length / 2, 'fd')}${data}`;
  return `0x${copying(runtime.length / 2, 'f3')}${runtime}`;
}

/** Starts anvil and sends so many transactions to it that fail; gives its address and their hashes. */
export async function failures(count) {
  const chain = await startNode();
  const client = clientOf(chain.url);
  const [account] = await client.getAddresses();
  const made = await client.sendTransaction({ account, data: refusing(REASON), gas: 500_000n });
  const { contractAddress: to } = await client.waitForTransactionReceipt({ hash: made });
  const hashes = [];
  // Many in a block: anvil's clock runs a second ahead for every block.
  await client.setAutomine(false);
  for (let number = 0; number < count; number += 1) {
    hashes.push(await client.sendTransaction({ account, to, gas: 100_000n, nonce: number + 1, data: `0x414bf389${word(number)}` }));
    if (number % A_BLOCK === A_BLOCK - 1 || number === count - 1) await client.mine({ blocks: 1 });
  }
  await client.waitForTransactionReceipt({ hash: hashes.at(-1) });
  return { ...chain, hashes };
}

/** Passes everything on to a node and answers so many milliseconds later. */
export async function far(url, delayMs) {
  const agent = new http.Agent({ keepAlive: true });
  const proxy = http.createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    await pause(delayMs);
    const passed = http.request(url, { method: 'POST', agent, headers: { 'Content-Type': 'application/json' } }, answer => {
      response.writeHead(answer.statusCode, { 'Content-Type': 'application/json' });
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    passed.end(Buffer.concat(chunks));
  });
  return listening(proxy, () => agent.destroy());
}

/** Takes connections and says nothing. */
export function dead() {
  return listening(http.createServer(() => undefined));
}

async function listening(server, also = () => undefined) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = () => {
    server.closeAllConnections();
    server.close();
    also();
  };
  return { url: `http://127.0.0.1:${server.address().port}`, stop };
}
