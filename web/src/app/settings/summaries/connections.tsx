// What the rows of the group Connections say.
import { Plural, Trans } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Attention } from '#/app/settings/summaries/Attention'
import { allAnnouncementsQuery } from '#/entities/announcement/queries'
import { settingsQuery } from '#/entities/setting/queries'
import { trackersQuery } from '#/entities/tracker/queries'
import { chatServicesQuery } from '#/features/integrations/api'
import { apiKeysQuery } from '#/features/integrations/keys/api'
import { type Service, SERVICE_NAME } from '#/features/integrations/services'
import { webhooksQuery } from '#/features/integrations/webhooks/api'
import { figure } from '#/lib/number'
import { Ago } from '#/ui/Ago'

export function Announcements() {
  const page = useInfiniteQuery(allAnnouncementsQuery).data?.pages[0]
  if (!page) return null
  const last = page.rows
    .flatMap(({ publishedAt }) => publishedAt ?? [])
    .toSorted()
    .at(-1)
  return last ? (
    <Trans>
      last one <Ago at={last} />
    </Trans>
  ) : (
    <Trans>none yet</Trans>
  )
}

export function Mail() {
  const hour = useQuery(settingsQuery).data?.find(({ key }) => key === 'notify.digestHour')?.value
  return typeof hour === 'number' && <Trans>digest at {String(hour).padStart(2, '0')}:00</Trans>
}

export function ChatAndTrackers() {
  const chats = useQuery(chatServicesQuery).data
  const trackers = useQuery(trackersQuery).data
  if (!chats || !trackers) return null
  const connected = [
    ...chats.map(({ service, state }) => ({ key: service, state })),
    ...trackers.map(({ kind, state }) => ({ key: kind, state })),
  ].filter(({ state }) => state !== 'off')
  const names = [...new Set(connected.map(({ key }) => SERVICE_NAME[key as Service] ?? key))].join(', ')
  if (connected.some(({ state }) => state === 'broken')) return <Attention>{names}</Attention>
  return names || <Trans>none connected</Trans>
}

export function ApiKeys() {
  const rows = useQuery(apiKeysQuery).data?.rows
  return (
    rows && <Plural value={rows.filter(({ state }) => state === 'live').length} one="# key" other="# keys" />
  )
}

export function Webhooks() {
  const rows = useQuery(webhooksQuery).data?.rows
  if (!rows) return null
  const failing = rows.filter(({ state, failures }) => state === 'disabled' || failures > 0).length
  return failing > 0 ? (
    <Attention>
      {figure(rows.length)}, <Plural value={failing} one="# fails" other="# fail" />
    </Attention>
  ) : (
    figure(rows.length)
  )
}
