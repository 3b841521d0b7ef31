import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type SubmitEvent, useDeferredValue } from 'react'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import type { Rules } from '#/entities/rule/schema'
import { dryRunQuery, usePublish } from '#/features/scoring/api'
import type { DryRun } from '#/features/scoring/model'
import { trimmedFieldsOf } from '#/lib/form'
import { figure, signed, signedPercent } from '#/lib/number'
import { Await } from '#/ui/Await'
import { Button } from '#/ui/Button'
import { FormError } from '#/ui/FormError'
import { EmptyState } from '#/ui/EmptyState'
import { Panel } from '#/ui/Panel'
import { Bars } from '#/ui/plot/Bars'
import { Bone, Skeleton } from '#/ui/Skeleton'
import { TextField } from '#/ui/TextField'
import { toast } from '#/ui/toasts'

interface Props {
  draft: Rules
  next: number
  /** Everything typed is a number. */
  ready: boolean
  changed: number
  onPublished: () => void
}

/** What the draft would have done with the last 30 days, and the button that makes it the rules. */
export function DryRunPanel({ draft, next, ready, changed, onPublished }: Props) {
  const tried = useDeferredValue(draft)
  const query = useQuery(dryRunQuery(tried, changed > 0 && ready))
  return (
    <div className="xl:sticky xl:top-[calc(var(--strip)+20px)]">
      <Panel
        flush
        title={<Trans>Dry run, last 30 days</Trans>}
        note={query.isFetching ? <Trans>calculating…</Trans> : undefined}
      >
        {!ready ? (
          <EmptyState title={<Trans>A value is not a valid number.</Trans>}>
            <Trans>Fix the highlighted fields to run the preview again.</Trans>
          </EmptyState>
        ) : changed === 0 ? (
          <EmptyState title={<Trans>Choose a preset or change a number to see the effect.</Trans>}>
            <Trans>Shows which testers would have moved and how many points would have been paid.</Trans>
          </EmptyState>
        ) : (
          <Await query={query} skeleton={<RunSkeleton />} failed={<Trans>The dry run failed.</Trans>}>
            {run => <Result run={run} />}
          </Await>
        )}
        {changed > 0 && (
          <Publish
            draft={draft}
            next={next}
            allowed={ready && (query.data?.problems.length ?? 0) === 0}
            onPublished={onPublished}
          />
        )}
      </Panel>
    </div>
  )
}

function Result({ run }: { run: DryRun }) {
  const { t } = useLingui()
  const change = run.issuedBefore > 0 ? ((run.issuedAfter - run.issuedBefore) / run.issuedBefore) * 100 : 0
  const stay = run.histogram.find(bin => bin.change === 0)?.count ?? 0
  if (run.problems.length > 0)
    return (
      <ul className="grid grid-cols-1 gap-1 border-t border-line-faint px-4 py-3 text-danger" role="alert">
        {run.problems.map((problem, order) => (
          <li key={order}>
            {typeof problem === 'string'
              ? problem
              : [problem.key ?? problem.rule, problem.sentence ?? problem.problem].filter(Boolean).join(': ')}
          </li>
        ))}
      </ul>
    )
  return (
    <>
      <dl className="grid grid-cols-3 border-y border-line-faint max-md:grid-cols-1">
        <Figure
          value={figure(run.issuedAfter)}
          name={<Trans>issued, was {figure(run.issuedBefore)}</Trans>}
        />
        <Figure
          value={signedPercent(change, 1)}
          name={<Trans>total issue</Trans>}
          tone={change < 0 ? 'text-warning' : change > 0 ? 'text-link' : ''}
        />
        <Figure value={figure(run.top50.max)} name={<Trans>largest move, top 50</Trans>} />
      </dl>
      {run.histogram.length > 0 && (
        <div className="px-4 pt-3.5 pb-3">
          <h3 className="mb-1 text-13">{t`Change of rank in the top 50`}</h3>
          <Bars
            label={t`Rank changes in the top 50`}
            step={t`Change of rank`}
            say={count => t`${plural(count, { one: '# tester', other: '# testers' })}`}
            height={176}
            values
            everyLabel
            bars={spread(run.histogram).map(({ change: by, count }) => ({
              label: by === 0 ? '0' : signed(by),
              value: count,
              colour: by === 0 ? 'var(--div-mid)' : by < 0 ? 'var(--div-down)' : 'var(--div-up)',
            }))}
          />
          <p className="flex justify-between text-11 text-ink-2">
            <span>
              <Plural value={run.top50.down} one="# loses places" other="# lose places" />
            </span>
            <span>
              <Plural value={stay} one="# stays" other="# stay" />
            </span>
            <span>
              <Plural value={run.top50.up} one="# gains places" other="# gain places" />
            </span>
          </p>
        </div>
      )}
      {run.examples.length > 0 && (
        <div className="border-t border-line-faint px-4 py-3">
          <h3 className="mb-1.5 text-13">{t`Examples`}</h3>
          <ul className="grid grid-cols-1 gap-1 text-ink-2">
            {run.examples.map(example => (
              <li key={example.key} className="flex gap-3">
                <span className="min-w-0 flex-1">{example.key}</span>
                <span className="text-ink-3">{example.before === null ? '–' : figure(example.before)}</span>
                <span aria-hidden>→</span>
                <b className="min-w-10 text-right font-semibold text-gold-text">
                  {example.after === null ? '–' : figure(example.after)}
                </b>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

/** One bar for every change between the extremes, also where no tester moved so far. */
export function spread(histogram: DryRun['histogram']): DryRun['histogram'] {
  const far = Math.max(1, ...histogram.map(({ change }) => Math.abs(change)))
  const reach = Math.min(far, 12)
  return Array.from({ length: reach * 2 + 1 }, (_, order) => {
    const change = order - reach
    const at = histogram.filter(bin =>
      Math.abs(change) === reach
        ? Math.sign(bin.change) === Math.sign(change) && Math.abs(bin.change) >= reach
        : bin.change === change,
    )
    return { change, count: at.reduce((sum, bin) => sum + bin.count, 0) }
  })
}

function Figure({ value, name, tone = '' }: { value: string; name: ReactNode; tone?: string }) {
  return (
    <div className="flex flex-col-reverse border-l border-line-faint px-4 py-3 first:border-l-0 max-md:border-t max-md:border-l-0">
      <dt className="text-12 text-ink-3">{name}</dt>
      <dd className={`text-16 font-semibold ${tone}`}>{value}</dd>
    </div>
  )
}

interface PublishProps {
  draft: Rules
  next: number
  allowed: boolean
  onPublished: () => void
}

function Publish({ draft, next, allowed, onPublished }: PublishProps) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const publish = usePublish()

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const { from, note } = trimmedFieldsOf(event, 'from', 'note')
    // The next draft takes the place of this one as soon as it is known, and what waits here would never finish.
    const published = publish.mutateAsync({
      rules: draft,
      effectiveFrom: new Date(`${from}T00:00:00Z`).toISOString(),
      note,
    })
    void published.then(
      () => {
        toast({
          tone: 'success',
          title: t`Rules v${next} are published.`,
          detail: t`Nothing already earned changes.`,
        })
        onPublished()
      },
      // A refusal is in the form.
      () => undefined,
    )
  }

  return (
    <form onSubmit={submit} className="grid grid-cols-1 gap-3 border-t border-line px-4 py-3.5">
      <div className="grid grid-cols-[150px_minmax(0,1fr)_auto] items-end gap-3 max-md:grid-cols-1">
        <TextField
          name="from"
          type="date"
          required
          min={tomorrow()}
          defaultValue={tomorrow()}
          label={<Trans>In force from</Trans>}
        />
        <TextField
          name="note"
          required
          minLength={10}
          maxLength={500}
          label={<Trans>Note to testers</Trans>}
          placeholder={t`What changes, and why`}
        />
        <Button kind="gold" type="submit" busy={publish.isPending} disabled={!allowed}>
          <Trans>Publish v{next}</Trans>
        </Button>
      </div>
      <p className="text-12 text-ink-3">
        <Trans>
          Nothing already earned changes. A published version cannot be edited, only followed by another.
        </Trans>
      </p>
      <FormError>{sayProblem(publish.error)}</FormError>
    </form>
  )
}

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)

function RunSkeleton() {
  return (
    <Skeleton>
      <div className="grid grid-cols-3 border-y border-line-faint">
        {[1, 2, 3].map(tile => (
          <div key={tile} className="grid grid-cols-1 gap-2 px-4 py-4">
            <Bone className="w-20" />
            <Bone className="!h-2 w-24" />
          </div>
        ))}
      </div>
      <div className="h-52" />
    </Skeleton>
  )
}
