import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { SIGNAL_LABEL } from '#/entities/fairness/messages'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { thresholdsQuery, useFunder } from '#/entities/fairness/case-queries'
import { FunderDialog } from '#/entities/fairness/FunderDialog'
import type { Thresholds as Facts } from '#/entities/fairness/case-schema'
import { SettingsForm } from '#/features/settings/SettingsForm'
import { figure, percent } from '#/lib/number'
import { dayOf } from '#/lib/time'
import { Await } from '#/ui/Await'
import { Badge } from '#/ui/Badge'
import { Button } from '#/ui/Button'
import { EmptyState } from '#/ui/EmptyState'
import { Hash } from '#/ui/Hash'
import { Panel } from '#/ui/Panel'
import { SkeletonRows } from '#/ui/Skeleton'
import { DataTable } from '#/ui/DataTable'
import { toast } from '#/ui/toasts'

/** From when on a case opens, how right each kind of signal was, and whom it leaves alone. */
export function Thresholds() {
  const query = useQuery(thresholdsQuery)
  return (
    <>
      <SettingsForm tab="fairness" />
      <Await
        alone
        query={query}
        skeleton={
          <div className="rounded-3 border border-line bg-panel">
            <SkeletonRows rows={6} />
          </div>
        }
        failed={<Trans>Couldn’t load the thresholds.</Trans>}
      >
        {facts => (
          <>
            <Kinds kinds={facts.kinds} />
            <Funders funders={facts.funders} />
            <Invitations invitations={facts.invitations} />
          </>
        )}
      </Await>
    </>
  )
}

/** A kind whose links fall more often than this should weigh less. */
const TOO_OFTEN = 1 / 3

function Kinds({ kinds }: Pick<Facts, 'kinds'>) {
  const { t } = useLingui()
  return (
    <Panel
      flush
      title={<Trans>Accuracy of each signal</Trans>}
      note={<Trans>lower the weight of a signal if more than a third of its links are undone</Trans>}
    >
      {kinds.length === 0 ? (
        <EmptyState title={<Trans>No decisions yet.</Trans>} />
      ) : (
        <DataTable
          compact
          caption={t`Accuracy of each signal`}
          rows={kinds}
          keyOf={row => row.kind}
          columns={[
            { head: t`Signal`, cell: row => t(SIGNAL_LABEL[row.kind]) },
            { head: t`Cases`, figure: true, cell: row => figure(row.cases) },
            { head: t`Linked`, figure: true, wide: true, cell: row => figure(row.linked) },
            {
              head: t`Not the same`,
              figure: true,
              wide: true,
              cell: row => figure(row.dismissed),
            },
            {
              head: t`Appeals upheld`,
              figure: true,
              cell: row =>
                row.linked > 0 && row.upheld / row.linked > TOO_OFTEN ? (
                  <Badge tone="warning">
                    <Trans>
                      {figure(row.upheld)}, {percent((row.upheld / row.linked) * 100)}
                    </Trans>
                  </Badge>
                ) : (
                  figure(row.upheld)
                ),
            },
          ]}
        />
      )}
    </Panel>
  )
}

function Funders({ funders }: Pick<Facts, 'funders'>) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const [adding, setAdding] = useState(false)
  const save = useFunder()
  const remove = (address: string) =>
    save.mutate(
      { address, verdict: null },
      {
        onError: error =>
          toast({ tone: 'danger', title: t`Couldn’t save the change.`, detail: sayProblem(error) }),
      },
    )
  return (
    <Panel
      flush
      title={<Trans>Exempt wallets</Trans>}
      actions={
        <Button
          kind="ghost"
          size="small"
          onClick={() => setAdding(true)}
          icon={<Plus size={14} aria-hidden />}
          aria-label={t`Add a wallet`}
        >{t`Add`}</Button>
      }
    >
      {funders.length === 0 ? (
        <EmptyState title={<Trans>None yet.</Trans>}>
          <Trans>
            Wallets that have sent 10,000 transactions are treated as exchanges or faucets automatically. Add
            your own faucet.
          </Trans>
        </EmptyState>
      ) : (
        <ul>
          {funders.map(row => (
            <li
              key={row.address}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line-faint px-4 py-2"
            >
              <Hash value={row.address} />
              {row.verdict === 'counts' && <Badge>{t`personal wallet`}</Badge>}
              <span className="min-w-0 flex-1 text-ink-2">{row.note}</span>
              <span className="text-12 text-ink-3">
                <Trans>
                  {dayOf(row.at)} by @{row.by?.username ?? '–'}
                </Trans>
              </span>
              <Button
                kind="ghost"
                size="small"
                aria-label={t`Remove ${row.address}`}
                onClick={() => remove(row.address)}
              >{t`Remove`}</Button>
            </li>
          ))}
        </ul>
      )}
      {adding && <FunderDialog address="" onClose={() => setAdding(false)} />}
    </Panel>
  )
}

function Invitations({ invitations }: Pick<Facts, 'invitations'>) {
  if (invitations.length === 0) return null
  return (
    <Panel flush title={<Trans>Invitations exempt from the burst signal</Trans>}>
      <ul>
        {invitations.map(row => (
          <li
            key={row.id}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line-faint px-4 py-2"
          >
            <b className="font-medium">{row.label}</b>
            <span className="min-w-0 flex-1 text-ink-2">{row.note}</span>
            <span className="text-12 text-ink-3">
              <Trans>
                {figure(row.people)} people · {dayOf(row.at)} by @{row.by?.username ?? '–'}
              </Trans>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
