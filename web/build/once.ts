// Runs a build unless the one that lies there was made from these very sources: the recipes all ask for it, and a build
// with nothing new in it would make cargo link the binary again.
//   node build/once.ts <folder of the result> <script of package.json>
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const WEB = join(import.meta.dirname, '..')
const SOURCES = [
  'build',
  'index.html',
  'lingui.config.ts',
  'package-lock.json',
  'package.json',
  'public',
  'src',
  'tsconfig.json',
  'vite.config.ts',
  '../packages/recorder/src',
  '../packages/widget/bundle.ts',
  '../packages/widget/src',
]

const [folder, script] = process.argv.slice(2)
if (folder === undefined || script === undefined)
  throw new Error('say which folder, and which script makes it')
const stamp = join(WEB, folder, '.made-from')

const now = fingerprint()
if (made() === now) {
  console.log(`web/${folder} is as the sources are`)
} else {
  const { status } = spawnSync('npm', ['run', '--silent', script], { cwd: WEB, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
  writeFileSync(stamp, now)
}

function made(): string | undefined {
  try {
    return readFileSync(stamp, 'utf8')
  } catch {
    return undefined
  }
}

function fingerprint(): string {
  const hash = createHash('sha256')
  for (const file of SOURCES.flatMap(files).toSorted())
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(WEB, file)))
  return hash.digest('hex')
}

function files(name: string): string[] {
  if (statSync(join(WEB, name)).isFile()) return [name]
  return readdirSync(join(WEB, name), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => relative(WEB, join(entry.parentPath, entry.name)))
}
