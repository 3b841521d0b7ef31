// A server that ours may be made to call: keeps what it hears and answers as configured.
import { once } from 'node:events';
import { createServer } from 'node:http';

let host = 1;

/** Listens on a loopback address of its own, because a breaker counts by host. `answer` is a handler or a body. */
export async function listen(answer = { success: 'heard' }) {
  const heard = [];
  const state = { answer };
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    heard.push({ method: request.method, url: request.url, headers: request.headers, text });
    response.on('error', () => {});
    if (typeof state.answer === 'function') return state.answer(request, response, text);
    response.setHeader('Content-Type', 'application/json');
    response.end(typeof state.answer === 'string' ? state.answer : JSON.stringify(state.answer));
  });
  host += 1;
  server.listen(0, `127.0.0.${host}`);
  await once(server, 'listening');
  const { address, port } = server.address();
  return {
    url: `http://${address}:${port}/hook`,
    port,
    heard,
    say: next => (state.answer = next),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Counts connections to a port of this machine, by whichever of its addresses. */
export async function trap() {
  let knocks = 0;
  const server = createServer((_, response) => response.end('{"success":"the inside"}'));
  server.on('connection', () => (knocks += 1));
  server.listen(0, '::');
  await once(server, 'listening');
  return { port: server.address().port, knocks: () => knocks, stop: () => server.close() };
}
