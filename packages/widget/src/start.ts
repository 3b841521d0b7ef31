// The part of the widget that is there from the start: it records, and fetches the parts that are shown.
import { type Call, type Context, createRecorder, type WatchedWallet } from '@touchstone/recorder'
import { activeElement } from './active-element.ts'
import { createEmitter, type Emitter } from './events.ts'
import { createMemory, type Memory } from './memory.ts'
import type { Widget, WidgetOptions } from './options.ts'
import type { Panel } from './panel/index.ts'
import type { Picture } from './picture/index.ts'
import type { Identity } from './report.ts'
import type { Surface, SurfaceOptions } from './surface.ts'

/** The parts of the start that the panel uses, with those of the surface. */
export interface Start extends Pick<Surface, 'words' | 'zone' | 'note' | 'openLink'> {
  readonly page: Window & typeof globalThis
  readonly options: WidgetOptions
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
  /** Takes a picture of the page. Rejects if that is not possible. */
  takePicture(): Promise<Picture | undefined>
}

/** Fetches the parts that come later. */
export interface Loader {
  surface(): Promise<{ createSurface(options: SurfaceOptions): Surface }>
  panel(): Promise<{ createPanel(start: Start): Panel }>
  picture(): Promise<{ takePicture(start: Start): Promise<Picture | undefined> }>
}

const RECENT_MS = 2 * 60_000
/** The page comes first: so much later the panel is fetched, and with it the settings of the programme. */
const LATER_MS = 3_000

/** Without a window, as when a page is made on a server, nothing is shown and calls are recorded only if they are watched. */
export function startWidget(options: WidgetOptions, load: Loader): Widget {
  const { key, launcher = 'right', shortcut = 'Alt+R', offer = true } = options
  const page = typeof window === 'undefined' ? undefined : window
  const undo: (() => void)[] = []
  const events = createEmitter()
  let isDestroyed = false
  let isRecording = true
  let newest: Readonly<Call> | undefined
  let identity: Identity | null = null
  let surface: Promise<Surface> | undefined
  let panel: Promise<Panel> | undefined

  // Taken before the recorder watches it: requests of the widget are not the dapp's.
  const fetch = page?.fetch?.bind(page)
  const warn = page?.console.warn
  const { stop, wallets, ...recorder } = createRecorder({
    ...options,
    onProblem(problem) {
      newest = problem
      if (isRecording && offer) void useSurface(it => it.offer(problem))
      events.emit('problem', problem)
      options.onProblem?.(problem)
    },
  })
  const memory = createMemory(`touchstone:${key}`, () =>
    options.persist === 'page' ? undefined : page?.localStorage,
  )

  async function loadSurface(): Promise<Surface | undefined> {
    if (!page || isDestroyed) return undefined
    surface ??= load.surface().then(({ createSurface }) =>
      createSurface({
        page,
        options,
        memory,
        on: events.on,
        build: () => recorder.context().build,
        open,
        send: problem => void usePanel(it => it.sendNow(problem), problem),
      }),
    )
    try {
      const loaded = await surface
      if (!isDestroyed) return loaded
      loaded.destroy()
    } catch {
      // It is tried again with the next failure or press.
      surface = undefined
    }
    return undefined
  }

  async function useSurface(work: (surface: Surface) => void): Promise<void> {
    const loaded = await loadSurface()
    if (loaded) work(loaded)
  }

  async function loadPanel(): Promise<Panel | undefined> {
    if (!page || !key) return undefined
    try {
      panel ??= Promise.all([loadSurface(), load.panel()]).then(([surface, { createPanel }]) => {
        if (!surface) throw new Error('The page is gone.')
        return createPanel(startOf(page, key, surface))
      })
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
    else void useSurface(it => it.openLink(problem))
  }

  function open(problem = newest && newest.at > Date.now() - RECENT_MS ? newest : undefined): void {
    if (!page || isDestroyed) return
    void useSurface(it => it.closeNote())
    if (!key) return void useSurface(it => it.openLink(problem))
    const from = activeElement(page.document)
    void usePanel(it => it.open(problem, from), problem)
  }

  function stopRecording(): void {
    isRecording = false
    stop()
  }

  const startOf = (page: Start['page'], key: string, surface: Surface): Start => {
    const start: Start = {
      ...surface,
      page,
      options,
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
      takePicture: async () => (await load.picture()).takePicture(start),
    }
    return start
  }

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
  if (page && (launcher || offer)) {
    const show = (): void => void loadSurface()
    if (page.document.body) show()
    else {
      page.document.addEventListener('DOMContentLoaded', show)
      undo.push(() => page.document.removeEventListener('DOMContentLoaded', show))
    }
  }
  if (page && key) {
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
      for (const part of [surface, panel])
        void part?.then(
          it => it.destroy(),
          () => undefined,
        )
      for (const back of undo.splice(0)) back()
    },
  }
}
