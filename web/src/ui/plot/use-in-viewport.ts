import { type RefCallback, useCallback, useState } from 'react'

/** How far below the window something is made ready: about what one turn of a wheel brings up. */
const AHEAD = '240px'

/**
 * Whether an element is in the window or about to be, and how to tell which. Once near, it stays so: what was drawn is
 * kept. Plots far below cost nothing when a page is opened.
 */
export function useInViewport(): [RefCallback<HTMLElement>, boolean] {
  const [near, setNear] = useState(!('IntersectionObserver' in globalThis))
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element || !('IntersectionObserver' in globalThis)) return
    const observer = new IntersectionObserver(
      entries => {
        if (!entries.some(entry => entry.isIntersecting)) return
        setNear(true)
        observer.disconnect()
      },
      { rootMargin: AHEAD },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, near]
}
