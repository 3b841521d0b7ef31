import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import { PersonName } from '#/entities/person/PersonName'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { revisionsQuery, useRollback } from '#/features/settings/api'
import { logoAddress } from '#/features/settings/LogoControl'
import { useRefreshSettings, useSetSetting } from '#/entities/setting/commands'
import type { Setting } from '#/entities/setting/schema'
import { Await } from '#/ui/Await'
import { Badge } from '#/ui/Badge'
import { Button } from '#/ui/Button'
import { Dialog } from '#/ui/Dialog'
import { EmptyState } from '#/ui/EmptyState'
import { Moment } from '#/ui/Moment'
import { SkeletonRows } from '#/ui/Skeleton'
import { toast } from '#/ui/toasts'

interface Props {
  setting: Setting
  label: string
  onClose: () => void
}

/** All that a setting has been, and a way back to each. */
export function SettingHistory({ setting, label, onClose }: Props) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const query = useQuery(revisionsQuery(setting.key))
  const rollback = useRollback()
  const set = useSetSetting()
  const refresh = useRefreshSettings()
  const isDefault = JSON.stringify(setting.value) === JSON.stringify(setting.default)
  const failed = (error: unknown) =>
    toast({ tone: 'danger', title: t`${label} did not change.`, detail: sayProblem(error) })

  function bringBack(version: number) {
    rollback.mutate(
      { key: setting.key, version },
      {
        onSuccess: () => {
          toast({ tone: 'success', title: t`${label} was restored to version ${version}.` })
          onClose()
        },
        onError: failed,
      },
    )
  }

  function bringDefault() {
    set.mutate(
      { key: setting.key, value: setting.default },
      {
        onSuccess: async () => {
          await refresh()
          toast({ tone: 'success', title: t`${label} was reset to its initial value.` })
          onClose()
        },
        onError: failed,
      },
    )
  }

  return (
    <Dialog open width="wide" onClose={onClose} title={<Trans>History of {label}</Trans>}>
      <Await
        query={query}
        skeleton={<SkeletonRows rows={3} />}
        failed={<Trans>Couldn’t load the history.</Trans>}
      >
        {rows =>
          rows.length === 0 ? (
            <EmptyState title={<Trans>It has never been changed.</Trans>} />
          ) : (
            <ol>
              {rows.map(row => (
                <Line
                  key={row.version}
                  mark={`v${row.version}`}
                  value={row.value}
                  kind={setting.kind}
                  now={row.version === setting.version}
                  busy={rollback.isPending && rollback.variables.version === row.version}
                  onBack={() => bringBack(row.version)}
                >
                  <Moment at={row.at} />{' '}
                  {row.by && (
                    <Trans>
                      by <PersonName person={row.by} plain />
                    </Trans>
                  )}
                  {row.note && ` · ${row.note}`}
                </Line>
              ))}
              <Line
                mark="v0"
                value={setting.default}
                kind={setting.kind}
                now={false}
                busy={set.isPending}
                onBack={isDefault ? undefined : bringDefault}
              >{t`initial value`}</Line>
            </ol>
          )
        }
      </Await>
    </Dialog>
  )
}

interface LineProps {
  mark: string
  value: unknown
  kind: string
  now: boolean
  busy: boolean
  /** Nothing where going back there would change nothing. */
  onBack?: (() => void) | undefined
  children: ReactNode
}

function Line({ mark, value, kind, now, busy, onBack, children }: LineProps) {
  const { t } = useLingui()
  const picture = kind === 'picture' ? logoAddress(value) : undefined
  return (
    <li className="flex items-start gap-3 border-t border-line-faint py-2.5 first:border-t-0">
      <span className="w-8 flex-none text-ink-3">{mark}</span>
      <div className="min-w-0 flex-1">
        {picture ? (
          <img src={picture} alt={t`Logo`} width={28} height={28} />
        ) : (
          <code className="mono break-words text-ink">{JSON.stringify(value)}</code>
        )}
        <p className="text-12 text-ink-3">{children}</p>
      </div>
      {now ? (
        <Badge>{t`now`}</Badge>
      ) : (
        onBack && (
          <Button
            size="small"
            busy={busy}
            onClick={onBack}
            icon={<RotateCcw size={12} strokeWidth={2.1} aria-hidden />}
          >{t`Restore`}</Button>
        )
      )}
    </li>
  )
}
