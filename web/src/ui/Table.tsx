import { clsx } from 'clsx'
import type { ReactNode } from 'react'

interface TableProps {
  /** Says to readers what the rows are. */
  caption: string
  compact?: boolean
  head: ReactNode
  children: ReactNode
}

/** Identity left, state in the middle, figures right. A wide one scrolls by itself, not the page. */
export function Table({ caption, compact, head, children }: TableProps) {
  return (
    // Whatever scrolls must be reachable by keyboard.
    <div
      className="relative overflow-x-auto focus-visible:-outline-offset-2"
      role="group"
      aria-label={caption}
      tabIndex={0}
    >
      <table className={clsx('group w-full border-collapse', compact && 'is-compact')}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>{head}</tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

interface CellProps {
  /** Right aligned, tabular. */
  figure?: boolean
  /** Left out on narrow screens, where what a user must reach comes first. */
  wide?: boolean
  children?: ReactNode
}

export function HeadCell({ figure, wide, children }: CellProps) {
  return (
    <th
      scope="col"
      className={clsx(
        'h-[34px] border-b border-line px-3 text-12 font-medium whitespace-nowrap text-ink-3 first:pl-4 last:pr-4 max-md:not-first:pl-2 max-md:not-last:pr-2',
        figure ? 'text-right' : 'text-left',
        wide && 'max-md:hidden',
      )}
    >
      {children}
    </th>
  )
}

interface RowProps {
  /** The row the keyboard is at. */
  cursor?: boolean
  /** The reader's own. */
  own?: boolean
  children: ReactNode
}

export function Row({ cursor, own, children }: RowProps) {
  return (
    <tr
      aria-current={cursor || undefined}
      className={clsx(
        'border-t border-line-faint first:border-t-0 hover:bg-hover',
        cursor && 'bg-active [&>td:first-child]:shadow-[inset_2px_0_0_var(--ink-2)]',
        own &&
          'border-y !border-gold-line !bg-gold-wash [&>td:first-child]:shadow-[inset_2px_0_0_var(--gold)]',
      )}
    >
      {children}
    </tr>
  )
}

export function Cell({ figure, wide, children }: CellProps) {
  return (
    <td
      className={clsx(
        'h-(--row) px-3 py-1 align-middle whitespace-nowrap group-[.is-compact]:h-(--row-compact) first:pl-4 last:pr-4 max-md:not-first:pl-2 max-md:not-last:pr-2',
        figure && 'text-right',
        wide && 'max-md:hidden',
      )}
    >
      {children}
    </td>
  )
}
