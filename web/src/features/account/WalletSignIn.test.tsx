import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { msg } from '@lingui/core/macro'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { WalletWay } from '#/features/account/wallet-ways'
import { WalletSignIn } from '#/features/account/WalletSignIn'

const show = (ways: WalletWay[]) =>
  render(
    <I18nProvider i18n={i18n}>
      <WalletSignIn ways={ways} />
    </I18nProvider>,
  )

test('without a way to sign in with a wallet nothing is offered', () => {
  const { container } = show([])
  expect(container).toBeEmptyDOMElement()
})

test('the usual way is the button, the others stand below it, and only one is under way at a time', async () => {
  let done: () => void = () => undefined
  const injected = vi.fn(() => new Promise<void>(resolve => (done = resolve)))
  const other = vi.fn(async () => undefined)
  show([
    { id: 'injected', label: msg`Injected`, start: injected },
    { id: 'solana', label: msg`Solana`, start: other },
  ])
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Connect wallet' }))
  expect(injected).toHaveBeenCalledOnce()
  expect(screen.getByRole('button', { name: 'Waiting for wallet…' })).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Solana' }))
  expect(other).not.toHaveBeenCalled()
  done()
  await user.click(await screen.findByRole('button', { name: 'Connect wallet' }))
  expect(injected).toHaveBeenCalledTimes(2)
})
