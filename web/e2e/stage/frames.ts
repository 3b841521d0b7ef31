// How long the main thread of a page was at work for each frame, out of a recorded trace.

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  /** When it began, in microseconds. */
  ts: number
  dur?: number
  /** How long the thread itself was running of that: what others did on the machine does not count. */
  tdur?: number
  args?: { name?: string }
}

export interface Frames {
  count: number
  /** The most work for one frame, in milliseconds of the thread's own time. */
  mostWork: number
  /** The longest time from one frame to the next, in milliseconds. */
  longest: number
  /** One of a hundred frames took longer. */
  p99: number
}

const FRAME = 'FireAnimationFrame'
const TASK = 'RunTask'

/** Frames of the page that drew most of them; it must ask for each frame. */
export function framesOf(trace: Buffer): Frames {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  const drawn = new Map<string, TraceEvent[]>()
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  for (const event of traceEvents)
    if (event.name === FRAME) drawn.set(threadOf(event), [...(drawn.get(threadOf(event)) ?? []), event])
  const [thread, frames] = [...drawn].toSorted(([, one], [, other]) => other.length - one.length)[0] ?? []
  if (!thread || !frames) throw new Error('The trace has no frames.')
  const begins = frames.map(({ ts }) => ts).toSorted((one, other) => one - other)
  const tasks = traceEvents
    .filter(event => event.name === TASK && event.ph === 'X' && threadOf(event) === thread)
    .toSorted((one, other) => one.ts - other.ts)
  if (tasks.every(({ tdur }) => tdur === undefined))
    throw new Error('The trace does not tell the time of the thread.')

  const work = begins.map(() => 0)
  let frame = 0
  for (const { ts, tdur = 0 } of tasks) {
    while (frame + 1 < begins.length && (begins[frame + 1] ?? 0) <= ts) frame += 1
    work[frame] = (work[frame] ?? 0) + tdur / 1000
  }
  const gaps = begins.slice(1).map((begin, at) => (begin - (begins[at] ?? begin)) / 1000)
  const ordered = gaps.toSorted((one, other) => one - other)
  return {
    count: begins.length,
    mostWork: Math.max(...work),
    longest: Math.max(...gaps),
    p99: ordered[Math.floor(ordered.length * 0.99)] ?? 0,
  }
}
