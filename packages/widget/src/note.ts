// A note in the corner: the offer to report a failure, or the end of a report. It takes no focus, and closes by itself.
import type { Zone } from './zone.ts'

const SHOWN_MS = 20_000

export interface NoteButton {
  label: string
  isMain?: boolean
  press?(): void
}

export interface Note {
  /** The name of the note for screen readers. */
  label: string
  title: string
  text: string
  buttons: readonly NoteButton[]
  shortcut?: string | undefined
}

/** Shows a note in place of the one before. Returns how to close it. */
export function showNote(zone: Zone, note: Note): () => void {
  const { ownerDocument: document } = zone.host
  const element = (name: string, text: string, className = ''): HTMLElement =>
    Object.assign(document.createElement(name), { textContent: text, className })

  const box = element('section', '', 'note')
  box.ariaLabel = note.label
  const said = element('div', note.title, 'title')
  said.role = 'status'
  const row = element('div', '', 'row')
  let before: Element | null = null
  for (const { label, isMain, press } of note.buttons) {
    const button = element('button', label, isMain ? 'main' : '')
    button.addEventListener('click', () => {
      close()
      press?.()
    })
    row.append(button)
  }
  if (note.shortcut) row.append(element('kbd', note.shortcut))
  box.append(said, element('p', note.text), row)

  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = (): void => {
    clearTimeout(timer)
    timer = setTimeout(close, SHOWN_MS)
  }
  const stay = (): void => clearTimeout(timer)
  function close(): void {
    stay()
    if (!box.isConnected) return
    const hasFocus = box.matches(':focus-within')
    zone.hide()
    if (hasFocus && before instanceof HTMLElement) before.focus()
  }

  box.addEventListener('keydown', event => {
    if (event.key === 'Escape') close()
  })
  box.addEventListener('focusin', ({ relatedTarget }) => {
    stay()
    if (relatedTarget instanceof Element && !box.contains(relatedTarget)) before = relatedTarget
  })
  box.addEventListener('focusout', wait)
  box.addEventListener('pointerenter', stay)
  box.addEventListener('pointerleave', wait)
  zone.show(box)
  wait()
  return close
}
