import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { anything, call } from '#/backend/call'
import { preferencesQuery } from '#/entities/notification/preferences'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { FormError } from '#/ui/FormError'
import { Panel } from '#/ui/Panel'
import { SelectField } from '#/ui/SelectField'

/** The zone whose clock digest and quiet hours follow. */
export function TimeZone({ timeZone }: { timeZone: string }) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const cache = useQueryClient()
  const { queryKey } = preferencesQuery
  const save = useMutation({
    mutationFn: (to: string) => call('memberPrefsSet', { timeZone: to }, anything),
    onSettled: () => cache.invalidateQueries({ queryKey }),
  })
  const zones = new Set([timeZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])
  return (
    <Panel title={<Trans>Time zone</Trans>}>
      <div className="grid gap-2">
        <SelectField
          label={t`Time zone`}
          value={save.isPending ? save.variables : timeZone}
          onChange={event => save.mutate(event.target.value)}
        >
          {[...zones].toSorted().map(zone => (
            <option key={zone} value={zone}>
              {zone.replaceAll('_', ' ')}
            </option>
          ))}
        </SelectField>
        <p className="text-12 text-ink-3">{t`Used for quiet hours and the digest.`}</p>
        <FormError>{sayProblem(save.error)}</FormError>
      </div>
    </Panel>
  )
}
