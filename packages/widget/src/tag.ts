// The widget for a script tag: `touchstone('init', { … })`, then `touchstone('open')` and the other calls of the widget.
import type { Widget, WidgetOptions } from './options.ts'
import { startWidget } from './start.ts'

/** The names of the files that come later, which the build sets. */
declare const PANEL_FILE: string
declare const PICTURE_FILE: string

type Arguments = [name: string, ...all: never[]]

interface Tag {
  (...all: Arguments): unknown
  /** The calls before this file was there. */
  q?: ArrayLike<unknown>[]
}

const page = window as Window & { touchstone?: Tag }
const source = (document.currentScript as HTMLScriptElement).src
const waiting = page.touchstone?.q ?? []
let widget: Widget | undefined

const touchstone: Tag = (...all) => {
  const [name, ...rest] = all
  if (name === 'init') {
    widget ??= startWidget(
      { server: new URL(source).origin, ...(rest[0] as WidgetOptions | undefined) },
      {
        panel: () => import(new URL(PANEL_FILE, source).href),
        picture: () => import(new URL(PICTURE_FILE, source).href),
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
