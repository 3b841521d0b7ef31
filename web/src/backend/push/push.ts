import * as v from 'valibot'
import { call } from '#/backend/call'
import { pushAbility, pushPermission } from '#/backend/push/ability'
import {
  browserSubscription,
  subscribeBrowser,
  unsubscribeBrowser,
} from '#/backend/push/browser-subscription'
import { pushOwner, setPushOwner } from '#/lib/push-owner'

const device = v.object({
  id: v.string(),
  /** As people call it: a browser and a system. */
  label: v.string(),
  /** The host of its push service. */
  service: v.string(),
  createdAt: v.string(),
  lastAt: v.nullable(v.string()),
  /** Whether it is this browser, in this session. */
  current: v.boolean(),
})
const devices = v.object({ rows: v.array(device), limit: v.number() })
const subscribed = v.object({ device: v.nullable(device) })
const tested = v.object({
  sent: v.number(),
  removed: v.number(),
  failed: v.number(),
  problem: v.nullable(v.string()),
})

export type PushDevice = v.InferOutput<typeof device>

/** The browsers of the user that are pushed to, and whether this is one of them. */
export async function pushDevices() {
  const own = pushAbility() === 'able' ? await browserSubscription() : null
  return call('pushDevices', own ? { endpoint: own.endpoint } : {}, devices)
}

/** Subscribes, and tells the server. `null` for a browser that came back by itself and had been removed from afar. */
async function subscribe(again: boolean) {
  const { publicKey } = await call('pushKey', {}, v.object({ publicKey: v.string() }))
  const subscription = await subscribeBrowser(publicKey)
  const { userAgent } = navigator
  return (await call('pushSubscribe', { subscription, userAgent, again }, subscribed)).device
}

/** Turns pushes on in this browser. To be called by a press, because it may have to ask. `false` if the answer is no. */
export async function turnOnPush(userId: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  await subscribe(false)
  setPushOwner(userId)
  return true
}

/** Turns pushes off in this browser. */
export async function turnOffPush() {
  setPushOwner(null)
  const endpoint = await unsubscribeBrowser()
  if (endpoint) await call('pushUnsubscribe', { endpoint }, v.unknown())
}

/** Ends pushes to another browser. */
export const removePushDevice = (id: string) => call('pushUnsubscribe', { id }, v.unknown())

/** Has the server push something to all browsers of the user. */
export const testPush = () => call('pushTest', {}, tested)

/**
 * Brings browser and server in line for a user who had turned pushes on here: subscriptions end without a word, and the
 * server forgets those of a session that is over. What belongs to another account, or was removed from afar, is ended.
 */
export async function keepPush(userId: string) {
  if (pushAbility() !== 'able') return
  if (pushOwner() !== userId || pushPermission() !== 'granted') return forget()
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isChange(data)) void comeBack().catch(() => undefined)
  })
  const { rows } = await pushDevices()
  if (!rows.some(({ current }) => current)) await comeBack()
}

async function comeBack() {
  if ((await subscribe(true)) === null) await forget()
}

async function forget() {
  setPushOwner(null)
  await unsubscribeBrowser()
}

const isChange = (data: unknown) =>
  typeof data === 'object' && data !== null && 'type' in data && data.type === 'push subscription changed'
