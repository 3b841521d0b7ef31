import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeEach } from 'vitest'
import { activateMessages } from '#/locales/activate'
import '#/locales/admin'
import '#/locales/member'
import { answerStylesFromAttributes } from '#test/computed-style'
import { fakeLive } from '#test/fake-live'

// A deadline for what never comes, not a pace: pages are transformed when first shown, on a machine that may be busy.
configure({ asyncUtilTimeout: 60_000 })
activateMessages()
answerStylesFromAttributes()
// Nothing happens unless a test says so.
beforeEach(() => void fakeLive())
// A timer must not outlive the document of its file.
const timers = new Set<ReturnType<typeof setTimeout>>()
const { setTimeout: startTimer } = globalThis
globalThis.setTimeout = ((...given: Parameters<typeof startTimer>) => {
  const timer = startTimer(...given)
  timers.add(timer)
  return timer
}) as typeof setTimeout
afterAll(() => {
  for (const timer of timers) clearTimeout(timer)
})
afterEach(() => {
  cleanup()
  localStorage.clear()
})

// jsdom knows the element and not yet its ways.
HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
  this.open = true
}
HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
  this.open = false
}

globalThis.matchMedia ??= (media: string) =>
  ({
    media,
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }) as unknown as MediaQueryList
globalThis.scrollTo = () => undefined
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
document.elementFromPoint ??= () => null
