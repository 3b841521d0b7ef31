import { expect, test, vi } from 'vitest'
import { onFirstToast, receiveToasts, toast } from '#/ui/toasts'

test('toasts wait for what shows them, and come in order', () => {
  const start = vi.fn()
  const stopWaiting = onFirstToast(start)
  toast({ tone: 'info', title: 'one' })
  toast({ tone: 'info', title: 'two' })
  expect(start).toHaveBeenCalled()
  const shown: unknown[] = []
  const stop = receiveToasts(({ title }) => shown.push(title))
  toast({ tone: 'info', title: 'three' })
  expect(shown).toEqual(['one', 'two', 'three'])
  stop()
  stopWaiting()
})
