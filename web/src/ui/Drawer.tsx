import { useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react'
import { useNarrow } from '#/lib/use-narrow'
import { Button } from '#/ui/Button'
import { useModal } from '#/ui/Dialog'

interface Props {
  title: ReactNode
  note?: ReactNode
  onClose: () => void
  footer?: ReactNode
  children: ReactNode
}

/** What belongs to one row, beside the list; over it if there is no room. Make room with `besideDrawer`. */
export function Drawer(props: Props) {
  return useNarrow() ? <Sheet {...props} /> : <Aside {...props} />
}

/** For the list whose row is open: it gets narrower and never lies under the drawer. */
export const besideDrawer = (open: boolean) => (open ? 'md:mr-(--drawer)' : '')

function Aside(props: Props) {
  const id = useId()
  const ref = useRef<HTMLElement>(null)
  const { onClose } = props

  // The focus goes in, and back to where it came from.
  useEffect(() => {
    const before = document.activeElement
    ref.current?.focus({ preventScroll: true })
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [])

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented && !document.querySelector('dialog[open]'))
      onClose()
  })
  useEffect(() => {
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])

  return (
    <aside
      ref={ref}
      tabIndex={-1}
      aria-labelledby={id}
      className="drawer-in fixed top-(--strip) right-0 bottom-0 z-(--z-drawer) flex w-(--drawer) flex-col bg-overlay shadow-drawer outline-none"
    >
      <Inside {...props} id={id} />
    </aside>
  )
}

function Sheet(props: Props) {
  const id = useId()
  const ref = useModal(true)
  return (
    <dialog
      ref={ref}
      aria-labelledby={id}
      onCancel={event => {
        event.preventDefault()
        props.onClose()
      }}
      className="m-0 mt-auto h-[88dvh] max-h-none w-full max-w-none flex-col overflow-hidden rounded-t-4 bg-overlay p-0 text-13 text-ink shadow-overlay backdrop:bg-scrim open:flex"
    >
      <Inside {...props} id={id} />
    </dialog>
  )
}

function Inside({ title, note, onClose, footer, children, id }: Props & { id: string }) {
  const { t } = useLingui()
  return (
    <>
      <header className="flex flex-none items-center gap-2 px-5 pt-3.5 pb-2.5">
        <h2 id={id} className="text-16">
          {title}
        </h2>
        {note && <span className="text-ink-3">{note}</span>}
        <span className="-mr-2 ml-auto">
          <Button
            kind="ghost"
            shape="icon"
            aria-label={t`Close`}
            aria-keyshortcuts="Escape"
            onClick={onClose}
            icon={<X size={16} strokeWidth={1.75} aria-hidden />}
          />
        </span>
      </header>
      <div className="flex min-h-0 flex-1 flex-col">{children}</div>
      {footer && (
        <footer className="flex flex-none items-center gap-2.5 border-t border-line px-5 py-2.5 text-12 text-ink-3">
          {footer}
        </footer>
      )}
    </>
  )
}
