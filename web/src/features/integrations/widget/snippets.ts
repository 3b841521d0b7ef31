// The code that starts the widget, ready to copy.

// The widget starts in a file of its own: a module runs after all that it imports.
const FILE = './touchstone'

export const WAYS = ['npm', 'tag', 'react'] as const
export type Way = (typeof WAYS)[number]

const npm = (server: string, key: string) => `// touchstone.ts, the first import of the entry
import { createWidget } from '@touchstone/widget'

export const touchstone = createWidget({
  server: '${server}',
  key: '${key}',
})`

const tag = (
  server: string,
  key: string,
) => `<script>window.touchstone=window.touchstone||function(){(touchstone.q=touchstone.q||[]).push(arguments)};touchstone('init',{key:'${key}'})</script>
<script async crossorigin src="${server}/sdk/v1.js"></script>`

const react = (server: string, key: string) => `${npm(server, key)}

// main.tsx
import { touchstone } from '${FILE}'
import { TouchstoneProvider } from '@touchstone/widget/react'

createRoot(document.getElementById('root')).render(
  <TouchstoneProvider widget={touchstone} wagmi={config}>
    <App />
  </TouchstoneProvider>,
)`

const CODE: Record<Way, (server: string, key: string) => string> = { npm, tag, react }

/** What a page needs for the widget of a key. */
export const codeFor = (way: Way, server: string, key: string): string =>
  CODE[way](server.replace(/\/+$/, ''), key)

/** What a content policy must allow, directive by directive. */
export function policyFor(way: Way, server: string): string {
  const { origin } = new URL(server)
  const own = `connect-src ${origin}\nimg-src data:`
  return way === 'tag' ? `script-src ${origin}\n${own}` : own
}
