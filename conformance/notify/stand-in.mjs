// What stand-ins of HTTP services share: a server on a free port, a request that was read whole, faults that are asked for.
import { once } from 'node:events';
import { createServer } from 'node:http';

/**
 * Opens a server. `answer(request)` is given method, path, query, headers and body, and gives `{ status, headers, body }`;
 * where it is an object, `body` goes as JSON. A fault is for the next request that `takes` it: a number is a status,
 * `cut` takes the message and hangs up, `hang` takes it and says nothing.
 */
export async function openServer(answer) {
  const faults = [];
  const server = createServer(async (request, response) => {
    response.on('error', () => {});
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const url = new URL(request.url, 'http://stand.in');
    const heard = { method: request.method, path: url.pathname, query: url.searchParams, headers: request.headers, body: Buffer.concat(chunks).toString('utf8') };
    const { status = 200, headers = {}, body = {} } = await answer(heard, name => takeFault(faults, name));
    if (status === 'cut') return void request.socket.destroy();
    if (status === 'hang') return;
    const isText = typeof body === 'string';
    response.writeHead(status, { 'Content-Type': isText ? 'text/plain' : 'application/json', ...headers });
    response.end(isText ? body : JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${server.address().port}`;
  return {
    host,
    origin: `http://${host}`,
    /** Asks for a fault; the next request to which it applies is answered so. */
    fault: (...names) => faults.push(...names),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The next fault, if it is one of these names or any. */
function takeFault(faults, names) {
  if (faults.length === 0 || (names && !names.includes(faults[0]))) return undefined;
  return faults.shift();
}

/** The body of a request as JSON, or nothing. */
export function jsonOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
