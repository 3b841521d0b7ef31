import { useSyncExternalStore } from 'react'
import { settings } from '#/lib/settings'

let name = settings.product
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Gives the product another name, for all who show it. */
export function nameProduct(given: string) {
  if (given === name) return
  name = given
  for (const tell of listeners) tell()
}

/** The name of the product: as the page was served, and again when an administrator changes it. */
export const useProductName = () => useSyncExternalStore(subscribe, () => name)
