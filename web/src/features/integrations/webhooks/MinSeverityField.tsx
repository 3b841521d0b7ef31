import { Trans } from '@lingui/react/macro'
import { MIN_SEVERITIES, type MinSeverity } from '#/features/integrations/webhooks/model'
import { useMinSeverityName } from '#/features/integrations/webhooks/use-min-severity-name'
import { SelectField } from '#/ui/SelectField'

interface Props {
  value: MinSeverity
  onChange: (next: MinSeverity) => void
}

/** Of which issues a webhook is told, by how severe they are. */
export function MinSeverityField({ value, onChange }: Props) {
  const name = useMinSeverityName()
  return (
    <SelectField
      label={<Trans>Issues</Trans>}
      hint={
        <Trans>
          Uses the severity you set, or the reporter’s until then. Private reports and regressions are always sent.
        </Trans>
      }
      value={value}
      onChange={event => onChange(MIN_SEVERITIES.find(key => key === event.target.value) ?? 'any')}
    >
      {MIN_SEVERITIES.map(key => (
        <option key={key} value={key}>
          {name(key)}
        </option>
      ))}
    </SelectField>
  )
}
