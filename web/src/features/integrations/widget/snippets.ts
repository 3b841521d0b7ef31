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

const tagOf = (
  key: string,
  source: string,
) => `<script>window.touchstone=window.touchstone||function(){(touchstone.q=touchstone.q||[]).push(arguments)};touchstone('init',{key:'${key}'})</script>
<script async crossorigin src="${source}"></script>`

const tag = (server: string, key: string) => tagOf(key, `${server}/sdk/v1.js`)

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

const withoutSlash = (server: string) => server.replace(/\/+$/, '')

/** What a page needs for the widget of a key. */
export const codeFor = (way: Way, server: string, key: string): string => CODE[way](withoutSlash(server), key)

/** A version of the script, and the hash of its content. */
export interface Release {
  version: string
  /** The address of the script, relative to the folder of the scripts. */
  start: string
  integrity: string
}

/** The script tag for one version, which never changes. */
export const pinnedTag = (server: string, key: string, { start, integrity }: Release): string =>
  tagOf(key, `${withoutSlash(server)}/sdk/${start}" integrity="${integrity}`)

/** What a content policy must allow, directive by directive. */
export function policyFor(way: Way, server: string): string {
  const { origin } = new URL(server)
  const own = `connect-src ${origin}\nimg-src data:`
  return way === 'tag' ? `script-src ${origin}\n${own}` : own
}
