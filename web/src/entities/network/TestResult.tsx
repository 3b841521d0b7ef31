import { Trans, useLingui } from '@lingui/react/macro'
import { Check, CircleX, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { TestReport } from '#/entities/network/details'
import { lagWords } from '#/entities/network/HealthMark'
import { knownChain } from '#/entities/network/known-chains'
import { figure } from '#/lib/number'
import { Tag } from '#/ui/Badge'

/** Older than this, a head is worth a word, whatever the time between blocks. */
const OLD_SEC = 60

/** What a node can do, in words. A failure says what to change. */
export function TestResult({ report }: { report: TestReport }) {
  const { t } = useLingui()
  const { ok, error, chainId, headBlock, headAgeSec, latencyMs, trace } = report
  const known = knownChain(chainId)
  const isOld = (headAgeSec ?? 0) > OLD_SEC
  return (
    <ul className="divide-y divide-line-faint" aria-label={t`Answer from ${report.host}`}>
      {!ok && (
        <Line sign="bad">
          <strong className="font-medium text-ink">{error ?? <Trans>The node did not respond.</Trans>}</strong>{' '}
          {latencyMs === null && (
            <Trans>Check the URL, or allow the server to connect to this host.</Trans>
          )}
        </Line>
      )}
      {latencyMs !== null && (
        <Line sign="good" value={<Trans>{figure(latencyMs)} ms</Trans>}>
          <Trans>Answers</Trans>
        </Line>
      )}
      {chainId !== null && (
        <Line sign={ok ? 'good' : 'warn'} value={known?.name}>
          {known?.isTestnet ? (
            <Trans>Chain ID {String(chainId)}, a test network</Trans>
          ) : (
            <Trans>Chain ID {String(chainId)}</Trans>
          )}
        </Line>
      )}
      {headBlock !== null && (
        <Line
          sign={isOld ? 'warn' : 'good'}
          value={isOld ? <Trans>behind</Trans> : <Trans>not behind</Trans>}
        >
          {headAgeSec === null ? (
            <Trans>Head block {figure(headBlock)}</Trans>
          ) : (
            <Trans>
              Head block {figure(headBlock)}, {lagWords(headAgeSec)} old
            </Trans>
          )}
        </Line>
      )}
      {ok && (
        <Line sign={trace === 'debug' || trace === 'trace' ? 'good' : 'warn'} value={<Tag>{trace}</Tag>}>
          <TraceWords trace={trace} />
        </Line>
      )}
    </ul>
  )
}

function TraceWords({ trace }: { trace: TestReport['trace'] }) {
  switch (trace) {
    case 'debug':
    case 'trace':
      return (
        <Trans>
          <strong className="font-medium text-ink">Full traces.</strong> Every revert can be traced to its origin.
        </Trans>
      )
    case 'call':
      return (
        <Trans>
          <strong className="font-medium text-ink">Works, but without traces.</strong> Reverts are simulated on the block before, so some are approximate.
        </Trans>
      )
    default:
      return (
        <Trans>
          <strong className="font-medium text-ink">No traces and no calls.</strong> Only receipts can be read. Use another node.
        </Trans>
      )
  }
}

const SIGN = {
  good: <Check size={14} strokeWidth={1.9} className="text-success" aria-hidden />,
  warn: <TriangleAlert size={14} strokeWidth={1.9} className="text-warning" aria-hidden />,
  bad: <CircleX size={14} strokeWidth={1.9} className="text-danger" aria-hidden />,
}

function Line({
  sign,
  value,
  children,
}: {
  sign: keyof typeof SIGN
  value?: ReactNode
  children: ReactNode
}) {
  return (
    <li className="flex min-h-[34px] items-center gap-2.5 py-1 text-13">
      <span className="flex-none">{SIGN[sign]}</span>
      <span className="min-w-0 flex-1 text-ink-2">{children}</span>
      {value && <span className="flex-none text-12 text-ink-3">{value}</span>}
    </li>
  )
}
