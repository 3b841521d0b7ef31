import { useCallback, useEffect, useRef } from 'react'

/** How long after a change was heard of what it brings may come, in milliseconds. */
const COMES_WITHIN = 3000

const topOf = (element: Element) => element.getBoundingClientRect().top

/** What a user writes in, or has the pointer on, inside of the page. */
function inHand(pointer: { x: number; y: number } | null): Element | null {
  const focused = document.activeElement
  if (focused instanceof HTMLTextAreaElement || focused instanceof HTMLInputElement) return focused
  const under = pointer && document.elementFromPoint(pointer.x, pointer.y)
  // The page itself is everywhere.
  return under?.closest('#content') && under.id !== 'content' ? under : null
}

/**
 * Keeps what a user writes in, or has the pointer on, where it is in the window when others change the page above it:
 * the page scrolls by as much. Returns what is to be called when such a change is heard of.
 */
export function useSteadyPage(): () => void {
  const until = useRef(0)

  useEffect(() => {
    const content = document.getElementById('content')
    if (!content) return
    let pointer: { x: number; y: number } | null = null
    let held: { element: Element; top: number } | null = null
    let added = 0

    function look() {
      const element = inHand(pointer)
      held = element && { element, top: topOf(element) }
    }
    function onPointer({ clientX: x, clientY: y, pointerType }: PointerEvent) {
      pointer = pointerType === 'touch' ? null : { x, y }
      look()
    }
    function onOut() {
      pointer = null
      look()
    }

    function steady() {
      if (Date.now() > until.current || !held?.element.isConnected) return look()
      const moved = topOf(held.element) - held.top
      if (Math.abs(moved) < 1) return
      const room = document.documentElement.scrollHeight - innerHeight - scrollY
      if (moved > room) {
        // A page that is too short to be scrolled that far is made longer.
        added += moved - room
        document.body.style.paddingBottom = `${added}px`
      }
      scrollBy({ top: moved, behavior: 'instant' })
      look()
    }

    const sized = new ResizeObserver(steady)
    sized.observe(content)
    const options = { passive: true, capture: true } as const
    const looking = ['scroll', 'focusin', 'focusout'] as const
    addEventListener('pointermove', onPointer, options)
    document.documentElement.addEventListener('pointerleave', onOut)
    for (const event of looking) addEventListener(event, look, options)
    return () => {
      sized.disconnect()
      removeEventListener('pointermove', onPointer, options)
      document.documentElement.removeEventListener('pointerleave', onOut)
      for (const event of looking) removeEventListener(event, look, options)
      document.body.style.paddingBottom = ''
    }
  }, [])

  return useCallback(() => {
    until.current = Date.now() + COMES_WITHIN
  }, [])
}
