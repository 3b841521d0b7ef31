import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { EvidencePanel } from '#/entities/evidence/EvidencePanel'
import { EvidenceTable } from '#/entities/evidence/EvidenceTable'
import { walletWord } from '#/entities/evidence/messages'
import { proofQuery, type ProofSummary } from '#/entities/evidence/queries'
import { type Evidence, isExplained } from '#/entities/evidence/schema'
import { VerdictMark } from '#/entities/evidence/VerdictMark'
import { useIssueMessages } from '#/entities/issue/use-issue-messages'
import type { IssueView } from '#/entities/issue/view'
import { AddProofDialog } from '#/features/issues/proof/AddProofDialog'
import { Ago } from '#/ui/Ago'
import { Await } from '#/ui/Await'
import { Tag } from '#/ui/Badge'
import { Button } from '#/ui/Button'
import { Panel } from '#/ui/Panel'
import { HourBars } from '#/ui/plot/HourBars'
import { RowBars } from '#/ui/plot/RowBars'
import { Segmented } from '#/ui/Segmented'
import { SkeletonRows } from '#/ui/Skeleton'

/** What proves an issue: how often, where, since when, and one of them in full. It loads after the head, and fails alone. */
export function ProofPanel({ view: { issue, may } }: { view: IssueView }) {
  const query = useInfiniteQuery(proofQuery(issue.number))
  const [adding, setAdding] = useState(false)
  const mayAdd = issue.status !== 'closed' && (issue.mine || may.vote)
  const isEmpty = query.data?.pages[0]?.summary.count === 0
  // What has no proof, and needs none, has no panel.
  if (isEmpty && (!mayAdd || issue.kind !== 'bug')) return null
  const add = mayAdd && (
    <Button
      size="small"
      icon={<Plus size={12} strokeWidth={2.1} aria-hidden />}
      onClick={() => setAdding(true)}
    >
      <Trans>Add proof</Trans>
    </Button>
  )
  return (
    <div className="mb-2 grid grid-cols-1 gap-3">
      <Await
        alone
        level={3}
        query={query}
        skeleton={
          <div className="rounded-3 border border-line bg-panel">
            <SkeletonRows rows={3} />
          </div>
        }
        failed={<Trans>The proof did not load.</Trans>}
      >
        {({ pages }) => {
          const summary = pages[0]?.summary
          if (!summary || summary.count === 0) return <NoProof action={add} />
          return (
            <Proof
              summary={summary}
              rows={pages.flatMap(({ rows }) => rows)}
              action={add}
              more={
                query.hasNextPage && (
                  <Button
                    size="small"
                    busy={query.isFetchingNextPage}
                    onClick={() => void query.fetchNextPage()}
                  >
                    <Trans>Show more</Trans>
                  </Button>
                )
              }
            />
          )
        }}
      </Await>
      {adding && <AddProofDialog issue={issue} onClose={() => setAdding(false)} />}
    </div>
  )
}

function NoProof({ action }: { action: ReactNode }) {
  return (
    <Panel title={<Trans>Proof</Trans>} note={0} actions={action}>
      <p className="text-ink-2">
        <Trans>No transactions yet. If yours failed in this way, add it.</Trans>
      </p>
    </Panel>
  )
}

interface ProofProps {
  summary: ProofSummary
  rows: Evidence[]
  action: ReactNode
  more: ReactNode
}

function Proof({ summary, rows, action, more }: ProofProps) {
  const { t } = useLingui()
  const [view, setView] = useState<'one' | 'list'>('one')
  const [chosen, setChosen] = useState<string | null>(null)
  const sample = rows.find(({ id }) => id === chosen) ?? sampleOf(rows)
  return (
    <>
      <Panel
        flush
        title={<Trans>Proof</Trans>}
        note={<Counts summary={summary} />}
        actions={
          <>
            <Segmented
              label={t`Proof`}
              value={view}
              onChange={setView}
              options={[
                { value: 'one', label: <Trans>One in full</Trans> },
                { value: 'list', label: <Trans>List</Trans>, count: summary.count },
              ]}
            />
            {action}
          </>
        }
      >
        <Said summary={summary} />
        <Split summary={summary} />
        <Seen summary={summary} />
        {view === 'list' && (
          <div className="border-t border-line-faint">
            <EvidenceTable
              caption={t`Proof of this issue`}
              rows={rows}
              onOpen={({ id }) => {
                setChosen(id)
                setView('one')
              }}
            />
            {more && <div className="border-t border-line-faint px-4 py-2.5">{more}</div>}
          </div>
        )}
      </Panel>
      {view === 'one' && sample && <EvidencePanel evidence={sample} />}
    </>
  )
}

/** The one that tells most: the reader's own, otherwise the surest. */
const sampleOf = (rows: Evidence[]): Evidence | undefined =>
  rows.find(row => row.isMine && isExplained(row)) ??
  rows.find(row => row.explanation?.confidence === 'exact') ??
  rows.find(isExplained) ??
  rows[0]

function Counts({ summary: { count, people, exact, approx } }: { summary: ProofSummary }) {
  return (
    <>
      {count} · <Plural value={people} one="# person" other="# people" />
      {exact > 0 && (
        <>
          {' · '}
          <Trans>exact {exact}</Trans>
        </>
      )}
      {approx > 0 && (
        <>
          {' · '}
          <Trans>approximate {approx}</Trans>
        </>
      )}
    </>
  )
}

function Said({ summary: { sentence, verdict, failureClass, path } }: { summary: ProofSummary }) {
  if (!sentence && !failureClass) return null
  return (
    <div className="border-t border-line-faint px-4 py-3">
      {sentence && <h3 className="text-14">{sentence}</h3>}
      <p className="mt-1.5 flex flex-wrap items-center gap-x-2.5 gap-y-1.5 text-12 text-ink-3">
        {verdict && <VerdictMark chip verdict={verdict} />}
        {failureClass && <Tag>{failureClass}</Tag>}
        {path && path.length > 0 && <span className="mono">{path.join(' › ')}</span>}
      </p>
    </div>
  )
}

function Split({ summary: { networks, wallets } }: { summary: ProofSummary }) {
  const { t } = useLingui()
  if (networks.length === 0 && wallets.length === 0) return null
  const walletName = (kind: string) => {
    const word = walletWord(kind)
    return word ? t(word) : kind
  }
  return (
    <div className="grid grid-cols-2 gap-x-6 gap-y-3 border-t border-line-faint px-4 py-3 max-md:grid-cols-1">
      <div>
        <h3 className="mb-1.5 text-12 font-medium text-ink-2">
          <Trans>Networks</Trans>
        </h3>
        <RowBars
          label={t`Networks`}
          bars={networks.slice(0, 6).map(({ name, count }) => ({ key: name, label: name, value: count }))}
        />
      </div>
      {wallets.length > 0 && (
        <div>
          <h3 className="mb-1.5 text-12 font-medium text-ink-2">
            <Trans>Wallets</Trans>
          </h3>
          <RowBars
            label={t`Wallets`}
            bars={wallets.slice(0, 6).map(({ kind, count }) => ({
              key: kind,
              label: walletName(kind),
              value: count,
            }))}
          />
        </div>
      )}
    </div>
  )
}

function Seen({ summary: { perHour, firstSeen, lastAt } }: { summary: ProofSummary }) {
  const { t } = useLingui()
  const { programme } = useIssueMessages()
  if (perHour.length === 0) return null
  const releases = (programme?.builds ?? []).flatMap(({ version, releasedAt }) =>
    releasedAt ? [{ at: releasedAt, version }] : [],
  )
  return (
    <div className="border-t border-line-faint px-4 py-3">
      <div className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-3 text-12">
        <h3 className="text-12 font-medium text-ink-2">
          <Trans>When it was seen</Trans>
        </h3>
        <span className="text-ink-3">
          {firstSeen?.version && <Trans>first in {firstSeen.version}</Trans>}
          {firstSeen?.version && lastAt && ' · '}
          {lastAt && (
            <Trans>
              last <Ago at={lastAt} />
            </Trans>
          )}
        </span>
      </div>
      <HourBars label={t`When it was seen`} counts={perHour} releases={releases} height={104} />
    </div>
  )
}
