import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import {
  type Preferences,
  type PreferencesChange,
  preferencesQuery,
  presetOf,
  PRESETS,
  type Preset,
} from '#/entities/notification/preferences'
import { useSetPreferences } from '#/entities/notification/use-set-preferences'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { MailAddress } from '#/features/notifications/preferences/MailAddress'
import { Matrix } from '#/features/notifications/preferences/Matrix'
import { QuietHours } from '#/features/notifications/preferences/QuietHours'
import { Await } from '#/ui/Await'
import { Panel } from '#/ui/Panel'
import { Segmented } from '#/ui/Segmented'
import { SkeletonRows } from '#/ui/Skeleton'
import { toast } from '#/ui/toasts'

/** What reaches a person, and where. `beside`: what belongs to single ways, such as devices and linked accounts. */
export function PreferencesTab({ beside }: { beside?: ReactNode }) {
  const query = useQuery(preferencesQuery)
  return (
    <Await
      alone
      query={query}
      skeleton={
        <div className="rounded-3 border border-line bg-panel">
          <SkeletonRows rows={8} />
        </div>
      }
      failed={<Trans>Your choices did not load.</Trans>}
    >
      {preferences => <Choices preferences={preferences} beside={beside} />}
    </Await>
  )
}

function Choices({ preferences, beside }: { preferences: Preferences; beside: ReactNode }) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const set = useSetPreferences()
  const change = (wanted: PreferencesChange) =>
    set.mutate(wanted, {
      onError: error =>
        toast({ tone: 'danger', title: t`Your choice was not saved.`, detail: sayProblem(error) }),
    })
  const chosen = presetOf(preferences)
  const words: Record<Preset, string> = { quiet: t`Quiet`, normal: t`Normal`, everything: t`Everything` }

  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_19rem]">
      <Panel
        flush
        title={<Trans>What reaches you, and where</Trans>}
        actions={
          <Segmented<Preset | 'own'>
            label={t`Preset`}
            value={chosen ?? 'own'}
            onChange={preset => preset !== 'own' && change({ preset })}
            options={[
              ...PRESETS.map(preset => ({ value: preset, label: words[preset] })),
              ...(chosen === null ? [{ value: 'own' as const, label: t`My own` }] : []),
            ]}
          />
        }
      >
        <Matrix preferences={preferences} onChange={choice => change({ kinds: [choice] })} />
      </Panel>
      <div className="grid grid-cols-1 gap-4">
        <MailAddress mail={preferences.mail} />
        {beside}
        <QuietHours preferences={preferences} onChange={change} />
      </div>
    </div>
  )
}
