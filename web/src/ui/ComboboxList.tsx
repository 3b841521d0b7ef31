import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { Combobox } from '#/ui/use-combobox'

interface Props<Item> {
  box: Combobox<Item>
  label: string
  /** Where it lies below its field. */
  className: string
  keyOf: (item: Item) => string
  children: (item: Item) => ReactNode
}

/** What a combobox offers. The focus stays in the field. */
export function ComboboxList<Item>({ box, label, className, keyOf, children }: Props<Item>) {
  return (
    <div
      id={box.id}
      role="listbox"
      aria-label={label}
      hidden={!box.open}
      className={clsx('absolute top-full z-(--z-menu) rounded-3 bg-overlay p-1 shadow-overlay', className)}
    >
      {box.items.map((item, order) => (
        <div
          key={keyOf(item)}
          id={`${box.id}-${order}`}
          role="option"
          aria-selected={order === box.active}
          tabIndex={-1}
          onPointerDown={event => {
            event.preventDefault()
            box.choose(item)
          }}
          className="flex h-[30px] cursor-default items-center gap-2 rounded-1 px-2 aria-selected:bg-active max-md:h-(--touch)"
        >
          {children(item)}
        </div>
      ))}
    </div>
  )
}
