// A small HTTP server of a suite.
import { once } from 'node:events';

/** Starts a server on a free port; `stop` also ends the connections that clients keep. */
export async function listen(server) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${server.address().port}`, stop };
}
