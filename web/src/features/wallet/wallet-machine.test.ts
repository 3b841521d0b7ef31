import { describe, expect, test } from 'vitest'
import { Code, WalletProblem } from '#/backend/problem'
import { TEXTS } from '#/features/wallet/texts'
import { type WalletEvent, walletReducer, type WalletState } from '#/features/wallet/wallet-machine'

const failure = new WalletProblem(Code.validation, TEXTS.noProvider)
const refusal = new WalletProblem(Code.validation, 'User rejected the request.', { declined: true })

type Name = WalletState['state']

const at: Record<Name, WalletState> = {
  idle: { state: 'idle' },
  enabling: { state: 'enabling', wallet: 'Stub' },
  enabled: { state: 'enabled', wallet: 'Stub', addresses: ['0xA', '0xB'], chain: 1 },
  'cleaned up': { state: 'cleaned up', problem: failure },
}

const events: Record<string, WalletEvent> = {
  'enable began': { type: 'enable began', wallet: 'Other' },
  enabled: { type: 'enabled', addresses: ['0xC'], chain: 137 },
  'enable failed': { type: 'enable failed', problem: failure },
  'accounts changed': { type: 'accounts changed', addresses: ['0xD'] },
  'accounts gone': { type: 'accounts changed', addresses: [] },
  'chain changed': { type: 'chain changed', chain: 56 },
  disconnected: { type: 'disconnected' },
  'let go': { type: 'let go' },
}

// Where an event leads from each state; a state that is not listed ignores it.
const table: Record<string, Partial<Record<Name, Name>>> = {
  'enable began': { idle: 'enabling', enabled: 'enabling', 'cleaned up': 'enabling' },
  enabled: { enabling: 'enabled' },
  'enable failed': { enabling: 'cleaned up' },
  'accounts changed': { enabled: 'enabled' },
  'accounts gone': { enabled: 'cleaned up' },
  'chain changed': { enabled: 'enabled' },
  disconnected: { enabled: 'cleaned up', enabling: 'cleaned up' },
  'let go': { enabled: 'cleaned up', enabling: 'cleaned up' },
}

describe.each(Object.entries(table))('on "%s"', (name, leads) => {
  test.each(Object.keys(at) as Name[])('from %s', from => {
    const next = walletReducer(at[from], events[name] as WalletEvent)
    const to = leads[from]
    if (to) expect(next.state).toBe(to)
    else expect(next).toBe(at[from])
  })
})

test('every event is in the table', () => {
  expect(Object.keys(table).toSorted()).toEqual(Object.keys(events).toSorted())
})

test('another account keeps the wallet and its chain', () => {
  expect(walletReducer(at.enabled, { type: 'accounts changed', addresses: ['0xD'] })).toEqual({
    state: 'enabled',
    wallet: 'Stub',
    addresses: ['0xD'],
    chain: 1,
  })
})

test('another chain keeps the account', () => {
  expect(walletReducer(at.enabled, { type: 'chain changed', chain: 56 })).toMatchObject({
    addresses: ['0xA', '0xB'],
    chain: 56,
  })
})

test('a failure is kept with its text, and a refusal leaves nothing to say', () => {
  expect(walletReducer(at.enabling, { type: 'enable failed', problem: failure })).toEqual({
    state: 'cleaned up',
    problem: failure,
  })
  expect(walletReducer(at.enabling, { type: 'enable failed', problem: refusal })).toEqual({
    state: 'cleaned up',
    problem: null,
  })
})
