import { createFileRoute } from '@tanstack/react-router'
import { AdminSettings } from '#/app/AdminSettings'

export const Route = createFileRoute('/_member/admin/settings/')({ component: General })

function General() {
  return <AdminSettings />
}
