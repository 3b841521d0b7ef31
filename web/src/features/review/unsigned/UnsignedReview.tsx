import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import type { ReviewProps } from '#/features/review/kinds'
import { type UnsignedReport, unsignedReportsQuery, useDecideUnsigned } from '#/features/review/unsigned/api'
import { usePageCommands } from '#/lib/page-commands'
import { Ago } from '#/ui/Ago'
import { EmptyState } from '#/ui/EmptyState'
import { toast } from '#/ui/toasts'
import { Act, DecisionBar } from '#/ui/workbench/DecisionBar'
import { QueueItem } from '#/ui/workbench/QueueItem'
import { QueueList } from '#/ui/workbench/QueueList'
import { useCaseInHand } from '#/ui/workbench/use-case-in-hand'
import { CaseBody, CaseSteps, Workbench } from '#/ui/workbench/Workbench'

const keyOf = ({ id }: UnsignedReport) => id

/** Reports that were sent without a sign-in. Each becomes an issue only if an administrator accepts it. */
export function UnsignedReview({ item, onItem }: ReviewProps) {
  const { t } = useLingui()
  const query = useQuery(unsignedReportsQuery)
  const { current, ...hand } = useCaseInHand(query.data, keyOf, item, onItem)
  const whole = { ...query, hasNextPage: false, isFetchingNextPage: false, fetchNextPage: () => undefined }
  return (
    <Workbench
      label={t`Unsigned`}
      queue={
        <QueueList label={t`Unsigned reports`} query={whole} keyOf={keyOf}>
          {row => (
            <QueueItem
              on={row.id === current?.id}
              title={row.report.title}
              aside={<span className="text-ink-3">{row.key}</span>}
              note={row.origin}
              sign={<Ago at={row.createdAt} />}
              onOpen={() => onItem(row.id)}
            />
          )}
        </QueueList>
      }
    >
      {current ? (
        <Case
          key={current.id}
          row={current}
          steps={<CaseSteps {...hand} onStep={hand.step} />}
          onDone={hand.goOn}
        />
      ) : (
        query.data && (
          <EmptyState level={2} title={<Trans>No unsigned reports.</Trans>}>
            <Trans>
              If a widget key allows it, reports that testers send without a sign-in wait here for 30 days.
            </Trans>
          </EmptyState>
        )
      )}
    </Workbench>
  )
}

interface CaseProps {
  row: UnsignedReport
  steps: ReactNode
  onDone: () => void
}

function Case({ row, steps, onDone }: CaseProps) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const decide = useDecideUnsigned()
  const { report, origin } = row

  function answer(accept: boolean) {
    if (decide.isPending) return
    void decide.mutateAsync({ id: row.id, accept }).then(
      ({ number }) => {
        toast({ tone: 'success', title: number ? t`Accepted as #${number}.` : t`The report is deleted.` })
        onDone()
      },
      // A refusal is shown above the decisions.
      () => undefined,
    )
  }
  usePageCommands([
    { id: 'accept', label: t`Accept`, keys: ['1'], run: () => answer(true) },
    { id: 'delete', label: t`Delete`, keys: ['3'], run: () => answer(false) },
  ])
  return (
    <>
      <CaseBody>
        {steps}
        <p className="flex flex-wrap items-center gap-x-2 text-12 text-ink-3">
          <span className="mono">{origin}</span> <Ago at={row.createdAt} />
        </p>
        <h2 id="case-title" className="mt-2 text-20 break-words">
          {report.title}
        </h2>
        {report.text && (
          <p className="mt-2 max-w-[68ch] text-14 break-words whitespace-pre-wrap text-ink-2">
            {report.text}
          </p>
        )}
        <Facts report={report} />
      </CaseBody>
      <DecisionBar
        note={<Trans>No account stands behind this report.</Trans>}
        refused={sayProblem(decide.error)}
      >
        <div className="grid grid-cols-2 gap-2">
          <Act
            keys="1"
            title={<Trans>Accept</Trans>}
            note={<Trans>an issue of yours, without points</Trans>}
            disabled={decide.isPending}
            onPress={() => answer(true)}
          />
          <Act
            keys="3"
            title={<Trans>Delete</Trans>}
            note={<Trans>for spam</Trans>}
            disabled={decide.isPending}
            onPress={() => answer(false)}
          />
        </div>
      </DecisionBar>
    </>
  )
}

function Facts({ report: { build, evidence, context } }: Pick<UnsignedReport, 'report'>) {
  const { error, hash } = evidence ?? {}
  const message = typeof error === 'string' ? error : error?.message
  const facts = [
    [<Trans key="page">Page</Trans>, context.path],
    [<Trans key="build">Build</Trans>, build],
    [<Trans key="transaction">Transaction</Trans>, hash],
    [<Trans key="error">Error</Trans>, message],
  ] as const
  return (
    <>
      <dl className="mt-4 grid max-w-[68ch] grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-13">
        {facts.map(
          ([name, value], at) =>
            value && (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list is fixed
              <div key={at} className="contents">
                <dt className="text-ink-3">{name}</dt>
                <dd className="mono break-all">{value}</dd>
              </div>
            ),
        )}
      </dl>
      <p className="mt-3 text-12 text-ink-3">
        <Trans>
          Recorded before the report:{' '}
          <Plural value={context.calls.length} one="# wallet call" other="# wallet calls" />,{' '}
          <Plural value={context.lines.length} one="# console line" other="# console lines" />. The issue
          shows them.
        </Trans>
      </p>
    </>
  )
}
