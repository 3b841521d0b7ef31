import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { PersonName } from '#/entities/person/PersonName'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { invitationsQuery, useRevoke } from '#/features/access/api'
import { InvitationForm } from '#/features/access/InvitationForm'
import type { Invitation } from '#/features/access/model'
import { figure } from '#/lib/number'
import { Await } from '#/ui/Await'
import { Badge } from '#/ui/Badge'
import { Button } from '#/ui/Button'
import { ConfirmedButton } from '#/ui/ConfirmedButton'
import { EmptyState } from '#/ui/EmptyState'
import { Moment } from '#/ui/Moment'
import { Panel } from '#/ui/Panel'
import { SkeletonRows } from '#/ui/Skeleton'
import { DataTable } from '#/ui/DataTable'
import { toast } from '#/ui/toasts'

/** The invitations: who made them, how far they are used, and a way to end each. */
export function Invitations() {
  const [making, setMaking] = useState(false)
  const query = useQuery(invitationsQuery)
  return (
    <Panel
      flush
      title={<Trans>Invitations</Trans>}
      note={query.data?.length}
      actions={
        <Button size="small" onClick={() => setMaking(true)} icon={<Plus size={14} aria-hidden />}>
          <Trans>New invitation</Trans>
        </Button>
      }
    >
      <Await
        query={query}
        skeleton={<SkeletonRows rows={3} />}
        failed={<Trans>Couldn’t load invitations.</Trans>}
      >
        {rows =>
          rows.length === 0 ? (
            <EmptyState
              title={<Trans>No invitations yet.</Trans>}
              actions={
                <Button onClick={() => setMaking(true)}>
                  <Trans>Create the first invitation</Trans>
                </Button>
              }
            >
              <Trans>Create a link and choose how many people can use it. You can end it at any time.</Trans>
            </EmptyState>
          ) : (
            <InvitationTable rows={rows} />
          )
        }
      </Await>
      {making && <InvitationForm onClose={() => setMaking(false)} />}
    </Panel>
  )
}

function InvitationTable({ rows }: { rows: Invitation[] }) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const revoke = useRevoke()
  const end = (id: string, close: () => void) =>
    revoke.mutate(
      { id },
      {
        onSuccess: () => {
          toast({ tone: 'success', title: t`The invitation has ended.` })
          close()
        },
      },
    )
  return (
    <DataTable
      caption={t`Invitations`}
      rows={rows}
      keyOf={row => row.id}
      columns={[
        { head: t`Label`, cell: row => <span className="font-medium">{row.label}</span> },
        {
          head: t`Group`,
          wide: true,
          cell: row => <span className="text-ink-2">{row.cohort || '–'}</span>,
        },
        {
          head: t`Used`,
          figure: true,
          cell: row => (
            <>
              {figure(row.uses)} <span className="text-ink-3">/ {figure(row.maxUses)}</span>
            </>
          ),
        },
        {
          head: t`Ends`,
          cell: row => (
            <span className="text-ink-2">
              {row.expiresAt ? <Moment at={row.expiresAt} /> : <Trans>never</Trans>}
            </span>
          ),
        },
        {
          head: t`Created`,
          wide: true,
          cell: row => (
            <span className="text-ink-3">
              <Moment at={row.createdAt} />{' '}
              {row.createdBy && (
                <Trans>
                  by <PersonName person={row.createdBy} plain />
                </Trans>
              )}
            </span>
          ),
        },
        {
          action: true,
          cell: row =>
            row.revokedAt ? (
              <Badge>{t`ended`}</Badge>
            ) : row.uses >= row.maxUses ? (
              <Badge>{t`used up`}</Badge>
            ) : (
              <ConfirmedButton
                size="small"
                aria-label={t`End the invitation ${row.label}`}
                label={<Trans>End</Trans>}
                title={<Trans>End the invitation “{row.label}”?</Trans>}
                action={<Trans>End the invitation</Trans>}
                busy={revoke.isPending}
                problem={sayProblem(revoke.error)}
                onConfirm={close => end(row.id, close)}
              >{t`Its link stops working. Accounts that were created with it stay.`}</ConfirmedButton>
            ),
        },
      ]}
    />
  )
}
