import { expect, test } from 'vitest'
import { entriesOf, timeBefore, zeroOf } from '#/features/issues/before/entries'
import { plainTextOf } from '#/features/issues/before/plain-text'
import { recorded, REVERT_DATA } from '#test/fixtures/widget'

const { context, at, origin } = recorded()
const reported = new Date(at).getTime()

test('calls and lines are in order of time, and the newest call that failed is the failure', () => {
  const entries = entriesOf(context)
  expect(entries.map(entry => entry.call?.method ?? entry.line?.kind)).toEqual([
    'eth_requestAccounts',
    'wallet_switchEthereumChain',
    'warning',
    'eth_estimateGas',
    'uncaught',
  ])
  expect(entries.filter(({ isFailure }) => isFailure).map(({ call }) => call?.method)).toEqual([
    'eth_estimateGas',
  ])
})

test('a declined request is the failure if there is no other', () => {
  const entries = entriesOf({ ...context, calls: context.calls.slice(0, 2) })
  expect(entries.find(({ isFailure }) => isFailure)?.call?.method).toBe('wallet_switchEthereumChain')
})

test('seconds count back from the report', () => {
  expect(zeroOf(at, entriesOf(context))).toEqual({ zero: reported, fits: true })
  expect(timeBefore(reported - 3_240, reported)).toBe('−3.2s')
  expect(timeBefore(reported - 58_000, reported)).toBe('−58s')
  expect(timeBefore(reported - 125_000, reported)).toBe('−2m 5s')
  expect(timeBefore(reported, reported)).toBe('0s')
})

test.each([
  ['sent a day later', new Date(reported + 86_400_000)],
  ['sent by a clock that is fast', new Date(reported - 60_000)],
])('of a report that was %s, they count back from the last entry', (_, received) => {
  const { zero, fits } = zeroOf(received.toISOString(), entriesOf(context))
  expect(fits).toBe(false)
  expect(zero).toBe(reported - 12_100)
})

test('without entries there is nothing to count', () => {
  expect(zeroOf(at, entriesOf({ calls: [], lines: [] }))).toEqual({ zero: reported, fits: true })
})

test('the text of a recording has every call, line and part, with nothing shortened', () => {
  expect(plainTextOf({ origin, at, context }).split('\n')).toEqual([
    `Recorded on ${origin}/swap, reported ${at}`,
    '  -58.0 s  eth_requestAccounts, io.rabby, chain 84532, 2140 ms',
    '  -31.0 s  wallet_switchEthereumChain, io.rabby, chain 84532, 1830 ms, user_rejected',
    '           error code 4001',
    '  -30.2 s  warning: Quote is older than one block, 3 times',
    '  -12.4 s  eth_estimateGas, io.rabby, chain 84532, 212 ms, call_reverted',
    '           to 0x3fc91a3afd70395cd496c647d5a6cc9d4b2b7fad, selector 0x3593564c, value 0, 836 bytes',
    '           error code 3, execution reverted: Too little received',
    `           data ${REVERT_DATA}`,
    '  -12.1 s  uncaught: ContractFunctionExecutionError: <b>Too little received</b>',
    '           swap (assets/index-4f2a.js:41:2210)',
    '           onClick (assets/index-4f2a.js:12:880)',
    expect.stringMatching(/^Quote: expectedOut 342810000000000000, minOut 341096000000000000, /),
    'Other calls that worked: eth_chainId 14, eth_call 8',
    'Left out: environment',
  ])
})
