// A place in the page that the styles of the page do not reach. It is a popover, which lies above the dapp's own layers.
import { createSheet } from './style.ts'

export type Theme = 'auto' | 'light' | 'dark'

export interface ZoneOptions {
  document: Document
  theme: Theme
  accent: string | undefined
}

export interface Zone {
  readonly host: HTMLElement
  show(...content: Node[]): void
  hide(): void
  remove(): void
}

export function createZone({ document, theme, accent }: ZoneOptions, className = ''): Zone {
  const host = document.createElement('touchstone-widget')
  const root = host.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [createSheet()]
  const zone = document.createElement('div')
  zone.className = `zone ${className}`.trim()
  zone.popover = 'manual'
  // Custom properties and the color scheme are set as properties: a content policy forbids attributes of style.
  if (theme !== 'auto') host.style.setProperty('color-scheme', theme, 'important')
  else host.style.setProperty('color-scheme', 'inherit', 'important')
  if (accent) zone.style.setProperty('--accent', accent)
  root.append(zone)
  const isOpen = (): boolean => 'showPopover' in zone && zone.matches(':popover-open')
  return {
    host,
    show(...content) {
      zone.replaceChildren(...content)
      const place = placeIn(document)
      if (host.parentNode !== place) place.append(host)
      // Browsers without popovers show the zone in the layer of the page.
      if (!isOpen()) zone.showPopover?.()
    },
    hide() {
      if (isOpen()) zone.hidePopover()
      zone.replaceChildren()
    },
    remove: () => host.remove(),
  }
}

/** Everything outside a modal dialog of the dapp can neither be pressed nor reached by keys. */
function placeIn(document: Document): Element {
  const modal = [...document.querySelectorAll('dialog:modal')].at(-1)
  return modal ?? document.body ?? document.documentElement
}
