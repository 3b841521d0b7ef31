import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { typesOf } from '../generate.ts'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

test('the types are those of the functions of the server', () => {
  const isCurrent = read('../src/functions.gen.ts') === typesOf(read('../../../docs/functions.json'))
  expect(isCurrent, 'run npm run generate in packages/client').toBe(true)
})
