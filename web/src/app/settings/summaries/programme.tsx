// What the rows of the groups Programme and People say.
import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useSettingsSummary } from '#/app/settings/summaries/summary'
import { programmeQuery } from '#/entities/programme/queries'

export function General() {
  const { data } = useQuery(programmeQuery)
  return data && [data.product.name, data.timeZone].join(' · ')
}

export function Areas() {
  const { data } = useQuery(programmeQuery)
  return data && <Plural value={data.areas.length} one="# area" other="# areas" />
}

export function Response() {
  const { data } = useQuery(programmeQuery)
  return data && <Trans>first response within {data.promise.firstResponseH} h</Trans>
}

export function Access() {
  const summary = useSettingsSummary()
  if (!summary) return null
  const { accessMode, openInvitations } = summary
  return (
    <>
      {accessMode === 'open' && <Trans>open to everyone</Trans>}
      {accessMode === 'invite' && <Trans>invitation only</Trans>}
      {accessMode === 'wallets' && <Trans>invitation or wallet list</Trans>}
      {' · '}
      <Plural value={openInvitations} one="# link open" other="# links open" />
    </>
  )
}

export function Legal() {
  const published = useSettingsSummary()?.policies
  return published !== undefined && <Trans>{published} of 3 published</Trans>
}

export function People() {
  const total = useSettingsSummary()?.people
  return total !== undefined && <Plural value={total} one="# person" other="# people" />
}
