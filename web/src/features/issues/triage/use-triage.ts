import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useReducer, useState } from 'react'
import { problemFrom } from '#/backend/problem'
import { KEYS } from '#/entities/issue/cache'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { useBulk, useUndo } from '#/features/issues/api'
import { useDone } from '#/features/issues/decide/use-decided'
import type { QueueRow } from '#/features/issues/model'
import { caseQuery, qualityOf, type QueueOrder, queueQuery, useDecide } from '#/features/issues/triage/api'
import { forgetDecision, noteDecision } from '#/features/issues/triage/pace'
import { initialTriage, lastMade, triageReducer } from '#/features/issues/triage/triage-machine'
import { useLiveQueue } from '#/features/issues/triage/use-live-queue'
import { useQueueRefresh } from '#/features/issues/triage/use-queue-refresh'
import { useSteadyQueue } from '#/features/issues/triage/use-steady-queue'
import { afterPaint } from '#/lib/after-paint'
import { toast } from '#/ui/toasts'

interface Batch {
  numbers: number[]
  params: Record<string, unknown>
}

/** The queue, the case in hand, and what becomes of a decision. */
export function useTriage(sort: QueueOrder, start: number | null = null) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const cache = useQueryClient()
  const queue = useQuery(queueQuery(sort))
  const decide = useDecide()
  const undoing = useUndo()
  const refreshQueue = useQueueRefresh()
  const sayDone = useDone()
  const bulk = useBulk()
  const [triage, dispatch] = useReducer(triageReducer, start, initialTriage)
  const [isHeld, setHeld] = useState(false)
  const became = useLiveQueue()
  if (triage.told !== queue.data) dispatch({ type: 'queue told', queue: queue.data })
  const { gone, at, chosen, unanswered, refused } = triage
  const last = lastMade(triage)

  const steady = useSteadyQueue(queue.data?.rows, { at, isHeld, order: sort, gone })
  const shown = steady.filter(({ row }) => !gone.has(row.number))
  const isOver = ({ row, isOld }: (typeof shown)[number]) => isOld || became.has(row.number)
  const rows = shown.filter(each => !isOver(each)).map(({ row }) => row)
  const current = shown.find(({ row }) => row.number === at)?.row ?? rows[0]
  // It stays in hand when another comes before it.
  if (current && current.number !== at) dispatch({ type: 'opened', number: current.number })

  const open = (number: number) => dispatch({ type: 'opened', number })

  /** The one before or after the case in hand that still waits. */
  function neighbour(by: 1 | -1): QueueRow | undefined {
    const here = shown.findIndex(({ row }) => row.number === current?.number)
    const side = by === 1 ? shown.slice(here + 1) : shown.slice(0, Math.max(here, 0)).toReversed()
    return side.find(each => !isOver(each))?.row
  }

  function step(by: 1 | -1) {
    const next = neighbour(by)
    if (next) open(next.number)
  }

  /** One decision about several reports. Those the server refuses come back. */
  function runMany(name: string, batches: Batch[]) {
    const numbers = batches.flatMap(batch => batch.numbers)
    dispatch({ type: 'many decided', numbers })
    const sent = batches
      .filter(batch => batch.numbers.length > 0)
      .map(batch => bulk.mutateAsync({ command: name, ...batch }))
    Promise.all(sent).then(
      answers => {
        const done = answers.flatMap(answer => answer.done)
        const not = answers.flatMap(answer => answer.refused)
        dispatch({ type: 'many refused', numbers: not.map(({ number }) => number) })
        const first = not[0]
        toast({
          tone: first ? 'info' : 'success',
          title: first ? t`${done.length} decided, ${not.length} refused.` : t`${done.length} decided.`,
          ...(first ? { detail: `#${first.number}: ${first.reason}` } : {}),
        })
      },
      error => {
        dispatch({ type: 'many refused', numbers })
        toast({ tone: 'danger', title: t`Couldn’t save the decision.`, detail: sayProblem(error) })
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

  /** Sends a decision. The case leaves at once, and comes back with the reason if the server refuses. */
  function run(name: string, params: Record<string, unknown>, staying = false) {
    if (!current) return
    if (chosen.size > 0 && !staying) return runMany(name, [{ numbers: [...chosen], params }])
    const row = current
    const next = neighbour(1) ?? neighbour(-1)
    const order = triage.sent + 1
    dispatch({ type: 'decided', number: row.number, next: next?.number ?? null, staying })
    // Each decision hears its own answer: the callbacks of `mutate` are dropped when the next one is sent.
    const send = () =>
      void decide.mutateAsync({ number: row.number, name, params, seen: row.lastActivityAt }).then(
        ({ issue, undoUntil }) => {
          if (staying) return void cache.invalidateQueries({ queryKey: KEYS.case(row.number) })
          noteDecision(Date.now())
          const made = undoUntil && { row, undoUntil, what: sayDone(name, params, issue), order }
          dispatch({ type: 'taken', order, made: made || null })
          refreshQueue()
        },
        error => {
          dispatch({ type: 'refused', order, number: row.number, words: sayProblem(error) })
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
    if (!last) return toast({ tone: 'info', title: t`Nothing left to undo.` })
    const { number } = last.row
    undoing.mutate(number, {
      onSuccess: () => {
        dispatch({ type: 'undone', number, order: last.order })
        forgetDecision(Date.now())
        toast({
          tone: 'success',
          title: t`#${number} is back in the queue.`,
          detail: t`Undone: ${last.what}`,
        })
      },
      onError: error =>
        toast({ tone: 'danger', title: t`Couldn’t undo it.`, detail: sayProblem(error) }),
    })
  }

  return {
    queue,
    /** How many wait, without those that are decided and the server's queue still has. */
    waiting: Math.max(0, (queue.data?.waiting ?? 0) - gone.size),
    rows,
    /** All that stand in the queue, also those that others have decided and that have not left yet. */
    shown: shown.map(each => ({
      row: each.row,
      isOver: isOver(each),
      became: became.get(each.row.number) ?? null,
    })),
    /** What somebody else made of one that is not this page's own doing. */
    becameOf: (number: number) => (gone.has(number) ? null : (became.get(number) ?? null)),
    /** Told while a hand is on the queue. */
    setHeld,
    current,
    step,
    choose: open,
    run,
    accept,
    isGraded,
    undo,
    chosen,
    toggle: (number: number) => dispatch({ type: 'toggled', number }),
    last,
    expire: () => dispatch({ type: 'time passed', now: Date.now() }),
    refused: refused && refused.number === current?.number ? refused.words : null,
    /** Loads the next one ahead, so that deciding never waits. */
    ahead: (row: QueueRow) => void cache.prefetchQuery(caseQuery(row.number, qualityOf(row))),
  }
}

export type Triage = ReturnType<typeof useTriage>
