// Shows what is pushed, and opens what it is about. It keeps no pages and no answers: what is stale misleads.

/** Where a press leads: an address of ours, and no other. */
function ownAddress(address) {
  try {
    const url = new URL(address, self.location.origin)
    if (url.origin === self.location.origin) return url.href
  } catch {
    // Not an address.
  }
  return new URL('/notifications', self.location.origin).href
}

/** What a message says. One that cannot be read is shown too: a browser takes the permission from pages that do not. */
function read(data) {
  try {
    const { notification } = data.json()
    if (typeof notification.title === 'string') return notification
  } catch {
    // Shown in our own words.
  }
  return { title: 'Something new waits for you', body: '', navigate: '/notifications' }
}

async function show(data) {
  const { title, body, navigate, tag, lang } = read(data)
  await self.registration.showNotification(title, {
    body: typeof body === 'string' ? body : '',
    icon: '/icon-192.png',
    badge: '/icon-badge.png',
    lang: typeof lang === 'string' ? lang : 'en',
    // Of several about the same the last one stays, and makes itself heard.
    ...(typeof tag === 'string' && tag ? { tag, renotify: true } : {}),
    data: { address: ownAddress(navigate) },
  })
}

/** A page that shows it already comes to the front; otherwise it opens beside what somebody may be writing. */
async function open(address) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = pages.find(page => page.url === address)
  if (there) return there.focus()
  try {
    if (await self.clients.openWindow(address)) return
  } catch {
    // Not allowed to open one.
  }
  const page = pages.find(({ visibilityState }) => visibilityState === 'visible') ?? pages[0]
  await page?.navigate(address)
}

/** The browser has ended the subscription. A page that is open tells the server of the new one; otherwise the next does. */
async function renew({ oldSubscription, newSubscription }) {
  const options = oldSubscription?.options
  if (!newSubscription && options) await self.registration.pushManager.subscribe(options)
  for (const page of await self.clients.matchAll({ type: 'window', includeUncontrolled: true }))
    page.postMessage({ type: 'push subscription changed' })
}

self.addEventListener('activate', event => event.waitUntil(self.clients.claim()))
self.addEventListener('push', event => event.waitUntil(show(event.data)))
self.addEventListener('notificationclick', event => {
  event.notification.close()
  event.waitUntil(open(ownAddress(event.notification.data?.address)))
})
self.addEventListener('pushsubscriptionchange', event => event.waitUntil(renew(event)))
