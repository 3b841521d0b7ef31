// Fails the build when what a page needs before it can be used has grown too heavy. Sizes are JavaScript and CSS, gzip.
// The sign-in page is part of the entry.
import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { DIST, ENTRY, filesOf, page, PAGE_QUERIES, SDK } from './chunks.ts'

/** What comes before every page behind the sign-in. */
const MEMBER = [ENTRY, SDK, PAGE_QUERIES, page('_member')]

const weigh = (file: string) => gzipSync(readFileSync(new URL(file, DIST)), { level: 9 }).length
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`

const first = readdirSync(new URL('assets/', DIST)).find(file => /^first-[^.]+\.js$/.test(file))
if (!first) throw new Error('The build has no script that runs before the first paint.')
const budgets = [
  { name: '/login', limit: 120_000, files: filesOf([ENTRY]).add(`assets/${first}`) },
  { name: '/login with the SDK', limit: 185_000, files: filesOf([ENTRY, SDK]).add(`assets/${first}`) },
  { name: 'the shell, before any page', limit: 292_000, files: filesOf(MEMBER).add(`assets/${first}`) },
  {
    name: 'an issue',
    limit: 374_000,
    files: filesOf([...MEMBER, page('_member.issues.$number')]).add(`assets/${first}`),
  },
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
