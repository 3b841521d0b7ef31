// What is published of each package: its files, its types, its size in a page, and that a program can import it.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const PACKAGES = new URL('..', import.meta.url).pathname

/**
 * The largest size in a page, in bytes after gzip, and that of the parts that a page fetches later; a program that prints
 * `[1]`; and one whose types are checked.
 */
const PUBLISHED = [
  {
    name: 'recorder',
    budget: 6_000,
    program: `import { createRecorder } from '@touchstone/recorder'
      const recorder = createRecorder()
      recorder.error(new Error('from a program'))
      console.log(JSON.stringify(recorder.context().calls.map(call => call.n)))`,
    typed: `import { createRecorder, type Context } from '@touchstone/recorder'
      const context: Context = createRecorder({ calls: 3 }).context()
      // @ts-expect-error There is no such field.
      context.signature`,
  },
  {
    name: 'client',
    budget: 1_500,
    program: `import { createClient } from '@touchstone/client'
      const fetch = async () => new Response('{"result":1}')
      console.log(JSON.stringify([await createClient({ server: 'https://beta.example.org/parse', fetch }).call('programme')]))`,
    typed: `import { createClient } from '@touchstone/client'
      const client = createClient({ server: 'https://beta.example.org/parse' })
      const { number } = await client.call('issueSubmit', { kind: 'bug', title: '', area: '', build: '' })
      number.toFixed()
      const { evidence } = await client.call('evidencePreview', { text: '0x' })
      evidence.explanation?.sentence?.length
      // @ts-expect-error There is no such function.
      await client.call('issueAcceptAll')
      // @ts-expect-error The parameters are missing.
      await client.call('issueSubmit')`,
  },
  {
    name: 'widget',
    budget: 7_300,
    laterBudget: 17_000,
    program: `import { createWidget } from '@touchstone/widget'
      const widget = createWidget({ server: 'https://beta.example.org' })
      widget.error(new Error('from a program'))
      console.log(JSON.stringify(widget.context().calls.map(call => call.n)))`,
    typed: `import { createWidget } from '@touchstone/widget'
      const widget = createWidget({ server: 'https://beta.example.org', offer: problem => problem.chain === 1 })
      widget.open()
      widget.on('sent', ({ number }) => number.toFixed())
      widget.identify({ wallet: { address: '0x', sign: async () => '0x' } })
      const sent = await widget.report({ title: 'A title' })
      if (sent.state === 'sent') sent.address.length
      // @ts-expect-error The address is missing.
      createWidget({})
      // @ts-expect-error There is no such event.
      widget.on('sending', () => undefined)`,
  },
]

interface Published {
  name: string
  budget: number
  laterBudget?: number
  program: string
  typed: string
}

const run = (program: string, args: string[], cwd: string) =>
  execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })

describe.each<Published>(PUBLISHED)('$name', ({ name, budget, laterBudget = 0, program, typed }) => {
  const folder = join(PACKAGES, name)
  const root = mkdtempSync(join(tmpdir(), `${name}-`))
  const scope = join(root, 'node_modules/@touchstone')
  const installed = join(scope, name)
  const { license, dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    license: string
    dependencies?: Record<string, string>
  }

  function install(packageName: string): void {
    const from = join(PACKAGES, packageName)
    run('npm', ['run', 'build'], from)
    const [packed] = JSON.parse(run('npm', ['pack', '--json', '--pack-destination', root], from)) as [
      { filename: string },
    ]
    mkdirSync(join(scope, packageName), { recursive: true })
    run('tar', ['-xzf', packed.filename, '--strip-components=1', '-C', join(scope, packageName)], root)
  }

  beforeAll(() => {
    for (const dependency of Object.keys(dependencies)) install(dependency.replace('@touchstone/', ''))
    install(name)
  }, 60_000)
  afterAll(() => rmSync(root, { recursive: true }))

  test('a program without a window can import it', () => {
    writeFileSync(join(root, 'program.mjs'), program)
    expect(JSON.parse(run('node', ['program.mjs'], root))).toEqual([1])
  })

  test('its types are found', () => {
    writeFileSync(join(root, 'program.mts'), typed)
    const target = ['--module', 'nodenext', '--target', 'es2022', '--lib', 'es2023,dom']
    run(join(PACKAGES, 'node_modules/.bin/tsc'), ['--noEmit', '--strict', ...target, 'program.mts'], root)
  })

  test('it has a licence and a README, and nothing but its own code', () => {
    expect(license).toBe('Apache-2.0')
    expect(Object.keys(dependencies).filter(dependency => !dependency.startsWith('@touchstone/'))).toEqual([])
    const files = run('find', ['.', '-type', 'f'], installed).trim().split('\n')
    expect(files.filter(file => !/^\.\/dist\/[\w./-]+\.(js|d\.ts)$/.test(file)).sort()).toEqual([
      './README.md',
      './package.json',
    ])
  })

  test(`it adds at most ${budget} bytes to a page, and ${laterBudget} later`, async () => {
    const bundle = await rolldown({
      cwd: root,
      input: join(installed, 'dist/index.js'),
      transform: { target: 'es2022' },
    })
    const { output } = await bundle.generate({ format: 'esm', minify: true })
    await bundle.close()
    const sizeOf = (isEntry: boolean) =>
      output
        .filter(file => file.type === 'chunk' && file.isEntry === isEntry)
        .map(file => gzipSync('code' in file ? file.code : '', { level: 9 }).length)
        .reduce((one, other) => one + other, 0)
    console.log(`${name}: ${sizeOf(true)} bytes after gzip, ${sizeOf(false)} later`)
    expect(sizeOf(true)).toBeGreaterThan(500)
    expect(sizeOf(true)).toBeLessThanOrEqual(budget)
    expect(sizeOf(false)).toBeLessThanOrEqual(laterBudget)
  })
})
