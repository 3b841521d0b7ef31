import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { WalletSignIn } from '#/features/wallet/WalletSignIn'
import type { WalletSettings } from '#/lib/settings'

const show = (wallets?: WalletSettings) =>
  render(
    <I18nProvider i18n={i18n}>
      <WalletSignIn wallets={wallets} access="open" />
    </I18nProvider>,
  )

test('where the server takes no wallets none is offered', () => {
  expect(show().container).toBeEmptyDOMElement()
  expect(show({ families: [] }).container).toBeEmptyDOMElement()
})

test('the first family is the button, the others stand below it', () => {
  show({ families: ['evm', 'solana', 'polkadot'] })
  expect(screen.getAllByRole('button').map(button => button.textContent)).toEqual([
    'Connect wallet',
    'Solana',
    'Polkadot',
  ])
})
