// Everything that the widget shows before the panel: the launcher, offers and notes. It comes when the page has a body.
import type { Call } from '@touchstone/recorder'
import type { Emitter } from './events.ts'
import { showLauncher } from './launcher.ts'
import type { Memory } from './memory.ts'
import { type Note, showNote } from './note.ts'
import { isOffered, offerOf } from './offer.ts'
import type { WidgetOptions } from './options.ts'
import { reportLink } from './report-link.ts'
import { ENGLISH, type Words } from './words.ts'
import { createZone, type Zone } from './zone.ts'

export interface SurfaceOptions {
  readonly page: Window & typeof globalThis
  readonly options: WidgetOptions
  readonly memory: Memory
  readonly on: Emitter['on']
  /** The version of the dapp. */
  build(): string | undefined
  open(problem?: Readonly<Call>): void
  /** Sends a report of a failure at once. */
  send(problem: Readonly<Call>): void
}

export interface Surface {
  readonly words: Words
  zone(className?: string): Zone
  /** Shows a note in the corner. */
  note(note: Omit<Note, 'label'>): void
  closeNote(): void
  /** Offers to report a failure, if the dapp wants that. */
  offer(problem: Readonly<Call>): void
  openLink(problem?: Readonly<Call>): void
  destroy(): void
}

export function createSurface({ page, options, memory, on, build, open, send }: SurfaceOptions): Surface {
  const {
    server,
    key,
    theme = 'auto',
    accent,
    launcher = 'right',
    shortcut = 'Alt+R',
    offer = true,
  } = options
  const words: Words = { ...ENGLISH, ...options.words }
  const undo: (() => void)[] = []
  const corner = zone()
  let closeNote = (): void => undefined

  function zone(className = ''): Zone {
    const made = createZone({ document: page.document, theme, accent }, className)
    undo.push(made.remove)
    return made
  }

  function note(shown: Omit<Note, 'label'>): void {
    closeNote()
    closeNote = showNote(corner, { label: words.launcher, ...shown })
  }

  if (launcher)
    undo.push(
      showLauncher(page.document, {
        label: words.launcher,
        press: () => open(),
        zone: () => zone(`edge ${launcher}`),
        on,
      }),
    )

  return {
    words,
    zone,
    note,
    closeNote: () => closeNote(),
    offer(problem) {
      const isWanted = typeof offer === 'function' ? offer(problem) : offer && isOffered(problem)
      if (!isWanted) return
      note(
        offerOf(problem, {
          words,
          hasPanel: key !== undefined,
          isSignedIn: key !== undefined && memory.session() !== undefined,
          shortcut: shortcut || undefined,
          open: () => open(problem),
          send: () => send(problem),
        }),
      )
    },
    openLink: problem =>
      void page.open(reportLink({ server, build: build(), problem }), '_blank', 'noopener'),
    destroy() {
      closeNote()
      for (const back of undo.splice(0)) back()
    },
  }
}
