import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Problem } from '#/backend/problem'
import { settings } from '#/lib/settings'
import { imaginedServer } from '#test/imagined-server'
import { administrator, renderRoute } from '#test/render-route'

const { server, begin, answer, asked } = imaginedServer()
vi.mock('#/backend/parse-client', () => ({ connectTo: () => server }))

beforeAll(() => import('#/features/access/wallet-list/WalletList'), 120_000)
beforeEach(() => {
  begin(administrator)
})
afterEach(() => {
  delete settings.wallets
})

const open = () => renderRoute('/admin/settings/access', { as: administrator })
const panel = () => screen.findByRole('region', { name: /^Wallet list/ })
test('the list says how many there are, who has joined, and what a contract is bound to', async () => {
  open()
  const list = await panel()
  expect(await within(list).findByText(/1,204 wallets/)).toHaveTextContent('1,204 wallets · 37 joined')
  expect(await within(list).findByRole('link', { name: '@juno' })).toBeInTheDocument()
  expect(within(list).getAllByText('not yet')).toHaveLength(2)
  expect(within(list).getByText('contract, chain 8453')).toBeInTheDocument()
})

test.each([
  ['open', true, /anybody may make an account/],
  ['invite', true, /new accounts need an invitation/],
  ['wallets', false, /the list lets nobody in/],
  ['wallets', true, /one for each wallet/],
] as const)('where new accounts are %s and wallets are %s, it says what it does', async (value, on, said) => {
  answer('settings', { rows: [{ key: 'access.mode', value, default: 'invite', version: 1, kind: 'choice' }] })
  if (on) settings.wallets = { families: ['evm'] }
  open()
  expect(await within(await panel()).findByText(said)).toBeInTheDocument()
})

test('a search by the beginning of an address says when there is none', async () => {
  const { user } = open()
  const field = await within(await panel()).findByRole('searchbox')
  await user.type(field, '0xff')
  expect(await screen.findByText('No wallet found.')).toBeInTheDocument()
  await waitFor(() => expect(asked('walletList')).toEqual({ query: '0xff' }))
})

test('an empty list has one way on', async () => {
  answer('walletList', { rows: [], next: null, total: 0, joined: 0 })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Add the first wallets' }))
  expect(await screen.findByRole('dialog', { name: 'Add wallets' })).toBeInTheDocument()
})

test('a list that does not load says so', async () => {
  answer('walletList', new Problem(142, 'QUERY: Type less.'))
  open()
  expect(await screen.findByText('Couldn’t load the wallet list.')).toBeInTheDocument()
})

test('what is wrong with pasted lines is seen before anything is added', async () => {
  const { user } = open()
  await user.click(await within(await panel()).findByRole('button', { name: 'Add wallets' }))
  const dialog = await screen.findByRole('dialog', { name: 'Add wallets' })
  await user.click(within(dialog).getByRole('button', { name: 'Check' }))
  expect(within(dialog).getByRole('alert')).toHaveTextContent('Paste at least one address')
  const box = within(dialog).getByRole('textbox', { name: 'Addresses, one per line' })
  await user.click(box)
  await user.paste('0xa,5\n0xb\n0xb\nrin.eth')
  await user.type(within(dialog).getByRole('textbox', { name: 'Label' }), 'May')
  await user.click(within(dialog).getByRole('button', { name: 'Check' }))
  expect(await within(dialog).findByText('line 4')).toBeInTheDocument()
  expect(within(dialog).getByText('rin.eth', { selector: '.mono' })).toBeInTheDocument()
  expect(asked('walletListAdd')).toBeUndefined()
  await user.click(within(dialog).getByRole('button', { name: 'Add 2 wallets' }))
  await waitFor(() =>
    expect(asked('walletListAdd')).toEqual({ lines: ['0xa', '0xb', '0xb', 'rin.eth'], label: 'May' }),
  )
  expect(await screen.findByText('2 added to the list.')).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add wallets' })).not.toBeInTheDocument())
})

test('a file goes the same way, and what failed halfway can go on', async () => {
  answer('walletListAdd', new Problem(100, 'nobody answers'))
  const { user } = open()
  await user.click(await within(await panel()).findByRole('button', { name: 'Add wallets' }))
  const dialog = await screen.findByRole('dialog', { name: 'Add wallets' })
  const file = new File(['address\n0xa\n0xb\n'], 'holders.csv', { type: 'text/csv' })
  await user.upload(within(dialog).getByLabelText('Or upload a file'), file)
  await user.click(within(dialog).getByRole('button', { name: 'Check' }))
  await user.click(await within(dialog).findByRole('button', { name: 'Add 2 wallets' }))
  expect(await within(dialog).findByText(/The server does not answer/)).toBeInTheDocument()
  expect(within(dialog).getByRole('button', { name: 'Add 2 wallets' })).toBeEnabled()
})

test('removing says that whoever has joined stays', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Remove 16Zx2a…1R5z from the list' }))
  const dialog = await screen.findByRole('dialog', { name: 'Remove this wallet?' })
  expect(dialog).toHaveTextContent('Its owner has joined and stays')
  await user.click(within(dialog).getByRole('button', { name: 'Remove' }))
  await waitFor(() =>
    expect(asked('walletListRemove')).toEqual({
      accounts: ['16Zx2agFjzjXtjfETdiHSS4LpXAnxLFFhLuBYJUsMC8x1R5z'],
    }),
  )
  expect(await screen.findByText('Wallet removed from the list.')).toBeInTheDocument()
})
