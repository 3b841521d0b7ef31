import { expect, test, vi } from 'vitest'
import { TEXTS } from '#/features/wallet/texts'
import type { Connection, Wallet, WalletNews } from '#/features/wallet/wallet'
import { newWalletStore } from '#/features/wallet/wallet-store'

/** A wallet that answers when the test says so. */
function stub() {
  const answer = Promise.withResolvers<void>()
  let tell: (news: WalletNews) => void = () => undefined
  const connection: Connection = {
    addresses: ['0xA'],
    chain: 1,
    sign: vi.fn(),
    watch: vi.fn(listener => {
      tell = listener
      return () => undefined
    }),
    disconnect: vi.fn(async () => undefined),
  }
  const wallet: Wallet = { id: 'stub', name: 'Stub', connect: () => answer.promise.then(() => connection) }
  return { wallet, connection, answer, tell: (news: WalletNews) => tell(news) }
}

async function enabled() {
  const store = newWalletStore()
  const one = stub()
  one.answer.resolve()
  await store.enable(one.wallet)
  return { store, ...one }
}

test('a second wallet is not asked while the first is', async () => {
  const store = newWalletStore()
  const first = stub()
  const enabling = store.enable(first.wallet)
  await expect(store.enable(stub().wallet)).rejects.toThrow(TEXTS.enabling)
  expect(store.state()).toEqual({ state: 'enabling', wallet: 'Stub' })
  first.answer.resolve()
  await enabling
  expect(store.state()).toEqual({ state: 'enabled', wallet: 'Stub', addresses: ['0xA'], chain: 1 })
})

test('declining cleans up without a complaint, and the wallet can be asked again', async () => {
  const store = newWalletStore()
  const first = stub()
  first.answer.reject(Object.assign(new Error('User rejected the request.'), { code: 4001 }))
  await expect(store.enable(first.wallet)).rejects.toMatchObject({ declined: true })
  expect(store.state()).toEqual({ state: 'cleaned up', problem: null })
  const again = stub()
  again.answer.resolve()
  await store.enable(again.wallet)
  expect(store.state().state).toBe('enabled')
})

test('a wallet without a provider or without an account is a failure in the words of the specification', async () => {
  const store = newWalletStore()
  const broken = stub()
  broken.answer.reject(new Error('something of its own'))
  await expect(store.enable(broken.wallet)).rejects.toThrow(TEXTS.noProvider)
  const empty = stub()
  empty.connection.addresses = []
  empty.answer.resolve()
  await expect(store.enable(empty.wallet)).rejects.toThrow(TEXTS.noAccount)
})

test('what happens in the wallet is seen here', async () => {
  const { store, tell, connection } = await enabled()
  const listener = vi.fn()
  store.subscribe(listener)
  tell({ type: 'accounts changed', addresses: ['0xB'] })
  tell({ type: 'chain changed', chain: 137 })
  expect(store.state()).toMatchObject({ addresses: ['0xB'], chain: 137 })
  tell({ type: 'disconnected' })
  expect(store.state()).toEqual({ state: 'cleaned up', problem: null })
  expect(store.connection()).toBeNull()
  expect(connection.disconnect).toHaveBeenCalledOnce()
  expect(listener).toHaveBeenCalledTimes(3)
})

test('a wallet that answers after it was given up stays given up', async () => {
  const store = newWalletStore()
  const slow = stub()
  const enabling = store.enable(slow.wallet)
  store.letGo()
  slow.answer.resolve()
  await expect(enabling).rejects.toThrow()
  expect(store.state()).toEqual({ state: 'cleaned up', problem: null })
  expect(store.connection()).toBeNull()
})
