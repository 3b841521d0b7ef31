import * as v from 'valibot'
import { expect, test } from 'vitest'
import { amountText, bpsAgainst, exactAmount, unitsOf } from '#/entities/evidence/amount'
import { explanation as explanationSchema, type Explanation } from '#/entities/evidence/explanation'
import { causeOf, VERDICT } from '#/entities/evidence/messages'
import { pastedKind } from '#/entities/evidence/pasted'
import { withProgress } from '#/entities/evidence/use-live-evidence'
import { compared } from '#/entities/evidence/QuoteCompare'
import { type Evidence, evidence as evidenceSchema } from '#/entities/evidence/schema'
import { evidence, explanation, HASH, reading } from '#test/fixtures/evidence'

const read = (given: object): Evidence => v.parse(evidenceSchema, given)
const told = (given: object): Explanation => v.parse(explanationSchema, given)

test.each([
  ['1200000000', 6, '1,200'],
  ['342810000000000000', 18, '0.34281'],
  ['41000000000000', 18, '0.000041'],
  ['1234567890123456789012', 18, '1,234.56789'],
  ['0', 18, '0'],
  ['17', 0, '17'],
  ['115792089237316195423570985008687907853269984665640564039457584007913129639935', null, /^115,792,089/],
])('%s with %s decimals reads %s', (units, decimals, text) => {
  expect(amountText(units, decimals)).toEqual(typeof text === 'string' ? text : expect.stringMatching(text))
})

test.each([
  ['0.34281', 18, '342810000000000000'],
  ['1,200.5', 6, '1200500000'],
  ['1200,5', 6, '1200500000'],
  ['1 200', 6, '1200000000'],
  ['.5', 6, '500000'],
  ['0.0000001', 6, null],
  ['a lot', 6, null],
  ['', 6, null],
  ['-1', 6, null],
])('“%s” typed for a token with %s decimals is %s', (typed, decimals, units) => {
  expect(unitsOf(typed, decimals)).toBe(units)
})

test('a distance is rounded down, as the server rounds it', () => {
  expect(bpsAgainst('33655', '34281')).toBe(-183)
  expect(bpsAgainst('34281', '34281')).toBe(0)
  expect(bpsAgainst('2', '3')).toBe(-3334)
  expect(bpsAgainst('1', '0')).toBeNull()
})

test.each([
  ['', 'nothing'],
  [HASH, 'hash'],
  [`look at ${HASH} please`, 'hash'],
  [`https://explorer.example.org/tx/${HASH}`, 'link'],
  ['execution reverted: STF', 'error'],
  ['{"code":4001,"message":"User denied"}', 'error'],
  ['permit expired', 'words'],
] as const)('%s looks like %s', (text, kind) => {
  expect(pastedKind(text)).toBe(kind)
})

test('a look-up is shown as far as requested, and its end when all of it was asked for', () => {
  const view = { evidence: read(reading()), similar: [], proposal: null }
  const steps = [{ key: 'network', state: 'done' }]
  const said = { objectId: 'x', state: 'fetching', steps }
  expect(withProgress(view, said).evidence).toMatchObject({ state: 'fetching', steps })
  expect(withProgress(view, { ...said, state: 'decoded' })).toBe(view)
  expect(withProgress(view, { ...said, steps: 'many' })).toBe(view)
})

test('the chip names the cause, not the verdict', () => {
  const cause = (given: Record<string, unknown>) => causeOf(told(explanation(given))).message
  expect(cause({ verdict: 'expected' })).toBe('Your slippage limit')
  expect(cause({ verdict: 'suspect' })).toBe('Our router')
  expect(cause({ verdict: 'suspect', failureClass: 'permit_expired' })).toBe('The permission')
  expect(cause({ verdict: 'unknown', failureClass: 'unknown_revert' })).toBe(VERDICT.unknown.message)
})

test('quoted, least and received stand beside one another, in hundredths of a percent of the quote', () => {
  const swap = { ...explanation().swap, amountOut: '336550000000000000' }
  const quote = { expectedOut: '342810000000000000' }
  const found = compared(told(explanation({ swap })), read(evidence({ quote })).quote, 'ETH')
  expect(found?.bars.map(({ key, bps }) => [key, bps])).toEqual([
    ['quoted', 0],
    ['minimum', -50],
    ['received', -183],
  ])
  expect(compared(told(explanation()), null, 'ETH')).toBeNull()
})

test('what the owner does not share is simply not there', () => {
  const shown = read(
    evidence({ txHash: null, explanation: explanation({ from: null, to: null, blockNumber: null }) }),
  )
  expect(shown.txHash).toBeNull()
  expect(shown.explanation?.from).toBeNull()
})

test('an amount that is changed shows all its digits, and comes back as it was', () => {
  expect(exactAmount('1234567000001', 6)).toBe('1234567.000001')
  expect(exactAmount('10000000', 6)).toBe('10')
  expect(exactAmount('7', 0)).toBe('7')
  for (const units of ['1', '500000000000000000', '1234567890123456789012'])
    expect(unitsOf(exactAmount(units, 18), 18)).toBe(units)
})
