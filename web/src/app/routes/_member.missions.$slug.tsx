import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { readAhead } from '#/app/read-ahead'
import { MissingPage } from '#/app/shell/MissingPage'
import { Page } from '#/app/shell/Page'
import { problemFrom } from '#/backend/problem'
import { missionQuery } from '#/entities/mission/queries'
import { MissionScreen } from '#/features/missions/MissionScreen'

export const Route = createFileRoute('/_member/missions/$slug')({
  component: MissionPage,
  shouldReload: false,
  loader: ahead => readAhead('mission', ahead),
})

function MissionPage() {
  const { t } = useLingui()
  const { slug } = Route.useParams()
  const mission = useQuery(missionQuery(slug))
  if (!mission.data && mission.isError && problemFrom(mission.error).missing) return <MissingPage />
  return (
    <Page
      heading={t`Mission`}
      title={mission.data?.title ?? t`Mission`}
      parent={{ to: '/missions', label: t`Missions` }}
    >
      <MissionScreen key={slug} slug={slug} />
    </Page>
  )
}
