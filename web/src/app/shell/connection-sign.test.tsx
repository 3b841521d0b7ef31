import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ConnectionStatus } from '#/app/shell/ConnectionSign'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { render } from '@testing-library/react'

const state = vi.hoisted(() => ({ now: 'open', tell: () => undefined as void }))
vi.mock('#/backend/live/live', () => ({
  liveState: () => state.now,
  watchLiveState: (watcher: () => void) => {
    state.tell = watcher
    return () => undefined
  },
}))
vi.mock('#test/fake-live', () => ({ fakeLive: () => undefined }))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const become = (next: string) =>
  act(() => {
    state.now = next
    state.tell()
  })
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds))

test('nothing is said while it works, nor for a short loss; then it is said once, politely, until it works again', () => {
  render(
    <I18nProvider i18n={i18n}>
      <ConnectionStatus />
    </I18nProvider>,
  )
  const status = screen.getByRole('status')
  expect(status).toBeEmptyDOMElement()
  become('lost')
  pass(4900)
  become('open')
  pass(10_000)
  expect(status).toBeEmptyDOMElement()
  become('lost')
  pass(5100)
  expect(status).toHaveTextContent('Reconnecting…')
  become('open')
  expect(status).toBeEmptyDOMElement()
})
