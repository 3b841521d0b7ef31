// Imported by the table of routes, which every visitor loads: keep it small.

export const SORTS = ['activity', 'newest', 'impact', 'affected', 'queue'] as const
export type Sort = (typeof SORTS)[number]
