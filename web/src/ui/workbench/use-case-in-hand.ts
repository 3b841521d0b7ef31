import { useQueueKeys } from '#/ui/workbench/use-queue-keys'

/** Which case of a queue is in hand: the chosen one, otherwise the first. */
export function useCaseInHand<Row>(
  rows: Row[] | undefined,
  keyOf: (row: Row) => string,
  chosen: string | null,
  choose: (key: string | null) => void,
) {
  const at = Math.max(0, rows?.findIndex(row => keyOf(row) === chosen) ?? 0)
  function to(order: number) {
    const row = rows?.[order]
    choose(row ? keyOf(row) : null)
  }
  const step = (by: 1 | -1) => rows?.[at + by] && to(at + by)
  useQueueKeys(step)
  return {
    at,
    of: rows?.length ?? 0,
    current: rows?.[at],
    step,
    /** It is decided: the case below takes its place; after the last, the one above. */
    goOn: () => to(rows?.[at + 1] ? at + 1 : at - 1),
  }
}
