// What is published: its files, its size in a page, and that a program can use it as it is packed.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** The largest size of the recorder in a page, in bytes after gzip. */
const BUDGET = 6_000
const PACKAGE = new URL('..', import.meta.url).pathname
const root = mkdtempSync(join(tmpdir(), 'recorder-'))
const installed = join(root, 'node_modules/@touchstone/recorder')

const run = (program: string, args: string[], cwd: string) =>
  execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })

beforeAll(() => {
  run('npm', ['run', 'build'], PACKAGE)
  const [packed] = JSON.parse(run('npm', ['pack', '--json', '--pack-destination', root], PACKAGE)) as [
    { filename: string },
  ]
  run('mkdir', ['-p', installed], root)
  run('tar', ['-xzf', packed.filename, '--strip-components=1', '-C', installed], root)
})
afterAll(() => rmSync(root, { recursive: true }))

test('a program without a window can import it', () => {
  const program = `import { createRecorder } from '@touchstone/recorder'
    const recorder = createRecorder()
    recorder.error(new Error('from a program'))
    console.log(JSON.stringify(recorder.context().calls.map(call => call.error.message)))`
  writeFileSync(join(root, 'program.mjs'), program)
  expect(JSON.parse(run('node', ['program.mjs'], root))).toEqual(['from a program'])
})

test('its types are found', () => {
  writeFileSync(
    join(root, 'program.ts'),
    `import { createRecorder, type Context } from '@touchstone/recorder'
    const context: Context = createRecorder({ calls: 3 }).context()
    // @ts-expect-error There is no such field.
    context.signature`,
  )
  const tsc = join(PACKAGE, '../node_modules/.bin/tsc')
  const options = [
    '--noEmit',
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'es2022',
    '--lib',
    'es2023,dom',
  ]
  run(tsc, [...options, 'program.ts'], root)
})

test('it has a licence and a README, and nothing but its own code', () => {
  const { license, dependencies } = JSON.parse(
    readFileSync(join(installed, 'package.json'), 'utf8'),
  ) as Record<string, unknown>
  expect({ license, dependencies }).toEqual({ license: 'Apache-2.0', dependencies: undefined })
  const files = run('find', ['.', '-type', 'f'], installed).trim().split('\n')
  expect(files.filter(file => !/^\.\/dist\/[\w-]+\.(js|d\.ts)$/.test(file)).sort()).toEqual([
    './README.md',
    './package.json',
  ])
})

test(`it adds at most ${BUDGET / 1000} kB to a page`, async () => {
  const made = await build({
    root,
    logLevel: 'silent',
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: join(installed, 'dist/index.js'), preserveEntrySignatures: 'strict' },
    },
  })
  const { output } = made as unknown as { output: { code: string }[] }
  const size = gzipSync(output.map(({ code }) => code).join(''), { level: 9 }).length
  expect(size).toBeGreaterThan(1_000)
  expect(size).toBeLessThan(BUDGET)
  console.log(`${size} bytes after gzip`)
})
