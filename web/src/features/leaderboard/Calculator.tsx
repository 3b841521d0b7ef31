import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Kind, Quality, Severity } from '#/entities/issue/schema'
import { calculationQuery, type Case } from '#/features/leaderboard/api'
import { figure } from '#/lib/number'
import { Await } from '#/ui/Await'
import { Panel } from '#/ui/Panel'
import { Segmented } from '#/ui/Segmented'
import { SelectField } from '#/ui/SelectField'
import { Bone, Skeleton } from '#/ui/Skeleton'

/** What a report would be paid, and why. */
export function Calculator() {
  const { t } = useLingui()
  const [asked, setAsked] = useState<Case>({ kind: 'bug', severity: 'S2', quality: 'A', position: 2 })
  const query = useQuery(calculationQuery(asked))
  return (
    <Panel title={<Trans>What would it pay?</Trans>}>
      <div className="grid grid-cols-1 gap-3">
        <div className="flex flex-wrap gap-2">
          <Segmented<Kind>
            label={t`Kind`}
            value={asked.kind}
            onChange={kind => setAsked({ ...asked, kind })}
            options={[
              { value: 'bug', label: <Trans>Bug</Trans> },
              { value: 'friction', label: <Trans>Friction</Trans> },
              { value: 'idea', label: <Trans>Idea</Trans> },
            ]}
          />
          <Segmented<Quality>
            label={t`Quality`}
            value={asked.quality}
            onChange={quality => setAsked({ ...asked, quality })}
            options={[
              { value: 'A', label: <Trans>quality A</Trans> },
              { value: 'B', label: 'B' },
              { value: 'C', label: 'C' },
            ]}
          />
        </div>
        <div className="grid grid-cols-2 gap-3">
          <SelectField
            label={<Trans>Severity</Trans>}
            disabled={asked.kind !== 'bug'}
            value={asked.severity}
            onChange={event => setAsked({ ...asked, severity: event.target.value as Severity })}
          >
            <option value="S1">{t`Critical`}</option>
            <option value="S2">{t`Major`}</option>
            <option value="S3">{t`Minor`}</option>
            <option value="S4">{t`Trivial`}</option>
          </SelectField>
          <SelectField
            label={<Trans>You report it as</Trans>}
            value={asked.position}
            onChange={event => setAsked({ ...asked, position: Number(event.target.value) })}
          >
            <option value={1}>{t`the first`}</option>
            <option value={2}>{t`the second`}</option>
            <option value={3}>{t`the third`}</option>
            <option value={4}>{t`the fourth`}</option>
            <option value={5}>{t`the fifth`}</option>
            <option value={6}>{t`the sixth`}</option>
            <option value={7}>{t`the seventh`}</option>
          </SelectField>
        </div>
        <div aria-live="polite" className="min-h-[62px] border-t border-line-faint pt-3">
          <Await
            query={query}
            skeleton={
              <Skeleton>
                <Bone className="mb-2 w-24" />
                <Bone className="w-64" />
              </Skeleton>
            }
            failed={<Trans>Couldn’t calculate it.</Trans>}
          >
            {({ purse, share, sentence }) => (
              <>
                <p>
                  <span className="text-28 font-semibold tracking-(--track-display) text-gold-text">
                    {figure(share)}
                  </span>{' '}
                  <span className="text-ink-3">
                    <Trans>of {figure(purse)} in the reward pool</Trans>
                  </span>
                </p>
                <p className="mt-0.5 text-ink-2">{sentence}</p>
              </>
            )}
          </Await>
        </div>
      </div>
    </Panel>
  )
}
