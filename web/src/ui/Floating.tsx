import { type ComponentProps, useEffectEvent, useLayoutEffect, useRef } from 'react'

interface Props extends ComponentProps<'div'> {
  align: 'start' | 'end'
  /** The distance from the button, in pixels. */
  gap: number
  /** The least distance from the edges of the window, in pixels. */
  margin: number
  onClose: () => void
}

/**
 * A panel at the button that is its previous sibling, until a press elsewhere or Esc closes it. The focus then returns to
 * the button.
 *
 * In the top layer, so that nothing cuts it off, and still a part of the landmark of its button.
 */
export function Floating({ align, gap, margin, onClose, onKeyDown, ...rest }: Props) {
  const ref = useRef<HTMLDivElement>(null)
  const close = useEffectEvent(onClose)

  useLayoutEffect(() => {
    const panel = ref.current
    const button = panel?.previousElementSibling
    if (!panel || !(button instanceof HTMLElement)) return
    const isInside = (target: EventTarget | null) =>
      target instanceof Node && (panel.contains(target) || button.contains(target))
    const place = () => placeAt(button, panel, { align, gap, margin })
    panel.popover = 'manual'
    // Not every environment of the tests has it.
    panel.showPopover?.()
    place()
    const closing = new AbortController()
    const { signal } = closing
    addEventListener('scroll', place, { capture: true, passive: true, signal })
    addEventListener('resize', place, { signal })
    addEventListener('pointerdown', ({ target }) => !isInside(target) && close(), { capture: true, signal })
    panel.addEventListener(
      'focusout',
      ({ relatedTarget }) => relatedTarget && !isInside(relatedTarget) && close(),
      { signal },
    )
    return () => {
      closing.abort()
      if (panel.contains(document.activeElement)) button.focus({ preventScroll: true })
    }
  }, [align, gap, margin])

  return (
    // Its role comes with the rest.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      {...rest}
      ref={ref}
      onKeyDown={event => {
        onKeyDown?.(event)
        if (event.key !== 'Escape') return
        // On the page under it the key has another meaning.
        event.preventDefault()
        onClose()
      }}
    />
  )
}

/** Below the button if there is room, otherwise above it. */
function placeAt(
  button: HTMLElement,
  panel: HTMLElement,
  { align, gap, margin }: Pick<Props, 'align' | 'gap' | 'margin'>,
) {
  const at = button.getBoundingClientRect()
  const left = align === 'start' ? at.left : at.right - panel.offsetWidth
  const most = document.documentElement.clientWidth - panel.offsetWidth - margin
  const isBelow =
    at.bottom + gap + panel.offsetHeight + margin <= innerHeight || at.top < innerHeight - at.bottom
  panel.style.left = `${Math.max(margin, Math.min(left, most))}px`
  panel.style.top = isBelow ? `${at.bottom + gap}px` : 'auto'
  panel.style.bottom = isBelow ? 'auto' : `${innerHeight - at.top + gap}px`
}
