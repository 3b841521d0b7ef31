import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Cluster } from '#/entities/cluster/schema'
import { StatusMark } from '#/entities/issue/StatusMark'
import { useIssueMessages } from '#/entities/issue/use-issue-messages'
import { usePageCommands } from '#/lib/page-commands'
import { useNavigate } from '@tanstack/react-router'
import { Ago } from '#/ui/Ago'
import { ButtonLink } from '#/ui/Button'
import { EmptyState } from '#/ui/EmptyState'
import { Facts } from '#/ui/Facts'
import { Keys } from '#/ui/Keys'
import { Panel } from '#/ui/Panel'

/** The issue that stands for the failure, or the way to one. */
export function RootIssue({ cluster }: { cluster: Cluster }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const messages = useIssueMessages()
  const root = cluster.rootIssue
  usePageCommands([
    {
      id: 'open',
      label: root ? t`Open #${root.number}` : t`Create an issue`,
      keys: ['Enter'],
      run: () =>
        void (root
          ? navigate({ to: '/issues/$number', params: { number: String(root.number) } })
          : navigate({ to: '/issues/new', search: { cluster: cluster.id } })),
    },
  ])
  return (
    <Panel flush title={<Trans>Issue</Trans>}>
      {root ? (
        <div className="grid gap-1.5 border-t border-line-faint px-4 py-3">
          <Link
            to="/issues/$number"
            params={{ number: String(root.number) }}
            className="font-medium text-ink"
          >
            <span className="font-normal text-ink-3">#{root.number}</span> {root.title}
          </Link>
          <span className="flex items-center justify-between gap-2">
            <StatusMark status={root.status} word={messages.status('bug', root.status)} />
            <Keys of={['↵']} />
          </span>
        </div>
      ) : (
        <EmptyState
          title={<Trans>No issue yet.</Trans>}
          actions={
            <ButtonLink
              kind="primary"
              to="/issues/new"
              search={{ cluster: cluster.id }}
              icon={<Plus size={14} strokeWidth={1.9} aria-hidden />}
              keys={<Keys of={['↵']} />}
            >{t`Create issue from cluster`}</ButtonLink>
          }
        >{t`Everyone with this failure is counted in it.`}</EmptyState>
      )}
    </Panel>
  )
}

/** What the plots of the cluster do not say. */
export function ClusterFacts({ cluster }: { cluster: Cluster }) {
  const facts: { name: ReactNode; value: ReactNode }[] = [
    ...(cluster.firstSeenAt
      ? [{ name: <Trans>First seen</Trans>, value: <Ago at={cluster.firstSeenAt} /> }]
      : []),
    ...(cluster.lastSeenAt
      ? [{ name: <Trans>Last seen</Trans>, value: <Ago at={cluster.lastSeenAt} /> }]
      : []),
    ...(cluster.ignoredReason ? [{ name: <Trans>Ignored</Trans>, value: cluster.ignoredReason }] : []),
  ]
  if (facts.length === 0) return null
  return (
    <Panel title={<Trans>Facts</Trans>}>
      <Facts facts={facts} />
    </Panel>
  )
}
