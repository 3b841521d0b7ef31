import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { lazy, Suspense, useId, useState } from 'react'
import { EvidenceSign, EvidenceWords } from '#/entities/evidence/EvidenceWords'
import { causeOf } from '#/entities/evidence/messages'
import { proofQuery, type ProofSummary } from '#/entities/evidence/queries'
import { type Evidence, isExplained } from '#/entities/evidence/schema'
import { VerdictMark } from '#/entities/evidence/VerdictMark'
import type { IssueView } from '#/entities/issue/view'
import { usePageCommands } from '#/lib/page-commands'
import { Ago } from '#/ui/Ago'
import { Await } from '#/ui/Await'
import { Keys } from '#/ui/Keys'
import { Bone, Skeleton } from '#/ui/Skeleton'

const opened = () => import('#/features/issues/proof/OpenedEvidence')
const OpenedEvidence = lazy(async () => ({ default: (await opened()).OpenedEvidence }))

interface Props {
  view: IssueView
  /** Adds a transaction of the reader; nothing if the reader may not. */
  onAdd: (() => void) | undefined
}

/** The evidence of an issue as one line that opens. Without evidence there is nothing. */
export function IssueEvidence({ view: { issue, merged }, onAdd }: Props) {
  const { t } = useLingui()
  const isExpected = issue.evidenceCount > 0 || issue.proofCount > 0
  const query = useInfiniteQuery({ ...proofQuery(issue.number), enabled: isExpected || merged.length > 0 })
  const isEmpty = query.data?.pages[0]?.summary.count === 0
  if (isEmpty || !(isExpected || query.data)) return null
  return (
    <section
      aria-label={t`Evidence`}
      className="mt-4 mb-2 min-w-0 rounded-3 border border-line bg-panel print:break-inside-avoid"
    >
      <Await query={query} skeleton={<LineOutline />} failed={<Trans>Couldn’t load the evidence.</Trans>}>
        {({ pages }) => {
          const summary = pages[0]?.summary
          if (!summary) return null
          return (
            <Line
              summary={summary}
              rows={pages.flatMap(({ rows }) => rows)}
              onAdd={onAdd}
              more={
                query.hasNextPage
                  ? { isLoading: query.isFetchingNextPage, load: () => void query.fetchNextPage() }
                  : undefined
              }
            />
          )
        }}
      </Await>
    </section>
  )
}

/** As high as the line, so that nothing below moves when it comes. */
const HEIGHT = 'min-h-14 px-4 py-2 max-md:min-h-20'

function LineOutline() {
  return (
    <Skeleton>
      <div className={`grid content-center gap-2 ${HEIGHT}`}>
        <Bone className="w-7/12" />
        <Bone className="w-4/12" />
      </div>
    </Skeleton>
  )
}

interface LineProps {
  summary: ProofSummary
  rows: Evidence[]
  onAdd: Props['onAdd']
  more: { isLoading: boolean; load: () => void } | undefined
}

function Line({ summary, rows, onAdd, more }: LineProps) {
  const { t } = useLingui()
  const body = useId()
  const [isOpen, setOpen] = useState(false)
  const sample = sampleOf(rows)
  const toggle = () => setOpen(!isOpen)
  usePageCommands([{ id: 'evidence', label: t`Show or hide the evidence`, keys: ['e'], run: toggle }])
  return (
    <>
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={body}
          aria-keyshortcuts="e"
          onClick={toggle}
          onPointerEnter={() => void opened()}
          onFocus={() => void opened()}
          className={`flex w-full items-center gap-3 rounded-3 text-left font-normal tracking-normal hover:bg-hover focus-visible:-outline-offset-2 ${HEIGHT}`}
        >
          {sample && <EvidenceSign evidence={sample} />}
          <span className="min-w-0 flex-1">
            <span className="line-clamp-2 text-13 font-medium text-ink">
              {summary.sentence ?? (sample && <EvidenceWords evidence={sample} />)}
            </span>
            <span className="block text-12 text-ink-3">
              <Plural value={summary.count} one="# transaction" other="# transactions" />{' '}
              <Plural value={summary.people} one="from # person" other="from # people" />
              {summary.lastAt && (
                <>
                  {' · '}
                  <Trans>
                    last <Ago at={summary.lastAt} />
                  </Trans>
                </>
              )}
            </span>
          </span>
          {summary.verdict && (
            <span className="max-md:hidden">
              <VerdictMark
                chip
                verdict={summary.verdict}
                // What one transaction says is said of all only where they agree.
                word={
                  sample?.explanation?.verdict === summary.verdict
                    ? t(causeOf(sample.explanation))
                    : undefined
                }
              />
            </span>
          )}
          <span className="inline-flex flex-none items-center gap-1.5 text-12 text-ink-3 print:hidden">
            <span className="max-md:hidden">{isOpen ? t`hide` : t`show`}</span>
            <Keys of={['e']} />
            <ChevronRight
              size={14}
              strokeWidth={1.9}
              className={isOpen ? 'rotate-90' : undefined}
              aria-hidden
            />
          </span>
        </button>
      </h3>
      <div id={body} hidden={!isOpen}>
        {isOpen && sample && (
          <Suspense fallback={<div className="h-96 border-t border-line-faint" />}>
            <OpenedEvidence summary={summary} rows={rows} sample={sample} more={more} onAdd={onAdd} />
          </Suspense>
        )}
      </div>
    </>
  )
}

/** The one that tells most: the reader's own, otherwise the surest. */
const sampleOf = (rows: Evidence[]): Evidence | undefined =>
  rows.find(row => row.isMine && isExplained(row)) ??
  rows.find(row => row.explanation?.confidence === 'exact') ??
  rows.find(isExplained) ??
  rows[0]
