// Pushes in a real browser: its service worker under our policy, a message that was sealed and opened for real, and a
// press that opens what it is about.
import chromium from '../../conformance/harness/chromium.json' with { type: 'json' }
import type { Worker } from '@playwright/test'
import { enter, expect, expectAccessible, expectNoComplaint, settled, test } from './fixtures.ts'
import { type PushService, pushTo, startPushService, subscribeAt } from './fixtures/push-service.ts'
import { openProgramme, PERMIT, trusted } from './fixtures/seed.ts'
import { addressOf } from './fixtures/names.ts'
import { freePort, makeDatabase, startServer } from './fixtures/server.ts'
import { type Person, runAs } from './people.ts'

// The shell without a window blocks notifications whatever is granted; the browser itself does not.
test.use({
  launchOptions: { executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args: chromium.flags },
})

interface PushServer {
  address: string
  service: PushService
}

/** A server that calls the stand-in, and no other push service. */
const pushing = test.extend<{ pushServer: PushServer }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures here.
  pushServer: async ({}, hand) => {
    const [service, port] = [await startPushService(), await freePort()]
    const name = `push-${port}`
    const database = makeDatabase(name, process.env['E2E_TEMPLATE'])
    const settings = {
      TOUCHSTONE_SERVICE_URLS: JSON.stringify({ push: service.origin }),
      TOUCHSTONE_OUTGOING_ALLOWED_NETWORKS: '127.0.0.1',
    }
    const stop = await startServer({ name, port, database: database.url, settings })
    await hand({ address: addressOf(port), service })
    await stop()
    database.drop()
    await service.close()
  },
})

const devicesOf = async (who: Person, server: string) =>
  (await runAs(who, 'pushDevices', {}, server)).rows as { label: string }[]

/** As much as is asked here of what a service worker runs in. */
interface Scope {
  registration: { getNotifications: () => Promise<{ title: string; body: string; tag: string }[]> }
  dispatchEvent: (event: Event) => void
  NotificationEvent: new (name: string, about: { notification: object }) => Event
}

/** What the browser shows. */
const shown = (worker: Worker) =>
  worker.evaluate(async () => {
    const { registration } = globalThis as unknown as Scope
    return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }))
  })

/** Presses the notification with a title. No browser without a screen has one to press: the event is the same. */
const press = (worker: Worker, title: string) =>
  worker.evaluate(async wanted => {
    const scope = globalThis as unknown as Scope
    const all = await scope.registration.getNotifications()
    const notification = all.find(one => one.title === wanted)
    if (!notification) throw new Error(`Nothing is shown with the title ${wanted}.`)
    scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }))
  }, title)

pushing(
  'a push is turned on by a press, arrives, and opens its issue',
  async ({ context, page, pushServer }) => {
    const { address, service } = pushServer
    const programme = await openProgramme({ server: address })
    const rin = await trusted('rin', programme)
    const number = await programme.report(rin, PERMIT)
    const noComplaint = expectNoComplaint(page)
    await context.grantPermissions(['notifications'], { origin: address })
    await subscribeAt(context, service)
    await enter(page, rin, '/u/rin?tab=notifications', address)
    const theSwitch = page.getByRole('switch', { name: 'Push in this browser' })
    await expect(theSwitch).not.toBeChecked()
    expect(context.serviceWorkers()).toEqual([])

    await theSwitch.click()
    await expect(theSwitch).toBeChecked()
    await expect(page.getByText('This one')).toBeVisible()
    await settled(page)
    await expectAccessible(page)
    const [worker] = context.serviceWorkers()
    if (!worker) throw new Error('No service worker was registered.')
    expect(worker.url()).toBe(`${address}/sw.js`)
    expect(await devicesOf(rin, address)).toHaveLength(1)

    await page.getByRole('button', { name: 'Send a test' }).click()
    await expect(page.getByText('Sent. It appears in a moment.')).toBeVisible()
    const trial = await service.until(({ received }) => received[0])
    expect(trial.message.notification).toMatchObject({
      title: 'This is a test',
      navigate: `${address}/notifications`,
    })
    const push = await pushTo(page)
    await push(trial.text)
    await expect
      .poll(() => shown(worker))
      .toEqual([{ title: 'This is a test', body: 'This browser receives pushes.', tag: 'test' }])

    const about = { title: `A question about #${number}`, body: PERMIT.title, tag: `info_asked:${number}` }
    const notification = { ...about, navigate: `${address}/issues/${number}`, lang: 'en' }
    await push(JSON.stringify({ web_push: 8030, notification, event: 'evt_0123456789' }))
    await expect.poll(async () => (await shown(worker)).map(({ title }) => title)).toContain(about.title)
    await press(worker, about.title)
    await expect(page.getByRole('heading', { level: 2, name: PERMIT.title })).toBeVisible()
    expect((await shown(worker)).map(({ title }) => title)).not.toContain(about.title)
    expect(service.refused).toEqual([])
    noComplaint()
  },
)

pushing('signing out ends what is pushed, here and at the server', async ({ context, page, pushServer }) => {
  const { address, service } = pushServer
  const programme = await openProgramme({ server: address })
  const rin = await trusted('rin', programme)
  await context.grantPermissions(['notifications'], { origin: address })
  await subscribeAt(context, service)
  await enter(page, rin, '/u/rin?tab=notifications', address)
  await page.getByRole('switch', { name: 'Push in this browser' }).click()
  await expect(page.getByText('This one')).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByLabel('Username')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('touchstone.push'))).toBeNull()
  expect(await page.evaluate(() => localStorage.getItem('stand-in.subscription'))).toBeNull()
})

pushing('the app can be installed', async ({ page, pushServer }) => {
  const { address } = pushServer
  await page.goto(`${address}/login`)
  const session = await page.context().newCDPSession(page)
  const { errors, data } = await session.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const { icons, start_url, display } = JSON.parse(data ?? '{}')
  expect({ start_url, display }).toEqual({ start_url: '/', display: 'standalone' })
  for (const { src, sizes } of icons) {
    const size = await page.evaluate(async source => {
      const image = new Image()
      image.src = source
      await image.decode()
      return `${image.naturalWidth}x${image.naturalHeight}`
    }, src)
    expect(size, src).toBe(sizes)
  }
})
