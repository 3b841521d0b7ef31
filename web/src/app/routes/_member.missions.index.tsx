import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { readAhead } from '#/app/read-ahead'
import { Page } from '#/app/shell/Page'
import { programmeQuery } from '#/entities/programme/queries'
import { readMissions } from '#/features/missions/address'
import { MissionList } from '#/features/missions/MissionList'
import { secondsUntil } from '#/lib/seconds-until'
import { spanOf } from '#/lib/time'

export const Route = createFileRoute('/_member/missions/')({
  component: Missions,
  validateSearch: readMissions,
  shouldReload: false,
  loader: ahead => readAhead('missions', ahead),
})

function Missions() {
  const { t } = useLingui()
  const navigate = Route.useNavigate()
  const [now] = useState(Date.now)
  const season = useQuery(programmeQuery).data?.season
  return (
    <Page
      heading={t`Missions`}
      title={t`Missions`}
      note={
        season?.state === 'live' && (
          <Trans>
            season {season.number}, ends in {spanOf(secondsUntil(season.endsAt, now))}
          </Trans>
        )
      }
    >
      <MissionList
        {...Route.useSearch()}
        onChange={address => void navigate({ search: address, replace: true })}
      />
    </Page>
  )
}
