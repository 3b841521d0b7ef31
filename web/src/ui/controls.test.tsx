import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { render as renderBare, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { Button } from '#/ui/Button'
import { Dialog } from '#/ui/Dialog'
import { PasswordField } from '#/ui/PasswordField'
import { Segmented } from '#/ui/Segmented'
import { TextField } from '#/ui/TextField'

const render = (ui: ReactNode) => renderBare(<I18nProvider i18n={i18n}>{ui}</I18nProvider>)

test('a busy button keeps its place and cannot be pressed again', async () => {
  const press = vi.fn()
  render(
    <Button busy onClick={press}>
      Send
    </Button>,
  )
  const button = screen.getByRole('button', { name: 'Send' })
  await userEvent.click(button)
  expect(press).not.toHaveBeenCalled()
  expect(button).toHaveAttribute('aria-disabled', 'true')
  expect(button).toBeEnabled()
})

test('a busy submit button does not submit', async () => {
  const submit = vi.fn(event => event.preventDefault())
  render(
    <form onSubmit={submit}>
      <Button type="submit" busy>
        Send
      </Button>
    </form>,
  )
  await userEvent.click(screen.getByRole('button'))
  expect(submit).not.toHaveBeenCalled()
})

test('a field says what is wrong with it', () => {
  render(<TextField label="E-mail" error="This is not an address yet." />)
  expect(screen.getByRole('textbox', { name: 'E-mail' })).toBeInvalid()
  expect(screen.getByRole('textbox')).toHaveAccessibleDescription('This is not an address yet.')
})

test('a field describes itself by its hint', () => {
  render(<TextField label="Title" hint="One sentence." />)
  expect(screen.getByRole('textbox')).toHaveAccessibleDescription('One sentence.')
  expect(screen.getByRole('textbox')).toBeValid()
})

test('a password can be looked at', async () => {
  render(<PasswordField label="Password" defaultValue="secret" />)
  const field = screen.getByLabelText('Password')
  expect(field).toHaveAttribute('type', 'password')
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
  expect(field).toHaveAttribute('type', 'text')
  expect(screen.getByRole('button')).toHaveAttribute('aria-pressed', 'true')
})

test('a dialog without a way to close it stays on Esc', () => {
  const close = vi.fn()
  const { rerender } = render(
    <Dialog open title="Sure?">
      Well.
    </Dialog>,
  )
  const dialog = screen.getByRole('dialog', { name: 'Sure?' })
  expect(dialog.dispatchEvent(new Event('cancel', { cancelable: true }))).toBe(false)
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
  rerender(
    <I18nProvider i18n={i18n}>
      <Dialog open onClose={close} title="Sure?">
        Well.
      </Dialog>
    </I18nProvider>,
  )
  dialog.dispatchEvent(new Event('cancel', { cancelable: true }))
  expect(close).toHaveBeenCalledOnce()
})

test('one of a few is chosen by its name', async () => {
  const choose = vi.fn()
  render(
    <Segmented
      label="View"
      value="all"
      onChange={choose}
      options={[
        { value: 'all', label: 'All' },
        { value: 'mine', label: 'Mine' },
      ]}
    />,
  )
  await userEvent.click(screen.getByRole('radio', { name: 'Mine' }))
  expect(choose).toHaveBeenCalledWith('mine')
  expect(screen.getByRole('group', { name: 'View' })).toBeInTheDocument()
})
