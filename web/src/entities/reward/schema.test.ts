import * as v from 'valibot'
import { expect, test } from 'vitest'
import { ownRewards, preview, rewardExport } from '#/entities/reward/schema'
import { ownReward, payout, rewards } from '#test/fixtures/rewards'

const reads = (schema: v.GenericSchema, value: unknown) => v.safeParse(schema, value).success

test('what the server tells of a payout is read', () => {
  expect(reads(rewardExport, payout())).toBe(true)
  expect(reads(ownRewards, { rows: [ownReward()] })).toBe(true)
  expect(reads(preview, rewards['rewardPreview']?.({ only: 'paid' }))).toBe(true)
})

test('testers get no figures', () => {
  const { figures: _, ...public_ } = payout()
  expect(v.parse(rewardExport, public_).figures).toBeNull()
})

test.each([
  ['an amount that is a number', { pool: 250_000 }],
  ['an amount with a sign', { pool: '-1' }],
  ['an amount in another base', { pool: '0x10' }],
  ['an amount with zeros before it', { sum: '007' }],
  ['a root that is too short', { root: '0x1234' }],
  ['a contract that is not an address', { distributor: 'rin.eth' }],
  ['an unknown state', { state: 'paid' }],
  ['an unknown curve', { curve: 'cubic' }],
  ['a share above the whole', { capBps: 10_001 }],
])('%s is not read', (_, given) => expect(reads(rewardExport, payout(given))).toBe(false))

test.each([
  ['a proof with something else in it', { leaf: { index: 0, hash: null, proof: ['0x12'] } }],
  ['a place that is not a whole number', { leaf: { index: 0.5, hash: null, proof: [] } }],
  ['an amount that is a number', { amount: 539 }],
  ['an unknown reason', { why: 'because' }],
])('%s is not read as one’s own', (_, given) =>
  expect(reads(ownRewards, { rows: [ownReward(given)] })).toBe(false),
)
