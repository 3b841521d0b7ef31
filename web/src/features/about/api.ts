import { queryOptions } from '@tanstack/react-query'
import { call } from '#/backend/call'
import { useCommand } from '#/backend/use-command'
import { about, invariants } from '#/features/about/model'

const ABOUT = ['admin', 'about']

export const aboutQuery = queryOptions({
  queryKey: ABOUT,
  queryFn: () => call('about', {}, about),
})
export const useInvariants = () =>
  useCommand<object, typeof invariants>('invariantsCheck', invariants, [ABOUT])
