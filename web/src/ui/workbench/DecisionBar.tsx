import { clsx } from 'clsx'
import type { KeyboardEvent, ReactNode } from 'react'
import { bottomBar } from '#/lib/bottom-bar'
import { Keys } from '#/ui/Keys'

interface Props {
  /** What is suggested, and what follows. */
  note?: ReactNode
  /** Why the last decision was refused. */
  refused?: ReactNode
  children: ReactNode
}

/** What can be decided about the case in hand. */
export function DecisionBar({ note, refused, children }: Props) {
  return (
    <footer
      ref={bottomBar}
      onKeyDown={pressOnce}
      className="border-t border-line-strong bg-panel px-6 pt-3 pb-3.5 max-md:sticky max-md:bottom-0 max-md:px-4"
    >
      {note && <p className="mb-2 flex flex-wrap items-center gap-x-2 text-12 text-ink-3">{note}</p>}
      {refused && (
        <p role="alert" className="mb-2 text-danger">
          {refused}
        </p>
      )}
      {children}
    </footer>
  )
}

/**
 * Here Enter and Space press what has the focus, whatever they mean on the page; and once, however long they are held:
 * the next case takes the place of the last one.
 */
function pressOnce(event: KeyboardEvent) {
  if (event.key !== 'Enter' && event.key !== ' ') return
  event.stopPropagation()
  if (event.repeat) event.preventDefault()
}

interface ActProps {
  keys: string
  title: ReactNode
  /** At the other end of the title, quieter. */
  aside?: ReactNode
  note: ReactNode
  suggested?: boolean
  disabled?: boolean
  onPress: () => void
}

/** One decision, with what it will do. The one that is suggested has the gold. */
export function Act({ keys, title, aside, note, suggested = false, disabled = false, onPress }: ActProps) {
  return (
    <button
      type="button"
      disabled={disabled}
      aria-keyshortcuts={keys}
      onClick={onPress}
      className={clsx(
        'grid min-h-[52px] min-w-0 gap-0.5 rounded-2 border bg-raised px-[11px] py-[9px] text-left hover:bg-active disabled:bg-transparent disabled:text-ink-off',
        suggested ? 'border-gold shadow-[inset_0_0_0_1px_var(--gold)]' : 'border-line-strong',
      )}
    >
      <span className="flex items-center gap-2 truncate font-semibold">
        <Keys of={[keys]} />
        {title}
        {aside && <span className="tabular ml-auto text-12 font-normal text-ink-3">{aside}</span>}
      </span>
      <span className={clsx('line-clamp-2 text-12', suggested ? 'text-ink-2' : 'text-ink-3')}>{note}</span>
    </button>
  )
}
