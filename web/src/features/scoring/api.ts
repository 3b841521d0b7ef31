import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { anything, call } from '#/backend/call'
import { useCommand } from '#/backend/use-command'
import { programmeQuery } from '#/entities/programme/queries'
import { ruleBookQuery } from '#/entities/rule/queries'
import type { Rules } from '#/entities/rule/schema'
import { dryRun } from '#/features/scoring/model'

export const dryRunQuery = (draft: Rules, differs: boolean) =>
  queryOptions({
    queryKey: [...ruleBookQuery.queryKey, 'dry-run', draft],
    queryFn: () => call('ruleSetDryRun', { rules: draft }, dryRun),
    enabled: differs,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
export const usePublish = () =>
  useCommand<{ rules: Rules; effectiveFrom: string; note: string }, typeof anything>(
    'ruleSetPublish',
    anything,
    [ruleBookQuery.queryKey, programmeQuery.queryKey],
  )
