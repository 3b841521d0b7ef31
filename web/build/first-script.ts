// Finishes the script that runs before the first paint: it gets the list of what pages are made of, and named after its content,
// as the bundler does with all others. The server then lets browsers keep it for ever, and only a first visit waits for
// it, together with the styles. Inline it would need an exception in the content policy.
import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { minifySync } from 'vite'
import { DIST, ENTRY, filesOf, page, PAGE_QUERIES, SDK } from './chunks.ts'

const TAG = '<script src="/first.js"></script>'
const PLACE = 'const ahead = {}'
/** Pages at which people arrive, by their addresses. */
const PAGES = {
  '/': '_member.index',
  '/issues': '_member.issues.index',
  '/leaderboard': '_member.leaderboard.index',
}

/** What the page itself does not name. */
function without(known: Set<string>, files: Set<string>): string[] {
  return [...files].filter(file => !known.has(file)).map(file => file.replace('assets/', ''))
}

const entry = filesOf([ENTRY])
const member = filesOf([page('_member'), SDK, PAGE_QUERIES])
const ahead: Record<string, string[]> = { member: without(entry, member) }
for (const [address, route] of Object.entries(PAGES))
  ahead[address] = without(new Set([...entry, ...member]), filesOf([page(route)]))

const source = new URL('first.js', DIST)
const written = readFileSync(source, 'utf8')
if (!written.includes(PLACE)) throw new Error(`first.js has no ${PLACE}`)
const script = minifySync('first.js', written.replace(PLACE, `const ahead = ${JSON.stringify(ahead)}`)).code
const hash = createHash('sha256').update(script).digest('base64url').slice(0, 8)
const name = `assets/first-${hash}.js`
const html = new URL('index.html', DIST)
const document = readFileSync(html, 'utf8')
if (!document.includes(TAG)) throw new Error(`index.html has no ${TAG}`)
writeFileSync(new URL(name, DIST), script)
rmSync(source)
writeFileSync(html, document.replace(TAG, `<script src="/${name}"></script>`))
