import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { programmeQuery } from '#/entities/programme/queries'
import { type Period, PERIODS } from '#/features/dashboard/model'
import { usePageCommands } from '#/lib/page-commands'
import { SelectField } from '#/ui/SelectField'

interface Props {
  days: Period
  build: string | undefined
  onChange: (days: Period, build: string | undefined) => void
}

/** The period and the build that the administrator's dashboard is about. */
export function DashboardControls({ days, build, onChange }: Props) {
  const { t } = useLingui()
  // Reports of no known version have a build too, which is not worth a choice.
  const builds = (useQuery(programmeQuery).data?.builds ?? []).filter(({ version }) => version !== 'unknown')
  const step = (by: number) => {
    const next = PERIODS[PERIODS.indexOf(days) + by]
    if (next) onChange(next, build)
  }
  usePageCommands([
    { id: 'shorter', label: t`Shorter period`, keys: ['['], run: () => step(-1) },
    { id: 'longer', label: t`Longer period`, keys: [']'], run: () => step(1) },
  ])
  const words: Record<Period, string> = { 7: t`7 days`, 30: t`30 days`, 90: t`90 days` }
  return (
    <span className="flex flex-none gap-2 [&_label]:sr-only">
      <span className="w-24">
        <SelectField
          label={t`Period`}
          value={days}
          onChange={({ target }) => onChange(Number(target.value) as Period, build)}
        >
          {PERIODS.map(period => (
            <option key={period} value={period}>
              {words[period]}
            </option>
          ))}
        </SelectField>
      </span>
      <span className="w-36">
        <SelectField
          label={t`Build`}
          value={build ?? ''}
          onChange={({ target }) => onChange(days, target.value || undefined)}
        >
          <option value="">{t`All builds`}</option>
          {builds.map(({ id, version, channel }) => (
            <option key={id} value={id}>
              {channel} {version}
            </option>
          ))}
        </SelectField>
      </span>
    </span>
  )
}
