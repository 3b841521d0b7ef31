// A place in the page that the styles of the page do not reach. It is a popover, which lies above the dapp's own layers.
import { createSheet, CSS } from './style.ts'

export type Theme = 'auto' | 'light' | 'dark'

export interface ZoneOptions {
  document: Document
  theme: Theme
  accent: string | undefined
}

export interface Zone {
  readonly host: HTMLElement
  /** Shows content in place of the one before. Content that is shown already keeps its place and its focus. */
  show(content: Node): void
  hide(): void
  /** Adds a style sheet. */
  style(css: string): void
  remove(): void
}

/** Events that a dapp would take for its own: commands, presses outside its dialogs, and focus that left them. */
const KEPT_INSIDE = ['keydown', 'keypress', 'keyup', 'pointerdown', 'mousedown', 'focusin']

export function createZone({ document, theme, accent }: ZoneOptions, className = ''): Zone {
  const host = document.createElement('touchstone-widget')
  const root = host.attachShadow({ mode: 'open' })
  const zone = document.createElement('div')
  zone.className = `zone ${className}`.trim()
  zone.popover = 'manual'
  for (const type of KEPT_INSIDE) zone.addEventListener(type, event => event.stopPropagation())
  // Custom properties and the color scheme are set as properties: a content policy forbids attributes of style.
  host.style.setProperty('color-scheme', theme === 'auto' ? 'inherit' : theme, 'important')
  if (accent) zone.style.setProperty('--accent', accent)
  root.append(zone)
  const style = (css: string): void => void root.adoptedStyleSheets.push(createSheet(css))
  style(CSS)
  const isOpen = (): boolean => 'showPopover' in zone && zone.matches(':popover-open')

  // The dialog of the dapp that the zone is in. When it closes, the zone moves out of it.
  let modal: Element | undefined

  function place(): void {
    modal?.removeEventListener('close', place)
    modal = zone.firstChild ? topDialog(document) : undefined
    if (!zone.firstChild) return
    modal?.addEventListener('close', place)
    const parent = modal ?? document.body ?? document.documentElement
    if (host.parentNode !== parent) parent.append(host)
    // Browsers without popovers show the zone in the layer of the page.
    if (!isOpen()) zone.showPopover?.()
  }

  return {
    host,
    style,
    show(content) {
      if (zone.firstChild !== content) zone.replaceChildren(content)
      place()
    },
    hide() {
      if (isOpen()) zone.hidePopover()
      zone.replaceChildren()
      place()
    },
    remove() {
      zone.replaceChildren()
      place()
      host.remove()
    },
  }
}

/** Everything outside a modal dialog of the dapp can neither be pressed nor reached by keys. */
const topDialog = (document: Document): Element | undefined =>
  [...document.querySelectorAll('dialog:modal')].at(-1)
