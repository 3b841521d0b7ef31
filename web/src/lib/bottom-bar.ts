const followers = new Set<HTMLElement>()
const bars = new Map<HTMLElement, number>()
let height = '0px'

function tell() {
  const next = `${Math.max(0, ...bars.values())}px`
  if (next === height) return
  height = next
  for (const follower of followers) follower.style.setProperty('--bottom-bar', height)
}

/** A ref for a bar at the lower edge, so that toasts and round buttons keep above it. */
export function bottomBar(element: HTMLElement | null) {
  if (!element) return
  const observer = new ResizeObserver(() => {
    bars.set(element, element.offsetHeight)
    tell()
  })
  observer.observe(element)
  return () => {
    observer.disconnect()
    bars.delete(element)
    tell()
  }
}

/**
 * A ref for what keeps above such a bar: `--bottom-bar` is how high it is. Were it a property of the whole page,
 * everything would be restyled with each change of the bar.
 */
export function aboveBottomBar(element: HTMLElement | null) {
  if (!element) return
  followers.add(element)
  element.style.setProperty('--bottom-bar', height)
  return () => void followers.delete(element)
}
