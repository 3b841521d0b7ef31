/** A ref for a bar at the lower edge: the page knows how high it is, so that toasts and round buttons keep above it. */
export function bottomBar(element: HTMLElement | null) {
  if (!element) return
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => style.setProperty('--bottom-bar', `${element.offsetHeight}px`))
  observer.observe(element)
  return () => {
    observer.disconnect()
    style.removeProperty('--bottom-bar')
  }
}
