import { createRouter, type RouterHistory, stringifySearchWith } from '@tanstack/react-router'
import type { RouterContext } from '#/app/read-ahead'
import { routeTree } from '#/app/routes.gen'
import { NotFound, PageFailure } from '#/app/shell/error-pages'
import { storedUser } from '#/backend/stored-user'
import { settings } from '#/lib/settings'

/** The router; tests give it a history and an application of their own. */
export function newRouter(history?: RouterHistory, applicationId = settings.applicationId) {
  const context: RouterContext = { storedUser: () => storedUser(applicationId), cache: { current: null } }
  return createRouter({
    routeTree,
    context,
    ...(history ? { history } : {}),
    // What stands in the address is text. Read as JSON, a code of digits would become a number.
    parseSearch: search => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: stringifySearchWith(String),
    defaultPreload: 'intent',
    // How long an answer is fresh is the cache's to say.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultNotFoundComponent: NotFound,
    defaultErrorComponent: PageFailure,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof newRouter>
  }
}
