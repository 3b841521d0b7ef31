// Part of the entry, as are the loaders that use it: what they read with is imported on demand.
import type { PageName } from '#/app/page-queries'
import type { SessionCache } from '#/backend/session-cache'
import type { User } from '#/backend/user'

/** What loaders find in the router's context. */
export interface RouterContext {
  /** Who is signed in, as far as this device knows. */
  storedUser: () => User | null
  cache: SessionCache
}

/** What a loader is given, as far as it matters here. */
export interface Ahead {
  context: RouterContext
  params: object
  location: { search: object }
}

/** For loaders; it neither holds their page up nor fails it. */
export function readAhead(page: PageName, ahead: Ahead): void {
  const user = ahead.context.storedUser()
  if (user)
    void import('#/app/page-queries')
      .then(({ readPage }) => readPage(page, user, ahead))
      .catch(() => undefined)
}
