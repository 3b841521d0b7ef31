import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { anything, call } from '#/backend/call'
import { moment } from '#/backend/shapes'
import { useCommand } from '#/backend/use-command'

const reportingApp = v.object({
  id: v.string(),
  origin: v.string(),
  createdAt: moment,
  lastUsedAt: moment,
  expiresAt: moment,
})
export type ReportingApp = v.InferOutput<typeof reportingApp>

const REPORTING_APPS = ['reporting apps']

/** The pages that can report in the user's name. */
export const reportingAppsQuery = queryOptions({
  queryKey: REPORTING_APPS,
  queryFn: async () => (await call('widgetDevices', {}, v.object({ rows: v.array(reportingApp) }))).rows,
})

export const useEndReportingApp = () =>
  useCommand<{ id: string }, typeof anything>('widgetDeviceEnd', anything, [REPORTING_APPS])
