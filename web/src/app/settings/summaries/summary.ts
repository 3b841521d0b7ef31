import { queryOptions, useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { call } from '#/backend/call'
import { count, maybe, moment } from '#/backend/shapes'

const summary = v.object({
  people: count,
  openInvitations: count,
  accessMode: v.string(),
  policies: v.optional(count, 0),
  networks: v.object({ total: count, troubled: v.array(v.string()) }),
  errors: v.object({ known: count, unknown: count }),
  builds: v.object({ total: count, newest: maybe(v.string()) }),
  missions: v.object({ live: count, drafts: count }),
  rules: v.object({ version: count, preset: maybe(v.string()) }),
  announcedAt: maybe(moment),
  digestHour: count,
  services: v.array(v.object({ service: v.string(), state: v.string() })),
  widgetKeys: maybe(count),
  apiKeys: count,
  webhooks: v.object({ total: count, failing: count }),
  audit: v.object({ entries: count, ok: v.boolean() }),
  version: v.string(),
})

const settingsSummaryQuery = queryOptions({
  queryKey: ['admin', 'settings-summary'],
  queryFn: () => call('settingsSummary', {}, summary),
  // Any page may change a value, so each visit asks; all rows together are one call.
  staleTime: 0,
})

/** The present values, once the server has answered. */
export const useSettingsSummary = () => useQuery(settingsSummaryQuery).data
