import * as v from 'valibot'
import { expect, test } from 'vitest'
import { type Check, check, checkFault, checkParams } from '#/entities/mission/check'
import { withProgress } from '#/entities/mission/live'
import {
  type Mission,
  mission as missionSchema,
  submission as submissionSchema,
} from '#/entities/mission/schema'
import {
  currentStep,
  nextAction,
  doneSteps,
  isActive,
  isAwaited,
  missingSteps,
} from '#/entities/mission/submission-state'
import { CHECK, mission, submission } from '#test/fixtures/missions'

const read = (more: object = {}): Mission => v.parse(missionSchema, mission(more))
const withMine = (more: object) => read({ mine: submission(more) })
const built = (more: object = {}): Check => v.parse(check, { ...CHECK, ...more })

test('a mission is read as the server writes it, and nothing else passes', () => {
  expect(read({ mine: submission() }).mine?.progress['s2']?.state).toBe('watching')
  for (const wrong of [
    { state: 'open' },
    { points: '20' },
    { steps: [{ id: 's1', text: 'x', type: 'dance' }] },
    { review: { mode: 'never' } },
    { mine: { ...submission(), state: 'lost' } },
  ])
    expect(v.safeParse(missionSchema, mission(wrong)).success).toBe(false)
  expect(v.safeParse(submissionSchema, { ...submission(), triesLeft: 1.5 }).success).toBe(false)
})

test('what the programme has lost since does not take the rest with it', () => {
  const names = { network: null, chainId: null, tokenIn: null, tokenOut: null }
  expect(built({ names }).names?.network).toBe('…')
  const file = { id: 'f', name: 'a.png', mime: 'image/png', size: 9, state: 'clean' }
  expect(withMine({ attachments: [file] }).mine?.attachments[0]?.url).toBe('')
})

test('what a check leaves out holds for everything', () => {
  expect(v.parse(check, { network: 'n' })).toMatchObject({
    toRole: 'any',
    status: 'success',
    ownerMatch: 'yes',
    tokenIn: null,
  })
})

test('a check is sent without what only answers have', () => {
  const params = checkParams(built())
  expect(params).not.toHaveProperty('names')
  expect(params).not.toHaveProperty('maxAmount')
  expect(params).toMatchObject({ network: 'net-base', minAmount: '10000000', sinceStart: true })
})

test.each([
  [{ network: '' }, 'network'],
  [{ tokenIn: null }, 'amount_without_token'],
  [{ minAmount: '1.5' }, 'amount'],
  [{ maxAmount: '9' }, 'range'],
  [{ method: 'swap(uint256)' }, 'method'],
  [{ tokenOut: 'token-1' }, 'same_token'],
  [{ event: 'transfer' }, 'transfer_with_token'],
  [{ method: '0x12aa3caf' }, null],
  [{}, null],
])('a check with %j is wrong in %s', (more, fault) => {
  expect(checkFault(built(more))).toBe(fault)
})

test('the step to do next is the first that is open and needed', () => {
  const at = withMine({})
  expect(currentStep(at)).toBe('s2')
  expect(doneSteps(at)).toBe(1)
  expect(missingSteps(at).map(({ id }) => id)).toEqual(['s2', 's3'])
  expect(currentStep(withMine({ state: 'checking' }))).toBeNull()
})

test('what a machine still looks at can be handed in', () => {
  const progress = { s1: { state: 'done' }, s2: { state: 'checking' }, s3: { state: 'done' } }
  expect(missingSteps(withMine({ progress }))).toEqual([])
  expect(missingSteps(withMine({ progress: { ...progress, s2: { state: 'failed' } } }))).toHaveLength(1)
})

test.each([
  [{}, 'start'],
  [{ why: ['trust'] }, 'none'],
  [{ why: ['full'] }, 'none'],
  [{ why: ['wallet'] }, 'start'],
  [{ state: 'paused' }, 'none'],
  [{ mine: submission() }, 'continue'],
  [{ mine: submission({ state: 'rejected' }), why: ['full'] }, 'again'],
  [{ mine: submission({ state: 'rejected' }), why: ['ended'] }, 'look'],
  [{ mine: submission({ state: 'rejected', triesLeft: 0 }) }, 'look'],
  [{ mine: submission({ state: 'approved_partial' }) }, 'finish'],
  [{ mine: submission({ state: 'withdrawn' }) }, 'start'],
  [{ mine: submission({ state: 'approved' }) }, 'look'],
])('with %j there is to %s', (more, deed) => {
  expect(nextAction(read(more))).toBe(deed)
})

test('who waits for the server, and who holds a place', () => {
  expect(isAwaited(withMine({}).mine)).toBe(true)
  expect(isAwaited(withMine({ progress: {} }).mine)).toBe(false)
  expect(isAwaited(withMine({ progress: { s2: { state: 'failed' } } }).mine)).toBe(true)
  expect(isAwaited(withMine({ state: 'checking', progress: {} }).mine)).toBe(true)
  expect(isActive(withMine({ state: 'rejected', triesLeft: 0 }).mine)).toBe(false)
  expect(isActive(withMine({ state: 'rejected' }).mine)).toBe(true)
})

test('what is told of a submission ticks its steps; what is told of another, or makes no sense, changes nothing', () => {
  const before = withMine({})
  const passed = { s2: { state: 'passed', hash: '0xd41c' } }
  const after = withProgress(before, { objectId: 'sub1', state: 'started', progress: passed })
  expect(after.mine?.progress['s2']).toMatchObject({ state: 'passed', hash: '0xd41c' })
  expect(after.mine?.answers).toEqual(before.mine?.answers)
  expect(withProgress(before, { objectId: 'other', state: 'approved', progress: {} })).toBe(before)
  expect(withProgress(before, { objectId: 'sub1', state: 'gone', progress: {} })).toBe(before)
})
