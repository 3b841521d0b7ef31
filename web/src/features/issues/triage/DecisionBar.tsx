import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useEffect, useRef } from 'react'
import { SEVERITIES } from '#/entities/issue/schema'
import { SeverityMark } from '#/entities/issue/SeverityMark'
import { useIssueMessages } from '#/entities/issue/use-issue-messages'
import type { QueueRow } from '#/features/issues/model'
import { caseQuery } from '#/features/issues/triage/api'
import type { Triage } from '#/features/issues/triage/use-triage'
import { figure, measure } from '#/lib/number'
import { useSecondsLeft } from '#/lib/use-seconds-left'
import { Keys } from '#/ui/Keys'
import { Act, DecisionBar as Bar } from '#/ui/workbench/DecisionBar'

export type Mode = 'none' | 'grade' | 'merge' | 'close' | 'ask'

interface Props {
  row: QueueRow
  triage: Triage
  mode: Mode
  /** Whether accepting needs a severity: for this report, or for one of those that were chosen. */
  graded: boolean
  quality: string
  onMode: (mode: Mode) => void
  onAccept: (severity: string | null) => void
  onSnooze: () => void
}

/** What can be decided, each with what it will do. The one that is suggested has the gold. */
export function DecisionBar({ row, triage, mode, graded, quality, onMode, onAccept, onSnooze }: Props) {
  const { data } = useQuery(caseQuery(row.number, quality))
  const suggestion = data?.suggestion
  const target = suggestion?.command === 'merge' ? suggestion.target : null
  return (
    <Bar
      note={
        <>
          {suggestion && (
            <>
              <Trans>Suggested</Trans>
              <strong className="font-medium text-ink">
                <Suggested command={suggestion.command} target={target ?? null} />
              </strong>
              <span className="max-md:hidden">{suggestion.why}</span>
            </>
          )}
          <span className="ml-auto max-md:hidden">
            {triage.chosen.size > 0 ? (
              <strong className="font-medium text-link">
                <Plural value={triage.chosen.size} one="for # selected report" other="for # selected reports" />
              </strong>
            ) : (
              <Trans>The next report opens after each decision</Trans>
            )}
          </span>
        </>
      }
    >
      {mode === 'grade' ? (
        <Grades row={row} quality={quality} onAccept={onAccept} onCancel={() => onMode('none')} />
      ) : (
        <div className="grid grid-cols-[1fr_1.4fr_1.2fr_.95fr_.85fr_1.3fr] gap-2 max-[88rem]:grid-cols-3 max-md:grid-cols-2">
          <Act
            keys="1"
            title={<Trans>Accept</Trans>}
            note={graded ? <Trans>then S1 to S4</Trans> : <AcceptPays row={row} quality={quality} />}
            suggested={suggestion?.command === 'accept'}
            onPress={() => (graded ? onMode('grade') : onAccept(null))}
          />
          <Act
            keys="2"
            title={target ? <Trans>Duplicate of #{target}</Trans> : <Trans>Duplicate</Trans>}
            note={<Trans>moves the votes there</Trans>}
            suggested={suggestion?.command === 'merge'}
            onPress={() => onMode('merge')}
          />
          <Act
            keys="3"
            title={<Trans>Close</Trans>}
            note={<Trans>outcome and reason</Trans>}
            suggested={suggestion?.command === 'close'}
            onPress={() => onMode('close')}
          />
          <Act
            keys="4"
            title={<Trans>Ask</Trans>}
            note={<Trans>one question</Trans>}
            suggested={suggestion?.command === 'ask'}
            onPress={() => onMode('ask')}
          />
          <Act keys="h" title={<Trans>Snooze</Trans>} note={<Trans>for a day</Trans>} onPress={onSnooze} />
          <UndoAct triage={triage} />
        </div>
      )}
    </Bar>
  )
}

function Suggested({ command, target }: { command: string; target: number | null }) {
  if (command === 'merge' && target) return <Trans>merge into #{target}</Trans>
  if (command === 'accept') return <Trans>accept</Trans>
  if (command === 'close') return <Trans>close</Trans>
  return <Trans>ask</Trans>
}

/** What accepting pays where there is nothing to grade. */
function AcceptPays({ row, quality }: { row: QueueRow; quality: string }) {
  const { data } = useQuery(caseQuery(row.number, quality))
  const amount = (data?.wouldPay['base'] ?? []).reduce((sum, share) => sum + share.amount, 0)
  const points = data ? figure(amount) : '…'
  return (
    <Trans>
      pays <span className="font-medium text-gold-text">{points}</span>
    </Trans>
  )
}

/** The severity, by its own figure or by the keys under the left hand. */
function Grades({
  row,
  quality,
  onAccept,
  onCancel,
}: {
  row: QueueRow
  quality: string
  onAccept: Props['onAccept']
  onCancel: () => void
}) {
  const { t } = useLingui()
  const messages = useIssueMessages()
  const { data, isPlaceholderData } = useQuery(caseQuery(row.number, quality))
  const total = (grade: string) => (data?.wouldPay[grade] ?? []).reduce((sum, { amount }) => sum + amount, 0)
  const pays = (grade: string) => (isPlaceholderData ? '…' : figure(total(grade)))
  const claimed = useRef<HTMLButtonElement>(null)
  // What was pressed to come here is gone, and the focus with it.
  useEffect(() => {
    if (document.activeElement === document.body) claimed.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div role="group" aria-label={t`Severity`} className="grid grid-cols-5 gap-2 max-md:grid-cols-2">
      {SEVERITIES.map((severity, order) => (
        <button
          key={severity}
          ref={severity === (row.severityClaimed ?? 'S3') ? claimed : undefined}
          type="button"
          aria-keyshortcuts={`${order + 1} ${'asdf'[order]}`}
          onClick={() => onAccept(severity)}
          className={clsx(
            'grid min-h-[52px] gap-0.5 rounded-2 border bg-raised px-[11px] py-[9px] text-left hover:bg-active',
            severity === row.severityClaimed ? 'border-line-control' : 'border-line-strong',
          )}
        >
          <span className="flex items-center gap-2 font-semibold">
            <Keys of={[String(order + 1), 'asdf'[order] ?? '']} />
            <SeverityMark severity={severity} word={messages.severity(severity)} />
          </span>
          <span className="truncate text-12 text-ink-3">
            {data ? (
              <Trans>
                pays <span className="font-medium text-gold-text">{pays(severity)}</span>, quality {quality}
              </Trans>
            ) : (
              severity
            )}
          </span>
        </button>
      ))}
      <button
        type="button"
        onClick={onCancel}
        className="grid min-h-[52px] place-items-center rounded-2 text-ink-2 hover:bg-hover hover:text-ink"
      >
        <span className="flex items-center gap-2">
          <Trans>Back</Trans> <Keys of={['Esc']} />
        </span>
      </button>
    </div>
  )
}

/** The way back, for as long as there is one. */
export function UndoAct({ triage }: { triage: Triage }) {
  const { last, expire } = triage
  const left = useSecondsLeft(last ? Date.parse(last.undoUntil) : undefined, expire)
  return (
    <Act
      keys="u"
      title={<Trans>Undo</Trans>}
      aside={last && measure(left, 'second')}
      note={last ? last.what : <Trans>nothing yet</Trans>}
      disabled={!last}
      onPress={triage.undo}
    />
  )
}
