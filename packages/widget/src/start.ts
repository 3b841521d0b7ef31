// The part of the widget that is there from the start: it records, offers to report a failure, and fetches the panel.
import { type Call, type Context, createRecorder, type WatchedWallet } from '@touchstone/recorder'
import { createEmitter, type Emitter } from './events.ts'
import { showLauncher } from './launcher.ts'
import { createMemory, type Memory } from './memory.ts'
import { type Note, showNote } from './note.ts'
import { isOffered, offerOf } from './offer.ts'
import type { Widget, WidgetOptions } from './options.ts'
import type { Panel } from './panel/index.ts'
import type { Picture } from './picture/index.ts'
import { reportLink } from './report-link.ts'
import type { Identity } from './report.ts'
import { ENGLISH, type Words } from './words.ts'
import { activeElement, createZone, type Zone } from './zone.ts'

/** The parts of the start that the panel uses. */
export interface Start {
  readonly page: Window & typeof globalThis
  readonly options: WidgetOptions
  readonly words: Words
  readonly key: string
  readonly memory: Memory
  readonly emit: Emitter['emit']
  /** Requests that are not recorded. */
  readonly fetch: typeof fetch
  /** A line on the console that is not recorded. */
  warn(text: string): void
  context(): Context
  stopRecording(): void
  wallets(): readonly WatchedWallet[]
  identity(): Identity | null
  zone(className: string): Zone
  /** Shows a note in the corner. */
  note(note: Omit<Note, 'label'>): void
  openLink(problem?: Readonly<Call>): void
  /** Takes a picture of the page. Rejects if that is not possible. */
  takePicture(): Promise<Picture | undefined>
}

/** Fetches the parts that come later. */
export interface Loader {
  panel(): Promise<{ createPanel(start: Start): Panel }>
  picture(): Promise<{ takePicture(start: Start): Promise<Picture | undefined> }>
}

const RECENT_MS = 2 * 60_000
/** The page comes first: so much later the panel is fetched, and with it the settings of the programme. */
const LATER_MS = 3_000

/** Without a window, as when a page is made on a server, nothing is shown and calls are recorded only if they are watched. */
export function startWidget(options: WidgetOptions, load: Loader): Widget {
  const {
    server,
    key,
    theme = 'auto',
    accent,
    launcher = 'right',
    shortcut = 'Alt+R',
    offer = true,
  } = options
  const page = typeof window === 'undefined' ? undefined : window
  const words: Words = { ...ENGLISH, ...options.words }
  const undo: (() => void)[] = []
  const events = createEmitter()
  let isDestroyed = false
  let isRecording = true
  let newest: Readonly<Call> | undefined
  let identity: Identity | null = null
  let panel: Promise<Panel> | undefined
  let closeNote = (): void => undefined

  // Taken before the recorder watches it: requests of the widget are not the dapp's.
  const fetch = page?.fetch?.bind(page)
  const warn = page?.console.warn
  const { stop, wallets, ...recorder } = createRecorder({
    ...options,
    onProblem(problem) {
      newest = problem
      if (isRecording) offerReport(problem)
      events.emit('problem', problem)
      options.onProblem?.(problem)
    },
  })
  const memory = createMemory(`touchstone:${key}`, () =>
    options.persist === 'page' ? undefined : page?.localStorage,
  )
  const corner = page && zone(page)

  function zone(page: Window & typeof globalThis, className = ''): Zone {
    const made = createZone({ document: page.document, theme, accent }, className)
    undo.push(made.remove)
    return made
  }

  function note(shown: Omit<Note, 'label'>): void {
    closeNote()
    if (corner) closeNote = showNote(corner, { label: words.launcher, ...shown })
  }

  function offerReport(problem: Readonly<Call>): void {
    const isWanted = typeof offer === 'function' ? offer(problem) : offer && isOffered(problem)
    if (!isWanted) return
    note(
      offerOf(problem, {
        words,
        hasPanel: key !== undefined,
        isSignedIn: key !== undefined && memory.session() !== undefined,
        shortcut: shortcut || undefined,
        open: () => open(problem),
        send: () => void usePanel(it => it.sendNow(problem), problem),
      }),
    )
  }

  function openLink(problem?: Readonly<Call>): void {
    const { build } = recorder.context()
    page?.open(reportLink({ server, build, problem }), '_blank', 'noopener')
  }

  async function loadPanel(): Promise<Panel | undefined> {
    if (!start) return undefined
    try {
      panel ??= load.panel().then(({ createPanel }) => createPanel(start))
      const loaded = await panel
      return isDestroyed ? undefined : loaded
    } catch {
      // It is tried again at the next press.
      panel = undefined
      return undefined
    }
  }

  /** If the panel cannot be loaded, the form opens instead. */
  async function usePanel(work: (panel: Panel) => void, problem?: Readonly<Call>): Promise<void> {
    const loaded = await loadPanel()
    if (loaded) work(loaded)
    else if (!isDestroyed) openLink(problem)
  }

  function open(problem = newest && newest.at > Date.now() - RECENT_MS ? newest : undefined): void {
    if (!page || isDestroyed) return
    closeNote()
    if (!key) return openLink(problem)
    const from = activeElement(page.document)
    void usePanel(it => it.open(problem, from), problem)
  }

  function stopRecording(): void {
    isRecording = false
    stop()
  }

  const start: Start | undefined =
    page && key
      ? {
          page,
          options,
          words,
          key,
          memory,
          emit: events.emit,
          fetch: fetch as typeof globalThis.fetch,
          warn: text => warn?.call(page.console, text),
          context: () => {
            const context = recorder.context()
            return isRecording ? context : { ...context, calls: [], counts: {}, lines: [], quotes: [] }
          },
          stopRecording,
          wallets,
          identity: () => identity,
          zone: className => zone(page, className),
          note,
          openLink,
          takePicture: async () => (await load.picture()).takePicture(start as Start),
        }
      : undefined

  function listen(page: Window, type: string, listener: (event: never) => void): void {
    page.addEventListener(type, listener as EventListener)
    undo.push(() => page.removeEventListener(type, listener as EventListener))
  }

  function onKey(event: KeyboardEvent): void {
    // On a Mac, Alt makes another character of the key.
    if (!event.altKey || event.code !== 'KeyR' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    open()
  }

  if (page && shortcut) listen(page, 'keydown', onKey)
  if (page && launcher)
    undo.push(
      showLauncher(page.document, {
        label: words.launcher,
        press: () => open(),
        zone: () => zone(page, `edge ${launcher}`),
        on: events.on,
      }),
    )
  if (page && start) {
    if (memory.read().config?.record === false) stopRecording()
    const begin = (): void => {
      // Offline, a request would only leave a line on the console.
      if (page.navigator.onLine) void loadPanel().then(it => it?.begin())
    }
    listen(page, 'online', begin)
    const timer = setTimeout(begin, LATER_MS)
    undo.push(() => clearTimeout(timer))
  }

  return {
    ...recorder,
    on: events.on,
    open,
    attach(element) {
      const isSelector = typeof element === 'string'
      const target = isSelector ? page?.document : element
      // With a selector, the element may come later, and be made again.
      const pressed = (event: Event): void => {
        if (!isSelector || (event.target as Element).closest?.(element)) open()
      }
      target?.addEventListener('click', pressed)
      const detach = (): void => target?.removeEventListener('click', pressed)
      undo.push(detach)
      return detach
    },
    identify(given) {
      identity = given
      const session = memory.session()
      const isSame = given?.wallet.address.toLowerCase() === session?.address.toLowerCase()
      if (session && !isSame) void loadPanel().then(it => it?.signOut())
    },
    async report(report) {
      const loaded = await loadPanel()
      if (!loaded) throw Object.assign(new Error('A report needs a page and a key.'), { code: 'WIDGET_KEY' })
      return loaded.report(report)
    },
    destroy() {
      isDestroyed = true
      stop()
      closeNote()
      void panel?.then(
        it => it.destroy(),
        () => undefined,
      )
      for (const back of undo.splice(0)) back()
    },
  }
}
