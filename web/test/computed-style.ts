// About a third of what tests of pages cost in jsdom is its getComputedStyle, asked by every query by role: it weighs the
// browser's whole default style sheet for each element. No other sheet is loaded here, so an element's own attributes
// say all that is asked of it: whether it is shown, and whether it takes a click.
const NEVER_SHOWN = new Set(['HEAD', 'LINK', 'META', 'SCRIPT', 'STYLE', 'TEMPLATE', 'TITLE'])

const weighed = globalThis.getComputedStyle.bind(globalThis)

function isShown(element: Element): boolean {
  if (NEVER_SHOWN.has(element.tagName) || element.hasAttribute('hidden')) return false
  return element.tagName !== 'DIALOG' || element.hasAttribute('open')
}

function computedStyle(element: Element, pseudo?: string | null): CSSStyleDeclaration {
  const own = 'style' in element ? (element.style as CSSStyleDeclaration) : undefined
  const known: Record<string, string> = {
    display: isShown(element) ? own?.display || 'block' : 'none',
    visibility: own?.visibility || 'visible',
    'pointer-events': own?.pointerEvents || 'auto',
    content: 'none',
  }
  return new Proxy({} as CSSStyleDeclaration, {
    get(_, name) {
      if (name === 'getPropertyValue')
        return (property: string) => known[property] ?? weighed(element, pseudo).getPropertyValue(property)
      if (name === 'pointerEvents') return known['pointer-events']
      return typeof name === 'string' && name in known
        ? known[name]
        : Reflect.get(weighed(element, pseudo), name)
    },
  })
}

/** From now on `getComputedStyle` answers from an element's attributes. */
export function answerStylesFromAttributes() {
  globalThis.getComputedStyle = computedStyle
}
