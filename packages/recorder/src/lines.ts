// The newest errors of the page: console, uncaught errors, failed requests and violations of its content policy.
import { redact, redactPath } from './redact.ts'
import { createRing, safely } from './ring.ts'
import type { Line } from './types.ts'

const MOST_LINES = 50
const KEPT_MS = 5 * 60_000
const MOST_FRAMES = 12
const LONGEST = 300

/** The parts of a window that are used. */
export interface Page {
  console: Pick<Console, 'error' | 'warn'>
  fetch?: typeof fetch
  location?: { href: string; origin: string }
  XMLHttpRequest?: { prototype: XMLHttpRequest }
  addEventListener: (type: string, listener: (event: any) => void) => void
  removeEventListener: (type: string, listener: (event: any) => void) => void
}

export interface Lines {
  all(): readonly Line[]
  stop(): void
}

/** Watches a page. `stop` gives back what is still ours. */
export function watchLines(page: Page): Lines {
  const kept = createRing<Line>(MOST_LINES)
  const undo: (() => void)[] = []
  let isOn = true
  let isAdding = false

  function add(kind: Line['kind'], text: string, stack?: unknown, ms?: number): void {
    // A message of the console that is made while one is kept would come here again.
    if (!isOn || isAdding) return
    isAdding = true
    safely(() => {
      const frames = framesOf(stack)
      const said = redact(text, LONGEST)
      const same = kept.all().find(line => line.kind === kind && line.text === said)
      if (same) {
        same.times = (same.times ?? 1) + 1
        same.at = Date.now()
      } else {
        const line: Line = { at: Date.now(), kind, text: said }
        if (frames.length > 0) line.frames = frames
        if (ms !== undefined) line.ms = ms
        kept.add(line)
      }
    })
    isAdding = false
  }

  function onConsole(level: 'error' | 'warn', kind: Line['kind']): void {
    const before = page.console[level]
    const watched = function (this: unknown, ...all: unknown[]): void {
      safely(() => add(kind, all.map(textOf).join(' '), all.find(it => it instanceof Error)?.stack))
      Reflect.apply(before, this, all)
    }
    page.console[level] = watched
    undo.push(() => void (page.console[level] === watched && (page.console[level] = before)))
  }

  function onFetch(before: typeof fetch): void {
    const watched = function (this: unknown, ...all: Parameters<typeof fetch>): Promise<Response> {
      const began = performance.now()
      const answer = Reflect.apply(before, this === undefined ? page : this, all) as Promise<Response>
      const note = (outcome: string): void => safely(() => addRequest(requestOf(all), outcome, began))
      if (typeof answer?.then !== 'function') return answer
      return answer.then(
        response => {
          if (response.status >= 400) note(String(response.status))
          return response
        },
        (error: unknown) => {
          note((error as { name?: unknown })?.name === 'AbortError' ? 'aborted' : 'failed')
          throw error
        },
      )
    }
    page.fetch = watched
    undo.push(() => void (page.fetch === watched && (page.fetch = before)))
  }

  function onXhr({ prototype }: { prototype: XMLHttpRequest }): void {
    const before = prototype.open
    const watched = function (this: XMLHttpRequest, ...all: [string, string | URL]): void {
      safely(() => {
        const began = performance.now()
        this.addEventListener('loadend', () => {
          if (this.status >= 400 || this.status === 0)
            safely(() =>
              addRequest({ method: all[0], url: String(all[1]) }, String(this.status || 'failed'), began),
            )
        })
      })
      Reflect.apply(before, this, all)
    }
    prototype.open = watched as typeof before
    undo.push(() => void (prototype.open === watched && (prototype.open = before)))
  }

  function addRequest({ method, url }: Asked, outcome: string, began: number): void {
    const address = new URL(url, page.location?.href)
    // The path on another host can have a key in it.
    const place =
      address.origin === page.location?.origin ? redactPath(address.pathname) : `${address.host}/…`
    const ms = Math.round(performance.now() - began)
    add('request', `${method.toUpperCase().slice(0, 10)} ${place} ${outcome}`, undefined, ms)
  }

  function listen<Event>(type: string, heard: (event: Event) => void): void {
    const listener = (event: Event): void => safely(() => heard(event))
    page.addEventListener(type, listener)
    undo.push(() => page.removeEventListener(type, listener))
  }

  onConsole('error', 'error')
  onConsole('warn', 'warning')
  if (page.fetch) onFetch(page.fetch)
  if (page.XMLHttpRequest) onXhr(page.XMLHttpRequest)
  listen<ErrorEvent>('error', ({ error, message }) =>
    add('uncaught', error ? textOf(error) : message, error?.stack),
  )
  listen<PromiseRejectionEvent>('unhandledrejection', ({ reason }) =>
    add('rejection', textOf(reason), reason?.stack),
  )
  listen<SecurityPolicyViolationEvent>('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    add('policy', `${effectiveDirective} ${hostOf(blockedURI)}`),
  )

  return {
    all: () =>
      kept
        .all()
        .filter(({ at }) => at > Date.now() - KEPT_MS)
        .map(line => ({ ...line })),
    stop() {
      isOn = false
      for (const back of undo.splice(0)) safely(back)
    },
  }
}

/** A value of the console as text. The contents of objects are not read. */
function textOf(value: unknown): string {
  if (value instanceof Error) return `${value.name}: ${value.message}`
  if (typeof value === 'object' && value !== null) {
    const { name, message } = value as { name?: unknown; message?: unknown }
    return typeof message === 'string'
      ? `${typeof name === 'string' ? name : 'Error'}: ${message}`
      : '[Object]'
  }
  return typeof value === 'function' ? '[Function]' : String(value)
}

/** Where an error came from: files of the page without their queries. */
function framesOf(stack: unknown): string[] {
  if (typeof stack !== 'string') return []
  const lines = stack.split('\n').filter(line => /^\s*at |@/.test(line))
  const file = /[^\s(@]*\/([^/\s)?#]*)(?:[?#][^\s):]*)?(:\d+:\d+)/g
  return lines.slice(0, MOST_FRAMES).map(line => redact(line.trim().replace(file, '$1$2'), 160))
}

function hostOf(address: string): string {
  try {
    return new URL(address).host || address.slice(0, 20)
  } catch {
    return address.slice(0, 20)
  }
}

interface Asked {
  method: string
  url: string
}

function requestOf([input, init]: Parameters<typeof fetch>): Asked {
  const isRequest = typeof input === 'object' && 'url' in input
  const method = init?.method ?? (isRequest ? input.method : 'GET')
  return { method: String(method), url: isRequest ? input.url : String(input) }
}
