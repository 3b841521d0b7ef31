/** A row in the place that it had; `isOld` if it is no longer among those that were told. */
export interface Steady<Row> {
  row: Row
  isOld: boolean
}

const fresh = <Row>(row: Row): Steady<Row> => ({ row, isOld: false })

/** Shows rows as they are now, in the places they had: what is gone stays, and what is new comes last. */
export function keepOrder<Row>(
  shown: readonly Steady<Row>[],
  told: readonly Row[],
  keyOf: (row: Row) => string,
): Steady<Row>[] {
  const byKey = new Map(told.map(row => [keyOf(row), row]))
  const kept = shown.map(({ row }) => {
    const now = byKey.get(keyOf(row))
    byKey.delete(keyOf(row))
    return now === undefined ? { row, isOld: true } : fresh(now)
  })
  return [...kept, ...[...byKey.values()].map(fresh)]
}

/** The same up to the row in hand; what comes after it stands as it is told. */
export function keepOrderUntil<Row>(
  shown: readonly Steady<Row>[],
  told: readonly Row[],
  keyOf: (row: Row) => string,
  hand: string | null,
): Steady<Row>[] {
  const at = shown.findIndex(({ row }) => keyOf(row) === hand)
  if (at < 0) return told.map(fresh)
  const kept = keepOrder(shown.slice(0, at + 1), [], keyOf).map(({ row }) => row)
  const byKey = new Map(told.map(row => [keyOf(row), row]))
  const before = kept.flatMap(row => {
    const key = keyOf(row)
    const now = byKey.get(key)
    byKey.delete(key)
    if (now !== undefined) return [fresh(now)]
    // The one in hand stays although it is gone; the others were only passed.
    return key === hand ? [{ row, isOld: true }] : []
  })
  return [...before, ...[...byKey.values()].map(fresh)]
}

/** Whether rows stand as they were told. */
export const isInOrder = <Row>(
  shown: readonly Steady<Row>[],
  told: readonly Row[],
  keyOf: (row: Row) => string,
): boolean =>
  shown.length === told.length &&
  shown.every(({ row }, at) => {
    const there = told[at]
    return there !== undefined && keyOf(there) === keyOf(row)
  })
