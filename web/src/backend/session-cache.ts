import type { QueryClient } from '@tanstack/react-query'
import { newQueryClient } from '#/backend/query-client'

/** The cache of what the server told one person. What reads ahead of a page and the page itself share it. */
export interface SessionCache {
  current: { owner: string; client: QueryClient } | null
}

/** Data of one user is not shown to the next: each gets a cache of their own. */
export function queryClientOf(cache: SessionCache, owner: string): QueryClient {
  if (cache.current?.owner !== owner) cache.current = { owner, client: newQueryClient() }
  return cache.current.client
}

/** Anyone who signs in next begins with nothing, also where it is the same person. */
export function forget(cache: SessionCache) {
  cache.current = null
}
