// Fails the build when what a page needs before it can be used has grown too heavy. Sizes are JavaScript and CSS, gzip.
// The sign-in page is part of the entry.
import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

const DIST = new URL('../dist/', import.meta.url)
const SDK = 'src/backend/parse-client.ts'

interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
}

const manifest: Record<string, Chunk> = JSON.parse(readFileSync(new URL('.vite/manifest.json', DIST), 'utf8'))

/** All files that must be there before the chunks in `keys` run. */
function filesOf(keys: string[], files = new Set<string>()): Set<string> {
  for (const key of keys) {
    const chunk = manifest[key]
    if (!chunk)
      throw new Error(`The build has no ${key}; its names have changed and this script must follow.`)
    if (files.has(chunk.file)) continue
    files.add(chunk.file)
    for (const sheet of chunk.css ?? []) files.add(sheet)
    filesOf(chunk.imports ?? [], files)
  }
  return files
}

const weigh = (file: string) => gzipSync(readFileSync(new URL(file, DIST)), { level: 9 }).length
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`

const theme = readdirSync(new URL('assets/', DIST)).find(file => /^theme-[^.]+\.js$/.test(file))
if (!theme) throw new Error('The build has no script for the theme.')
const budgets = [
  { name: '/login', limit: 120_000, files: filesOf(['index.html']).add(`assets/${theme}`) },
  { name: '/login with the SDK', limit: 185_000, files: filesOf(['index.html', SDK]).add(`assets/${theme}`) },
]

for (const { name, limit, files } of budgets) {
  const parts = [...files]
    .map(file => ({ file, weight: weigh(file) }))
    .toSorted((a, b) => b.weight - a.weight)
  const total = parts.reduce((sum, { weight }) => sum + weight, 0)
  console.log(`${name}: ${kilobytes(total)} of ${kilobytes(limit)}`)
  for (const { file, weight } of parts.slice(0, 8)) console.log(`  ${kilobytes(weight).padStart(9)}  ${file}`)
  if (total > limit) process.exitCode = 1
}
