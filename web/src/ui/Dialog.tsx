import { useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { Button } from '#/ui/Button'

interface Props {
  open: boolean
  /** Esc, the cross, or a click beside it. Without it the dialog cannot be waved away. */
  onClose?: () => void
  title: ReactNode
  /** The buttons, the one that acts last. */
  footer?: ReactNode
  width?: 'narrow' | 'wide'
  children: ReactNode
}

const WIDTH = { narrow: 'w-[26rem]', wide: 'w-[40rem]' }

/** A question that must be answered before anything else. The platform's own: it keeps the focus and dims the rest. */
export function Dialog({ open, onClose, title, footer, width = 'narrow', children }: Props) {
  const { t } = useLingui()
  const id = useId()
  const ref = useModal(open)

  return (
    <dialog
      ref={ref}
      aria-labelledby={id}
      onCancel={event => {
        event.preventDefault()
        onClose?.()
      }}
      onClose={event => {
        // A browser traps no user: the second Esc closes the dialog even if the first was prevented.
        if (open && !onClose) event.currentTarget.showModal()
        else if (open) onClose?.()
      }}
      onClick={event => beside(event) && onClose?.()}
      // It may be in the cell of a table, whose words neither wrap nor begin at the left.
      className={`m-auto max-h-[85dvh] max-w-[calc(100vw-2rem)] overflow-hidden rounded-4 bg-overlay p-0 text-left text-13 whitespace-normal text-ink shadow-overlay backdrop:bg-scrim open:flex open:flex-col ${WIDTH[width]}`}
    >
      <header className="flex items-center gap-2 px-5 pt-4 pb-1">
        <h2 id={id} className="text-16">
          {title}
        </h2>
        {onClose && (
          <span className="-mr-2 ml-auto">
            <Button
              kind="ghost"
              size="small"
              shape="icon"
              aria-label={t`Close`}
              onClick={onClose}
              icon={<X size={14} aria-hidden />}
            />
          </span>
        )}
      </header>
      <div className="min-h-0 overflow-y-auto px-5 pt-1 pb-4 text-ink-2">{children}</div>
      {footer && <footer className="flex justify-end gap-2 border-t border-line px-5 py-3">{footer}</footer>}
    </dialog>
  )
}

/** What has the focus unless something is marked: the first field, otherwise the button that sends. */
const FIRST = 'form :is(input:not([type=hidden]), select, textarea), [type=submit]'

/** Opens and closes a dialog element with `open`. Whatever is marked `data-autofocus` gets the focus. */
export function useModal(open: boolean) {
  const ref = useRef<HTMLDialogElement>(null)
  // Before it leaves the page it is closed: then the focus goes back to where it came from.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog || !open) return
    dialog.showModal()
    // React's own autoFocus comes before the dialog is shown, and what is hidden cannot have the focus.
    const marked = dialog.querySelector<HTMLElement>('[data-autofocus]')
    ;(marked ?? dialog.querySelector<HTMLElement>(FIRST))?.focus()
    return () => dialog.close()
  }, [open])
  return ref
}

/** The backdrop belongs to the dialog element itself, whatever is inside to its children. */
export const beside = (event: MouseEvent) => event.target === event.currentTarget
