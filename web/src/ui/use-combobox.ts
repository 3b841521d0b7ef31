import { type KeyboardEvent, useId, useState } from 'react'

interface Props<Item> {
  /** What is offered for what is in the field now. */
  items: Item[]
  onChoose: (item: Item) => void
  /** Enter takes the first one at once; otherwise an arrow comes before it. */
  eager?: boolean
}

/** A field with a list below it: which is in hand, the keys that choose, and how both are announced to screen readers. */
export function useCombobox<Item>({ items: offered, onChoose, eager = false }: Props<Item>) {
  const id = useId()
  const first = eager ? 0 : -1
  const [shown, setShown] = useState(false)
  const [at, setAt] = useState(first)
  const items = shown ? offered : []
  const open = items.length > 0
  const active = Math.min(at, items.length - 1)

  function choose(item: Item) {
    setAt(first)
    onChoose(item)
  }

  return {
    id,
    items,
    open,
    active,
    choose,
    /** Something was typed, or the caret has moved to where something may be offered. */
    show: () => {
      setShown(true)
      setAt(first)
    },
    close: () => setShown(false),
    /** For the field. */
    aria: {
      role: 'combobox',
      'aria-expanded': open,
      'aria-controls': id,
      'aria-autocomplete': 'list',
      'aria-activedescendant': open && active >= 0 ? `${id}-${active}` : undefined,
    } as const,
    /** Answers whether the key was meant for the list; the field then leaves it alone. */
    onKeyDown(event: KeyboardEvent): boolean {
      if (event.key === 'ArrowDown' && !shown && !eager) setShown(true)
      else if (!open) return false
      else if (event.key === 'ArrowDown') setAt((active + 1) % items.length)
      else if (event.key === 'ArrowUp') setAt(active > 0 ? active - 1 : items.length - 1)
      else if (event.key === 'Escape') setShown(false)
      else if ((event.key === 'Enter' || event.key === 'Tab') && active >= 0) choose(items[active] as Item)
      else return false
      event.preventDefault()
      return true
    },
  }
}

export type Combobox<Item> = ReturnType<typeof useCombobox<Item>>
