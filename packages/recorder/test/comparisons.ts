// All comparisons in a browser: each library, each kind of wallet, and the recorder before the dapp, after it and twice.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { rolldown } from 'rolldown'
import { DAPPS, ORDERS } from './dapps.ts'
import { KINDS } from './wallets.ts'

/** Opens an address and returns what `window.outcome` resolves to. */
export type Visit = (address: string) => Promise<string>

export interface Comparison {
  name: string
  without: string
  within: string
}

interface Outcome {
  ends?: object
  failed?: string
}

export async function compare(visit: Visit): Promise<Comparison[]> {
  const bundler = await rolldown({
    cwd: new URL('..', import.meta.url).pathname,
    input: new URL('in-page.ts', import.meta.url).pathname,
    platform: 'browser',
    logLevel: 'silent',
  })
  const { output } = await bundler.generate({ format: 'esm', codeSplitting: false })
  await bundler.close()
  const host = createServer(({ url }, response) => {
    const isScript = url === '/script.js'
    response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html')
    response.end(
      isScript ? output[0].code : '<!doctype html><script type="module" src="/script.js"></script>',
    )
  })
  await new Promise<void>(resolve => void host.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
  const endsOf = async (query: Record<string, string>): Promise<string> => {
    const { ends, failed } = JSON.parse(await visit(`${origin}/?${new URLSearchParams(query)}`)) as Outcome
    return failed ?? JSON.stringify(ends)
  }
  const all: Comparison[] = []
  try {
    for (const library of Object.keys(DAPPS))
      for (const kind of Object.keys(KINDS)) {
        const without = await endsOf({ library, kind })
        for (const order of Object.keys(ORDERS)) {
          const within = await endsOf({ library, kind, order })
          all.push({ name: `${library}, ${kind}, the recorder ${order}`, without, within })
        }
      }
  } finally {
    host.closeAllConnections()
    host.close()
  }
  return all
}
