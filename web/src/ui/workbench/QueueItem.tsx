import { clsx } from 'clsx'
import { type ReactNode, useEffect, useRef } from 'react'
import { afterPaint } from '#/lib/after-paint'

interface Props {
  /** It is in hand. */
  on: boolean
  /** It no longer waits. */
  isOver?: boolean
  title: ReactNode
  /** Behind the title: how long it waits, or how much it counts. */
  aside: ReactNode
  note: ReactNode
  /** Behind the note: why it is where it is. */
  sign?: ReactNode
  onOpen: () => void
}

/** A line of the queue. */
export function QueueItem({ on, isOver = false, title, aside, note, sign, onOpen }: Props) {
  const ref = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (on) return afterPaint(() => ref.current?.scrollIntoView?.({ block: 'nearest' }))
  }, [on])
  return (
    <button
      ref={ref}
      type="button"
      aria-current={on || undefined}
      onClick={onOpen}
      className={clsx(
        'grid w-full grid-cols-1 gap-px border-b border-line-faint px-4 py-[9px] text-left focus-visible:-outline-offset-2',
        on ? 'bg-active shadow-[inset_2px_0_0_var(--ink)]' : 'hover:bg-hover',
        isOver && 'text-ink-2',
      )}
    >
      <span className="flex items-center gap-2">
        <span className="min-w-0 flex-1 truncate font-medium">{title}</span>
        <span className="flex-none text-12 text-ink-2">{aside}</span>
      </span>
      <span className="flex items-center gap-2 text-12 text-ink-3">
        <span className="min-w-0 flex-1 truncate">{note}</span>
        {sign}
      </span>
    </button>
  )
}
