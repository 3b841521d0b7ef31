import { createRootRoute, Outlet } from '@tanstack/react-router'
import { Announcer } from '#/app/shell/Announcer'
import { SkipLink } from '#/app/shell/SkipLink'
import { ToastZone } from '#/ui/ToastZone'

export const Route = createRootRoute({ component: Root })

function Root() {
  return (
    <>
      <SkipLink />
      <Outlet />
      <Announcer />
      <ToastZone />
    </>
  )
}
