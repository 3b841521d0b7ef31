// The service worker as a browser runs it, with everything around it imagined.
import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'

const SOURCE = readFileSync(new URL('../public/sw.js', import.meta.url), 'utf8')
const ORIGIN = 'https://beta.example'

interface Page {
  url: string
  visibilityState: string
  focus: () => unknown
  navigate: (to: string) => unknown
  postMessage: (message: unknown) => unknown
}

const page = (url: string): Page => ({
  url,
  visibilityState: 'visible',
  focus: vi.fn(),
  navigate: vi.fn(),
  postMessage: vi.fn(),
})

function start(pages: Page[] = []) {
  const listeners = new Map<string, (event: object) => void>()
  const showNotification = vi.fn()
  const openWindow = vi.fn(async (): Promise<object | null> => ({}))
  const subscribe = vi.fn()
  const self = {
    location: { origin: ORIGIN },
    registration: { showNotification, pushManager: { subscribe } },
    clients: { matchAll: async () => pages, openWindow, claim: vi.fn() },
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
  }
  runInNewContext(SOURCE, { self, URL })
  async function happen(name: string, event: object) {
    let work: unknown
    listeners.get(name)?.({ ...event, waitUntil: (until: unknown) => (work = until) })
    await work
  }
  return { happen, showNotification, openWindow, subscribe }
}

const pushed = (message: unknown) => ({ data: { json: () => structuredClone(message) } })
const question = {
  web_push: 8030,
  notification: {
    title: 'A question about #431',
    body: 'Swap reverts',
    navigate: `${ORIGIN}/issues/431`,
    tag: 'info_asked:431',
    lang: 'en',
  },
  event: 'evt_8Kd2vQ7mZ1',
}

test('a push is shown with its words, and the same matter only once', async () => {
  const { happen, showNotification } = start()
  await happen('push', pushed(question))
  expect(showNotification).toHaveBeenCalledWith(
    'A question about #431',
    expect.objectContaining({ body: 'Swap reverts', tag: 'info_asked:431', renotify: true }),
  )
  expect(showNotification.mock.calls[0]?.[1].data).toEqual({ address: `${ORIGIN}/issues/431` })
})

test.each([
  ['no message', { data: null }],
  ['no JSON', { data: { json: () => JSON.parse('{') } }],
  ['no words', pushed({ notification: {} })],
])('with %s something is shown all the same', async (_, event) => {
  const { happen, showNotification } = start()
  await happen('push', event)
  expect(showNotification).toHaveBeenCalledOnce()
  expect(showNotification.mock.calls[0]?.[0]).toBe('Something new waits for you')
})

test('no press leads away from here', async () => {
  const { happen, showNotification } = start()
  const away = { notification: { ...question.notification, navigate: 'https://evil.example/' } }
  await happen('push', pushed(away))
  expect(showNotification.mock.calls[0]?.[1].data.address).toBe(`${ORIGIN}/notifications`)
})

const pressed = { notification: { close: vi.fn(), data: { address: `${ORIGIN}/issues/431` } } }

test('a press brings a page forward that shows it, and otherwise opens one beside the others', async () => {
  const [there, other] = [page(`${ORIGIN}/issues/431`), page(`${ORIGIN}/issues/new`)]
  const shown = start([other, there])
  await shown.happen('notificationclick', pressed)
  expect(there.focus).toHaveBeenCalledOnce()
  expect(shown.openWindow).not.toHaveBeenCalled()
  const hidden = start([other])
  await hidden.happen('notificationclick', pressed)
  expect(hidden.openWindow).toHaveBeenCalledWith(`${ORIGIN}/issues/431`)
  expect(other.navigate).not.toHaveBeenCalled()
  expect(pressed.notification.close).toHaveBeenCalledTimes(2)
})

test('where no window may be opened, a page goes there', async () => {
  const other = page(`${ORIGIN}/`)
  const { happen, openWindow } = start([other])
  openWindow.mockRejectedValueOnce(new Error('not allowed'))
  await happen('notificationclick', pressed)
  expect(other.navigate).toHaveBeenCalledWith(`${ORIGIN}/issues/431`)
})

test('a subscription that ended is recreated, and open pages hear of it', async () => {
  const open = page(`${ORIGIN}/`)
  const { happen, subscribe } = start([open])
  const options = { userVisibleOnly: true }
  await happen('pushsubscriptionchange', { oldSubscription: { options }, newSubscription: null })
  expect(subscribe).toHaveBeenCalledWith(options)
  expect(open.postMessage).toHaveBeenCalledWith({ type: 'push subscription changed' })
})

test('the worker fetches no other script and keeps no answers', () => {
  expect(SOURCE).not.toMatch(/importScripts|caches|addEventListener\('fetch'|skipWaiting/)
})
