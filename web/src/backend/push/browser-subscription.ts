const WORKER = '/sw.js'

interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: () => string },
  ) => { createScriptURL: (address: string) => string }
}

/** The one address that a page may register. The content policy allows the name, and that once. */
const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('touchstone-sw', {
  createScriptURL: () => WORKER,
})

/** What the server needs to reach this browser. */
export interface SubscriptionFacts {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

const bytesOf = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), letter => letter.charCodeAt(0))

const textOf = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

function factsOf(subscription: PushSubscription): SubscriptionFacts | null {
  const { endpoint, keys } = subscription.toJSON()
  const { p256dh, auth } = keys ?? {}
  return endpoint && p256dh && auth ? { endpoint, keys: { p256dh, auth } } : null
}

async function known(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration('/')
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** The subscription of this browser, if it has one. */
export async function browserSubscription(): Promise<SubscriptionFacts | null> {
  const subscription = await known()
  return subscription && factsOf(subscription)
}

/** Subscribes for the server's key; a subscription for another key is ended first, since it could not be used. */
export async function subscribeBrowser(publicKey: string): Promise<SubscriptionFacts> {
  const worker = policy?.createScriptURL(WORKER) ?? WORKER
  await navigator.serviceWorker.register(worker, { scope: '/', updateViaCache: 'none' })
  const { pushManager } = await navigator.serviceWorker.ready
  const before = await pushManager.getSubscription()
  const key = before?.options.applicationServerKey
  if (before && key && textOf(key) !== publicKey) await before.unsubscribe()
  const applicationServerKey = bytesOf(publicKey)
  const facts = factsOf(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }))
  if (!facts) throw new Error('The browser subscribed without keys.')
  return facts
}

/** Ends the subscription of this browser. Returns where it was. */
export async function unsubscribeBrowser(): Promise<string | null> {
  const subscription = await known()
  await subscription?.unsubscribe()
  return subscription?.endpoint ?? null
}
