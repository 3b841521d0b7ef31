import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { KEYS, settleIssue } from '#/entities/issue/cache'
import type { IssueRow } from '#/entities/issue/schema'
import type { IssueView } from '#/entities/issue/view'

const view = (affectsMe: boolean) => ({ issue: { number: 7, affectsMe } as IssueRow }) as IssueView

test('an answer that was asked for before a vote does not take the vote back', async () => {
  const cache = new QueryClient()
  const { promise, resolve } = Promise.withResolvers<IssueView>()
  const asked = cache.fetchQuery({ queryKey: KEYS.one(7), queryFn: () => promise })
  settleIssue(cache, 7, { affectsMe: true })
  resolve(view(false))
  await asked
  expect(cache.getQueryData<IssueView>(KEYS.one(7))?.issue.affectsMe).toBe(true)
})
