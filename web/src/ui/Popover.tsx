import { cloneElement, type ReactElement, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { Floating } from '#/ui/Floating'

interface Props {
  /** The button that opens it. */
  trigger: ReactElement<{ onClick?: unknown }>
  label: string
  open: boolean
  onOpenChange: (open: boolean) => void
  children: ReactNode
}

/** A small window at a button, not modal. */
export function Popover({ trigger, label, open, onOpenChange, children }: Props) {
  const id = useId()
  return (
    <>
      {cloneElement(trigger, {
        'aria-haspopup': 'dialog',
        'aria-expanded': open,
        'aria-controls': open ? id : undefined,
        onClick: () => onOpenChange(!open),
      } as object)}
      {open && (
        <Floating
          id={id}
          role="dialog"
          aria-label={label}
          align="end"
          gap={8}
          margin={16}
          onClose={() => onOpenChange(false)}
          className="fixed inset-auto z-(--z-menu) flex max-h-[min(38rem,80dvh)] w-[26rem] flex-col overflow-hidden rounded-3 bg-overlay text-13 text-ink shadow-overlay outline-none"
        >
          <FocusHere />
          {children}
        </Floating>
      )}
    </>
  )
}

/** What a window shows may still be on its way: the keys are in the window meanwhile. */
function FocusHere() {
  const ref = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => ref.current?.focus({ preventScroll: true }), [])
  return <span ref={ref} tabIndex={-1} className="outline-none" />
}
