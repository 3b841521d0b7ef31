// Sends reports. A report that is not answered waits, and is sent again with the same id.
import { NO_ANSWER, Refused } from './door.ts'
import type { Report, Sent } from '../report.ts'
import type { Connection } from './connection.ts'
import { createOutbox, type Waiting } from './outbox.ts'

const FIRST_RETRY_MS = 60_000
const LONGEST_RETRY_MS = 10 * 60_000

interface SentReport {
  number: number
  address: string
}

export interface Sender {
  /** Sends a report. Throws `Refused`, also for a report that is not answered and cannot be kept. */
  send(requestId: string, report: Report): Promise<Sent>
  /** Sends a report without a sign-in. A repetition has the same claim. */
  sendUnsigned(claim: string, report: Report): Promise<Sent>
  /** Takes the reports that were sent without a sign-in into the account of the tester. */
  claim(): Promise<void>
  waiting(): Promise<Waiting[]>
  /** Sends the reports that wait, those that were refused only if `all`. */
  sendWaiting(all?: boolean): Promise<void>
  discard(): Promise<void>
  destroy(): void
}

export function createSender(
  { options, door, memory, emit, config }: Connection,
  onSent: (sent: SentReport) => void,
): Sender {
  const outbox = createOutbox(`touchstone:${options.key}`)
  let timer: ReturnType<typeof setTimeout> | undefined
  let delay = FIRST_RETRY_MS
  let running: Promise<void> | undefined
  let isDestroyed = false

  async function post(requestId: string, report: Report): Promise<SentReport> {
    const session = memory.session()
    if (!session) throw new Refused({ code: 'WIDGET_TOKEN' })
    try {
      const sent = await door.post<SentReport>('reports', {
        token: session.token,
        requestId,
        report,
      })
      emit('sent', sent)
      return sent
    } catch (error) {
      const refused = error as Refused
      if (refused.code === 'WIDGET_TOKEN') memory.write({ session: undefined })
      if (refused.code !== NO_ANSWER) emit('failed', { code: refused.code, message: refused.message })
      throw refused
    }
  }

  async function keep(requestId: string, report: Report): Promise<void> {
    const isKept = await outbox.put({
      requestId,
      at: Date.now(),
      address: memory.session()?.address,
      report,
    })
    if (!isKept) throw new Refused({ code: 'FULL' })
    memory.write({ isWaiting: true })
    retryLater()
  }

  function retryLater(): void {
    clearTimeout(timer)
    if (isDestroyed) return
    timer = setTimeout(() => void sendWaiting(), delay)
    delay = Math.min(delay * 2, LONGEST_RETRY_MS)
  }

  async function sendAll(all: boolean): Promise<void> {
    clearTimeout(timer)
    for (const waiting of await outbox.all()) {
      const session = memory.session()
      if (isDestroyed || !session) break
      if (waiting.address && waiting.address !== session.address) continue
      if (waiting.refused && !all) continue
      try {
        const sent = await post(waiting.requestId, waiting.report)
        await outbox.remove(waiting.requestId)
        delay = FIRST_RETRY_MS
        onSent(sent)
      } catch (error) {
        const { code, message } = error as Refused
        if (code === NO_ANSWER || code === 'RATE') {
          retryLater()
          break
        }
        if (code !== 'WIDGET_TOKEN') await outbox.put({ ...waiting, refused: message })
      }
    }
    memory.write({ isWaiting: (await outbox.all()).length > 0 })
  }

  function sendWaiting(all = false): Promise<void> {
    running ??= sendAll(all).finally(() => (running = undefined))
    return running
  }

  /** The report as the dapp lets it go, with an area. */
  async function prepared(given: Report): Promise<Report | null> {
    const report = options.beforeSend ? await options.beforeSend(given) : given
    if (!report) return null
    const area = report.area || (await config())?.areas[0]?.key || ''
    memory.write({ area })
    return { ...report, area }
  }

  return {
    waiting: outbox.all,
    sendWaiting,
    async sendUnsigned(claim, given) {
      const report = await prepared(given)
      if (!report) return { state: 'stopped' }
      const claims = memory.read().claims ?? []
      // Kept before it is sent: an answer may be lost.
      if (!claims.includes(claim)) memory.write({ claims: [...claims, claim] })
      await door.post('reports', { claim, report })
      return { state: 'held' }
    },
    async claim() {
      const session = memory.session()
      for (const claim of memory.read().claims ?? []) {
        if (isDestroyed || !session) return
        try {
          const sent = await door.post<SentReport>('claims', { token: session.token, claim })
          emit('sent', sent)
          onSent(sent)
        } catch (error) {
          // One that the server does not have has been decided, or never arrived.
          if ((error as Refused).code !== 'NOT_FOUND') continue
        }
        memory.write({ claims: (memory.read().claims ?? []).filter(it => it !== claim) })
      }
    },
    async send(requestId, given) {
      const whole = await prepared(given)
      if (!whole) return { state: 'stopped' }
      try {
        return { state: 'sent', ...(await post(requestId, whole)) }
      } catch (error) {
        if ((error as Refused).code !== NO_ANSWER) throw error
        await keep(requestId, whole)
        return { state: 'waiting' }
      }
    },
    async discard() {
      clearTimeout(timer)
      for (const { requestId } of await outbox.all()) await outbox.remove(requestId)
      memory.write({ isWaiting: false })
    },
    destroy() {
      isDestroyed = true
      clearTimeout(timer)
    },
  }
}
