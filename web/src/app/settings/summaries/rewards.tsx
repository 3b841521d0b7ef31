// What the rows of the group Rewards say.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useSettingsSummary } from '#/app/settings/summaries/summary'
import { reviewCountsQuery } from '#/entities/review/queries'
import { PRESET_WORDS } from '#/entities/rule/presets'
import { seasonsQuery } from '#/entities/season/queries'
import { seasonOf } from '#/entities/season/schema'
import { figure } from '#/lib/number'

export function ManualPoints() {
  return <Trans>public, with a reason</Trans>
}

export function Scoring() {
  const rules = useSettingsSummary()?.rules
  const { t } = useLingui()
  if (!rules) return null
  const words = rules.preset === null ? undefined : PRESET_WORDS[rules.preset]
  return (
    <>
      {words ? t(words.label) : <Trans>custom values</Trans>} · <Trans>rules v{rules.version}</Trans>
    </>
  )
}

export function Seasons() {
  const rows = useQuery(seasonsQuery).data
  if (!rows) return null
  const season = seasonOf(rows, undefined)
  if (!season) return <Trans>none yet</Trans>
  return (
    <>
      {season.name} · <Plural value={season.people} one="# tester ranked" other="# testers ranked" />
    </>
  )
}

export function Payouts() {
  const rows = useQuery(seasonsQuery).data
  if (!rows) return null
  const final = rows.filter(({ state }) => state === 'final' || state === 'archived').length
  return <Plural value={final} one="# final season" other="# final seasons" />
}

export function Fairness() {
  const counts = useQuery(reviewCountsQuery).data
  return counts && <Trans>{figure(counts.fairness)} open</Trans>
}
