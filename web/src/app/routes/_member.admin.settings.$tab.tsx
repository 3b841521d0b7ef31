import { createFileRoute } from '@tanstack/react-router'
import { AdminSettings } from '#/app/AdminSettings'

export const Route = createFileRoute('/_member/admin/settings/$tab')({ component: Tab })

function Tab() {
  const { tab } = Route.useParams()
  return <AdminSettings tab={tab} />
}
