// Names the script that runs before the first paint after its content, as the bundler does with all others: the server
// then lets browsers keep it for ever, and only a first visit waits for it, together with the styles. Inline it would
// need an exception in the content policy.
import { createHash } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const DIST = join(import.meta.dirname, '../dist')
const PAGE = join(DIST, 'index.html')
const TAG = '<script src="/theme.js"></script>'

const script = join(DIST, 'theme.js')
const hash = createHash('sha256').update(readFileSync(script)).digest('base64url').slice(0, 8)
const name = `assets/theme-${hash}.js`
const page = readFileSync(PAGE, 'utf8')
if (!page.includes(TAG)) throw new Error(`index.html has no ${TAG}`)
renameSync(script, join(DIST, name))
writeFileSync(PAGE, page.replace(TAG, `<script src="/${name}"></script>`))
