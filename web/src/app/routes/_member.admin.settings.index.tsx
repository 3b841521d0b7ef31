import { createFileRoute } from '@tanstack/react-router'
import { AdminSettings } from '#/app/settings/AdminSettings'
import { readSettings } from '#/app/settings/search-params'

export const Route = createFileRoute('/_member/admin/settings/')({
  component: Home,
  validateSearch: readSettings,
})

function Home() {
  return <AdminSettings />
}
