// What the rows of the group Connections say.
import { Plural, Trans } from '@lingui/react/macro'
import { Attention } from '#/app/settings/summaries/Attention'
import { useSettingsSummary } from '#/app/settings/summaries/summary'
import { type Service, SERVICE_NAME } from '#/features/integrations/services'
import { figure } from '#/lib/number'
import { Ago } from '#/ui/Ago'

export function Announcements() {
  const summary = useSettingsSummary()
  if (!summary) return null
  return summary.announcedAt ? (
    <Trans>
      last one <Ago at={summary.announcedAt} />
    </Trans>
  ) : (
    <Trans>none yet</Trans>
  )
}

export function Mail() {
  const hour = useSettingsSummary()?.digestHour
  return hour !== undefined && <Trans>digest at {String(hour).padStart(2, '0')}:00</Trans>
}

export function ChatAndTrackers() {
  const services = useSettingsSummary()?.services
  if (!services) return null
  const names = [...new Set(services.map(({ service }) => SERVICE_NAME[service as Service] ?? service))].join(
    ', ',
  )
  if (services.some(({ state }) => state === 'broken')) return <Attention>{names}</Attention>
  return names || <Trans>none connected</Trans>
}

export function Widget() {
  const keys = useSettingsSummary()?.widgetKeys ?? null
  return keys !== null && <Plural value={keys} one="# key" other="# keys" />
}

export function ApiKeys() {
  const keys = useSettingsSummary()?.apiKeys
  return keys !== undefined && <Plural value={keys} one="# key" other="# keys" />
}

export function Webhooks() {
  const webhooks = useSettingsSummary()?.webhooks
  if (!webhooks) return null
  const { total, failing } = webhooks
  return failing > 0 ? (
    <Attention>
      {figure(total)} · <Plural value={failing} one="# failing" other="# failing" />
    </Attention>
  ) : (
    figure(total)
  )
}
