import { expect, test } from 'vitest'
import { codeFor, pinnedTag, policyFor, WAYS } from '#/features/integrations/widget/snippets'

const SERVER = 'https://beta.example.org'
const KEY = 'tsp_0123456789abcdefghijABCDEFGHIJ01'

test.each(WAYS)('the code for %s names the server and the key', way => {
  const code = codeFor(way, SERVER, KEY)
  expect(code).toContain(SERVER)
  expect(code).toContain(`'${KEY}'`)
})

test('the script tag never makes a page wait', () => {
  expect(codeFor('tag', `${SERVER}/`, KEY)).toContain(
    `<script async crossorigin src="${SERVER}/sdk/v1.js"></script>`,
  )
})

test('a pinned tag names the script of the version and its hash, and needs CORS for it', () => {
  const release = { version: '0.1.0', start: '0.1.0-5f1c2a7d9e0b/start.js', integrity: 'sha384-abc' }
  expect(pinnedTag(`${SERVER}/`, KEY, release)).toContain(
    `<script async crossorigin src="${SERVER}/sdk/0.1.0-5f1c2a7d9e0b/start.js" integrity="sha384-abc"></script>`,
  )
})

test('the queue of the tag keeps what is said before the script is there', () => {
  const script = /^<script>(.*)<\/script>$/m.exec(codeFor('tag', SERVER, KEY))?.[1] ?? ''
  const page: { touchstone?: { q: IArguments[] } } = {}
  new Function('window', `with (window) { ${script} }`)(Object.assign(page, { window: page }))
  expect([...(page.touchstone?.q[0] ?? [])]).toEqual(['init', { key: KEY }])
})

test('only the tag needs a script of the server', () => {
  expect(policyFor('npm', `${SERVER}/app/`)).toBe(`connect-src ${SERVER}\nimg-src data:`)
  expect(policyFor('react', SERVER)).toBe(`connect-src ${SERVER}\nimg-src data:`)
  expect(policyFor('tag', SERVER)).toBe(`script-src ${SERVER}\nconnect-src ${SERVER}\nimg-src data:`)
})
