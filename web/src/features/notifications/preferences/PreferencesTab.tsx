import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
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

/** Three presets, and each kind by channel behind them. `beside`: devices and linked accounts. */
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
      failed={<Trans>Couldn’t load your notification settings.</Trans>}
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
        toast({ tone: 'danger', title: t`Couldn’t save your choice.`, detail: sayProblem(error) }),
    })
  const chosen = presetOf(preferences)
  const words: Record<Preset, string> = { quiet: t`Quiet`, normal: t`Normal`, everything: t`Everything` }

  const effects: Record<Preset, string> = {
    quiet: t`E-mail for items that wait for you and for payouts. Everything else stays in the inbox.`,
    normal: t`E-mail for items that wait for you and for important news. Push only for items that wait for you and for mentions.`,
    everything: t`Every kind of notification arrives at once, by every channel.`,
  }

  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_19rem]">
      <Panel flush title={<Trans>Notifications by channel</Trans>}>
        <div className="grid justify-items-start gap-2 px-4 pb-4">
          <Segmented<Preset | 'own'>
            label={t`Preset`}
            value={chosen ?? 'own'}
            onChange={preset => preset !== 'own' && change({ preset })}
            options={[
              ...PRESETS.map(preset => ({ value: preset, label: words[preset] })),
              ...(chosen === null ? [{ value: 'own' as const, label: t`Customised` }] : []),
            ]}
          />
          <p className="text-ink-2">
            {chosen === null ? (
              <Trans>Some kinds of notification differ from the preset.</Trans>
            ) : (
              effects[chosen]
            )}
          </p>
        </div>
        <details className="group border-t border-line-faint">
          <summary className="flex h-11 list-none items-center gap-2 px-4 font-medium text-ink hover:bg-hover focus-visible:-outline-offset-2">
            <ChevronRight
              size={14}
              strokeWidth={1.9}
              className="text-ink-3 transition-transform duration-(--time-quick) group-open:rotate-90"
              aria-hidden
            />
            <Trans>Customise</Trans>
            <span className="text-12 font-normal text-ink-3">{t`each kind of notification, by channel`}</span>
          </summary>
          <Matrix preferences={preferences} onChange={choice => change({ kinds: [choice] })} />
        </details>
      </Panel>
      <div className="grid grid-cols-1 gap-4">
        <MailAddress mail={preferences.mail} />
        {beside}
        <QuietHours preferences={preferences} onChange={change} />
      </div>
    </div>
  )
}
