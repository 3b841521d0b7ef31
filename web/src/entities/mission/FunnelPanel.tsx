import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { IssueLink } from '#/entities/issue/IssueLink'
import { funnelQuery } from '#/entities/mission/queries'
import type { Funnel } from '#/entities/mission/schema'
import { figure } from '#/lib/number'
import { spanOf } from '#/lib/time'
import { Await } from '#/ui/Await'
import { Panel } from '#/ui/Panel'
import { SkeletonRows } from '#/ui/Skeleton'

/** How far people come in a mission, step by step; for administrators. */
export function FunnelPanel({ mission }: { mission: string }) {
  const query = useQuery(funnelQuery(mission))
  const median = query.data?.medianSeconds
  return (
    <Panel
      title={<Trans>Results so far</Trans>}
      actions={
        median !== null &&
        median !== undefined && (
          <span className="text-12 text-ink-3">
            <Trans>median {spanOf(median)}</Trans>
          </span>
        )
      }
    >
      <Await
        query={query}
        skeleton={<SkeletonRows rows={4} />}
        failed={<Trans>Couldn’t load the results.</Trans>}
      >
        {funnel =>
          funnel.started === 0 ? (
            <p className="text-ink-2">
              <Trans>No tester has started it yet.</Trans>
            </p>
          ) : (
            <Bars funnel={funnel} />
          )
        }
      </Await>
    </Panel>
  )
}

function Bars({ funnel }: { funnel: Funnel }) {
  const { t } = useLingui()
  const { started, steps, submitted, approved, rejected, inReview } = funnel
  return (
    <>
      <dl aria-label={t`Progress of testers`} className="grid gap-2 text-12">
        <Bar label={<Trans>Started</Trans>} value={started} of={started} />
        {steps.map((step, order) => (
          <Bar
            key={step.id}
            label={`${order + 1} ${step.text}`}
            value={step.done}
            of={started}
            note={step.stopped > 0 && <Plural value={step.stopped} one="# stops here" other="# stop here" />}
          />
        ))}
        <Bar label={<Trans>Submitted</Trans>} value={submitted} of={started} />
        <Bar
          label={<Trans>Paid</Trans>}
          value={approved}
          of={started}
          note={
            (rejected > 0 || inReview > 0) && (
              <Trans>
                {figure(rejected)} not passed, {figure(inReview)} in review
              </Trans>
            )
          }
        />
      </dl>
      <Ends funnel={funnel} />
    </>
  )
}

interface BarProps {
  label: ReactNode
  value: number
  of: number
  note?: ReactNode
}

function Bar({ label, value, of, note }: BarProps) {
  return (
    <div className="grid grid-cols-[minmax(72px,26%)_minmax(0,1fr)_3rem_11rem] items-center gap-3 max-md:grid-cols-[minmax(0,1fr)_3rem] max-md:gap-y-1">
      <dt className="truncate text-ink-2">{label}</dt>
      <dd className="contents">
        <span
          className="h-3 overflow-hidden rounded-[2px] bg-sunken max-md:order-last max-md:col-span-2"
          aria-hidden
        >
          <i
            className="block h-full"
            style={{ width: `${of > 0 ? (value / of) * 100 : 0}%`, background: 'var(--viz-1)' }}
          />
        </span>
        <b className="tabular text-right font-semibold text-ink">{figure(value)}</b>
        <span className="text-ink-3 max-md:order-last max-md:col-span-2 max-md:empty:hidden">{note}</span>
      </dd>
    </div>
  )
}

/** How it ended for those who did not come to the end, and what stopped them. */
function Ends({ funnel }: { funnel: Funnel }) {
  const { blocked, withdrawn, expired, revoked, paid, blockedBy } = funnel
  return (
    <div className="mt-3 grid gap-1 text-12 text-ink-3">
      <p>
        <Trans>
          {figure(paid)} points paid. {figure(blocked)} blocked, {figure(withdrawn)} gave up, {figure(expired)} expired, {figure(revoked)} revoked.
        </Trans>
      </p>
      {blockedBy.map(({ number, title, persons }) => (
        <p key={number} className="truncate">
          <IssueLink number={number} />{' '}
          <Plural value={persons} one="blocks # person" other="blocks # people" />: {title}
        </p>
      ))}
    </div>
  )
}
