import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { problemFrom } from '#/backend/problem'
import { KEYS } from '#/entities/issue/cache'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { useBulk, useUndo } from '#/features/issues/api'
import { useDone } from '#/features/issues/decide/use-decided'
import type { QueueRow } from '#/features/issues/model'
import { caseQuery, qualityOf, type QueueOrder, queueQuery, useDecide } from '#/features/issues/triage/api'
import { forgetDecision, noteDecision } from '#/features/issues/triage/pace'
import { useQueueRefresh } from '#/features/issues/triage/use-queue-refresh'
import { afterPaint } from '#/lib/after-paint'
import { toast } from '#/ui/toasts'

/** A decision that can still be taken back. */
export interface Made {
  row: QueueRow
  undoUntil: string
  /** What it did, in words. */
  what: string
  /** Its place among all decisions; answers may come in another order. */
  order: number
}

/** How many decisions can be taken back, one after the other. */
const REACH = 10

interface Batch {
  numbers: number[]
  params: Record<string, unknown>
}

/** The queue, the case in hand, and what becomes of a decision. */
export function useTriage(order: QueueOrder, start: number | null = null) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const cache = useQueryClient()
  const queue = useQuery(queueQuery(order))
  const decide = useDecide()
  const undoing = useUndo()
  const refreshQueue = useQueueRefresh()
  // Decided ones leave at once; the server's queue follows.
  const [gone, setGone] = useState<ReadonlySet<number>>(new Set())
  const [at, setAt] = useState<number | null>(start)
  const [made, setMade] = useState<Made[]>([])
  const decisions = useRef(0)
  // Undo means the decision that was just made, also while the server has not taken it yet.
  const [unanswered, setUnanswered] = useState<number | null>(null)
  const last = unanswered === null ? (made.at(-1) ?? null) : null
  const sayDone = useDone()
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const bulk = useBulk()
  const [refused, setRefused] = useState<{ number: number; words: React.ReactNode } | null>(null)

  // What the server's queue no longer has may come back to it: an answer, a day later.
  const [told, setTold] = useState(queue.data)
  if (told !== queue.data) {
    setTold(queue.data)
    const queued = new Set(queue.data?.rows.map(({ number }) => number))
    setGone(new Set([...gone].filter(number => queued.has(number))))
  }

  const rows = (queue.data?.rows ?? []).filter(({ number }) => !gone.has(number))
  const current = rows.find(({ number }) => number === at) ?? rows[0]

  function step(by: 1 | -1) {
    const here = rows.findIndex(({ number }) => number === current?.number)
    const next = rows[Math.min(Math.max(here + by, 0), rows.length - 1)]
    if (next) setAt(next.number)
  }

  /** One decision about several reports. Those the server refuses come back. */
  function runMany(name: string, batches: Batch[]) {
    const numbers = batches.flatMap(batch => batch.numbers)
    setMade([])
    setGone(before => new Set([...before, ...numbers]))
    setChosen(new Set())
    const sent = batches
      .filter(batch => batch.numbers.length > 0)
      .map(batch => bulk.mutateAsync({ command: name, ...batch }))
    Promise.all(sent).then(
      answers => {
        const done = answers.flatMap(answer => answer.done)
        const not = answers.flatMap(answer => answer.refused)
        const back = new Set(not.map(({ number }) => number))
        setGone(before => new Set([...before].filter(number => !back.has(number))))
        const first = not[0]
        toast({
          tone: first ? 'info' : 'success',
          title: first ? t`${done.length} decided, ${not.length} refused.` : t`${done.length} decided.`,
          ...(first ? { detail: `#${first.number}: ${first.reason}` } : {}),
        })
      },
      error => {
        setGone(before => new Set([...before].filter(number => !numbers.includes(number))))
        toast({ tone: 'danger', title: t`It was not decided.`, detail: sayProblem(error) })
      },
    )
  }

  /** Whether accepting asks for a severity: a bug is in hand, or among those that were chosen. */
  function isGraded(row: QueueRow): boolean {
    const meant = chosen.size > 0 ? rows.filter(({ number }) => chosen.has(number)) : [row]
    return meant.some(({ kind }) => kind === 'bug')
  }

  /** Accepts the case in hand, or all that were chosen: bugs with a severity, everything else without. */
  function accept(severity: string | null, quality: string) {
    if (chosen.size === 0) return run('issueAccept', { ...(severity ? { severity } : {}), quality })
    const bugs = new Set(rows.filter(({ kind }) => kind === 'bug').map(({ number }) => number))
    const numbers = [...chosen]
    runMany('issueAccept', [
      {
        numbers: numbers.filter(number => bugs.has(number)),
        params: { ...(severity ? { severity } : {}), quality },
      },
      { numbers: numbers.filter(number => !bugs.has(number)), params: { quality } },
    ])
  }

  function toggle(number: number) {
    const next = new Set(chosen)
    if (!next.delete(number)) next.add(number)
    setChosen(next)
  }

  /** Sends a decision. The case leaves at once, and comes back with the reason if the server refuses. */
  function run(name: string, params: Record<string, unknown>, staying = false) {
    if (!current) return
    if (chosen.size > 0 && !staying) return runMany(name, [{ numbers: [...chosen], params }])
    const row = current
    const here = rows.findIndex(({ number }) => number === row.number)
    const next = rows[here + 1] ?? rows[here - 1]
    setRefused(null)
    decisions.current += 1
    const place = decisions.current
    const taken = () => setUnanswered(before => (before === place ? null : before))
    if (!staying) {
      setUnanswered(place)
      setGone(before => new Set(before).add(row.number))
      setAt(next?.number ?? null)
    }
    // Each decision hears its own answer: the callbacks of `mutate` are dropped when the next one is sent.
    const send = () =>
      void decide.mutateAsync({ number: row.number, name, params, seen: row.lastActivityAt }).then(
        ({ issue, undoUntil }) => {
          if (staying) return void cache.invalidateQueries({ queryKey: KEYS.case(row.number) })
          noteDecision(Date.now())
          taken()
          if (undoUntil) {
            const decision = { row, undoUntil, what: sayDone(name, params, issue), order: place }
            setMade(before => [...before, decision].toSorted((a, b) => a.order - b.order).slice(-REACH))
          }
          refreshQueue()
        },
        error => {
          taken()
          setGone(before => new Set([...before].filter(number => number !== row.number)))
          setAt(row.number)
          setRefused({ number: row.number, words: sayProblem(error) })
          if (problemFrom(error).reason === 'ISSUE_MOVED_ON')
            void cache.invalidateQueries({ queryKey: KEYS.queue })
          void cache.invalidateQueries({ queryKey: KEYS.case(row.number) })
        },
      )
    // The next case is what the key was pressed for.
    if (staying) send()
    else afterPaint(send)
  }

  function undo() {
    if (undoing.isPending || unanswered !== null) return
    if (!last) return toast({ tone: 'info', title: t`There is nothing left to undo.` })
    const { number } = last.row
    undoing.mutate(number, {
      onSuccess: () => {
        setGone(before => new Set([...before].filter(each => each !== number)))
        setAt(number)
        setMade(before => before.filter(each => each.order !== last.order))
        forgetDecision(Date.now())
        toast({
          tone: 'success',
          title: t`#${number} is back in the queue.`,
          detail: t`Undone: ${last.what}`,
        })
      },
      onError: error =>
        toast({ tone: 'danger', title: t`It could not be undone.`, detail: sayProblem(error) }),
    })
  }

  return {
    queue,
    /** How many wait, without those that are decided and the server's queue still has. */
    waiting: Math.max(0, (queue.data?.waiting ?? 0) - gone.size),
    rows,
    current,
    step,
    choose: setAt,
    run,
    accept,
    isGraded,
    undo,
    chosen,
    toggle,
    last,
    expire: () => setMade(before => before.filter(each => Date.parse(each.undoUntil) > Date.now())),
    refused: refused && refused.number === current?.number ? refused.words : null,
    /** Loads the next one ahead, so that deciding never waits. */
    ahead: (row: QueueRow) => void cache.prefetchQuery(caseQuery(row.number, qualityOf(row))),
  }
}

export type Triage = ReturnType<typeof useTriage>
