import { useState } from 'react'
import { inPlace, isInOrder, type Steady } from '#/lib/steady-order'

/**
 * Rows that keep their places while a hand is on them: what they say changes at once, their order when the hand has
 * left, or when it is asked for.
 */
export function useSteadyOrder<Row>(told: readonly Row[], keyOf: (row: Row) => string, isHeld: boolean) {
  const [kept, setKept] = useState<{ told: readonly Row[]; rows: Steady<Row>[] }>(() => ({
    told,
    rows: told.map(row => ({ row, isOld: false })),
  }))
  const inOrder = isInOrder(kept.rows, told, keyOf)
  let { rows } = kept
  if (kept.told !== told || (!isHeld && !inOrder)) {
    rows = inPlace(isHeld ? kept.rows : [], told, keyOf)
    setKept({ told, rows })
  }
  return {
    rows,
    /** Whether another order is the true one. */
    isMoved: !isInOrder(rows, told, keyOf),
    /** Takes up the true order now. */
    reorder: () => setKept({ told, rows: inPlace([], told, keyOf) }),
  }
}
