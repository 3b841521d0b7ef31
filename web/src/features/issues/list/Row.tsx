import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Check, Lightbulb, Lock, MessageSquare, Reply, Waves } from 'lucide-react'
import { memo } from 'react'
import { AffectsButton } from '#/entities/issue/AffectsButton'
import { KIND, KIND_INLINE } from '#/entities/issue/messages'
import { ProofGlyph } from '#/entities/issue/ProofGlyph'
import type { IssueRow } from '#/entities/issue/schema'
import { SeverityMark } from '#/entities/issue/SeverityMark'
import { StatusMark } from '#/entities/issue/StatusMark'
import type { IssueMessages } from '#/entities/issue/use-issue-messages'
import type { ListOrder } from '#/features/issues/list/order'
import { Ago } from '#/ui/Ago'
import { dottedLine, dottedPart } from '#/ui/dotted'

interface Props {
  row: IssueRow
  /** Its place in the list. */
  at: number
  /** The neighbours of the one that is opened, by its place. It stays the same while the list grows. */
  orderOf: (at: number) => ListOrder
  messages: IssueMessages
  cursor: boolean
  /** No longer in the list; it stays until the list is read again. */
  gone: boolean
  compact: boolean
  /** Told before the issue opens. */
  onOpen: (number: number) => void
  onVote: (vote: { number: number; on: boolean }) => void
  chosen: boolean
  /** Given to those who may decide about many at once. */
  onChoose: ((number: number, range: boolean) => void) | undefined
}

/**
 * One issue of a list. On narrow screens it is a card.
 *
 * Scrolling draws the list again with each frame; a row that is the same must not be drawn with it.
 */
export const Row = memo(function Row({
  row,
  at,
  orderOf,
  messages,
  cursor,
  gone,
  compact,
  onOpen,
  onVote,
  chosen,
  onChoose,
}: Props) {
  return (
    <div
      aria-current={cursor || undefined}
      className={clsx(
        'relative grid items-center gap-x-4 border-t border-line-faint pr-4 pl-2.5 hover:bg-hover max-md:grid-cols-[44px_auto_minmax(0,1fr)] max-md:gap-x-3.5 max-md:gap-y-1.5 max-md:py-3',
        onChoose
          ? 'md:grid-cols-[16px_44px_minmax(0,1fr)_168px_118px_92px]'
          : 'md:grid-cols-[44px_minmax(0,1fr)_168px_118px_92px]',
        compact ? 'md:h-[49px]' : 'md:h-[59px]',
        cursor &&
          'bg-active before:absolute before:inset-y-[-1px] before:-left-px before:w-0.5 before:bg-ink',
        chosen && 'bg-link-wash',
        gone && 'opacity-50',
      )}
    >
      {onChoose && <Select row={row} on={chosen} onToggle={range => onChoose(row.number, range)} />}
      <span className={clsx('relative z-1 max-md:self-start', !onChoose && 'max-md:row-span-2')}>
        <AffectsButton
          count={row.voteCount}
          mine={row.affectsMe || row.mine}
          locked={row.mine}
          onToggle={() => onVote({ number: row.number, on: !row.affectsMe })}
        />
      </span>
      <div className="min-w-0 max-md:col-span-2">
        <p className="truncate text-14 font-medium max-md:leading-5 max-md:whitespace-normal">
          <span className="mr-1.5 text-13 font-normal text-ink-3">#{row.number}</span>
          <Link
            to="/issues/$number"
            params={{ number: String(row.number) }}
            state={() => ({ order: orderOf(at) })}
            data-issue={row.number}
            // The keyboard passes many rows before it opens one.
            preload={cursor ? false : 'intent'}
            onClick={() => onOpen(row.number)}
            // The whole row opens the issue; what else can be pressed in it lies above.
            className="text-ink after:absolute after:inset-0 hover:text-ink focus-visible:-outline-offset-1 in-aria-[current]:outline-none"
          >
            {row.title}
          </Link>
          {gone && (
            <span className="sr-only">
              {' '}
              <Trans>No longer in this list</Trans>
            </span>
          )}
        </p>
        {!compact && <About row={row} messages={messages} />}
      </div>
      <Standing row={row} messages={messages} compact={compact} />
      <Weight row={row} messages={messages} compact={compact} />
      <Counts row={row} />
    </div>
  )
})

interface ToComeProps {
  row: IssueRow
  compact: boolean
  /** Rows have a box to choose them with. */
  choosing: boolean
}

/** A row that has come into sight a moment ago: its words at least, in their place. */
export const RowPlaceholder = memo(function RowPlaceholder({ row, compact, choosing }: ToComeProps) {
  return (
    <p
      className={clsx(
        'truncate border-t border-line-faint pr-4 text-14 font-medium',
        choosing ? 'pl-[102px]' : 'pl-[70px]',
        compact ? 'h-[49px] leading-[48px]' : 'h-[59px] pt-[9px]',
      )}
    >
      <span className="mr-1.5 text-13 font-normal text-ink-3">#{row.number}</span>
      {row.title}
    </p>
  )
})

function Select({ row, on, onToggle }: { row: IssueRow; on: boolean; onToggle: (range: boolean) => void }) {
  const { t } = useLingui()
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={on}
      aria-label={t`Select #${row.number}`}
      onClick={event => onToggle(event.shiftKey)}
      className={clsx(
        'relative z-1 grid size-4 place-items-center rounded-1 border before:absolute before:-inset-2 max-md:col-start-1 max-md:row-start-2 max-md:justify-self-center max-md:before:-inset-3.5',
        on ? 'border-inverse bg-inverse text-ink-inverse' : 'border-line-control bg-panel',
      )}
    >
      {on && <Check size={11} strokeWidth={3} aria-hidden />}
    </button>
  )
}

/** Where it is, what it is, and what is special about it. */
function About({ row, messages }: { row: IssueRow; messages: IssueMessages }) {
  const { t } = useLingui()
  const merged = row.mergedCount
  return (
    <p className="mt-px min-w-0 overflow-x-clip text-12 leading-[1.125rem] whitespace-nowrap text-ink-3">
      <span className={`${dottedLine} max-md:flex-wrap`}>
        <span className={dottedPart}>{messages.area(row.area)}</span>
        {row.kind !== 'bug' && <span className={dottedPart}>{t(KIND_INLINE[row.kind])}</span>}
        {row.failureClass && (
          <span className={dottedPart}>
            <span className="font-mono text-[11.5px] tracking-tight text-ink-2">{row.failureClass}</span>
          </span>
        )}
        {row.network && <span className={dottedPart}>{row.network.name}</span>}
        {row.proofCount > 0 && (
          <span className={clsx(dottedPart, 'md:hidden')}>
            <Trans>{row.proofCount} with proof</Trans>
          </span>
        )}
        {row.tags.slice(0, 2).map(tag => (
          <span key={tag} className={dottedPart}>
            <span className="font-mono text-[11.5px] tracking-tight text-ink-2">{tag}</span>
          </span>
        ))}
        {row.visibility === 'private' && (
          <span className={clsx(dottedPart, 'text-danger')}>
            <Lock size={12} strokeWidth={2.1} className="mr-1" aria-hidden />
            <Trans>private</Trans>
          </span>
        )}
        {row.source === 'widget' && (
          <span className={dottedPart}>
            <Trans>widget</Trans>
          </span>
        )}
        {row.answered && (
          <span className={clsx(dottedPart, 'text-info')}>
            <Reply size={12} strokeWidth={2.1} className="mr-1" aria-hidden />
            <Trans>answered</Trans>
          </span>
        )}
        {merged > 0 && (
          <span className={dottedPart}>
            <Trans>{merged} merged</Trans>
          </span>
        )}
        {row.mine && <span className={clsx(dottedPart, 'text-ink-2')}>{t`yours`}</span>}
        {row.regressions > 0 && <span className={clsx(dottedPart, 'text-warning')}>{t`came back`}</span>}
        <Found match={row.match} />
      </span>
    </p>
  )
}

/** Why a search found it, where that is not plain to see. */
function Found({ match }: { match: IssueRow['match'] }) {
  if (match === null || match === 'title') return null
  const words = {
    number: <Trans>found by number</Trans>,
    hash: <Trans>found by its transaction</Trans>,
    text: <Trans>found in the text</Trans>,
  }
  return <span className={dottedPart}>{words[match]}</span>
}

interface CellProps {
  row: IssueRow
  messages: IssueMessages
  compact: boolean
}

function Standing({ row, messages, compact }: CellProps) {
  return (
    <div className="text-12 leading-5 max-md:col-start-2">
      <StatusMark status={row.status} word={messages.standing(row)} />
      <p className={clsx('pl-5 text-12 leading-[1.125rem] text-ink-3 max-md:hidden', compact && 'hidden')}>
        <Ago at={row.lastActivityAt} />
      </p>
    </div>
  )
}

function Weight({ row, messages, compact }: CellProps) {
  return (
    <div className="text-12 leading-5 max-md:col-start-3">
      <Heaviness row={row} messages={messages} />
      <p className={clsx('pl-5 leading-[1.125rem] text-ink-3 max-md:hidden', compact && 'hidden')}>
        {row.build?.version}
      </p>
    </div>
  )
}

/** Bugs have a severity once they are judged; the other kinds are what they are. */
function Heaviness({ row: { kind, severity }, messages }: Omit<CellProps, 'compact'>) {
  const { t } = useLingui()
  if (kind === 'bug')
    return severity ? (
      <SeverityMark severity={severity} word={messages.severity(severity)} />
    ) : (
      <span className="pl-5 text-ink-3 max-md:pl-0">{t`not graded`}</span>
    )
  const Icon = kind === 'idea' ? Lightbulb : Waves
  return (
    <span className="inline-flex items-center gap-1.5 align-middle text-ink-2">
      <Icon size={14} strokeWidth={1.9} className="text-ink-3" aria-hidden />
      {t(KIND[kind])}
    </span>
  )
}

function Counts({ row: { commentCount, proofCount } }: { row: IssueRow }) {
  const { t } = useLingui()
  return (
    <p className="tabular flex justify-end gap-3 text-12 text-ink-2 max-md:hidden">
      <span className="flex w-[38px] items-center justify-between" title={t`Comments`}>
        <MessageSquare size={12} strokeWidth={2.1} className="text-ink-3" aria-hidden />
        <span className="sr-only">{t`Comments`} </span>
        {commentCount}
      </span>
      {proofCount > 0 && (
        <span className="flex w-[38px] items-center justify-between" title={t`With proof`}>
          <ProofGlyph />
          <span className="sr-only">{t`With proof`} </span>
          {proofCount}
        </span>
      )}
    </p>
  )
}
