import { useSyncExternalStore } from 'react'
import * as v from 'valibot'

const KEY = 'touchstone.issue-views'
const savedView = v.object({ name: v.string(), query: v.string(), sort: v.string() })
export type SavedView = v.InferOutput<typeof savedView>

const listeners = new Set<() => void>()
let known: { text: string | null; views: SavedView[] } = { text: null, views: [] }

/** The searches somebody has kept on this device. */
export function savedViews(): SavedView[] {
  const text = localStorage.getItem(KEY)
  if (text !== known.text) known = { text, views: read(text) }
  return known.views
}

function read(text: string | null): SavedView[] {
  try {
    return v.parse(v.array(savedView), JSON.parse(text ?? '[]'))
  } catch {
    return []
  }
}

function write(views: SavedView[]) {
  localStorage.setItem(KEY, JSON.stringify(views))
  for (const tell of listeners) tell()
}

/** Keeps a search under a name; one of the same name is replaced. */
export const saveView = (view: SavedView) =>
  write([...savedViews().filter(({ name }) => name !== view.name), view])

export const dropView = (name: string) => write(savedViews().filter(view => view.name !== name))

function subscribe(listener: () => void) {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

export const useSavedViews = (): SavedView[] => useSyncExternalStore(subscribe, savedViews)
