export interface BoardSearch {
  view?: 'around'
  page?: number
}

/** Which part of the board an address shows; the top is said by saying nothing. */
export function readPlace(search: Record<string, unknown>): BoardSearch {
  const page = Number(search['page'])
  return {
    ...(search['view'] === 'around' ? { view: 'around' as const } : {}),
    ...(Number.isInteger(page) && page > 1 ? { page } : {}),
  }
}
