// Adds to the lock the packages for other platforms that a mirror did not have when it was written. `npm ci` misses them
// on every platform, also on those that would never install them.
//   node build/complete-lock.ts [lock of another folder]
import { readFileSync, writeFileSync } from 'node:fs'

const LOCK = process.argv[2] ?? new URL('../package-lock.json', import.meta.url)

interface Entry {
  version: string
  optional?: boolean
  optionalDependencies?: Record<string, string>
  cpu?: string[]
  os?: string[]
  libc?: string[]
}

const SYSTEMS = [
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
  'aix',
]
const PROCESSORS = [
  'arm64',
  'arm',
  'x64',
  'ia32',
  'ppc64',
  'riscv64',
  's390x',
  'loong64',
  'mips64el',
  'wasm32',
]

/** For which machine a package is, by its name: `@oxlint/binding-linux-x64-musl`. */
function machineOf(name: string): Pick<Entry, 'os' | 'cpu' | 'libc'> {
  const os = SYSTEMS.find(system => name.includes(system))
  const modern = name.replace(/\bamd64\b/, 'x64')
  const cpu = PROCESSORS.find(processor => new RegExp(`\\b${processor}\\b`).test(modern))
  return {
    ...(cpu ? { cpu: [cpu] } : {}),
    ...(os ? { os: [os] } : {}),
    ...(name.includes('musl') ? { libc: ['musl'] } : {}),
  }
}

/** The folders in which the package at `path` looks for what it needs, nearest first. */
function foldersOf(path: string): string[] {
  const parts = path.split('/node_modules/')
  const nested = parts.map((_, depth) => `${parts.slice(0, depth + 1).join('/node_modules/')}/node_modules/`)
  return ['node_modules/', ...nested].toReversed()
}

const lock: { packages: Record<string, Entry> } = JSON.parse(readFileSync(LOCK, 'utf8'))
let added = 0
for (const [path, { optionalDependencies = {} }] of Object.entries(lock.packages)) {
  for (const [name, wanted] of Object.entries(optionalDependencies)) {
    const machine = machineOf(name)
    const folders = foldersOf(path)
    const found = folders.some(folder => lock.packages[folder + name]?.version === wanted)
    if (found || !machine.cpu || !/^\d+\.\d+\.\d+$/.test(wanted)) continue
    // Beside the package that wants it, as npm would; below it where another version stands there.
    const [below, beside] = folders as [string, string]
    const folder = lock.packages[beside + name] ? below : beside
    lock.packages[folder + name] = { version: wanted, ...machine, optional: true }
    added += 1
  }
}
lock.packages = Object.fromEntries(
  Object.entries(lock.packages).toSorted(([one], [other]) => (one < other ? -1 : 1)),
)
writeFileSync(LOCK, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`${added} added`)
