// Wallet calls and console lines on one axis of time.
import type { ConsoleLine, Recording, WalletCall } from '#/features/issues/before/recording'
import { measure } from '#/lib/number'

export type Entry =
  | { at: number; call: WalletCall; line?: never; isFailure: boolean }
  | { at: number; line: ConsoleLine; call?: never; isFailure: false }

/** An older recording has waited on the device, or the clock of the device is wrong. */
const LONGEST_MS = 15 * 60_000

const hasFailed = ({ problem, error, status }: WalletCall) =>
  problem !== null || error !== null || status === 'reverted'

/** The newest last. The newest call that failed is the failure. */
export function entriesOf({ calls, lines }: Pick<Recording['context'], 'calls' | 'lines'>): Entry[] {
  const failure = calls.toSorted((a, b) => a.at - b.at).findLast(hasFailed)
  const entries: Entry[] = [
    ...calls.map(call => ({ at: call.at, call, isFailure: call === failure })),
    ...lines.map(line => ({ at: line.at, line, isFailure: false as const })),
  ]
  return entries.toSorted((a, b) => a.at - b.at)
}

/** The time to count back from: the report, or the last entry if the two clocks do not fit together. */
export function zeroOf(reportedAt: string, entries: readonly Entry[]) {
  const reported = new Date(reportedAt).getTime()
  const newest = entries.at(-1)?.at ?? reported
  const fits = newest <= reported && reported - newest < LONGEST_MS
  return { zero: fits ? reported : newest, fits }
}

/** "−3.2s", "−2m 5s". */
export function timeBefore(at: number, zero: number): string {
  const seconds = Math.max(0, zero - at) / 1000
  if (seconds === 0) return measure(0, 'second')
  if (seconds < 60) return `−${measure(seconds, 'second', seconds < 10 ? 1 : 0)}`
  return `−${measure(Math.floor(seconds / 60), 'minute')} ${measure(Math.floor(seconds % 60), 'second')}`
}
