// Records wallet calls, offers to report one that failed, and opens the report form with it.
import {
  type Call,
  createRecorder,
  type Options as RecorderOptions,
  type Recorder,
} from '@touchstone/recorder'
import { showOffer } from './offer.ts'
import { reportLink } from './report-link.ts'
import { ENGLISH, type Words } from './words.ts'
import { createZone, type Theme, type Zone } from './zone.ts'

export type * from '@touchstone/recorder'
export type { Words } from './words.ts'
export type { Theme } from './zone.ts'

export interface WidgetOptions extends Omit<RecorderOptions, 'onProblem'> {
  /** The address of the app, such as `https://beta.example.org`. */
  server: string
  /** Which failures are offered for a report. Default: all but declined requests, busy wallets and unknown ones. */
  offer?: boolean | ((problem: Readonly<Call>) => boolean)
  /** A tab at the edge of the window. Default: `right`. */
  launcher?: 'right' | 'left' | false
  /** Default: `auto`, the color scheme of the page. */
  theme?: Theme
  /** The colour of the main button. */
  accent?: string
  /** The keys that open the form. Default: Alt+R. */
  shortcut?: 'Alt+R' | false
  words?: Partial<Words>
  onProblem?: RecorderOptions['onProblem']
}

export interface Widget extends Omit<Recorder, 'stop'> {
  /** Opens the report form, with a failure or the newest one of the last two minutes. */
  open(problem?: Readonly<Call>): void
  /** Removes everything from the page and gives the wallets back. */
  destroy(): void
}

const NOT_OFFERED = new Set(['user_rejected', 'wallet_busy', 'other'])
const RECENT_MS = 2 * 60_000

/** Without a window, as when a page is made on a server, nothing is shown and calls are recorded only if they are watched. */
export function createWidget(options: WidgetOptions): Widget {
  const { server, theme = 'auto', accent, launcher = 'right', shortcut = 'Alt+R', offer = true } = options
  const page = typeof window === 'undefined' ? undefined : window
  const words: Words = { ...ENGLISH, ...options.words }
  const zones: Zone[] = []
  let isDestroyed = false
  const offered = new WeakSet<object>()
  let newest: Readonly<Call> | undefined
  let closeOffer = (): void => undefined

  const { stop, ...recorder } = createRecorder({
    ...options,
    onProblem(problem) {
      newest = problem
      offerReport(problem)
      options.onProblem?.(problem)
    },
  })

  function zone(className?: string): Zone | undefined {
    if (!page) return undefined
    const made = createZone({ document: page.document, theme, accent }, className)
    zones.push(made)
    return made
  }
  const offerZone = zone()

  function offerReport(problem: Readonly<Call>): void {
    const isWanted =
      typeof offer === 'function' ? offer(problem) : offer && !NOT_OFFERED.has(problem.problem ?? 'other')
    if (!offerZone || !isWanted || offered.has(problem)) return
    offered.add(problem)
    closeOffer = showOffer(offerZone, words, {
      title: words.problems[problem.problem ?? 'other'],
      shortcut: shortcut || undefined,
      accept: () => open(problem),
    })
  }

  function open(problem: Readonly<Call> | undefined = recent()): void {
    closeOffer()
    const { build } = recorder.context()
    page?.open(reportLink({ server, build, problem }), '_blank', 'noopener')
  }
  const recent = () => (newest && newest.at > Date.now() - RECENT_MS ? newest : undefined)

  const onKey = (event: KeyboardEvent): void => {
    // On a Mac, Alt makes another character of the key.
    if (!event.altKey || event.code !== 'KeyR' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    open()
  }
  if (shortcut) page?.addEventListener('keydown', onKey)
  if (launcher && page) showLauncher(page, launcher)

  function showLauncher(page: Window, side: 'right' | 'left'): void {
    const tab = Object.assign(page.document.createElement('button'), {
      className: 'tab',
      textContent: words.launcher,
      onclick: () => open(),
    })
    const show = (): void => {
      if (!isDestroyed) zone(`edge ${side}`)?.show(tab)
    }
    if (page.document.body) show()
    else page.document.addEventListener('DOMContentLoaded', show, { once: true })
  }

  return {
    ...recorder,
    open,
    destroy() {
      isDestroyed = true
      stop()
      closeOffer()
      page?.removeEventListener('keydown', onKey)
      for (const made of zones) made.remove()
    },
  }
}
