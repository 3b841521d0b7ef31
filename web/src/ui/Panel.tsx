import { type ReactNode, useId } from 'react'

interface Props {
  title: ReactNode
  /** Beside the title, quieter. */
  note?: ReactNode
  /** At the right end of the head. */
  actions?: ReactNode
  /** Rows and tables reach the edges and rule themselves. */
  flush?: boolean
  children: ReactNode
}

/** The one level of boxes on a page. Never a panel in a panel. */
export function Panel({ title, note, actions, flush, children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-3 border border-line bg-panel">
      <header className="flex min-h-10 flex-wrap items-center gap-x-2 px-4 py-1 max-md:py-1.5">
        <h2 id={id} className="text-13 whitespace-nowrap">
          {title}
        </h2>
        {note && <span className="text-12 text-ink-3">{note}</span>}
        {actions && (
          <span className="ml-auto flex flex-wrap items-center justify-end gap-x-2 gap-y-1">{actions}</span>
        )}
      </header>
      {flush ? children : <div className="px-4 pb-4">{children}</div>}
    </section>
  )
}
