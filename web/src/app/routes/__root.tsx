import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import type { RouterContext } from '#/app/read-ahead'
import { Announcer } from '#/app/shell/Announcer'
import { DemoBanner } from '#/app/shell/DemoBanner'
import { SkipLink } from '#/app/shell/SkipLink'
import { ToastZone } from '#/ui/ToastZone'

export const Route = createRootRouteWithContext<RouterContext>()({ component: Root })

function Root() {
  return (
    <>
      <SkipLink />
      <DemoBanner />
      <Outlet />
      <Announcer />
      <ToastZone />
    </>
  )
}
