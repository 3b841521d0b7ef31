import { createRouter, type RouterHistory, stringifySearchWith } from '@tanstack/react-router'
import { routeTree } from '#/app/routes.gen'
import { NotFound, PageFailure } from '#/app/shell/instead-of-a-page'

/** The router; tests give it a history of their own. */
export function newRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    ...(history ? { history } : {}),
    // What stands in the address is text. Read as JSON, a code of digits would become a number.
    parseSearch: search => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: stringifySearchWith(String),
    defaultPreload: 'intent',
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
