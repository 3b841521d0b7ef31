// Copies what a page shows, with its computed styles, so that it can be drawn as a picture. Private parts are not copied.

/** Fields, and what the dapp marks. Frames and videos cannot be drawn. */
const PRIVATE =
  'input, textarea, select, [contenteditable]:not([contenteditable=false]), [data-private], iframe, video, object, embed'
const LEFT_OUT = /^(script|style|link|meta|template|noscript|source|track|touchstone-widget)$/
/** Properties that would move or hide the copy. */
const NOT_COPIED =
  /^(animation|transition|view-transition|will-change|user-select|cursor|pointer-events|-webkit-locale)/
const SVG = 'http://www.w3.org/2000/svg'
const HTML = 'http://www.w3.org/1999/xhtml'

type Styles = ReadonlyMap<string, string>

export interface Copier {
  /** A copy of an element that the window shows. */
  copy(element: Element): Element
  end(): void
}

export function createCopier(page: Window & typeof globalThis): Copier {
  const { document, innerWidth, innerHeight } = page
  // Elements of this document load nothing and run nothing.
  const inert = document.implementation.createHTMLDocument('')
  const plain = createPlain(page)

  function stylesOf(element: Element, pseudo?: string): Map<string, string> {
    const computed = page.getComputedStyle(element, pseudo)
    const styles = new Map<string, string>()
    for (const name of computed) if (!NOT_COPIED.test(name)) styles.set(name, computed.getPropertyValue(name))
    return styles
  }

  /** Sets the properties that the copy would not have by itself or from its parent. */
  function dress(made: Element, styles: Styles, parent: Styles, defaults: Styles): void {
    const { style } = made as HTMLElement
    for (const [name, value] of styles)
      if (value !== defaults.get(name) || value !== parent.get(name)) style.setProperty(name, value)
  }

  function isOutside(element: Element): boolean {
    const { top, bottom, left, right, width } = element.getBoundingClientRect()
    return width > 0 && (bottom < 0 || right < 0 || top > innerHeight || left > innerWidth)
  }

  function box(element: Element, styles: Map<string, string>): Element {
    const { width, height } = element.getBoundingClientRect()
    if (styles.get('display') === 'inline') styles.set('display', 'inline-block')
    styles.set('box-sizing', 'border-box')
    styles.set('width', `${width}px`)
    styles.set('height', `${height}px`)
    return inert.createElementNS(HTML, 'div')
  }

  function imageOf(element: HTMLImageElement | HTMLCanvasElement): string | undefined {
    try {
      if (element instanceof page.HTMLCanvasElement) return element.toDataURL()
      const canvas = document.createElement('canvas')
      canvas.width = element.naturalWidth
      canvas.height = element.naturalHeight
      canvas.getContext('2d')?.drawImage(element, 0, 0)
      return canvas.toDataURL()
    } catch {
      // An image of another origin may not be read.
      return undefined
    }
  }

  function start(element: Element, styles: Map<string, string>): { made: Element; isWhole: boolean } {
    if (element.matches(PRIVATE)) {
      const made = box(element, styles)
      styles.set('background', 'rgb(128 128 128 / .4)')
      return { made, isWhole: true }
    }
    if (element instanceof page.HTMLImageElement || element instanceof page.HTMLCanvasElement) {
      const made = box(element, styles)
      const source = imageOf(element)
      if (!source) return { made, isWhole: true }
      const image = inert.createElementNS(HTML, 'img')
      image.setAttribute('src', source)
      return { made: image, isWhole: true }
    }
    const made = inert.importNode(element, false)
    // The rules of the browser hide a popover that is not open.
    for (const { name } of [...made.attributes])
      if (/^(on|style$|class$|popover$|src)/.test(name)) made.removeAttribute(name)
    const isWhole = element.namespaceURI === HTML && isOutside(element) && !element.matches('html, body')
    if (isWhole && styles.get('display') !== 'inline') return { made: box(element, styles), isWhole }
    if (element.matches(':modal, :popover-open')) styles.set('z-index', '2147483647')
    return { made, isWhole: false }
  }

  function pseudo(element: Element, name: string, parent: Styles): Element | undefined {
    const styles = stylesOf(element, name)
    const content = styles.get('content') ?? 'none'
    if (content === 'none' || content === 'normal' || styles.get('display') === 'none') return undefined
    const made = inert.createElementNS(HTML, 'span')
    made.textContent = /^"(.*)"$/s.exec(content)?.[1] ?? ''
    styles.delete('content')
    dress(made, styles, parent, plain.of('span'))
    return made
  }

  const childrenOf = (element: Element): Iterable<Node> => {
    if (element.shadowRoot) return element.shadowRoot.childNodes
    const given = element instanceof page.HTMLSlotElement ? element.assignedNodes() : []
    return given.length > 0 ? given : element.childNodes
  }

  function copyOf(element: Element, parent: Styles): Element | undefined {
    const name = element.localName
    if (LEFT_OUT.test(name)) return undefined
    const styles = stylesOf(element)
    // A hidden SVG can have the shapes that others use.
    if (styles.get('display') === 'none' && element.namespaceURI !== SVG) return undefined
    const { made, isWhole } = start(element, styles)
    dress(made, styles, parent, plain.of(made.localName))
    if (isWhole) return made
    const inner = [
      pseudo(element, '::before', styles),
      ...Array.from(childrenOf(element), child =>
        child instanceof page.Element
          ? copyOf(child, styles)
          : child instanceof page.Text
            ? inert.importNode(child)
            : undefined,
      ),
      pseudo(element, '::after', styles),
    ]
    made.append(...inner.filter(child => child !== undefined))
    return made
  }

  return {
    copy: element => copyOf(element, new Map()) ?? inert.createElementNS(HTML, 'div'),
    end: plain.end,
  }
}

/** The styles that elements have without those of the page. */
function createPlain(page: Window): { of(name: string): Styles; end(): void } {
  const { document } = page
  const host = document.createElement('touchstone-widget')
  host.style.setProperty('all', 'initial', 'important')
  host.style.setProperty('position', 'fixed', 'important')
  host.style.setProperty('visibility', 'hidden', 'important')
  const root = host.attachShadow({ mode: 'open' })
  document.documentElement.append(host)
  const known = new Map<string, Styles>()
  return {
    of(name) {
      let styles = known.get(name)
      if (!styles) {
        const element = document.createElement(name)
        root.append(element)
        const computed = page.getComputedStyle(element)
        styles = new Map(Array.from(computed, property => [property, computed.getPropertyValue(property)]))
        element.remove()
        known.set(name, styles)
      }
      return styles
    },
    end: () => host.remove(),
  }
}
