// What the address says about a list. Imported by the table of routes, which every visitor loads: keep it small.
import { type Sort, SORTS } from '#/entities/issue/sort'

export interface ListAddress {
  query: string
  sort: Sort
  compact: boolean
}

/** The same, as the address writes it. */
export interface ListSearch {
  q?: string
  sort?: Sort
  dense?: true
}

/** What a user who has chosen nothing sees. */
export const FIRST: ListAddress = { query: 'is:open', sort: 'activity', compact: false }

/** What is as it always is does not stand in the address. */
export function writeAddress({ query, sort, compact }: ListAddress): ListSearch {
  return {
    ...(query === FIRST.query ? {} : { q: query }),
    ...(sort === FIRST.sort ? {} : { sort }),
    ...(compact ? { dense: true } : {}),
  }
}

export const readAddress = ({ q, sort, dense }: Record<string, unknown>): ListAddress => ({
  // A search for a number alone arrives as one.
  query: typeof q === 'string' || typeof q === 'number' ? String(q).slice(0, 500) : FIRST.query,
  sort: SORTS.find(each => each === sort) ?? FIRST.sort,
  compact: Boolean(dense),
})
