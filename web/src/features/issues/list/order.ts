// The order of the list a user came from, so that an issue knows its neighbours.

/** Part of a list, around the one that was opened. */
export interface ListOrder {
  numbers: number[]
  /** Where the part begins in the list. */
  from: number
  total: number
}

declare module '@tanstack/history' {
  interface HistoryState {
    order?: ListOrder
  }
}

const REACH = 100

/** The part of a list that goes along when the row at a place of it is opened. */
export function orderAround(rows: { number: number }[], at: number, total: number): ListOrder {
  const from = Math.max(0, at - REACH)
  return { numbers: rows.slice(from, at + REACH + 1).map(({ number }) => number), from, total }
}

/** Who stands before and after, and the place in the list, counted from one. */
export function placeIn(order: ListOrder, number: number) {
  const at = order.numbers.indexOf(number)
  if (at < 0) return null
  return {
    previous: order.numbers[at - 1],
    next: order.numbers[at + 1],
    place: order.from + at + 1,
    total: order.total,
  }
}
