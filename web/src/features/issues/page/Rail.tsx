import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Check, ExternalLink, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { IssueView } from '#/entities/issue/view'
import { PersonName } from '#/entities/person/PersonName'
import { deviceFacts, pageFacts } from '#/features/issues/device-facts'
import { figure, measure } from '#/lib/number'
import { dayOf } from '#/lib/time'
import { Ago } from '#/ui/Ago'
import { Tag } from '#/ui/Badge'
import { Facts } from '#/ui/Facts'
import { safeAddress } from '#/ui/markdown/safe-address'
import { Moment } from '#/ui/Moment'
import { Panel } from '#/ui/Panel'

interface Props {
  view: IssueView
  /** What an administrator decides, above what is known. */
  first?: ReactNode
  children?: ReactNode
}

/** What is known about an issue, at a glance. */
export function Rail({ view, first, children }: Props) {
  return (
    <aside className="sticky top-[calc(var(--strip)+20px)] grid gap-4 max-lg:static print:static">
      <div className="contents print:hidden">{first}</div>
      <FactsPanel view={view} />
      <PointsPanel view={view} />
      <ChecksPanel view={view} />
      <div className="contents print:hidden">{children}</div>
    </aside>
  )
}

function FactsPanel({ view: { issue, promise, merged } }: { view: IssueView }) {
  const { t } = useLingui()
  const facts: { name: ReactNode; value: ReactNode }[] = [
    { name: <Trans>Seen in</Trans>, value: issue.build?.version ?? '–' },
    ...pageFacts(issue.environment),
    ...(issue.failureClass
      ? [
          {
            name: <Trans>Failure</Trans>,
            value: issue.cluster ? (
              <Link to="/issues/clusters/$id" params={{ id: issue.cluster }}>
                <Tag>{issue.failureClass}</Tag>
              </Link>
            ) : (
              <Tag>{issue.failureClass}</Tag>
            ),
          },
        ]
      : []),
    ...(issue.network ? [{ name: <Trans>Network</Trans>, value: issue.network.name }] : []),
    ...(issue.buildFixed ? [{ name: <Trans>Fixed in</Trans>, value: issue.buildFixed.version }] : []),
    { name: <Trans>Last change</Trans>, value: <Ago at={issue.lastActivityAt} /> },
    {
      name: <Trans>Affected</Trans>,
      value: (
        <>
          <Plural value={issue.voteCount} one="# person" other="# people" />
          {issue.proofCount > 0 && (
            <>
              {' · '}
              <Trans>{issue.proofCount} with proof</Trans>
            </>
          )}
        </>
      ),
    },
    {
      name: <Trans>Impact</Trans>,
      value: (
        <>
          <span title={t`severity × people`}>{figure(issue.impact, 1)}</span>
        </>
      ),
    },
    ...(merged.length > 0
      ? [
          {
            name: <Trans>Merged</Trans>,
            value: <Plural value={merged.length} one="# report" other="# reports" />,
          },
        ]
      : []),
    {
      name: <Trans>Assignee</Trans>,
      value: issue.assignee ? <PersonName plain person={issue.assignee} /> : <Trans>not assigned</Trans>,
    },
    ...issue.externalRefs.map(({ system, key, url }) => ({
      name: system,
      value: (
        <a
          href={safeAddress(url) ?? undefined}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex items-center gap-1"
        >
          {key}
          <ExternalLink size={12} strokeWidth={2.1} aria-hidden />
        </a>
      ),
    })),
    { name: <Trans>Response target</Trans>, value: <Promised promise={promise} /> },
  ]
  return (
    <Panel title={<Trans>Facts</Trans>}>
      <Facts facts={facts} />
      <Device environment={issue.environment} />
    </Panel>
  )
}

/** What the browser said about itself, folded. */
function Device({ environment }: { environment: Record<string, unknown> }) {
  const facts = deviceFacts(environment)
  if (facts.length === 0) return null
  return (
    <details className="mt-2.5">
      <summary className="mb-2 cursor-pointer text-12 text-ink-3 max-md:flex max-md:min-h-(--touch) max-md:items-center">
        <Trans>Reporter’s device</Trans>
      </summary>
      <Facts facts={facts} />
    </details>
  )
}

function Promised({ promise: { answeredInHours, dueAt, late } }: Pick<IssueView, 'promise'>) {
  if (answeredInHours !== null)
    return (
      <span className="inline-flex items-center gap-1.5">
        <Check size={12} strokeWidth={2.1} className="text-success" aria-hidden />
        {answeredInHours < 1 ? (
          <Trans>decided within an hour</Trans>
        ) : (
          <Trans>decided in {measure(answeredInHours, 'hour')}</Trans>
        )}
      </span>
    )
  if (!dueAt) return '–'
  return late ? (
    <span className="text-warning">
      <Trans>
        decision was due <Moment at={dueAt} />
      </Trans>
    </span>
  ) : (
    <Trans>
      decision due <Moment at={dueAt} />
    </Trans>
  )
}

function PointsPanel({ view: { points, issue } }: { view: IssueView }) {
  if (!points || (points.purse === null && points.mine === 0)) return null
  const { mine, purse, settled, settlesAt, provisional } = points
  const share = purse ? Math.min(100, Math.round((mine / purse) * 100)) : 0
  return (
    <div
      className={
        mine > 0
          ? 'relative before:absolute before:top-2 before:bottom-2 before:left-0 before:w-0.5 before:rounded-full before:bg-gold'
          : undefined
      }
    >
      <Panel
        title={<Trans>Points</Trans>}
        actions={
          <span className="text-12 text-ink-3">
            {settled ? (
              issue.settledAt && <Trans>settled {dayOf(issue.settledAt)}</Trans>
            ) : settlesAt ? (
              <Trans>
                settles <Moment at={settlesAt} />
              </Trans>
            ) : null}
          </span>
        }
      >
        <p className="flex items-center gap-2.5">
          <span className="text-28 font-semibold tracking-(--track-display) text-gold-text">
            {figure(mine > 0 ? mine : (purse ?? 0))}
          </span>
          <span className="text-12 text-ink-2">
            {mine > 0 ? (
              <>
                {purse === null ? <Trans>yours</Trans> : <Trans>of {figure(purse)} in the reward pool</Trans>}
                {provisional && (
                  <>
                    <br />
                    <Trans>provisional</Trans>
                  </>
                )}
              </>
            ) : (
              <Trans>points in the reward pool</Trans>
            )}
          </span>
        </p>
        {mine > 0 && purse !== null && (
          <span className="mt-2.5 flex h-2 gap-px overflow-hidden rounded-[2px]" aria-hidden>
            <i className="bg-gold" style={{ width: `${share}%` }} />
            <i className="flex-1 bg-(--viz-ghost)" />
          </span>
        )}
      </Panel>
    </div>
  )
}

function ChecksPanel({ view: { checks, issue } }: { view: IssueView }) {
  const all = checks.works + checks.stillBroken + checks.cannotTest
  if (all === 0 && issue.status !== 'fixed') return null
  return (
    <Panel flush title={<Trans>Checks</Trans>} note={all}>
      <ul className="border-t border-line-faint">
        {checks.counted.map(check => (
          <li
            key={check.id}
            className="flex min-h-9 items-center justify-between gap-2 border-t border-line-faint px-4 first:border-t-0"
          >
            <PersonName unlinked person={check.user} />
            <span className="inline-flex items-center gap-1.5 text-12 text-ink-2">
              {check.verdict === 'works' ? (
                <>
                  <Check size={12} strokeWidth={2.1} className="text-success" aria-hidden />
                  <Trans>works</Trans>
                </>
              ) : (
                <>
                  <X size={12} strokeWidth={2.1} className="text-warning" aria-hidden />
                  <Trans>still broken</Trans>
                </>
              )}{' '}
              {check.build.version}
            </span>
          </li>
        ))}
        <li className="flex min-h-9 items-center px-4 text-12 text-ink-3">
          <Plural value={checks.works} one="# works" other="# work" />
          <Trans>
            , {checks.stillBroken} still broken, {checks.cannotTest} cannot test
          </Trans>
        </li>
      </ul>
    </Panel>
  )
}
