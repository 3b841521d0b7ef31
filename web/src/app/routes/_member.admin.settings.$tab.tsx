import { createFileRoute } from '@tanstack/react-router'
import { AdminSettings } from '#/app/settings/AdminSettings'
import { readSettings } from '#/app/settings/search-params'

export const Route = createFileRoute('/_member/admin/settings/$tab')({
  component: Tab,
  validateSearch: readSettings,
})

function Tab() {
  const { tab } = Route.useParams()
  return <AdminSettings page={tab} />
}
