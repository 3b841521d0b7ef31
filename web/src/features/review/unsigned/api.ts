import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { call } from '#/backend/call'
import { count, maybe, moment } from '#/backend/shapes'
import { useCommand } from '#/backend/use-command'

const UNSIGNED = ['admin', 'unsigned reports']

const error = v.union([v.string(), v.object({ message: maybe(v.string()) })])

const unsignedReport = v.object({
  id: v.string(),
  /** The name of the key of the page. */
  key: v.string(),
  origin: v.string(),
  createdAt: moment,
  keptUntil: moment,
  report: v.object({
    kind: v.picklist(['bug', 'friction', 'idea']),
    title: v.string(),
    text: v.string(),
    area: v.string(),
    build: maybe(v.string()),
    evidence: maybe(v.object({ hash: maybe(v.string()), error: maybe(error) })),
    context: v.object({
      path: maybe(v.string()),
      calls: v.array(v.unknown()),
      lines: v.array(v.unknown()),
    }),
  }),
})
export type UnsignedReport = v.InferOutput<typeof unsignedReport>

/** Reports from pages of the product under test that were sent without a sign-in. The oldest is first. */
export const unsignedReportsQuery = queryOptions({
  queryKey: UNSIGNED,
  queryFn: async () => (await call('unsignedReports', {}, v.object({ rows: v.array(unsignedReport) }))).rows,
  staleTime: 60_000,
})

const decided = v.object({ number: maybe(count) })

export const useDecideUnsigned = () =>
  useCommand<{ id: string; accept: boolean }, typeof decided>('unsignedReportDecide', decided, [UNSIGNED])
