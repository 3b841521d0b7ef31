import { describe, expect, test } from 'vitest'
import { redact, redactPath } from '../src/redact.ts'
import { createRandom } from './random.ts'

const PHRASE = 'abandon ability able about above absent absorb abstract absurd abuse access accident'

const SECRETS: Record<string, string> = {
  'a phrase': PHRASE,
  'a phrase with commas': PHRASE.split(' ').join(', '),
  'a phrase as JSON': JSON.stringify(PHRASE.split(' ')),
  'a numbered phrase': PHRASE.split(' ')
    .map((word, at) => `${at + 1}. ${word}`)
    .join(' '),
  'a phrase in lines': PHRASE.split(' ').join('\n'),
  'a phrase in capitals': PHRASE.toUpperCase(),
  'a phrase of 24 words': `${PHRASE} ${PHRASE}`,
  'a private key': '0x4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318',
  'a private key without its prefix': '4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318',
  'a key of Solana':
    '4NsVnvzWMVqKh3NHgCEn5rWgBqV7G5y2MPzVqY8LSPQz8kVxzwnGFvbG2bMwPSbbZbcXEb6gFpcMzFhDEAmvyE9h',
  'a key in WIF': 'KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn',
  'a JWT': 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U',
  'a token': 'sk_' + 'live_51H8xY2eZvKYlo2C0aBcDeFgHiJkLmNoP',
  'a UUID': '123e4567-e89b-12d3-a456-426614174000',
  'a path with a key': 'https://mainnet.rpc.example.org/v3/9aa3d95b3bc440fa88ea12eaa4456161',
  'a query with a key': 'wss://rpc.example.org/?apiKey=hunter2hunter2',
  'a password in an address': 'https://rin:hunter2@rpc.example.org',
  'a mail address': 'rin.tester@example.org',
  'an address': '0x1Be31A94361a391bBaFB2a4CCd704F57dc04d4bb',
}

describe.each(Object.entries(SECRETS))('%s', (_, secret) => {
  test.each([
    ['alone', secret],
    ['in a sentence', `It failed: ${secret}, and that was all.`],
    ['after a long text', `${'The node did not say why. '.repeat(6)}${secret}`],
    ['at the limit of what is read', `${'f'.repeat(3900)} ${secret} ${'x '.repeat(3000)}`],
    ['beyond it', `${'f'.repeat(3980)} ${secret}`],
  ])('is not kept %s', (_, text) => {
    const clean = redact(text, 4000)
    expect(clean).not.toContain(secret)
    // No half of it either.
    for (const part of secret
      .split(/[\s,."[\]/:@?=]+/)
      .filter(part => part.length > 11 && !/example|mainnet/.test(part)))
      expect(clean).not.toContain(part)
    expect(
      clean.split(/\W+/).filter(word => PHRASE.split(' ').includes(word.toLowerCase())).length,
    ).toBeLessThan(3)
  })
})

test('what helps is left', () => {
  for (const text of [
    'execution reverted: UniswapV2Router: INSUFFICIENT_OUTPUT_AMOUNT',
    'insufficient funds for gas * price + value: have 12 want 8800000000000',
    'nonce too low: next nonce 41, tx nonce 40',
    'User denied transaction signature.',
    'Cannot read properties of undefined (reading "amountOut")',
    'The contract function "swap" reverted with the following reason: STF',
    'custom error 0x8baa579f at chain 8453',
  ])
    expect(redact(text)).toBe(text)
  expect(redact('sent by 0x1Be31A94361a391bBaFB2a4CCd704F57dc04d4bb')).toBe('sent by 0x1Be3…d4bb')
  expect(redact('GET https://rpc.example.org/v3/key failed')).toBe('GET https://rpc.example.org/… failed')
})

test('a path keeps its words', () => {
  expect(redactPath('/swap/base/usdc-weth')).toBe('/swap/base/usdc-weth')
  expect(redactPath('/pool/0x1Be31A94361a391bBaFB2a4CCd704F57dc04d4bb/42')).toBe('/pool/*/*')
  expect(redactPath('/v3/9aa3d95b3bc440fa88ea12eaa4456161')).toBe('/v3/*')
})

test('any text is cut and cleaned in a short time, and cleaning it again changes nothing that matters', () => {
  const random = createRandom(7)
  const pieces = [
    ...Object.values(SECRETS),
    'swap',
    '0x',
    '[',
    '"',
    ' ',
    '\n',
    'a'.repeat(50),
    '✓',
    '…',
    'reverted: STF',
    '/',
  ]
  for (let round = 0; round < 3000; round += 1) {
    const text = Array.from({ length: random.below(30) }, () => random.from(pieces)).join(
      random.from([' ', '; ', ', ', '\n']),
    )
    const began = performance.now()
    const clean = redact(text)
    expect(performance.now() - began, `seed 7, round ${round}`).toBeLessThan(200)
    expect(clean.length).toBeLessThanOrEqual(400)
    expect(clean).not.toMatch(/[0-9a-f]{40}/i)
    expect(clean, text).not.toMatch(/hunter2|abstract.absurd.abuse.access/)
  }
})

test('texts that are made to be slow are not', () => {
  for (const text of [
    'abc '.repeat(5000),
    'abcdefgh'.repeat(5000),
    '"a'.repeat(5000),
    'a1.'.repeat(5000),
    'eyJ'.repeat(5000),
    'abc"'.repeat(3000),
    'a@'.repeat(4000),
    'a.'.repeat(4000),
    'http://'.repeat(2000),
  ]) {
    const began = performance.now()
    redact(text)
    expect(performance.now() - began, text.slice(0, 8)).toBeLessThan(300)
  }
})
