import { useState } from 'react'
import type { QueueRow } from '#/features/issues/model'
import { keepOrder, keepOrderUntil, type Steady } from '#/lib/stable-order'

const keyOf = ({ number }: QueueRow) => String(number)

interface Hand {
  at: number | null
  isHeld: boolean
  order: string
  /** What this page has decided itself: that leaves at once. */
  gone: ReadonlySet<number>
}

interface Kept {
  told: QueueRow[] | undefined
  isHeld: boolean
  order: string
  rows: Steady<QueueRow>[]
}

/**
 * The queue without jumps. Under a pointer every row stays where it is, those that were decided elsewhere too; otherwise
 * everything up to the case in hand does, and what comes after it is in its order.
 */
export function useSteadyQueue(
  told: QueueRow[] | undefined,
  { at, isHeld, order, gone }: Hand,
): Steady<QueueRow>[] {
  const [kept, setKept] = useState<Kept>({ told: undefined, isHeld: false, order, rows: [] })
  if (kept.told === told && kept.order === order && (kept.isHeld === isHeld || isHeld)) return kept.rows
  const before = kept.order === order ? kept.rows.filter(({ row }) => !gone.has(row.number)) : []
  const hand = at === null ? null : String(at)
  const rows =
    isHeld && before.length > 0
      ? keepOrder(before, told ?? [], keyOf)
      : keepOrderUntil(before, told ?? [], keyOf, hand)
  setKept({ told, isHeld, order, rows })
  return rows
}
