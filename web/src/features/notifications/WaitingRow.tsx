import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { kindOf } from '#/entities/notification/kinds'
import { NotificationTitle } from '#/entities/notification/NotificationTitle'
import { placeOf } from '#/entities/notification/place'
import type { Notification } from '#/entities/notification/schema'
import { CheckActions } from '#/features/notifications/CheckActions'
import { FailureActions } from '#/features/notifications/FailureActions'
import { AnswerForm } from '#/features/notifications/AnswerForm'
import { ProposalActions } from '#/features/notifications/ProposalActions'
import { WaitingActions } from '#/features/notifications/WaitingActions'
import { dayOf } from '#/lib/time'
import { Ago } from '#/ui/Ago'

interface Props {
  row: Notification
  /** Done, here or elsewhere; it stays until the page is left. */
  isOver: boolean
  isCursor: boolean
  onFocus: () => void
}

const intoView = (row: HTMLElement | null) => row?.scrollIntoView?.({ block: 'nearest' })

/** Something that only the reader can do, and the means to do it. */
export function WaitingRow({ row, isOver, isCursor, onFocus }: Props) {
  const { Icon, tone } = kindOf(row.kind)
  return (
    <li
      ref={isCursor ? intoView : null}
      aria-current={isCursor || undefined}
      onFocus={onFocus}
      className={clsx(
        'grid grid-cols-[20px_minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 border-t border-line-faint px-4 py-3 first:border-t-0 max-md:grid-cols-[18px_minmax(0,1fr)] max-md:px-3',
        isCursor && 'bg-active shadow-[inset_2px_0_0_var(--ink-2)]',
      )}
    >
      <Icon
        size={14}
        strokeWidth={1.9}
        aria-hidden
        className={clsx('mt-[3px]', isOver ? 'text-ink-3' : tone)}
      />
      <div className="min-w-0">
        <h3 className="text-13">
          <Link
            to={placeOf(row)}
            className={clsx('font-medium hover:text-ink', isOver ? 'text-ink-2' : 'text-ink')}
          >
            <NotificationTitle row={row} />
          </Link>
        </h3>
        {!isOver && <Body row={row} />}
      </div>
      <span className="text-12 text-ink-3 max-md:col-start-2">
        <Ago at={row.at} />
      </span>
      <div className="col-start-2 col-end-[-1] mt-2 min-w-0 empty:mt-0">
        {isOver ? (
          <p role="status" className="flex items-center gap-1.5 text-12 text-ink-2">
            <Check size={14} strokeWidth={1.9} className="text-success" aria-hidden />
            <Trans>Done</Trans>
          </p>
        ) : (
          <Actions row={row} isCursor={isCursor} />
        )}
      </div>
    </li>
  )
}

function Actions({ row, isCursor }: { row: Notification; isCursor: boolean }) {
  if (row.kind === 'fix_check' && row.issue && row.data.build)
    return <CheckActions row={row} issue={row.issue} build={row.data.build} isCursor={isCursor} />
  if (row.kind === 'info_asked' && row.issue)
    return <AnswerForm row={row} number={row.issue.number} isCursor={isCursor} />
  if (row.kind === 'failure_question' && row.data.failure)
    return <FailureActions failure={row.data.failure} isCursor={isCursor} />
  if (row.kind === 'admin_tracker' && row.data.proposal)
    return <ProposalActions row={row} proposal={row.data.proposal} />
  return <WaitingActions row={row} />
}

/** What it is about, below what is asked. */
function Body({ row: { kind, issue, data } }: { row: Notification }): ReactNode {
  const text = 'max-w-[68ch] text-ink-2 wrap-anywhere'
  if (kind === 'info_asked')
    return (
      <p className={text}>
        {data.question ? `“${data.question}”` : issue?.title}{' '}
        {data.until && <Trans>Without an answer the report closes on {dayOf(data.until)}.</Trans>}
      </p>
    )
  if (kind === 'failure_question' && data.failure)
    return (
      <p className={text}>
        {data.failure.sentence} <Trans>Was the product at fault?</Trans>
      </p>
    )
  if (kind === 'fix_check')
    return (
      <p className={text}>
        {issue?.title}
        {data.points !== null && data.points > 0 && (
          <span className="block">
            <Trans>
              A correct answer earns <b className="font-semibold text-gold-text">{data.points}</b> points,
              whether it works or not.
            </Trans>
          </span>
        )}
      </p>
    )
  // Its title ends with the reason.
  if (kind === 'submission_returned') return null
  const said = data.reason ?? data.problem ?? (kind === 'admin_tracker' ? data.excerpt : null) ?? issue?.title
  return said && <p className={text}>{said}</p>
}
