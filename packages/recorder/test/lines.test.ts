import { afterEach, expect, test, vi } from 'vitest'
import { createRecorder } from '../src/index.ts'
import { openPage } from './page.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('errors of the console, uncaught errors and rejections are kept, without the contents of objects', () => {
  const page = openPage()
  const before = page.console.error
  const recorder = createRecorder()
  page.console.error('quote failed', new Error('no route'), { password: 'hunter2' }, 7)
  page.console.warn('slow', null, undefined, Symbol('x'))
  page.dispatchEvent(
    Object.assign(new Event('error'), { error: new TypeError('x is undefined'), message: '' }),
  )
  page.dispatchEvent(
    Object.assign(new Event('unhandledrejection'), { reason: { code: 4001, message: 'User rejected' } }),
  )
  page.dispatchEvent(
    Object.assign(new Event('securitypolicyviolation'), {
      effectiveDirective: 'connect-src',
      blockedURI: 'https://evil.example/path?key=1',
    }),
  )
  const { lines } = recorder.context()
  expect(lines.map(({ kind, text }) => [kind, text])).toEqual([
    ['error', 'quote failed Error: no route [Object] 7'],
    ['warning', 'slow null undefined Symbol(x)'],
    ['uncaught', 'TypeError: x is undefined'],
    ['rejection', 'Error: User rejected'],
    ['policy', 'connect-src evil.example'],
  ])
  expect(lines[0]?.frames?.[0]).toMatch(/^at .*lines\.test\.ts:\d+:\d+\)?$/)
  expect(before).toHaveBeenCalledWith('quote failed', expect.any(Error), { password: 'hunter2' }, 7)
  recorder.stop()
  expect(page.console.error).toBe(before)
  page.console.error('after the end')
  expect(recorder.context().lines).toHaveLength(5)
})

test('the same line is counted, the oldest go, and lines are forgotten after five minutes', () => {
  vi.useFakeTimers()
  const page = openPage()
  const recorder = createRecorder()
  for (let count = 0; count < 1000; count += 1) page.console.error('again')
  expect(recorder.context().lines).toMatchObject([{ text: 'again', times: 1000 }])
  for (let count = 0; count < 200; count += 1) page.console.error(`line number ${count}`)
  expect(recorder.context().lines).toHaveLength(50)
  expect(recorder.context().lines.at(-1)?.text).toBe('line number 199')
  expect(JSON.stringify(recorder.context()).length).toBeLessThan(40_000)
  vi.advanceTimersByTime(5 * 60_000)
  expect(recorder.context().lines).toEqual([])
})

test('a console that is written to by its own listener does not go round in circles', () => {
  const page = openPage()
  let left = 3
  page.console.error.mockImplementation(() => void (left-- > 0 && page.console.error('inner')))
  const recorder = createRecorder()
  page.console.error('outer')
  expect(recorder.context().lines.map(({ text }) => text)).toEqual(['outer', 'inner'])
})

test('a request that fails is a line, and its answer and error are untouched', async () => {
  const [good, missing] = [{ status: 200 }, { status: 404 }]
  const error = new TypeError('Failed to fetch')
  const fetch = vi.fn(async (input: string) => {
    if (input.includes('down')) throw error
    return input.includes('missing') ? missing : good
  })
  const page = openPage({ fetch })
  const recorder = createRecorder()
  expect(await page.fetch('/api/quote')).toBe(good)
  expect(await page.fetch('/api/missing/0x1Be31A94361a391bBaFB2a4CCd704F57dc04d4bb?key=hunter2')).toBe(
    missing,
  )
  await expect(page.fetch('https://rpc.example.org/v3/9aa3d95b3bc440fa88ea12eaa4456161')).resolves.toBe(good)
  await expect(page.fetch('https://rpc.example.org/down/secretsecret')).rejects.toBe(error)
  expect(recorder.context().lines).toMatchObject([
    { kind: 'request', text: 'GET /api/missing/* 404', ms: expect.any(Number) },
    { kind: 'request', text: 'GET rpc.example.org/… failed' },
  ])
  recorder.stop()
  expect(page.fetch).toBe(fetch)
})

test('a wrapper that came later is left in place at the end', () => {
  const page = openPage()
  const recorder = createRecorder()
  const later = vi.fn()
  page.console.error = later
  recorder.stop()
  expect(page.console.error).toBe(later)
})

test('lines can be off', () => {
  const page = openPage()
  const before = page.console.error
  const recorder = createRecorder({ lines: false })
  expect(page.console.error).toBe(before)
  expect(recorder.context().lines).toEqual([])
})
