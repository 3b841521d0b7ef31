import { Popover as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

interface Props {
  /** The button that opens it. */
  trigger: ReactNode
  label: string
  open: boolean
  onOpenChange: (open: boolean) => void
  children: ReactNode
}

/** A small window at a button. Like a menu it is neither modal nor in a portal. */
export function Popover({ trigger, label, open, onOpenChange, children }: Props) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Content
        aria-label={label}
        align="end"
        sideOffset={8}
        collisionPadding={16}
        className="z-(--z-menu) flex max-h-[min(38rem,80dvh)] w-[26rem] flex-col overflow-hidden rounded-3 bg-overlay text-13 text-ink shadow-overlay outline-none"
      >
        {children}
      </Radix.Content>
    </Radix.Root>
  )
}
