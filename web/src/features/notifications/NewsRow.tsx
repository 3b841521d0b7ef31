import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { kindOf } from '#/entities/notification/kinds'
import { NotificationTitle } from '#/entities/notification/NotificationTitle'
import { placeOf } from '#/entities/notification/place'
import type { Notification } from '#/entities/notification/schema'
import { Ago } from '#/ui/Ago'

interface Props {
  row: Notification
  isCursor: boolean
  onFocus?: () => void
  onOpen: () => void
}

const intoView = (row: HTMLElement | null) => row?.scrollIntoView?.({ block: 'nearest' })

/** Something that happened. Opening it makes it read. */
export function NewsRow({ row, isCursor, onFocus, onOpen }: Props) {
  const { Icon } = kindOf(row.kind)
  const isUnread = row.readAt === null
  return (
    <li
      ref={isCursor ? intoView : null}
      aria-current={isCursor || undefined}
      onFocus={onFocus}
      className={clsx(
        'border-t border-line-faint',
        isCursor && 'bg-active shadow-[inset_2px_0_0_var(--ink-2)]',
      )}
    >
      <Link
        to={placeOf(row)}
        onClick={onOpen}
        className="grid grid-cols-[20px_minmax(0,1fr)_auto] gap-x-3 px-4 py-[9px] hover:bg-hover hover:no-underline focus-visible:-outline-offset-2 max-md:min-h-(--touch) max-md:grid-cols-[18px_minmax(0,1fr)] max-md:px-3"
      >
        <Icon size={14} strokeWidth={1.9} aria-hidden className="mt-[3px] text-ink-3" />
        <span className={clsx('wrap-anywhere', isUnread ? 'font-medium text-ink' : 'text-ink-2')}>
          <NotificationTitle row={row} />
          {isUnread && (
            <>
              <span className="ml-2 inline-block size-1.5 rounded-full bg-link align-[2px]" aria-hidden />
              <span className="sr-only">
                {' '}
                <Trans>unread</Trans>
              </span>
            </>
          )}
          {row.issue?.title && (
            <span className="block truncate text-12 font-normal text-ink-3">{row.issue.title}</span>
          )}
        </span>
        <span className="text-12 text-ink-3 max-md:col-start-2">
          <Ago at={row.at} />
        </span>
      </Link>
    </li>
  )
}
