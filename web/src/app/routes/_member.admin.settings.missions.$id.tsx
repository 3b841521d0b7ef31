import { createFileRoute, redirect } from '@tanstack/react-router'
import { AdminSettings } from '#/app/settings/AdminSettings'

export const Route = createFileRoute('/_member/admin/settings/missions/$id')({
  beforeLoad: ({ params: { id } }) => {
    // Where submissions were reviewed; letters and bookmarks still lead here.
    if (id === 'review')
      throw redirect({ to: '/review/$kind/{-$item}', params: { kind: 'missions' }, replace: true })
  },
  component: MissionTab,
})

function MissionTab() {
  const { id } = Route.useParams()
  return <AdminSettings page="missions" at={id} />
}
