import { beforeEach, expect, test, vi } from 'vitest'
import { keepPush, pushDevices, turnOffPush, turnOnPush } from '#/backend/push/push'
import { pushOwner, setPushOwner } from '#/lib/push-owner'

const run = vi.hoisted(() => vi.fn())
vi.mock('#/backend/client', () => ({ client: async () => ({ run }) }))

const KEY = 'BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs'
const device = {
  id: 'a',
  label: 'Chrome on Linux',
  service: 'fcm.googleapis.com',
  createdAt: '2026-11-17T05:00:00.000Z',
  lastAt: null,
  current: true,
}

/** A browser with a push service that takes all subscriptions. */
function fakeBrowser(answer: NotificationPermission = 'granted') {
  let subscription: object | null = null
  const pushManager = {
    getSubscription: vi.fn(async () => subscription),
    subscribe: vi.fn(async ({ applicationServerKey }: { applicationServerKey: Uint8Array<ArrayBuffer> }) => {
      subscription = {
        endpoint: 'https://fcm.googleapis.com/fcm/send/a',
        options: { applicationServerKey: applicationServerKey.buffer },
        toJSON: () => ({
          endpoint: 'https://fcm.googleapis.com/fcm/send/a',
          keys: { p256dh: 'point', auth: 'auth' },
        }),
        unsubscribe: vi.fn(async () => {
          subscription = null
        }),
      }
      return subscription
    }),
  }
  const registration = { pushManager }
  const serviceWorker = {
    register: vi.fn(async () => registration),
    getRegistration: vi.fn(async () => registration),
    ready: Promise.resolve(registration),
    addEventListener: vi.fn(),
  }
  const requestPermission = vi.fn(async () => answer)
  const kept = new Map<string, string>()
  vi.stubGlobal('navigator', { serviceWorker, userAgent: 'Chrome/143 Linux' })
  vi.stubGlobal('PushManager', vi.fn())
  vi.stubGlobal('Notification', { permission: answer, requestPermission })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
  return { pushManager, serviceWorker, requestPermission, isSubscribed: () => subscription !== null }
}

/** What the server answers, by function. */
function fakeServer(answers: Record<string, unknown>) {
  const given: Record<string, unknown> = { pushKey: { publicKey: KEY }, pushUnsubscribe: {}, ...answers }
  run.mockImplementation(async (name: string) => given[name])
}

const asked = (name: string) =>
  run.mock.calls.filter(([called]) => called === name).map(([, params]) => params)

beforeEach(() => {
  vi.unstubAllGlobals()
  run.mockReset()
})

test('turning on asks, subscribes for the server’s key and tells the server', async () => {
  const { pushManager, requestPermission } = fakeBrowser()
  fakeServer({ pushSubscribe: { device } })
  expect(await turnOnPush('rin')).toBe(true)
  expect(requestPermission).toHaveBeenCalledOnce()
  const [[options]] = pushManager.subscribe.mock.calls as unknown as [[{ applicationServerKey: Uint8Array }]]
  expect(Buffer.from(options.applicationServerKey).toString('base64url')).toBe(KEY)
  expect(asked('pushSubscribe')).toEqual([
    {
      subscription: {
        endpoint: 'https://fcm.googleapis.com/fcm/send/a',
        keys: { p256dh: 'point', auth: 'auth' },
      },
      userAgent: 'Chrome/143 Linux',
      again: false,
    },
  ])
  expect(pushOwner()).toBe('rin')
})

test('a no of the browser is an answer, and nothing is subscribed', async () => {
  const { pushManager } = fakeBrowser('denied')
  fakeServer({})
  expect(await turnOnPush('rin')).toBe(false)
  expect(pushManager.subscribe).not.toHaveBeenCalled()
  expect(run).not.toHaveBeenCalled()
})

test('turning off ends the subscription here and at the server', async () => {
  const browser = fakeBrowser()
  fakeServer({ pushSubscribe: { device } })
  await turnOnPush('rin')
  await turnOffPush()
  expect(browser.isSubscribed()).toBe(false)
  expect(asked('pushUnsubscribe')).toEqual([{ endpoint: 'https://fcm.googleapis.com/fcm/send/a' }])
  expect(pushOwner()).toBeNull()
})

test('a browser that the server knows is left alone, and one that it has forgotten comes back', async () => {
  fakeBrowser()
  fakeServer({ pushSubscribe: { device }, pushDevices: { rows: [device], limit: 10 } })
  await turnOnPush('rin')
  await keepPush('rin')
  expect(asked('pushSubscribe')).toHaveLength(1)
  fakeServer({ pushSubscribe: { device }, pushDevices: { rows: [], limit: 10 } })
  await keepPush('rin')
  expect(asked('pushSubscribe')).toHaveLength(2)
  expect(asked('pushSubscribe')[1]).toMatchObject({ again: true })
})

test('a browser that was removed from afar does not come back by itself', async () => {
  const browser = fakeBrowser()
  fakeServer({ pushSubscribe: { device } })
  await turnOnPush('rin')
  fakeServer({ pushSubscribe: { device: null }, pushDevices: { rows: [], limit: 10 } })
  await keepPush('rin')
  expect(browser.isSubscribed()).toBe(false)
  expect(pushOwner()).toBeNull()
})

test('what another account turned on is ended, and the server is not asked', async () => {
  const browser = fakeBrowser()
  fakeServer({ pushSubscribe: { device } })
  await turnOnPush('rin')
  run.mockClear()
  await keepPush('sam')
  expect(browser.isSubscribed()).toBe(false)
  expect(pushOwner()).toBeNull()
  expect(run).not.toHaveBeenCalled()
})

test('a subscription for a key that is no longer the server’s is recreated', async () => {
  const { pushManager } = fakeBrowser()
  fakeServer({ pushSubscribe: { device } })
  await turnOnPush('rin')
  const before = (await pushManager.getSubscription()) as { unsubscribe: () => void }
  const other = `B${KEY.slice(1, -2)}AA`
  fakeServer({
    pushKey: { publicKey: other },
    pushSubscribe: { device },
    pushDevices: { rows: [], limit: 10 },
  })
  await keepPush('rin')
  expect(before.unsubscribe).toHaveBeenCalledOnce()
})

test('the server gets the id of the browser that asks, if there is one', async () => {
  fakeBrowser()
  fakeServer({ pushSubscribe: { device }, pushDevices: { rows: [device], limit: 10 } })
  await pushDevices()
  await turnOnPush('rin')
  await pushDevices()
  expect(asked('pushDevices')).toEqual([{}, { endpoint: 'https://fcm.googleapis.com/fcm/send/a' }])
  setPushOwner(null)
})
