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
