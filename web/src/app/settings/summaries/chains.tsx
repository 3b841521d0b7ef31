// What the rows of the groups Chains and Testing say.
import { Plural, Trans } from '@lingui/react/macro'
import { Attention } from '#/app/settings/summaries/Attention'
import { useSettingsSummary } from '#/app/settings/summaries/summary'
import { figure } from '#/lib/number'

export function Networks() {
  const networks = useSettingsSummary()?.networks
  if (!networks) return null
  const { total, troubled } = networks
  if (troubled.length > 0)
    return (
      <Attention>
        {troubled.length === 1 ? (
          <Trans>{troubled[0]} has a node that is behind or down</Trans>
        ) : (
          <Trans>{troubled.length} networks have a node that is behind or down</Trans>
        )}
      </Attention>
    )
  return <Plural value={total} one="# network" other="# networks" />
}

export function Contracts() {
  return <Trans>names in explanations</Trans>
}

export function Errors() {
  const errors = useSettingsSummary()?.errors
  if (!errors) return null
  const known = <Trans>{figure(errors.known)} known</Trans>
  return errors.unknown > 0 ? (
    <Attention>
      {known}, <Trans>{figure(errors.unknown)} unnamed</Trans>
    </Attention>
  ) : (
    known
  )
}

export function Builds() {
  const builds = useSettingsSummary()?.builds
  if (!builds) return null
  return (
    <>
      {builds.newest && `${builds.newest} · `}
      <Trans>{figure(builds.total)} in total</Trans>
    </>
  )
}

export function Missions() {
  const missions = useSettingsSummary()?.missions
  if (!missions) return null
  const { live, drafts } = missions
  return (
    <>
      <Trans>{figure(live)} live</Trans>
      {drafts > 0 && ', '}
      {drafts > 0 && <Plural value={drafts} one="# draft" other="# drafts" />}
    </>
  )
}
