import type { Acceptance } from '#/features/policies/api'
import { csv } from '#/ui/plot/PlotPanel'

/** One line for each acceptance. */
export const acceptancesCsv = (rows: Acceptance[]): string =>
  csv({
    head: ['user', 'username', 'email', 'page', 'version', 'acceptedAt'],
    rows: rows.map(row => [
      row.user,
      row.username ?? '',
      row.email ?? '',
      row.kind,
      row.version,
      row.acceptedAt,
    ]),
  })
