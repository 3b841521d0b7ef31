import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ConnectionLine, ConnectionStatus } from '#/app/shell/ConnectionSign'
import { fakeLive } from '#test/fake-live'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds))

test('nothing is said while it works, nor of a short loss; then it is said once, until it works again', () => {
  const live = fakeLive()
  render(
    <I18nProvider i18n={i18n}>
      <ConnectionLine />
      <ConnectionStatus />
    </I18nProvider>,
  )
  const status = screen.getByRole('status')
  live.become('lost')
  pass(4900)
  live.become('open')
  pass(10_000)
  expect(status).toBeEmptyDOMElement()
  live.become('lost')
  pass(5100)
  expect(status).toHaveTextContent('Reconnecting…')
  // The line of the sidebar is for the eye alone.
  const [line] = screen.getAllByText('Reconnecting…')
  expect(line).toHaveAttribute('aria-hidden', 'true')
  live.become('open')
  expect(screen.queryByText('Reconnecting…')).toBeNull()
})
