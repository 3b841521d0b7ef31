// The dialog around the panel: its name, its button to close, its keys and its focus.
import type { Start } from '../start.ts'
import type { Zone } from '../zone.ts'
import type { Make } from './element.ts'
import { PANEL_CSS } from './style.ts'

export interface Frame {
  /** Shows the panel with this content, and moves the focus into it. `from` gets the focus back. */
  open(content: Node, from: Element | null): void
  /** Replaces the content. */
  show(content: Node): void
  close(): void
}

export interface FrameOptions {
  title: string
  close: string
  onClose(): void
  /** Ctrl+Enter. */
  onSubmit(): void
}

export function createFrame({ zone }: Start, make: Make, options: FrameOptions): Frame {
  const place: Zone = zone('side')
  place.style(PANEL_CSS)
  let before: Element | null = null
  let isOpen = false

  const body = make('div', { className: 'content' })
  const shut = make('button', {
    type: 'button',
    className: 'shut',
    ariaLabel: options.close,
    textContent: '×',
  })
  const panel = make(
    'section',
    { className: 'panel', role: 'dialog', ariaLabel: options.title, tabIndex: -1 },
    make('header', {}, make('h2', { textContent: options.title }), shut),
    body,
  )
  shut.addEventListener('click', close)
  panel.addEventListener('keydown', event => {
    // Escape also ends the writing of an input method.
    if (event.key === 'Escape' && !event.isComposing) close()
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) options.onSubmit()
  })

  function close(): void {
    if (!isOpen) return
    isOpen = false
    const hasFocus = panel.matches(':focus-within')
    place.hide()
    options.onClose()
    if (hasFocus && before instanceof HTMLElement) before.focus()
  }

  return {
    open(content, from) {
      if (!isOpen) before = from
      isOpen = true
      body.replaceChildren(content)
      place.show(panel)
      panel.focus()
    },
    show(content) {
      body.replaceChildren(content)
      if (isOpen) panel.focus()
    },
    close,
  }
}
