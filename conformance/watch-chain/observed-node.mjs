// A node in front of another one that answers later, and counts what it is asked.
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { listen } from '../harness/listen.mjs';

export async function startObserved(url, awayMs = 0) {
  const asked = {};
  const blocks = new Map();
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    for (const { method, params } of [JSON.parse(body.toString())].flat()) {
      const isHeader = method === 'eth_getBlockByNumber' && params[1] === false;
      const name = isHeader ? 'headers' : method;
      asked[name] = (asked[name] ?? 0) + 1;
      if (name === 'eth_getBlockByNumber') blocks.set(Number(params[0]), (blocks.get(Number(params[0])) ?? 0) + 1);
    }
    if (awayMs) await pause(awayMs);
    const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body }).then(told => told.text(), () => null);
    // The chain has ended before its node.
    if (answer === null) response.destroy();
    else response.setHeader('content-type', 'application/json').end(answer);
  });
  return { ...(await listen(server)), asked, blocks };
}
