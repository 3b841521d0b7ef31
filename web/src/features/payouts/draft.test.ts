import { expect, test } from 'vitest'
import * as v from 'valibot'
import { rewardExport } from '#/entities/reward/schema'
import { bpsTyped, type Draft, draftFrom, EMPTY, rulesOf, tiersTyped } from '#/features/payouts/draft'
import { payout } from '#test/fixtures/rewards'

const TOKEN = { symbol: 'TST', address: `0x${'9d'.repeat(20)}`, decimals: 18, chainId: 84_532 }
const whole: Draft = { ...EMPTY, token: TOKEN, pool: '250,000' }

test('what was typed becomes rules in base units', () => {
  const { rules, wrong } = rulesOf(1, { ...whole, capPercent: '2', decisions: { p1: 'set_aside' } })
  expect(wrong).toEqual([])
  expect(rules).toEqual({
    season: 1,
    token: TOKEN,
    pool: '250000000000000000000000',
    unit: '10000000000000000',
    curve: 'sqrt',
    minPoints: 25,
    capBps: 200,
    rounding: 'largest_remainder',
    format: 'standard_tree',
    missing: 'carry',
    decisions: [{ personId: 'p1', decision: 'set_aside', why: 'by_decision' }],
  })
})

test.each<[Partial<Draft>, string]>([
  [{ token: null }, 'token'],
  [{ pool: '' }, 'pool'],
  [{ pool: '0' }, 'pool'],
  [{ pool: 'many' }, 'pool'],
  [{ pool: '1.5', places: 0 }, 'places'],
  [{ minPoints: '2.5' }, 'minPoints'],
  [{ capPercent: '101' }, 'capPercent'],
  [{ capPercent: '0' }, 'capPercent'],
  [{ curve: 'tiers', tiers: [] }, 'tiers'],
  [{ distributor: '0x1234' }, 'distributor'],
])('%o is refused before it is sent', (part, field) => {
  const { rules, wrong } = rulesOf(1, { ...whole, ...part })
  expect(rules).toBeNull()
  expect(wrong).toContain(field)
})

test('a token with few decimals has no finer step than its smallest unit', () => {
  const { rules } = rulesOf(1, { ...whole, token: { ...TOKEN, decimals: 0 }, pool: '12' })
  expect(rules).toMatchObject({ pool: '12', unit: '1' })
})

test('ranks rise, weights fall, and only the last tier may be for everyone else', () => {
  expect(
    tiersTyped([
      { upToRank: '10', weight: '100' },
      { upToRank: '', weight: '5' },
    ]),
  ).toEqual([
    { upToRank: 10, weight: 100 },
    { upToRank: null, weight: 5 },
  ])
  const wrong = [
    [
      { upToRank: '', weight: '9' },
      { upToRank: '10', weight: '5' },
    ],
    [
      { upToRank: '10', weight: '5' },
      { upToRank: '20', weight: '5' },
    ],
    [
      { upToRank: '10', weight: '9' },
      { upToRank: '10', weight: '5' },
    ],
    [{ upToRank: '10', weight: '0' }],
    [{ upToRank: '10', weight: '1000001' }],
  ]
  for (const tiers of wrong) expect(tiersTyped(tiers), JSON.stringify(tiers)).toBeNull()
})

test('a cap is between a hundredth of a percent and all of it', () => {
  expect([bpsTyped('2'), bpsTyped('0.25'), bpsTyped('100'), bpsTyped('0.01')]).toEqual([200, 25, 10_000, 1])
  expect([bpsTyped('0'), bpsTyped('100.01'), bpsTyped('0.001'), bpsTyped('x')]).toEqual([
    null,
    null,
    null,
    null,
  ])
})

test('a payout that was built leads back to the same rules', () => {
  const built = v.parse(rewardExport, payout({ state: 'draft' }))
  const { rules } = rulesOf(1, draftFrom(built))
  expect(rules).toMatchObject({
    token: built.token,
    pool: built.pool,
    unit: built.unit,
    curve: built.curve,
    minPoints: 25,
    capBps: 200,
    deadline: built.deadline,
  })
})
