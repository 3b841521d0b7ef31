import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ArrowUp } from 'lucide-react'
import { useState } from 'react'
import { VerdictMark } from '#/entities/evidence/VerdictMark'
import type { FailureCause, Unreported } from '#/entities/unreported/schema'
import { figure } from '#/lib/number'
import { Badge, Tag } from '#/ui/Badge'
import { DataTable } from '#/ui/DataTable'
import { EmptyState } from '#/ui/EmptyState'
import { Panel } from '#/ui/Panel'
import { Segmented } from '#/ui/Segmented'

type Shown = 'unreported' | 'all' | 'ignored'

const isShown: Record<Shown, (cause: FailureCause) => boolean> = {
  unreported: cause => cause.cluster?.state !== 'ignored' && cause.failed > cause.reported,
  all: () => true,
  ignored: cause => cause.cluster?.state === 'ignored',
}

/** What made calls fail, the most unreported failures first. */
export function Causes({ data: { causes, unexplained, build, builds } }: { data: Unreported }) {
  const { t } = useLingui()
  const [shown, setShown] = useState<Shown>('unreported')
  const before = builds[builds.findIndex(({ id }) => id === build?.id) + 1]
  const rows = causes.filter(isShown[shown])
  return (
    <Panel
      flush
      title={<Trans>By cause</Trans>}
      note={figure(rows.length)}
      actions={
        <Segmented
          label={t`Shown`}
          value={shown}
          onChange={setShown}
          options={[
            { value: 'unreported' as const, label: t`Not reported` },
            { value: 'all' as const, label: t`All` },
            { value: 'ignored' as const, label: t`Ignored` },
          ]}
        />
      }
    >
      {rows.length === 0 ? (
        <EmptyState title={<Trans>No such failure.</Trans>} />
      ) : (
        <DataTable
          caption={t`Failures by cause`}
          rows={rows}
          keyOf={cause => cause.fingerprint}
          columns={[
            { head: t`Failure`, cell: cause => <Name cause={cause} /> },
            {
              head: t`Cause`,
              wide: true,
              cell: ({ cluster }) => cluster?.verdict && <VerdictMark verdict={cluster.verdict} />,
            },
            { head: t`Failed`, figure: true, cell: cause => <Failed cause={cause} /> },
            { head: t`Reported`, figure: true, cell: ({ reported }) => figure(reported) },
            before
              ? {
                  head: t`vs ${before.version ?? t`before`}`,
                  figure: true,
                  wide: true,
                  cell: cause => (
                    <Change
                      now={cause.failed / Math.max(build?.calls ?? 0, 1)}
                      then={cause.failedBefore / Math.max(before.calls, 1)}
                    />
                  ),
                }
              : false,
          ]}
        />
      )}
      {unexplained >= 0.5 && (
        <p className="border-t border-line-faint px-4 py-2.5 text-12 text-ink-3">
          <Plural
            value={Math.round(unexplained)}
            one="The cause of # failure is not known."
            other="The cause of # failures is not known."
          />
        </p>
      )}
    </Panel>
  )
}

function Asked({ questions: { asked, reported, fine } }: FailureCause) {
  if (asked === 0) return null
  return (
    <span>
      <Plural value={asked} one="# tester asked" other="# testers asked" />
      {': '}
      <Trans>
        {reported} reported, {fine} fine
      </Trans>
    </span>
  )
}

function Name({ cause }: { cause: FailureCause }) {
  const { cluster, failureClass } = cause
  return (
    <span className="grid gap-0.5 py-2">
      {cluster ? (
        <Link
          to="/issues/clusters/$id"
          params={{ id: cluster.id }}
          className="font-medium text-ink hover:text-ink"
        >
          {cluster.title}
        </Link>
      ) : (
        <b className="font-medium">{failureClass}</b>
      )}
      <span className="flex flex-wrap items-center gap-2 text-12 text-ink-3">
        <Tag>{failureClass}</Tag>
        {cluster?.rootIssue && (
          <Link to="/issues/$number" params={{ number: String(cluster.rootIssue) }}>
            #{cluster.rootIssue}
          </Link>
        )}
        <Asked {...cause} />
      </span>
    </span>
  )
}

/** Where not every failure was looked up, the number is shared out by those that were. */
function Failed({ cause: { failed, isEstimated } }: { cause: FailureCause }) {
  const { t } = useLingui()
  const whole = figure(Math.round(failed))
  return isEstimated ? (
    <span title={t`Estimated: a sample was looked up.`}>
      ≈ <b className="font-semibold">{whole}</b>
    </span>
  ) : (
    <b className="font-semibold">{whole}</b>
  )
}

/** Smaller changes are noise. */
const CHANGED = 1.5

function Change({ now, then }: { now: number; then: number }) {
  if (then === 0)
    return (
      <Badge tone="warning">
        <Trans>new</Trans>
      </Badge>
    )
  const times = now / then
  if (times < CHANGED && times > 1 / CHANGED)
    return (
      <span className="text-ink-3">
        <Trans>same</Trans>
      </span>
    )
  if (times < 1)
    return (
      <span className="text-ink-3">
        <Trans>fewer</Trans>
      </span>
    )
  return (
    <span className="inline-flex items-center gap-1 text-danger">
      <ArrowUp size={12} strokeWidth={2.1} aria-hidden />
      {figure(times, times < 10 ? 1 : 0)} ×
    </span>
  )
}
