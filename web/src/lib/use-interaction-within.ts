import { type FocusEvent, type PointerEvent, useState } from 'react'

/** Whether the pointer or the focus is inside; for an element that takes `handlers`. */
export function useInteractionWithin() {
  const [isOver, setOver] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  return {
    isHeld: isOver || hasFocus,
    handlers: {
      // A finger is over nothing; what it presses takes the focus.
      onPointerEnter: ({ pointerType }: PointerEvent) => setOver(pointerType !== 'touch'),
      onPointerLeave: () => setOver(false),
      onFocus: () => setFocus(true),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
        setFocus(currentTarget.contains(relatedTarget as Node | null)),
    },
  }
}
