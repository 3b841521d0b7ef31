// What the rows of the groups Programme and People say.
import { Plural, Trans } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { programmeQuery } from '#/entities/programme/queries'
import { settingsQuery } from '#/entities/setting/queries'
import { invitationsQuery } from '#/features/access/api'
import { peopleQuery } from '#/features/people/api'
import { hasEnded } from '#/features/access/ended'

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
  const mode = useQuery(settingsQuery).data?.find(({ key }) => key === 'access.mode')?.value
  const invitations = useQuery(invitationsQuery).data
  const open = invitations?.filter(row => !hasEnded(row)).length ?? 0
  return (
    <>
      {mode === 'open' && <Trans>open to everyone</Trans>}
      {mode === 'invite' && <Trans>invitation only</Trans>}
      {mode === 'wallets' && <Trans>invitation or wallet list</Trans>}
      {invitations && mode !== undefined && ' · '}
      {invitations && <Plural value={open} one="# link open" other="# links open" />}
    </>
  )
}

export function People() {
  const total = useInfiniteQuery(peopleQuery('', 'joined', 'all')).data?.pages[0]?.total
  return total !== undefined && <Plural value={total} one="# person" other="# people" />
}
