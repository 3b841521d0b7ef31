import { clsx } from 'clsx'
import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'

interface Props {
  /** The button that opens it. */
  trigger: ReactNode
  children: ReactNode
  align?: 'start' | 'end'
  /** For menus that something other than their button opens too. */
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

/**
 * A list of things to do.
 *
 * Not modal: a modal one would need styles that the content policy forbids. Not in a portal: it belongs to the landmark
 * of its button.
 */
export function Menu({ trigger, children, align = 'start', open, onOpenChange }: Props) {
  return (
    <DropdownMenu.Root
      modal={false}
      {...(open === undefined ? {} : { open })}
      {...(onOpenChange ? { onOpenChange } : {})}
    >
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Content
        align={align}
        sideOffset={6}
        collisionPadding={8}
        className="z-(--z-menu) max-h-[min(26rem,70dvh)] min-w-[200px] overflow-y-auto rounded-3 bg-overlay p-1 text-13 shadow-overlay"
      >
        {children}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}

interface ItemProps {
  icon?: ReactNode
  keys?: ReactNode
  danger?: boolean
  disabled?: boolean
  onSelect?: () => void
  children: ReactNode
}

export function MenuItem({ icon, keys, danger, disabled = false, onSelect, children }: ItemProps) {
  return (
    <DropdownMenu.Item
      disabled={disabled}
      onSelect={() => onSelect?.()}
      className={clsx(
        'flex h-[30px] cursor-default items-center gap-[9px] rounded-1 px-2 whitespace-nowrap outline-none data-disabled:text-ink-off data-highlighted:bg-active max-md:h-(--touch)',
        danger ? 'text-danger' : 'text-ink [&>svg]:text-ink-3',
      )}
    >
      {icon}
      {children}
      {keys && <span className="ml-auto pl-4">{keys}</span>}
    </DropdownMenu.Item>
  )
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return (
    <DropdownMenu.Label className="flex h-[26px] items-center px-2 text-12 text-ink-3">
      {children}
    </DropdownMenu.Label>
  )
}

export function MenuRule() {
  return <DropdownMenu.Separator className="-mx-1 my-1 h-px bg-line" />
}
