// How long a page takes to answer somebody: from the key or the press until the next frame shows what came of it.
import type { Page } from '@playwright/test'

interface Timed {
  /** The same for all events of one interaction: a key goes down and up. */
  interaction: number
  name: string
  took: number
}

declare global {
  interface Window {
    timed: Timed[]
  }
}

/** Slows the processor of a page, as a cheap phone or an old laptop would. */
export async function slowDown(page: Page, times: number) {
  const line = await page.context().newCDPSession(page)
  await line.send('Emulation.setCPUThrottlingRate', { rate: times })
}

/** Notes every interaction from now on. */
export async function watchInteractions(page: Page) {
  await page.evaluate(() => {
    window.timed = []
    new PerformanceObserver(list => {
      // What belongs to no interaction, such as a moving pointer, has none.
      for (const entry of list.getEntries() as PerformanceEventTiming[])
        if (entry.interactionId)
          window.timed.push({ interaction: entry.interactionId, name: entry.name, took: entry.duration })
    }).observe({ type: 'event', durationThreshold: 16, buffered: false } as PerformanceObserverInit)
  })
}

/**
 * The longest interaction and the median, in milliseconds. Browsers do not report those that take less than a frame.
 *
 * Interaction to Next Paint leaves out one of fifty; of fewer, it is the longest.
 */
export async function interactionsOf(page: Page) {
  // An interaction is reported with the frame after it.
  await page.evaluate(
    () => new Promise<void>(resolve => requestAnimationFrame(() => setTimeout(resolve, 200))),
  )
  const slowest = new Map<number, Timed>()
  for (const event of await page.evaluate(() => window.timed))
    if (event.took > (slowest.get(event.interaction)?.took ?? 0)) slowest.set(event.interaction, event)
  const seen = [...slowest.values()]
  const times = seen.map(({ took }) => took).toSorted((a, b) => a - b)
  const longest = times.at(-1) ?? 0
  return {
    count: times.length,
    longest,
    median: times[Math.floor(times.length / 2)] ?? 0,
    slowest: seen.find(({ took }) => took === longest)?.name ?? 'none',
    /** Its place among those that took longer than a frame, counted from one. */
    order: 1 + seen.findIndex(({ took }) => took === longest),
  }
}
