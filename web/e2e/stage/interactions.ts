// How long a page takes to answer somebody: from the key or the press until the next frame shows what came of it.
import type { Page } from '@playwright/test'

declare global {
  interface Window {
    interactions: { name: string; took: number }[]
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
    window.interactions = []
    new PerformanceObserver(list => {
      // What belongs to no interaction, such as a moving pointer, has none.
      for (const entry of list.getEntries() as PerformanceEventTiming[])
        if (entry.interactionId) window.interactions.push({ name: entry.name, took: entry.duration })
    }).observe({ type: 'event', durationThreshold: 16, buffered: false } as PerformanceObserverInit)
  })
}

/** The longest interaction and the median, in milliseconds. Those under a frame are not reported by browsers. */
export async function interactionsOf(page: Page) {
  // An interaction is reported with the frame after it.
  await page.evaluate(
    () => new Promise<void>(resolve => requestAnimationFrame(() => setTimeout(resolve, 200))),
  )
  const seen = await page.evaluate(() => window.interactions)
  const times = seen.map(({ took }) => took).toSorted((a, b) => a - b)
  return {
    count: times.length,
    longest: times.at(-1) ?? 0,
    median: times[Math.floor(times.length / 2)] ?? 0,
    slowest: seen.find(({ took }) => took === times.at(-1))?.name ?? 'none',
    /** Its place among those that took longer than a frame, counted from one. */
    order: 1 + seen.findIndex(({ took }) => took === times.at(-1)),
  }
}
