export interface DashboardSearch {
  days?: 30 | 90
  build?: string
  /** What is looked up at once: a hash, a link of an explorer or an error. */
  paste?: string
}

/** Which period and build an address shows; a week of all builds is said by saying nothing. */
export function readDashboard(search: Record<string, unknown>): DashboardSearch {
  const { days, build, paste } = search
  return {
    ...(Number(days) === 30 ? { days: 30 as const } : Number(days) === 90 ? { days: 90 as const } : {}),
    ...(typeof build === 'string' && build ? { build } : {}),
    ...(typeof paste === 'string' && paste ? { paste } : {}),
  }
}
