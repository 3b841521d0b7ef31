import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { problemFrom } from '#/backend/problem'
import { useBulk, useUndo } from '#/features/issues/api'
import { KEYS } from '#/features/issues/cache'
import type { QueueRow } from '#/features/issues/model'
import { caseQuery, qualityOf, type QueueOrder, queueQuery, useDecide } from '#/features/issues/triage/api'
import { forgetDecision, noteDecision } from '#/features/issues/triage/pace'
import { useExplain } from '#/ui/explain'
import { toast } from '#/ui/toasts'

export interface Made {
  row: QueueRow
  undoUntil: string
}

/** The queue, the case in hand, and what becomes of a decision. */
export function useTriage(order: QueueOrder) {
  const { t } = useLingui()
  const explain = useExplain()
  const cache = useQueryClient()
  const queue = useQuery(queueQuery(order))
  const decide = useDecide()
  const undoing = useUndo()
  // Decided ones leave at once; the server's queue follows.
  const [gone, setGone] = useState<ReadonlySet<number>>(new Set())
  const [at, setAt] = useState<number | null>(null)
  const [made, setMade] = useState<Made | null>(null)
  // Undo means the decision that was just made, also while the server has not taken it yet.
  const latest = useRef<number | null>(null)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const bulk = useBulk()
  const [refused, setRefused] = useState<{ number: number; words: React.ReactNode } | null>(null)

  // What the server's queue no longer has may come back to it: an answer, a day later.
  const [told, setTold] = useState(queue.data)
  if (told !== queue.data) {
    setTold(queue.data)
    const waiting = new Set(queue.data?.rows.map(({ number }) => number))
    setGone(new Set([...gone].filter(number => waiting.has(number))))
  }

  const rows = (queue.data?.rows ?? []).filter(({ number }) => !gone.has(number))
  const current = rows.find(({ number }) => number === at) ?? rows[0]

  function step(by: 1 | -1) {
    const here = rows.findIndex(({ number }) => number === current?.number)
    const next = rows[Math.min(Math.max(here + by, 0), rows.length - 1)]
    if (next) setAt(next.number)
  }

  /** One decision about all that were chosen. Those the server refuses come back. */
  function runMany(name: string, params: Record<string, unknown>) {
    const numbers = [...chosen]
    latest.current = null
    setMade(null)
    setGone(before => new Set([...before, ...numbers]))
    setChosen(new Set())
    bulk.mutate(
      { command: name, numbers, params },
      {
        onSuccess: ({ done, refused: not }) => {
          const back = new Set(not.map(({ number }) => number))
          setGone(before => new Set([...before].filter(number => !back.has(number))))
          const first = not[0]
          toast({
            tone: first ? 'info' : 'success',
            title: t`${done.length} decided, ${not.length} refused.`,
            ...(first ? { detail: `#${first.number}: ${first.reason}` } : {}),
          })
        },
        onError: error => {
          setGone(before => new Set([...before].filter(number => !numbers.includes(number))))
          toast({ tone: 'danger', title: t`Nothing was changed.`, detail: explain(error).words })
        },
      },
    )
  }

  function toggle(number: number) {
    const next = new Set(chosen)
    if (!next.delete(number)) next.add(number)
    setChosen(next)
  }

  /** Sends a decision. The case leaves at once, and comes back with the reason if the server refuses. */
  function run(name: string, params: Record<string, unknown>, staying = false) {
    if (!current) return
    if (chosen.size > 0 && !staying) return runMany(name, params)
    const row = current
    const here = rows.findIndex(({ number }) => number === row.number)
    const next = rows[here + 1] ?? rows[here - 1]
    setRefused(null)
    if (!staying) {
      latest.current = row.number
      setMade(null)
      setGone(before => new Set(before).add(row.number))
      setAt(next?.number ?? null)
    }
    decide.mutate(
      { number: row.number, name, params, seen: row.lastActivityAt },
      {
        onSuccess: ({ undoUntil }) => {
          if (staying) return void cache.invalidateQueries({ queryKey: KEYS.case(row.number) })
          noteDecision(Date.now())
          if (latest.current === row.number) setMade(undoUntil ? { row, undoUntil } : null)
          void cache.invalidateQueries({ queryKey: KEYS.queue })
        },
        onError: error => {
          setGone(before => new Set([...before].filter(number => number !== row.number)))
          setAt(row.number)
          setRefused({ number: row.number, words: explain(error).words })
          if (problemFrom(error).reason === 'ISSUE_MOVED_ON')
            void cache.invalidateQueries({ queryKey: KEYS.queue })
          void cache.invalidateQueries({ queryKey: KEYS.case(row.number) })
        },
      },
    )
  }

  function undo() {
    if (!made) return
    const { number } = made.row
    undoing.mutate(number, {
      onSuccess: () => {
        setGone(before => new Set([...before].filter(each => each !== number)))
        setAt(number)
        setMade(null)
        forgetDecision(Date.now())
        toast({ tone: 'success', title: t`#${number} is back in the queue.` })
      },
      onError: error =>
        toast({ tone: 'danger', title: t`It could not be undone.`, detail: explain(error).words }),
    })
  }

  return {
    queue,
    rows,
    current,
    step,
    choose: setAt,
    run,
    undo,
    chosen,
    toggle,
    made,
    expire: () => setMade(null),
    refused: refused && refused.number === current?.number ? refused.words : null,
    /** Loads the next one ahead, so that deciding never waits. */
    ahead: (row: QueueRow) => void cache.prefetchQuery(caseQuery(row.number, qualityOf(row))),
  }
}

export type Triage = ReturnType<typeof useTriage>
