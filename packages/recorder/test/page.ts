// A window for the tests: events, a console, `fetch` and a document with a build.
import { vi } from 'vitest'

/** Makes `window` for one test. It is removed by `vi.unstubAllGlobals`. */
export function openPage(more: object = {}) {
  const page = Object.assign(new EventTarget(), {
    console: { error: vi.fn(), warn: vi.fn() },
    location: {
      href: 'https://swap.example.org/swap/1?secret=1#x',
      origin: 'https://swap.example.org',
      pathname: '/swap/1',
    },
    document: {
      querySelector: (selector: string) =>
        selector === 'meta[name="touchstone-build"]' ? { content: ' web 0.5.1 a41c9e2 ' } : null,
      documentElement: { dataset: {} },
    },
    ...more,
  })
  vi.stubGlobal('window', page)
  return page
}
