// The project rules that a machine can check.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { publicFiles } from '../build/public-entry.ts'
import { refusedImports } from './lint.ts'
import { importsIn, type SourceFile, sources } from './source.ts'

// From the ground up: a file may import from its own layer and those before it.
const LAYERS = ['lib', 'locales', 'ui', 'backend', 'entities', 'features', 'app'] as const
const MAY: Record<string, string[]> = {
  lib: ['lib'],
  locales: ['lib', 'locales'],
  ui: ['lib', 'locales', 'ui'],
  backend: ['lib', 'locales', 'backend'],
  entities: ['lib', 'locales', 'ui', 'backend', 'entities'],
  features: ['lib', 'locales', 'ui', 'backend', 'entities', 'features'],
  app: [...LAYERS, 'styleguide'],
  styleguide: ['lib', 'locales', 'ui', 'entities', 'styleguide'],
}

const code = sources('src', ['.ts', '.tsx'])
const isTest = ({ path }: SourceFile) => path.includes('.test.')
const isSdk = (name: string) => /^parse(\/|$)/.test(name)
const folder = (path: string) => path.replace(/^src\//, '').split('/')

test.each(code.filter(file => folder(file.path).length > 1))('$path imports only from below', file => {
  const [layer = '', feature] = folder(file.path)
  for (const name of importsIn(file).filter(imported => imported.startsWith('#/'))) {
    const [from = '', other] = name.slice(2).split('/')
    expect(MAY[layer], `${file.path} imports ${name}`).toContain(from)
    if (layer === 'features' && from === 'features')
      expect(other, `${file.path} imports another feature`).toBe(feature)
  }
})

test('only backend imports the SDK: for requests, and for what is live', () => {
  const importers = code.filter(file => !isTest(file) && importsIn(file).some(isSdk)).map(({ path }) => path)
  expect(importers.toSorted()).toEqual([
    'src/backend/live/sdk-socket.ts',
    'src/backend/live/worker.ts',
    'src/backend/parse-client.ts',
  ])
})

test('the linter refuses the same imports, however deep they reach', () => {
  const layers = Object.keys(MAY)
  const names = [
    ...layers.flatMap(layer => [`#/${layer}/a`, `#/${layer}/a/b/c`]),
    'parse',
    'parse/lib/browser/Parse',
    'parse5',
  ]
  const forbidden = (layer: string) =>
    names.filter(name =>
      isSdk(name)
        ? layer !== 'backend'
        : name.startsWith('#/') && !MAY[layer]?.includes(name.split('/')[1] ?? ''),
    )
  expect(refusedImports(layers, names)).toEqual(
    Object.fromEntries(layers.map(layer => [layer, forbidden(layer)])),
  )
})

test('imports are absolute', () => {
  const relative = code.filter(file => importsIn(file).some(name => name.startsWith('.')))
  expect(relative.map(({ path }) => path)).toEqual([])
})

test('there are no barrels, and no names that say nothing', () => {
  const vague = /\/(index|utils?|helpers?|common|manager|misc)\.tsx?$/
  expect(code.map(({ path }) => path).filter(path => vague.test(path))).toEqual([])
})

test('no file is longer than 400 lines', () => {
  const all = [...code, ...sources('src', ['.css']), ...sources('e2e', ['.ts']), ...sources('build', ['.ts'])]
  expect(all.filter(({ text }) => text.split('\n').length > 400).map(({ path }) => path)).toEqual([])
})

test('public pages do not import what members need', () => {
  const publicPages = publicFiles()
  expect(publicPages).toContain('src/features/account/SignInForm.tsx')
  for (const inside of [
    'src/app/shell/Sidebar.tsx',
    'src/backend/query-client.ts',
    'src/backend/parse-client.ts',
    'src/locales/member.ts',
    'src/ui/member.css',
  ]) {
    expect(publicPages).not.toContain(inside)
  }
})

test('nothing writes HTML or styles as text, which the content policy forbids', () => {
  const forbidden = /dangerouslySetInnerHTML|\.innerHTML|<style\b|document\.write|new Function\(|\beval\(/
  expect(
    code
      .filter(file => !isTest(file))
      .filter(({ text }) => forbidden.test(text))
      .map(({ path }) => path),
  ).toEqual([])
})

test('every dependency is in the list with its job', () => {
  const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
  const listed = new Set(read('../../docs/contributing/dependencies.md').match(/@?[\w-]+(?:\/[\w*-]+)?\*?/g))
  const isListed = (name: string) =>
    [name, name.replace(/\/.*/, '/*')].some(spelling => listed.has(spelling)) ||
    [...listed].some(entry => entry.endsWith('*') && name.startsWith(entry.slice(0, -1)))
  const { dependencies, devDependencies } = JSON.parse(read('../package.json')) as Record<string, object>
  const names = Object.keys({ ...dependencies, ...devDependencies })
  expect(names.filter(name => !isListed(name))).toEqual([])
})
