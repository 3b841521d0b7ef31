// What the rows of the group Rewards say.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { nearestPreset } from '#/entities/rule/presets'
import { ruleBookQuery } from '#/entities/rule/queries'
import { seasonsQuery } from '#/entities/season/queries'
import { seasonOf } from '#/entities/season/schema'
import { casesQuery } from '#/entities/fairness/case-queries'
import { figure } from '#/lib/number'

export function ManualPoints() {
  return <Trans>public, with a reason</Trans>
}

export function Scoring() {
  const book = useQuery(ruleBookQuery).data
  const { t } = useLingui()
  if (!book) return null
  const { preset, differing } = nearestPreset(book.current.rules)
  return (
    <>
      {differing === 0 ? t(preset.label) : <Trans>custom values</Trans>} ·{' '}
      <Trans>rules v{book.current.version}</Trans>
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
  const counts = useInfiniteQuery(casesQuery('open')).data?.pages[0]?.counts
  return counts && <Trans>{figure(counts.open)} open</Trans>
}
