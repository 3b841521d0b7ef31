// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { publicFactsFrom } from '#/backend/public-facts-request'
import { publicFactsOfPage } from '#/backend/public-facts'
import type { Settings } from '#/lib/settings'

const page: Settings = {
  applicationId: 'swap',
  serverUrl: '/parse',
  product: 'Swap',
  shortName: 'S',
  signUp: true,
}

test('a page that says nothing of access goes by whether strangers may sign up', () => {
  expect(publicFactsOfPage(page).access).toBe('open')
  expect(publicFactsOfPage({ ...page, signUp: false }).access).toBe('closed')
  expect(publicFactsOfPage({ ...page, signUp: false, access: 'invite' }).access).toBe('invite')
  expect(publicFactsFrom({ access: { mode: 'wallets' } }, page).access).toBe('wallets')
})

test('the server knows better than the page', () => {
  expect(
    publicFactsFrom(
      {
        needed: true,
        product: { name: 'Other', shortName: 'O' },
        access: { mode: 'invite', password: true, wallet: false },
      },
      page,
    ),
  ).toEqual({ setupNeeded: true, product: 'Other', shortName: 'O', access: 'invite' })
})

test.each([null, 'x', {}, { needed: 'yes', product: [], access: { mode: 'magic' } }])(
  'an answer like %o leaves what the page says',
  answer => {
    expect(publicFactsFrom(answer, page)).toEqual(publicFactsOfPage(page))
  },
)
