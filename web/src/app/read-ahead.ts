// Part of the entry, as are the loaders that use it: what they read with is imported on demand.
import type { QueryClient } from '@tanstack/react-query'
import type { SessionCache } from '#/backend/session-cache'
import type { User } from '#/backend/user'

/** What loaders find in the router's context. */
export interface RouterContext {
  /** Who is signed in, as far as this device knows. */
  storedUser: () => User | null
  cache: SessionCache
}

/**
 * Asks for what a page will read while its code is still on the way. It neither holds the page up nor fails it: the
 * page reads from the same cache, and says itself what did not come.
 */
export function readAhead<Queries>(
  { storedUser, cache }: RouterContext,
  load: () => Promise<Queries>,
  read: (client: QueryClient, queries: Queries, user: User) => Promise<unknown> | null,
): void {
  const user = storedUser()
  if (!user) return
  void Promise.all([import('#/backend/session-cache'), load()])
    .then(([{ queryClientOf }, queries]) => read(queryClientOf(cache, user.objectId), queries, user))
    .catch(() => undefined)
}
