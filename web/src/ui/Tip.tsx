import { Tooltip } from 'radix-ui'
import type { ReactNode } from 'react'

interface Props {
  /** What the trigger does, or the exact form of what it shows. */
  text: ReactNode
  keys?: ReactNode
  /** Something that can have the focus. */
  children: ReactNode
  /** For the styleguide, which shows what usually waits for the pointer. */
  shown?: boolean
}

/** A word beside the pointer or the focus. Never the only place where something is said. */
export function Tip({ text, keys, children, shown }: Props) {
  return (
    <Tooltip.Provider delayDuration={300}>
      <Tooltip.Root {...(shown ? { open: true } : {})}>
        <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
        <Tooltip.Content
          sideOffset={6}
          collisionPadding={8}
          data-theme="dark"
          className="z-(--z-tooltip) inline-flex items-center gap-2 rounded-2 border border-toast-line bg-toast px-2 py-[5px] text-12 whitespace-nowrap text-toast-ink"
        >
          {text}
          {keys}
        </Tooltip.Content>
      </Tooltip.Root>
    </Tooltip.Provider>
  )
}
