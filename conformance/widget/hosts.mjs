// The sample dapp on an origin of its own under a strict content policy, and a gate in front of the server.
import { readFileSync } from 'node:fs';
import { createServer, request as ask } from 'node:http';
import { join } from 'node:path';
import { listen } from '../harness/listen.mjs';
import { codeFor } from '../../web/src/features/integrations/widget/snippets.ts';

const DAPP = join(import.meta.dirname, '../../examples/dapp');
const NONCE = 'a-nonce-of-the-suite';
const TAG = /<script>window\.touchstone=.*<\/script>\s*<script async crossorigin src=".*"><\/script>/;
const PAIR = /(<script id="pair" type="application\/json">)[^<]*/;

function replaced(html, pattern, text) {
  if (!pattern.test(html)) throw new Error(`examples/dapp/index.html has no ${pattern}`);
  return html.replace(pattern, text);
}

/**
 * Serves `examples/dapp` with the pair filled in, and the code that the settings show for the key, as its README says. Its
 * queries: `server` is another server, `bare` leaves the widget out.
 */
export function serveDapp({ server, pair, key }) {
  const source = readFileSync(join(DAPP, 'index.html'), 'utf8');
  const script = readFileSync(join(DAPP, 'app.js'), 'utf8');
  const pageFor = query => {
    const tag = query.has('bare') ? '<script>window.touchstone=()=>{}</script>' : codeFor('tag', query.get('server') ?? server, key());
    const html = replaced(replaced(source, TAG, () => tag), PAIR, (_, open) => open + JSON.stringify(pair));
    return html.replaceAll(/<(script|style)\b/g, `<$1 nonce="${NONCE}"`);
  };
  const policyFor = query =>
    [
      "default-src 'none'",
      `script-src 'nonce-${NONCE}' 'strict-dynamic'`,
      `style-src 'nonce-${NONCE}'`,
      'img-src data:',
      `connect-src ${query.get('server') ?? server}`,
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ].join('; ');
  return listen(
    createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url, 'http://dapp');
      if (pathname === '/app.js') return response.setHeader('Content-Type', 'text/javascript').end(script);
      if (pathname !== '/') return response.writeHead(404).end();
      response.writeHead(200, {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': policyFor(searchParams),
        'Cross-Origin-Opener-Policy': 'same-origin',
        'Cross-Origin-Embedder-Policy': 'require-corp',
      });
      response.end(pageFor(searchParams));
    })
  );
}

/** A way to the server that can be shut: requests are taken, and never answered while it is. */
export async function startGate(server) {
  const gate = { isShut: false };
  const host = await listen(
    createServer((request, response) => {
      if (gate.isShut) return request.resume();
      const { method, headers } = request;
      const asked = ask(`${server}${request.url}`, { method, headers: { ...headers, host: new URL(server).host } }, answer => {
        response.writeHead(answer.statusCode, answer.headers);
        answer.pipe(response);
      });
      asked.on('error', () => response.destroy());
      request.pipe(asked);
    })
  );
  return Object.assign(gate, host);
}
