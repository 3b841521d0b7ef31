import { queryOptions } from '@tanstack/react-query'
import { call } from '#/backend/call'
import { ruleBook } from '#/entities/rule/schema'

export const ruleBookQuery = queryOptions({
  queryKey: ['rules'],
  queryFn: () => call('rules', {}, ruleBook),
})
