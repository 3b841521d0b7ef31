// Wallets by their browser standards, through the pages that use them.
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Code, Problem } from '#/backend/problem'
import { walletStore } from '#/features/wallet/wallet-store'
import { settings } from '#/lib/settings'
import { imaginedServer } from '#test/imagined-server'
import { renderRoute, tester } from '#test/render-route'
import { injectEvm, injectPolkadot, injectSolana } from '#test/wallet-stubs'

const { server, begin, answer, asked } = imaginedServer()
const logInWithWallet = vi.fn()
const linkWallet = vi.fn()

const session = vi.hoisted(() => ({ end: () => undefined as void }))

vi.mock('#/backend/parse-client', () => ({
  connectTo: (_: unknown, onSessionEnded: () => void) => {
    session.end = onSessionEnded
    return { ...server, logInWithWallet, linkWallet }
  },
}))

const MESSAGE = 'touchstone.example wants you to sign in with your Ethereum account:'

beforeEach(() => {
  settings.wallets = { families: ['evm', 'solana', 'polkadot', 'multiversx'] }
  begin(tester)
  answer('walletChallenge', { message: MESSAGE })
  answer('memberPayout', { wallet: null })
  logInWithWallet.mockReset().mockResolvedValue(tester)
  linkWallet.mockReset().mockResolvedValue(tester)
})

afterEach(() => {
  walletStore.letGo()
  delete settings.wallets
  delete window.injectedWeb3
})

async function choose(page: ReturnType<typeof renderRoute>, family: string, wallet: string) {
  await page.user.click(await screen.findByRole('button', { name: family }))
  await page.user.click(await screen.findByRole('button', { name: wallet }))
}

test('a wallet that announces itself signs what the server wrote, and signs in', async () => {
  const { address } = injectEvm()
  const page = renderRoute('/login')
  await choose(page, 'Connect wallet', 'Stub Wallet')
  await waitFor(() => expect(page.router.state.location.pathname).toBe('/'))
  expect(asked('walletChallenge')).toEqual({ family: 'evm', address, purpose: 'login', chain: 1 })
  expect(logInWithWallet).toHaveBeenCalledWith(
    { family: 'evm', address, message: MESSAGE, signature: '0xsigned' },
    undefined,
  )
})

test('a user who has only a wallet comes back with it after the session has ended', async () => {
  injectEvm()
  const page = renderRoute('/issues/new', { as: tester })
  await page.user.type(await screen.findByRole('textbox', { name: /Title/ }), 'The quote is stale')
  act(() => session.end())
  const dialog = await screen.findByRole('dialog', { name: 'Your session has ended' })
  await page.user.click(within(dialog).getByRole('button', { name: 'Ethereum' }))
  await page.user.click(await screen.findByRole('button', { name: 'Stub Wallet' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(logInWithWallet).toHaveBeenCalledTimes(1)
  expect(screen.getByRole('textbox', { name: /Title/ })).toHaveValue('The quote is stale')
})

test('declining is calm: no alert, no user signed out, and the wallet can be asked again', async () => {
  const { request } = injectEvm({ declines: true })
  const page = renderRoute('/login')
  await choose(page, 'Connect wallet', 'Stub Wallet')
  expect(await screen.findByText('You declined. Nothing was changed.')).toBeInTheDocument()
  for (const alert of screen.queryAllByRole('alert')) expect(alert).toBeEmptyDOMElement()
  expect(logInWithWallet).not.toHaveBeenCalled()
  request.mockClear()
  await page.user.click(screen.getByRole('button', { name: 'Stub Wallet' }))
  await waitFor(() => expect(request.mock.calls.map(([{ method }]) => method)).toContain('personal_sign'))
})

test.each([
  [new Problem(Code.objectNotFound, 'Wallet sign-in failed'), /rejected the signature/],
  [new Problem(Code.accountLinked, 'this auth is already used'), /belongs to another account/],
  [
    new Problem(Code.accountLinked, 'This wallet was unlinked lately.'),
    /only that account can link it again/,
  ],
])(
  'a refusal of the server is said in the dialog, and not above the password: %s',
  async (problem, words) => {
    injectEvm()
    logInWithWallet.mockRejectedValue(problem)
    const page = renderRoute('/login')
    await choose(page, 'Connect wallet', 'Stub Wallet')
    const dialog = screen.getByRole('dialog')
    expect(await within(dialog).findByText(words)).toBeInTheDocument()
    expect(screen.queryByText('Wrong username or password.')).not.toBeInTheDocument()
  },
)

test('a Solana wallet signs the bytes of the text, and its signature goes as base64', async () => {
  const { signMessage } = injectSolana('So1')
  const page = renderRoute('/login')
  await choose(page, 'Solana', 'Sun')
  await waitFor(() => expect(logInWithWallet).toHaveBeenCalled())
  expect(new TextDecoder().decode(signMessage.mock.calls[0]?.[0].message)).toBe(MESSAGE)
  expect(logInWithWallet.mock.calls[0]?.[0]).toEqual({
    family: 'solana',
    address: 'So1',
    message: MESSAGE,
    signature: 'AQID',
  })
})

test('a Polkadot extension with several accounts is asked which one', async () => {
  const { signRaw } = injectPolkadot(['5Alice', '5Bob'])
  const page = renderRoute('/login')
  await choose(page, 'Polkadot', 'polkadot-js')
  await page.user.click(await screen.findByRole('button', { name: '5Bob' }))
  await waitFor(() => expect(logInWithWallet).toHaveBeenCalled())
  expect(signRaw.mock.calls[0]?.[0]).toMatchObject({ address: '5Bob', type: 'bytes' })
  expect(logInWithWallet.mock.calls[0]?.[0]).toMatchObject({ family: 'polkadot', address: '5Bob' })
})

test('if there is no wallet the page says so', async () => {
  const page = renderRoute('/login')
  await page.user.click(await screen.findByRole('button', { name: 'MultiversX' }))
  expect(await screen.findByText('No wallet of this kind in this browser')).toBeInTheDocument()
})

test('an invitation goes with a new wallet', async () => {
  injectEvm()
  settings.access = 'invite'
  const page = renderRoute('/login')
  await page.user.click(await screen.findByRole('button', { name: 'Connect wallet' }))
  await page.user.type(await screen.findByRole('textbox', { name: 'Invitation code' }), 'KITE-42')
  await page.user.click(await screen.findByRole('button', { name: 'Stub Wallet' }))
  await waitFor(() => expect(logInWithWallet).toHaveBeenCalledWith(expect.anything(), 'KITE-42'))
  delete settings.access
})

test('where a list decides, the page says how one gets in, and a refusal is calm', async () => {
  injectEvm()
  settings.access = 'wallets'
  const page = renderRoute('/login')
  expect(await screen.findByText(/Sign in with a wallet on the list/)).toBeInTheDocument()
  expect(screen.getByLabelText('Have an invitation?')).toBeInTheDocument()
  logInWithWallet.mockRejectedValueOnce(
    Object.assign(new Error('WALLET_NOT_LISTED: This wallet is not on the list. Ask the team.'), {
      code: 142,
    }),
  )
  await choose(page, 'Connect wallet', 'Stub Wallet')
  expect(await screen.findByText('This wallet is not on the list. Ask the team.')).toBeInTheDocument()
  expect(screen.getByRole('textbox', { name: 'Invitation code' })).toBeInTheDocument()
  expect(screen.queryByText(/^WALLET_NOT_LISTED/)).not.toBeInTheDocument()
  delete settings.access
})

const LINKED = {
  accounts: [
    { family: 'evm', address: '0xaa', shown: '0xAa', isPrimary: true, linkedAt: '2026-11-01T00:00:00.000Z' },
    {
      family: 'solana',
      address: 'So1',
      shown: 'So1',
      isPrimary: false,
      linkedAt: '2026-11-02T00:00:00.000Z',
    },
  ],
  canUnlink: true,
  hasPassword: true,
  restDays: 30,
}

test('a profile links a further wallet, and follows the wallet to another network', async () => {
  const { emit } = injectEvm()
  answer('walletAccounts', LINKED)
  const page = renderRoute('/u/rin?tab=wallets', { as: tester })
  await page.user.click(await screen.findByRole('button', { name: 'Link a wallet' }))
  await page.user.click(await screen.findByRole('button', { name: 'Stub Wallet' }))
  await waitFor(() => expect(linkWallet).toHaveBeenCalled())
  expect(asked('walletChallenge')).toMatchObject({ purpose: 'link' })
  const network = await screen.findByRole('combobox', { name: 'Network' })
  expect(network).toHaveValue('1')
  await page.user.selectOptions(network, 'Polygon')
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Network' })).toHaveValue('137'))
  emit('accountsChanged', [])
  expect(await screen.findByText('No wallet is connected')).toBeInTheDocument()
})

test('a wallet is unlinked after a question, and another can become the first', async () => {
  answer('walletAccounts', LINKED)
  answer('walletPrimary', LINKED)
  answer('walletUnlink', { ...LINKED, accounts: [LINKED.accounts[0]], canUnlink: false })
  const page = renderRoute('/u/rin?tab=wallets', { as: tester })
  await page.user.click(await screen.findByRole('button', { name: 'Make primary' }))
  await waitFor(() => expect(asked('walletPrimary')).toEqual({ family: 'solana', address: 'So1' }))
  const [, second] = screen.getAllByRole('button', { name: 'Unlink' })
  if (second) await page.user.click(second)
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText(/For 30 days no other account/)).toBeInTheDocument()
  await page.user.click(within(dialog).getByRole('button', { name: 'Unlink' }))
  await waitFor(() => expect(asked('walletUnlink')).toEqual({ family: 'solana', address: 'So1' }))
  await waitFor(() => expect(screen.queryByText('Solana')).not.toBeInTheDocument())
})

test('a wallet that is a contract, which is somewhere, is not offered to stand for a user', async () => {
  const contract = {
    family: 'evm',
    address: '0xcc',
    shown: '0xCc',
    chain: 137,
    isPrimary: false,
    linkedAt: '2026-11-03T00:00:00.000Z',
  }
  answer('walletAccounts', { ...LINKED, accounts: [LINKED.accounts[0], contract] })
  renderRoute('/u/rin?tab=wallets', { as: tester })
  expect(await screen.findAllByRole('button', { name: 'Unlink' })).toHaveLength(2)
  expect(screen.queryByRole('button', { name: 'Make primary' })).not.toBeInTheDocument()
})

test('the only way in cannot be unlinked, and the page says what to do first', async () => {
  answer('walletAccounts', { ...LINKED, accounts: [LINKED.accounts[0]], canUnlink: false })
  const page = renderRoute('/u/rin?tab=wallets', { as: tester })
  await page.user.click(await screen.findByRole('button', { name: 'Unlink' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText(/only way to sign in/)).toBeInTheDocument()
  expect(within(dialog).queryByRole('button', { name: 'Unlink' })).not.toBeInTheDocument()
})

const SUN = { family: 'solana', address: 'So1', chain: null }
const EVM = LINKED.accounts[0]

test('a user chooses where they are paid among EVM wallets, reads what becomes public, and takes it back', async () => {
  answer('walletAccounts', LINKED)
  answer('memberPayoutSet', { wallet: { family: 'evm', address: EVM?.address, chain: null }, payable: true })
  const page = renderRoute('/u/rin?tab=wallets', { as: tester })
  await page.user.click(await screen.findByRole('button', { name: 'Choose a wallet' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getAllByRole('radio')).toHaveLength(1)
  expect(within(dialog).getByRole('radio', { name: /Ethereum/ })).toBeChecked()
  expect(within(dialog).getByText(/every member can see this address/)).toBeInTheDocument()
  await page.user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(asked('memberPayoutSet')).toEqual({ wallet: { family: 'evm', address: EVM?.address } }),
  )
  const panel = screen.getByRole('region', { name: 'Payout' })
  expect(await within(panel).findByText(/every member can see this address/)).toBeInTheDocument()
  answer('memberPayoutSet', { wallet: null, payable: false })
  await page.user.click(await within(panel).findByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(asked('memberPayoutSet')).toEqual({ wallet: null }))
  expect(await within(panel).findByText('No payout address yet')).toBeInTheDocument()
})

test('a wallet that was chosen before and cannot be paid says so and what to do', async () => {
  answer('walletAccounts', LINKED)
  answer('memberPayout', { wallet: SUN, payable: false })
  renderRoute('/u/rin?tab=wallets', { as: tester })
  const panel = await screen.findByRole('region', { name: 'Payout' })
  expect(await within(panel).findByText(/cannot be paid to this wallet/)).toBeInTheDocument()
  expect(within(panel).getByText(/Change to an EVM wallet/)).toBeInTheDocument()
  expect(within(panel).getByRole('button', { name: 'Change' })).toBeInTheDocument()
})

test('unlinking where one is paid says what becomes of it', async () => {
  answer('walletAccounts', LINKED)
  answer('memberPayout', { wallet: SUN })
  answer('walletUnlink', { ...LINKED, accounts: [LINKED.accounts[0]], canUnlink: true })
  const page = renderRoute('/u/rin?tab=wallets', { as: tester })
  const panel = await screen.findByRole('region', { name: 'Payout' })
  expect(await within(panel).findByText('So1')).toBeInTheDocument()
  const [, second] = screen.getAllByRole('button', { name: 'Unlink' })
  if (second) await page.user.click(second)
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText(/You’ll have no payout address/)).toBeInTheDocument()
  answer('memberPayout', { wallet: null })
  await page.user.click(within(dialog).getByRole('button', { name: 'Unlink' }))
  expect(await within(panel).findByText('No payout address yet')).toBeInTheDocument()
})

test('who has no wallet is asked to link one before they can be paid', async () => {
  answer('walletAccounts', { ...LINKED, accounts: [], canUnlink: true })
  renderRoute('/u/rin?tab=wallets', { as: tester })
  const panel = await screen.findByRole('region', { name: 'Payout' })
  expect(await within(panel).findByText(/Link an EVM wallet first/)).toBeInTheDocument()
  expect(within(panel).queryByRole('button')).not.toBeInTheDocument()
})

test('being asked about failures is off until it is switched on', async () => {
  answer('walletAccounts', { accounts: [], canUnlink: true, hasPassword: true, restDays: 0 })
  answer('failureQuestions', { isOn: false, isCounting: true })
  const { user } = renderRoute(`/u/${tester.username}?tab=wallets`, { as: tester })
  const choice = await screen.findByRole('switch', { name: 'Ask me when a transaction of my wallets fails' })
  expect(choice).not.toBeChecked()
  await user.click(choice)
  expect(asked('memberPrefsSet')).toEqual({ privacy: { askAboutFailures: true } })
})

test('nothing is promised where no calls are counted', async () => {
  answer('walletAccounts', { accounts: [], canUnlink: true, hasPassword: true, restDays: 0 })
  answer('failureQuestions', { isOn: false, isCounting: false })
  renderRoute(`/u/${tester.username}?tab=wallets`, { as: tester })
  await screen.findByText('No wallet yet')
  await waitFor(() => expect(asked('failureQuestions')).toBeDefined())
  expect(screen.queryByRole('switch', { name: /Ask me when/ })).toBeNull()
})
