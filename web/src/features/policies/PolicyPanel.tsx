import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PersonName } from '#/entities/person/PersonName'
import { POLICY_NAME, type PolicyKind } from '#/entities/policy/kinds'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { type PolicyVersions, policyVersionsQuery, useWithdraw } from '#/features/policies/api'
import { PolicyEditor } from '#/features/policies/PolicyEditor'
import { Await } from '#/ui/Await'
import { Tag } from '#/ui/Badge'
import { Button } from '#/ui/Button'
import { ConfirmedButton } from '#/ui/ConfirmedButton'
import { Moment } from '#/ui/Moment'
import { Panel } from '#/ui/Panel'
import { SkeletonRows } from '#/ui/Skeleton'

/** One page: whether visitors see it, its versions, and the way to a new one. */
export function PolicyPanel({ kind }: { kind: PolicyKind }) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const query = useQuery(policyVersionsQuery(kind))
  const withdraw = useWithdraw()
  // The version that the next is written from stays the same while it is written.
  const [editedFrom, setEditedFrom] = useState<number | null>(null)
  const name = t(POLICY_NAME[kind])
  const newest = query.data?.rows[0]
  const isPublished = newest !== undefined && !newest.withdrawnAt
  return (
    <Panel
      flush
      title={name}
      note={isPublished ? <Trans>version {newest.version}</Trans> : <Trans>not published</Trans>}
      actions={
        query.isSuccess && (
          <>
            {isPublished && (
              <>
                <a href={`/legal/${kind}`} target="_blank" rel="noopener" className="text-12">{t`View`}</a>
                <ConfirmedButton
                  kind="ghost"
                  size="small"
                  label={t`Withdraw`}
                  title={t`Withdraw ${name}?`}
                  action={t`Withdraw`}
                  busy={withdraw.isPending}
                  problem={sayProblem(withdraw.error)}
                  onConfirm={close => withdraw.mutate({ kind }, { onSuccess: close })}
                >
                  <Trans>
                    Visitors no longer see it, and testers are no longer asked to accept it. Its versions and
                    acceptances are kept.
                  </Trans>
                </ConfirmedButton>
              </>
            )}
            <Button size="small" onClick={() => setEditedFrom(newest?.version ?? 0)}>
              {newest ? <Trans>New version</Trans> : <Trans>Write</Trans>}
            </Button>
          </>
        )
      }
    >
      <Await
        alone
        query={query}
        skeleton={<SkeletonRows rows={1} />}
        failed={<Trans>Couldn’t load the versions.</Trans>}
      >
        {versions => <Versions {...versions} />}
      </Await>
      {editedFrom !== null && (
        <PolicyEditor kind={kind} newest={editedFrom} onClose={() => setEditedFrom(null)} />
      )}
    </Panel>
  )
}

function Versions({ rows, testers }: PolicyVersions) {
  if (rows.length === 0)
    return (
      <p className="border-t border-line-faint px-4 py-2.5 text-ink-3">
        <Trans>Nothing is shown or asked until you publish it.</Trans>
      </p>
    )
  return (
    <ul className="border-t border-line-faint">
      {rows.map(row => (
        <li
          key={row.version}
          className="flex min-h-10 flex-wrap items-center gap-x-2.5 gap-y-1 border-t border-line-faint px-4 py-1.5 first:border-t-0"
        >
          <span className="font-medium">
            <Trans>Version {row.version}</Trans>
          </span>
          <span className="text-12 text-ink-3">
            <Moment at={row.publishedAt} /> {row.by && <PersonName person={row.by} />}
          </span>
          {row.withdrawnAt && (
            <Tag>
              <Trans>withdrawn</Trans>
            </Tag>
          )}
          <span className="min-w-0 flex-1 text-ink-2">{row.note}</span>
          <span className="text-12 text-ink-2">
            {row.asks ? (
              <Trans>
                accepted by {row.accepted} of {testers} testers
              </Trans>
            ) : (
              <Trans>not asked for</Trans>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
