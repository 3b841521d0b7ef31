import '@testing-library/jest-dom/vitest'
import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'
import { speak } from '#/words/speak'
import '#/words/house'

speak()
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
