// A dapp made with each library, in front of each kind of wallet, sees the same with the recorder as without.
import { afterEach, describe, expect, test, vi } from 'vitest'
import { announce } from './announce.ts'
import { DAPPS, ORDERS, outcomes } from './dapps.ts'
import { openPage } from './page.ts'
import { KINDS, SIGNATURE, TX } from './wallets.ts'

afterEach(() => vi.unstubAllGlobals())

describe.each(Object.entries(DAPPS))('%s', (library, dapp) => {
  describe.each(Object.entries(KINDS))('%s', (_, { make, isChangeable }) => {
    const open = () => {
      const page = openPage()
      announce(page, make())
      return page
    }

    test.each(Object.entries(ORDERS))('a recorder %s changes nothing', async (order, start) => {
      const without = await outcomes(dapp(open()))
      vi.unstubAllGlobals()
      const page = open()
      const { steps, last } = start(() => dapp(page))
      expect(await outcomes(steps)).toEqual(without)
      expect(without).toMatchObject({ send: `"${TX}"`, sign: `"${SIGNATURE}"` })

      // A recorder that comes later cannot see a wallet that cannot be changed, or that viem has bound.
      const isLate = order === 'after the dapp'
      if (isLate && (!isChangeable || library !== 'ethers')) return
      const problems = last.context().calls.map(({ problem }) => problem)
      expect(problems).toContain('user_rejected')
      expect(problems).toContain('insufficient_funds')
    })
  })
})
