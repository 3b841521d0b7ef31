import { useState } from 'react'
import { keepOrder, isInOrder, type Steady } from '#/lib/stable-order'

interface Kept<Row> {
  scope: string
  told: readonly Row[]
  rows: Steady<Row>[]
}

/**
 * Rows that keep their places while a hand is on them: what they say changes at once, their order when the hand has
 * left, or when it is asked for.
 */
export function useStableOrder<Row>(
  told: readonly Row[],
  keyOf: (row: Row) => string,
  /** `scope`: what the rows are of. Of something else they begin anew. */
  { isHeld, scope }: { isHeld: boolean; scope: string },
) {
  const [kept, setKept] = useState<Kept<Row>>(() => ({
    scope,
    told,
    rows: told.map(row => ({ row, isOld: false })),
  }))
  const inOrder = isInOrder(kept.rows, told, keyOf)
  let { rows } = kept
  if (kept.told !== told || kept.scope !== scope || (!isHeld && !inOrder)) {
    // Another page has other rows, also where it comes a moment after its name.
    const keys = new Set(kept.rows.map(({ row }) => keyOf(row)))
    const isSame = kept.scope === scope && told.some(row => keys.has(keyOf(row)))
    rows = keepOrder(isHeld && isSame ? kept.rows : [], told, keyOf)
    setKept({ scope, told, rows })
  }
  return {
    rows,
    /** Whether another order is the true one. */
    isMoved: !isInOrder(rows, told, keyOf),
    /** Takes up the true order now. */
    reorder: () => setKept({ scope, told, rows: keepOrder([], told, keyOf) }),
  }
}
