import { clsx } from 'clsx'
import {
  cloneElement,
  createContext,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  use,
  useCallback,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Floating } from '#/ui/Floating'

interface Props {
  /** The button that opens it. */
  trigger: ReactElement<{ onClick?: unknown }>
  children: ReactNode
  align?: 'start' | 'end'
  /** For menus that something other than their button opens too. */
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

const CloseMenu = createContext<() => void>(() => undefined)

/** A list of things to do. */
export function Menu({ trigger, children, align = 'start', open: asked, onOpenChange }: Props) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const open = asked ?? isOpen
  const show = useCallback(
    (next: boolean) => {
      setOpen(next)
      onOpenChange?.(next)
    },
    [onOpenChange],
  )
  const close = useCallback(() => show(false), [show])
  return (
    <>
      {cloneElement(trigger, {
        id,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        'aria-controls': open ? `${id}-menu` : undefined,
        onClick: () => show(!open),
        onKeyDown: (event: KeyboardEvent) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          show(true)
        },
      } as object)}
      {open && (
        <Floating
          id={`${id}-menu`}
          role="menu"
          aria-labelledby={id}
          align={align}
          gap={6}
          margin={8}
          onClose={close}
          onKeyDown={event => onMenuKey(event, close)}
          className="fixed inset-auto z-(--z-menu) max-h-[min(26rem,70dvh)] min-w-[200px] overflow-y-auto rounded-3 bg-overlay p-1 text-13 text-ink shadow-overlay"
        >
          <FocusFirst />
          <CloseMenu value={close}>{children}</CloseMenu>
        </Floating>
      )}
    </>
  )
}

const itemsOf = (menu: Element) => [
  ...menu.querySelectorAll<HTMLElement>('[role=menuitem]:not([aria-disabled])'),
]

/** Moves through the items, also by the first letter of a word, and leaves the menu. */
function onMenuKey(event: KeyboardEvent<HTMLElement>, close: () => void) {
  const items = itemsOf(event.currentTarget)
  const at = items.indexOf(document.activeElement as HTMLElement)
  const { key } = event
  // The focus goes on from the button.
  if (key === 'Tab') return close()
  const next = (): HTMLElement | undefined => {
    if (key === 'ArrowDown') return items[(at + 1) % items.length]
    if (key === 'ArrowUp') return items.at(at > 0 ? at - 1 : -1)
    if (key === 'Home') return items[0]
    if (key === 'End') return items.at(-1)
    if (!/^\p{L}$/u.test(key) || event.ctrlKey || event.metaKey || event.altKey) return undefined
    const begins = ({ textContent }: HTMLElement) => textContent.toLowerCase().startsWith(key.toLowerCase())
    return [...items.slice(at + 1), ...items.slice(0, at + 1)].find(begins)
  }
  const item = next()
  if (!item) return
  event.preventDefault()
  item.focus()
}

/** Puts the focus on the first item. For items that arrive after the menu was opened, it comes with them. */
export function FocusFirst() {
  const ref = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const menu = ref.current?.parentElement
    if (menu) itemsOf(menu)[0]?.focus({ preventScroll: true })
  }, [])
  return <span ref={ref} hidden />
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
  const close = use(CloseMenu)
  function select() {
    if (disabled) return
    close()
    onSelect?.()
  }
  return (
    <div
      role="menuitem"
      tabIndex={-1}
      aria-disabled={disabled || undefined}
      onClick={select}
      onPointerMove={({ currentTarget }) => !disabled && currentTarget.focus({ preventScroll: true })}
      onKeyDown={event => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        // A key held since it opened the menu chooses nothing in it.
        if (!event.repeat) select()
      }}
      className={clsx(
        'flex h-[30px] cursor-default items-center gap-[9px] rounded-1 px-2 whitespace-nowrap outline-none focus:bg-active aria-disabled:text-ink-off max-md:h-(--touch)',
        danger ? 'text-danger' : 'text-ink [&>svg]:text-ink-3',
      )}
    >
      {icon}
      {children}
      {keys && <span className="ml-auto pl-4">{keys}</span>}
    </div>
  )
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return (
    <div role="presentation" className="flex h-[26px] items-center px-2 text-12 text-ink-3">
      {children}
    </div>
  )
}

export function MenuRule() {
  return <hr className="-mx-1 my-1 h-px border-0 bg-line" />
}
