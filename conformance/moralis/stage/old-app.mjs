// The page of an old app, bundled as its makers would, and served under its own origin.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { build } from 'esbuild';
import { KEYS } from '../../harness/configurations.mjs';

const PAGE = join(import.meta.dirname, '../page/main.jsx');

async function bundled() {
  const { outputFiles } = await build({
    entryPoints: [PAGE],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    logLevel: 'error',
  });
  return outputFiles[0].text;
}

/** Starts serving; `connect` says later which server the page talks to. */
export async function startOldApp() {
  const script = await bundled();
  let serverUrl = '';
  const html = () =>
    `<!doctype html><html lang="en"><title>An old app</title><div id="root"></div>
<script>window.APP = ${JSON.stringify({ appId: KEYS.appId, serverUrl })}</script><script src="/main.js"></script></html>`;
  const server = createServer((request, response) => {
    const isScript = request.url === '/main.js';
    response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html; charset=utf-8');
    // The page may talk to its server, and not to those of the package's maker.
    if (!isScript && serverUrl) response.setHeader('Content-Security-Policy', `connect-src ${new URL(serverUrl).origin}`);
    response.end(isScript ? script : html());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${server.address().port}`;
  return { address, connect: url => (serverUrl = url), stop: () => server.close() };
}
