// The offer to report a failure. It takes no focus, and goes by itself unless it is looked at.
import type { Words } from './words.ts'
import type { Zone } from './zone.ts'

const SHOWN_MS = 20_000

export interface Offer {
  title: string
  shortcut: string | undefined
  accept(): void
}

/** Shows an offer in place of the one before. Returns how to close it. */
export function showOffer(zone: Zone, words: Words, offer: Offer): () => void {
  const { ownerDocument: document } = zone.host
  const element = (name: string, text: string, className = ''): HTMLElement =>
    Object.assign(document.createElement(name), { textContent: text, className })

  const box = element('section', '', 'offer')
  box.setAttribute('aria-label', words.launcher)
  const said = element('div', offer.title, 'title')
  said.setAttribute('role', 'status')
  const report = element('button', words.report, 'send')
  const notNow = element('button', words.notNow)
  const row = element('div', '', 'row')
  row.append(report, notNow)
  if (offer.shortcut) row.append(element('kbd', offer.shortcut))
  box.append(said, element('p', words.opens), row)

  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = (): void => {
    clearTimeout(timer)
    timer = setTimeout(close, SHOWN_MS)
  }
  const stay = (): void => clearTimeout(timer)
  function close(): void {
    stay()
    if (box.isConnected) zone.hide()
  }

  report.addEventListener('click', () => {
    close()
    offer.accept()
  })
  notNow.addEventListener('click', close)
  box.addEventListener('keydown', event => {
    // Keys pressed here are not commands of the dapp.
    event.stopPropagation()
    if (event.key === 'Escape') close()
  })
  for (const name of ['pointerenter', 'focusin']) box.addEventListener(name, stay)
  for (const name of ['pointerleave', 'focusout']) box.addEventListener(name, wait)
  zone.show(box)
  wait()
  return close
}
