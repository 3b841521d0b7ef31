// What the rows of the groups Chains and Testing say.
import { Plural, Trans } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Attention } from '#/app/settings/summaries/Attention'
import { buildsQuery } from '#/entities/build/queries'
import { networkDetailsQuery } from '#/entities/network/commands'
import { managedQuery } from '#/features/missions/editor/api'
import { errorsQuery } from '#/features/networks/api'
import { figure } from '#/lib/number'

export function Networks() {
  const rows = useQuery(networkDetailsQuery).data
  if (!rows) return null
  const bad = rows.filter(({ endpoints }) =>
    endpoints.some(({ state }) => state === 'down' || state === 'lagging'),
  )
  if (bad.length > 0)
    return (
      <Attention>
        {bad.length === 1 ? (
          <Trans>{bad[0]?.name} has a node that is behind or down</Trans>
        ) : (
          <Trans>{bad.length} networks have a node that is behind or down</Trans>
        )}
      </Attention>
    )
  return <Plural value={rows.length} one="# network" other="# networks" />
}

export function Contracts() {
  return <Trans>names in explanations</Trans>
}

export function Errors() {
  const errors = useQuery(errorsQuery).data
  if (!errors) return null
  const known = <Trans>{figure(errors.rows.length)} known</Trans>
  return errors.unknown.length > 0 ? (
    <Attention>
      {known}, <Trans>{figure(errors.unknown.length)} unnamed</Trans>
    </Attention>
  ) : (
    known
  )
}

export function Builds() {
  const rows = useQuery(buildsQuery).data
  if (!rows) return null
  const newest = rows
    .filter(({ state }) => state === 'active')
    .toSorted((one, other) => other.ordinal - one.ordinal)[0]
  return (
    <>
      {newest && `${newest.version} · `}
      <Trans>{figure(rows.length)} in total</Trans>
    </>
  )
}

export function Missions() {
  const counts = useInfiniteQuery(managedQuery([])).data?.pages[0]?.counts
  if (!counts) return null
  const [live, drafts] = [counts['live'] ?? 0, counts['draft'] ?? 0]
  return (
    <>
      <Trans>{figure(live)} live</Trans>
      {drafts > 0 && ', '}
      {drafts > 0 && <Plural value={drafts} one="# draft" other="# drafts" />}
    </>
  )
}
