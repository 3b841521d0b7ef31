import { fireEvent, render, screen } from '@testing-library/react'
import { I18nProvider } from '@lingui/react'
import { i18n } from '@lingui/core'
import { expect, test, vi } from 'vitest'
import RedactDialog, { nudged } from '#/entities/attachment/RedactDialog'

const file = {
  key: 1,
  name: 'shot.png',
  size: 10,
  sort: 'image' as const,
  source: null,
  part: 1,
  id: 'file-1',
  failed: null,
  preview: null,
  kept: { id: 'file-1', name: 'shot.png', size: 10, sort: 'image' as const, url: '/shot.png', at: 0 },
}

test('a picture is redacted by keys alone', () => {
  URL.revokeObjectURL ??= () => undefined
  const done = vi.fn()
  render(
    <I18nProvider i18n={i18n}>
      <RedactDialog file={file} onClose={() => undefined} onDone={done} />
    </I18nProvider>,
  )
  const picture = screen.getByRole('application')
  fireEvent.keyDown(picture, { key: 'Enter' })
  fireEvent.keyDown(picture, { key: 'ArrowLeft' })
  fireEvent.keyDown(picture, { key: 'ArrowDown', shiftKey: true })
  fireEvent.click(screen.getByRole('button', { name: 'Remove covered parts' }))
  const [boxes] = done.mock.calls[0] as [{ x: number; y: number; width: number; height: number }[]]
  expect(boxes).toHaveLength(1)
  expect(boxes[0]?.x).toBeCloseTo(0.39)
  expect(boxes[0]?.height).toBeCloseTo(0.11)
})

test('a box never leaves the picture', () => {
  const box = { x: 0, y: 0.95, width: 0.2, height: 0.05 }
  expect(nudged(box, 'ArrowLeft', false)?.x).toBe(0)
  expect(nudged(box, 'ArrowDown', false)?.y).toBeCloseTo(0.95)
  expect(nudged(box, 'a', false)).toBeNull()
})
