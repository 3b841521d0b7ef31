/** A ref for a bar at the lower edge: the page knows how high it is, so that toasts and round buttons keep above it. */
export function bottomBar(element: HTMLElement | null) {
  if (!element) return
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => {
    const height = `${element.offsetHeight}px`
    // Everything in the page inherits it, and is styled anew whenever it is written.
    if (style.getPropertyValue('--bottom-bar') !== height) style.setProperty('--bottom-bar', height)
  })
  observer.observe(element)
  return () => {
    observer.disconnect()
    style.removeProperty('--bottom-bar')
  }
}
