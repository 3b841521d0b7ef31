// The widget for a script tag: `touchstone('init', { … })`, then `touchstone('open')` and the other calls of the widget.
import type { Widget, WidgetOptions } from './options.ts'
import { startWidget } from './start.ts'

/** The file of a part that comes later, and the hash of its content. */
type Part = readonly [name: string, integrity: string]

/** The build sets them. */
declare const SURFACE_PART: Part
declare const PANEL_PART: Part
declare const PICTURE_PART: Part

type Arguments = [name: string, ...all: never[]]

interface Tag {
  (...all: Arguments): unknown
  /** The calls before this file was there. */
  q?: ArrayLike<unknown>[]
}

const page = window as Window & { touchstone?: Tag }
const script = document.currentScript as HTMLScriptElement
const source = script.src
const waiting = page.touchstone?.q ?? []
let widget: Widget | undefined

/** Imports a part. Its hash is checked first: the import then takes the module that passed. */
async function load<Module>([name, integrity]: Part): Promise<Module> {
  const { href } = new URL(name, source)
  const link = document.createElement('link')
  if (link.relList.supports('modulepreload')) {
    Object.assign(link, { rel: 'modulepreload', href, integrity, crossOrigin: '', nonce: script.nonce })
    await new Promise((resolve, reject) => {
      link.onload = resolve
      link.onerror = reject
      document.head.append(link)
    }).finally(() => link.remove())
  }
  return (await import(href)) as Module
}

const touchstone: Tag = (...all) => {
  const [name, ...rest] = all
  if (name === 'init') {
    widget ??= startWidget(
      { server: new URL(source).origin, ...(rest[0] as WidgetOptions | undefined) },
      {
        surface: () => load(SURFACE_PART),
        panel: () => load(PANEL_PART),
        picture: () => load(PICTURE_PART),
      },
    )
    for (const call of waiting.splice(0)) touchstone(...(Array.from(call) as Arguments))
    return undefined
  }
  if (!widget) return void waiting.push(all)
  const method = widget[name as keyof Widget] as ((...all: never[]) => unknown) | undefined
  const result = method?.(...rest)
  if (name === 'destroy') widget = undefined
  return result
}

page.touchstone = touchstone
for (const call of waiting.splice(0)) touchstone(...(Array.from(call) as Arguments))
