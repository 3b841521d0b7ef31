// A tab at the edge of the window that opens the panel.
import type { Emitter } from './events.ts'
import type { Zone } from './zone.ts'

export interface Launcher {
  label: string
  press(): void
  zone(): Zone
  on: Emitter['on']
}

/** Shows the tab as soon as the page has a body. Returns how to stop waiting for that. */
export function showLauncher(document: Document, { label, press, zone, on }: Launcher): () => void {
  const show = (): void => {
    const tab = Object.assign(document.createElement('button'), { className: 'tab', textContent: label })
    tab.addEventListener('click', press)
    // Beside the open panel, half of it would look out.
    on('open', () => void (tab.hidden = true))
    on('close', () => void (tab.hidden = false))
    zone().show(tab)
  }
  if (document.body) show()
  else document.addEventListener('DOMContentLoaded', show, { once: true })
  return () => document.removeEventListener('DOMContentLoaded', show)
}
