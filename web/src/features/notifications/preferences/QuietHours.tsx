import { Trans, useLingui } from '@lingui/react/macro'
import type { Preferences, PreferencesChange } from '#/entities/notification/preferences'
import { TimeZone } from '#/features/notifications/preferences/TimeZone'
import { HALF_HOURS, hourName, partsOfDay } from '#/features/notifications/preferences/hours'
import { Switch } from '#/ui/Choice'
import { Panel } from '#/ui/Panel'
import { SelectField } from '#/ui/SelectField'

interface Props {
  preferences: Preferences
  onChange: (change: PreferencesChange) => void
}

const NIGHT = { from: '22:00', to: '07:30' }

/** When nothing may disturb, and when the digest comes. */
export function QuietHours({ preferences, onChange }: Props) {
  const { t } = useLingui()
  const { quiet, timeZone, digestHour } = preferences
  return (
    <>
      <Panel
        title={<Trans>Quiet hours</Trans>}
        actions={
          <Switch
            label={<span className="sr-only">{t`Quiet hours`}</span>}
            checked={quiet !== null}
            onChange={event => onChange({ quiet: event.target.checked ? NIGHT : null })}
          />
        }
      >
        <div className="grid gap-3">
          {quiet && (
            <>
              <div className="grid grid-cols-2 gap-3">
                <TimeField
                  label={t`From`}
                  value={quiet.from}
                  onChange={from => onChange({ quiet: { ...quiet, from } })}
                />
                <TimeField
                  label={t`Until`}
                  value={quiet.to}
                  onChange={to => onChange({ quiet: { ...quiet, to } })}
                />
              </div>
              <Day from={quiet.from} to={quiet.to} />
            </>
          )}
          <p className="text-12 text-ink-3">
            {quiet ? (
              <Trans>E-mail, push and chat wait until {quiet.to}. The inbox updates at once.</Trans>
            ) : (
              <Trans>E-mail, push and chat arrive at any hour.</Trans>
            )}
          </p>
        </div>
      </Panel>
      <Panel title={<Trans>Digest</Trans>}>
        <div className="grid gap-2">
          <SelectField
            label={t`Delivery time`}
            value={digestHour}
            onChange={event => onChange({ digestHour: Number(event.target.value) })}
          >
            {Array.from({ length: 24 }, (_, hour) => (
              <option key={hour} value={hour}>
                {hourName(hour)}
              </option>
            ))}
          </SelectField>
          <p className="text-12 text-ink-3">
            <Trans>One e-mail a day with everything set to “digest”. None if there is nothing.</Trans>
          </p>
        </div>
      </Panel>
      <TimeZone timeZone={timeZone} />
    </>
  )
}

function TimeField({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (to: string) => void
}) {
  const times = HALF_HOURS.includes(value) ? HALF_HOURS : [...HALF_HOURS, value].toSorted()
  return (
    <SelectField label={label} value={value} onChange={event => onChange(event.target.value)}>
      {times.map(time => (
        <option key={time} value={time}>
          {time}
        </option>
      ))}
    </SelectField>
  )
}

/** The quiet part of a day, drawn. */
function Day({ from, to }: { from: string; to: string }) {
  return (
    <div aria-hidden>
      <svg viewBox="0 0 100 20" preserveAspectRatio="none" className="h-5 w-full rounded-1 bg-active">
        {partsOfDay(from, to).map(({ start, width }) => (
          <rect key={start} x={start} y="0" width={width} height="20" fill="var(--viz-ghost)" />
        ))}
      </svg>
      <div className="mt-1 flex justify-between text-11 text-ink-3 tabular-nums">
        {[0, 6, 12, 18, 24].map(hour => (
          <span key={hour}>{hour}</span>
        ))}
      </div>
    </div>
  )
}
