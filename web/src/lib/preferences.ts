import { useSyncExternalStore } from 'react'

export type Theme = 'system' | 'dark' | 'light'

const THEME = 'touchstone.theme'
const SINGLE_KEYS = 'touchstone.single-keys'
const listeners = new Set<() => void>()

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, value: string | null) {
  if (value === null) localStorage.removeItem(key)
  else localStorage.setItem(key, value)
  for (const tell of listeners) tell()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function theme(): Theme {
  const chosen = read(THEME)
  return chosen === 'dark' || chosen === 'light' ? chosen : 'system'
}

/** Chooses the theme, here and for the next visit. */
export function setTheme(next: Theme) {
  if (next === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = next
  write(THEME, next === 'system' ? null : next)
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, theme)

/** Whether keys without Ctrl do anything. Off for those whom a stray key would harm. */
export const singleKeys = () => read(SINGLE_KEYS) !== 'off'

export const setSingleKeys = (on: boolean) => write(SINGLE_KEYS, on ? null : 'off')

export const useSingleKeys = (): boolean => useSyncExternalStore(subscribe, singleKeys)
