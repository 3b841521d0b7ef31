import { Trans, useLingui } from '@lingui/react/macro'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { IssueRow } from '#/entities/issue/schema'
import { useIssueMessages, type IssueMessages } from '#/entities/issue/use-issue-messages'
import { useVote } from '#/entities/issue/use-vote'
import { type ListOrder, orderAround } from '#/features/issues/list/order'
import { Row, RowPlaceholder } from '#/features/issues/list/Row'
import { useIncrementalRows } from '#/features/issues/list/use-incremental-rows'
import { afterPaint } from '#/lib/after-paint'
import { useNarrow } from '#/lib/use-narrow'
import { Spinner } from '#/ui/Spinner'

interface Props {
  rows: IssueRow[]
  total: number
  compact: boolean
  /** The issue the keyboard is at. */
  cursor: number | null
  /** What is shown and no longer in the list. */
  gone: ReadonlySet<number>
  hasMore: boolean
  onMore: () => void
  /** Told before an issue opens. The same function with every render, or all rows are drawn anew. */
  onOpen: (number: number) => void
  selection?: { numbers: ReadonlySet<number>; onToggle: (number: number, range: boolean) => void }
}

/** How high a row is; on narrow screens it depends on its words. */
const ROW = { roomy: 59, compact: 49 }
const AHEAD = 60

/** The rows in sight and a few around them, whatever the length of the list. */
export function IssueList(props: Props) {
  const { mutate: vote } = useVote()
  const messages = useIssueMessages()
  const orderOf = useOrder(props.rows, props.total)
  return <Rows {...props} vote={vote} messages={messages} orderOf={orderOf} />
}

interface RowsProps extends Props {
  vote: (vote: { number: number; on: boolean }) => void
  messages: IssueMessages
  orderOf: (at: number) => ListOrder
}

/** Drawn anew with each scroll, so it asks for nothing that its rows could be given. */
function Rows({
  rows,
  total,
  compact,
  cursor,
  gone,
  hasMore,
  onMore,
  onOpen,
  selection,
  vote,
  messages,
  orderOf,
}: RowsProps) {
  // The virtualiser changes under the same identity; a remembered render would show old rows.
  'use no memo'
  const { t } = useLingui()
  const list = useRef<HTMLUListElement>(null)
  const top = useTop(list)
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => (compact ? ROW.compact : ROW.roomy),
    getItemKey: useCallback((at: number) => rows[at]?.number ?? at, [rows]),
    overscan: 2,
    scrollMargin: top,
    // What is fixed on top of the page hides what is under it.
    scrollPaddingStart: 72,
    scrollPaddingEnd: 64,
  })
  const shown = virtual.getVirtualItems()
  const narrow = useNarrow()
  const isDrawn = useIncrementalRows(
    shown.map(({ key }) => Number(key)),
    cursor,
    narrow,
  )
  const last = shown.at(-1)?.index ?? 0

  useEffect(() => {
    if (hasMore && last >= rows.length - AHEAD) onMore()
  }, [hasMore, last, rows.length, onMore])

  // A key is answered with the mark of the cursor; the page and the focus follow. The focus does so once, as soon as the
  // row is there.
  const moved = useRef(false)
  useEffect(() => {
    const at = rows.findIndex(({ number }) => number === cursor)
    moved.current = at >= 0
    if (at < 0) return
    return afterPaint(() => {
      // Asked to, it would also scroll to where the page is, and have it laid out for that.
      if (virtual.getOffsetForIndex(at)?.[1] !== 'auto') virtual.scrollToIndex(at)
    })
    // Only a move of the cursor moves the page, not a new page of rows.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [cursor])
  const isThere = cursor !== null && shown.some(({ key }) => key === cursor) && isDrawn(cursor)
  useEffect(() => {
    if (!isThere || !moved.current) return
    return afterPaint(() => {
      moved.current = false
      list.current?.querySelector<HTMLElement>(`[data-issue="${cursor}"]`)?.focus({ preventScroll: true })
    })
  }, [cursor, isThere])

  return (
    <>
      <ul
        ref={list}
        aria-label={t`Issues`}
        className="relative overflow-hidden rounded-b-3"
        style={{ height: virtual.getTotalSize() }}
      >
        {shown.map(({ index, start, size, key }) => {
          const row = rows[index]
          if (!row) return null
          return (
            <li
              key={key}
              ref={narrow ? virtual.measureElement : undefined}
              data-index={index}
              aria-posinset={index + 1}
              aria-setsize={total}
              // Where its height is known, what is in a row moves nothing else.
              className="absolute inset-x-0 top-0 md:[contain:layout_size_style]"
              style={{
                transform: `translateY(${start - virtual.options.scrollMargin}px)`,
                ...(narrow ? {} : { height: size }),
              }}
            >
              {isDrawn(row.number) ? (
                <Row
                  row={row}
                  at={index}
                  orderOf={orderOf}
                  messages={messages}
                  cursor={row.number === cursor}
                  gone={gone.has(row.number)}
                  compact={compact}
                  onOpen={onOpen}
                  onVote={vote}
                  chosen={selection?.numbers.has(row.number) ?? false}
                  onChoose={selection?.onToggle}
                />
              ) : (
                <RowPlaceholder row={row} compact={compact} choosing={selection !== undefined} />
              )}
            </li>
          )
        })}
      </ul>
      {hasMore && (
        // What turns far below is not drawn.
        <p className="flex h-10 items-center justify-center gap-2 border-t border-line-faint text-12 text-ink-3 [content-visibility:auto]">
          <Spinner /> <Trans>Loading more</Trans>
        </p>
      )}
    </>
  )
}

/** Looks the neighbours up when they are asked for: a list that grew is no reason to draw its rows anew. */
function useOrder(rows: IssueRow[], total: number) {
  const newest = useRef({ rows, total })
  useEffect(() => {
    newest.current = { rows, total }
  })
  return useCallback((at: number) => orderAround(newest.current.rows, at, newest.current.total), [])
}

/** Where the list begins in the page. What stands above it may grow. */
function useTop(list: React.RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => {
      const element = list.current
      if (element) setTop(Math.round(element.getBoundingClientRect().top + scrollY))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [list])
  return top
}
