// Serves the built app as the binary will: compressed, hashed files for ever, the page never, under the strict content
// policy. Passes /parse on to the server, and can pretend that the server is gone.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { gzipSync } from 'node:zlib'

const ROOT = join(import.meta.dirname, '../..')

export const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

const TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.woff2': 'font/woff2',
}

interface Front {
  /** The folder of the build. */
  build: string
  port: number
  server: URL
  settings: object
}

/** Starts the front. `POST /_stage/down` and `/_stage/up` take the server away and bring it back. */
export function startFront({ build, port, server, settings }: Front) {
  const folder = join(ROOT, build)
  let down = false
  const page = readFileSync(join(folder, 'index.html'), 'utf8').replace(
    /(<script id="settings"[^>]*>).*?(<\/script>)/s,
    (_, open, close) => open + JSON.stringify(settings).replaceAll('<', '\\u003c') + close,
  )

  const front = createServer((incoming, answer) => {
    const { pathname } = new URL(incoming.url ?? '/', 'http://front')
    if (pathname.startsWith('/_stage/')) {
      down = pathname === '/_stage/down'
      answer.end()
    } else if (pathname.startsWith('/parse')) {
      if (down) incoming.socket.destroy()
      else passOn(incoming, answer, server)
    } else {
      serveFile(folder, pathname, page, answer)
    }
  })
  return new Promise<() => Promise<void>>(resolve =>
    front.listen(port, '127.0.0.1', () =>
      resolve(async () => {
        front.closeAllConnections()
        front.close()
      }),
    ),
  )
}

function passOn(incoming: IncomingMessage, answer: ServerResponse, server: URL) {
  const onward = request(
    {
      host: server.hostname,
      port: server.port,
      path: incoming.url,
      method: incoming.method,
      headers: incoming.headers,
    },
    reply => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(answer)
    },
  )
  onward.on('error', () => answer.destroy())
  incoming.pipe(onward)
}

function serveFile(folder: string, pathname: string, page: string, answer: ServerResponse) {
  const file = join(folder, normalize(pathname))
  const found = file.startsWith(folder) && pathname !== '/' && existsSync(file) && statSync(file).isFile()
  const type = found ? (TYPES[extname(file)] ?? 'application/octet-stream') : 'text/html; charset=utf-8'
  const body = found ? readFileSync(file) : Buffer.from(page)
  const packed = /woff2/.test(type) ? body : gzipSync(body)
  answer.writeHead(200, {
    'Content-Type': type,
    'Cache-Control': pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    'Content-Security-Policy': POLICY,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    ...(packed === body ? {} : { 'Content-Encoding': 'gzip' }),
  })
  answer.end(packed)
}
