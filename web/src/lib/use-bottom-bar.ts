import { type RefObject, useEffect } from 'react'

/** Tells the page how high the bar at its lower edge is, so that nothing is laid over it. */
export function useBottomBar(bar: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = bar.current
    if (!element) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => style.setProperty('--bottom-bar', `${element.offsetHeight}px`))
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty('--bottom-bar')
    }
  }, [bar])
}
