import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Session } from '#/backend/session'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { sessionsQuery } from '#/entities/session/queries'
import { useEndSessions } from '#/features/account/api'
import { Badge } from '#/ui/Badge'
import { Button } from '#/ui/Button'
import { Failure } from '#/ui/Failure'
import { Moment } from '#/ui/Moment'
import { Panel } from '#/ui/Panel'
import { SkeletonRows } from '#/ui/Skeleton'
import { DataTable } from '#/ui/DataTable'
import { toast } from '#/ui/toasts'

/** Every place where the user is signed in, and how to end the others. */
export function SessionList() {
  const { t } = useLingui()
  const sessions = useQuery(sessionsQuery)
  const end = useEndSessions()
  const { sayProblem } = useProblemMessages()
  const others = sessions.data?.filter(session => !session.current) ?? []

  function endThem(ids: string[]) {
    end.mutate(ids, {
      onSuccess: () => toast({ tone: 'success', title: t`Session ended.` }),
      onError: error =>
        toast({
          tone: 'danger',
          title: t`Couldn’t end the sessions.`,
          detail: sayProblem(error),
        }),
    })
  }

  return (
    <Panel
      flush
      title={<Trans>Sessions</Trans>}
      note={sessions.data?.length}
      actions={
        others.length > 0 && (
          <Button
            size="small"
            busy={end.isPending}
            onClick={() => endThem(others.map(({ objectId }) => objectId))}
          >{t`Sign out others`}</Button>
        )
      }
    >
      {sessions.isPending && <SkeletonRows rows={2} />}
      {sessions.isError && (
        <Failure title={<Trans>Couldn’t load the sessions.</Trans>} onRetry={() => void sessions.refetch()}>
          {sayProblem(sessions.error)}
        </Failure>
      )}
      {sessions.data && <SessionTable sessions={sessions.data} onEnd={id => endThem([id])} />}
    </Panel>
  )
}

function SessionTable({ sessions, onEnd }: { sessions: Session[]; onEnd: (id: string) => void }) {
  const { t } = useLingui()
  return (
    <DataTable
      caption={t`Sessions`}
      rows={sessions}
      keyOf={session => session.objectId}
      columns={[
        { head: t`Signed in`, cell: session => <Moment at={session.createdAt} /> },
        {
          head: t`Method`,
          wide: true,
          cell: session => (
            <span className="text-ink-2">
              <Means of={session.means} />
            </span>
          ),
        },
        {
          head: t`Ends`,
          cell: session => (
            <span className="text-ink-2">
              {session.expiresAt ? <Moment at={session.expiresAt} /> : <Trans>never</Trans>}
            </span>
          ),
        },
        {
          action: true,
          cell: session =>
            session.current ? (
              <Badge>{t`This one`}</Badge>
            ) : (
              <Button size="small" onClick={() => onEnd(session.objectId)}>
                <Trans>Sign out</Trans>
              </Button>
            ),
        },
      ]}
    />
  )
}

function Means({ of }: { of: string }) {
  switch (of) {
    case 'login':
      return <Trans>Password</Trans>
    case 'signup':
      return <Trans>New account</Trans>
    case 'upgrade':
      return <Trans>Renewal</Trans>
    case 'wallet':
    case 'moralisEth':
    case 'moralisSol':
    case 'moralisDot':
    case 'moralisErd':
      return <Trans>Wallet</Trans>
    default:
      return of
  }
}
