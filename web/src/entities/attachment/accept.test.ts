import { expect, test } from 'vitest'
import { limitsOf, megabytes, refusal, sortOf } from '#/entities/attachment/accept'
import { nameFor } from '#/entities/attachment/picture'
import { withoutSecrets } from '#/entities/attachment/har'

const limits = { imageBytes: 10_000_000, textBytes: 5_000_000 }

test('pictures and logs may come along, pages and programs may not', () => {
  expect(sortOf({ name: 'a.png', type: 'image/png' })).toBe('image')
  expect(sortOf({ name: 'wallet.log', type: '' })).toBe('text')
  for (const [name, type] of [
    ['a.svg', 'image/svg+xml'],
    ['a.html', 'text/html'],
    ['a.exe', 'application/octet-stream'],
  ] as const)
    expect(sortOf({ name, type }), name).toBeNull()
})

test('a file that is too large is refused before it is sent', () => {
  expect(refusal({ name: 'a.png', type: 'image/png', size: 10_000_001 }, limits)).not.toBeNull()
  expect(refusal({ name: 'a.png', type: 'image/png', size: 10_000_000 }, limits)).toBeNull()
  expect(refusal({ name: 'a.log', type: '', size: 6_000_000 }, limits)).not.toBeNull()
})

test('sizes are said as people say them', () => {
  expect(megabytes(412_300)).toBe('412 kB')
  expect(megabytes(1_440_000)).toBe('1.4 MB')
})

test('a recording of requests loses what could open an account', () => {
  const har = {
    log: {
      entries: [
        {
          request: {
            url: 'https://a.example/x?token=abc',
            headers: [
              { name: 'Authorization', value: 'Bearer abc' },
              { name: 'Accept', value: '*/*' },
            ],
            cookies: [{ name: 'sid', value: 'abc' }],
            postData: { text: 'password=abc' },
          },
          response: {
            headers: [{ name: 'Set-Cookie', value: 'sid=abc' }],
            cookies: [],
            content: { text: 'abc' },
          },
        },
      ],
    },
  }
  const clean = withoutSecrets(JSON.stringify(har))
  expect(clean).not.toContain('abc')
  expect(clean).toContain('*/*')
})

test('what is no recording stays as it is', () => {
  expect(withoutSecrets('not json')).toBe('not json')
})

test('what the server would refuse is refused here, and a recording goes as the JSON that it is', () => {
  for (const name of ['notes.md', 'page.html']) expect(sortOf({ name, type: '' }), name).toBeNull()
  for (const name of ['trace.har', 'table.CSV']) expect(sortOf({ name, type: '' }), name).toBe('text')
  expect(nameFor('trace.har', 'application/json')).toBe('trace.har.json')
  expect(limitsOf(undefined)).toEqual({ imageBytes: 8 * 1024 * 1024, textBytes: 2 * 1024 * 1024 })
})
