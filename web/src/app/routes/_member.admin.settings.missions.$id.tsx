import { createFileRoute } from '@tanstack/react-router'
import { AdminSettings } from '#/app/AdminSettings'

export const Route = createFileRoute('/_member/admin/settings/missions/$id')({ component: MissionTab })

function MissionTab() {
  const { id } = Route.useParams()
  return <AdminSettings tab="missions" at={id} />
}
